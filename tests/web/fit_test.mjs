// The table fits the window: at your turn the page does not scroll, what a move begins with is in sight, uncovered and
// large enough to be hit, and at the end the totals are in sight. All games, at the sizes of phones, tablets and desktops.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, listMove, playByClicks, scaled, subprotocol, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

const sizes = [[360, 640], [390, 844], [844, 390], [768, 1024], [1024, 768], [1200, 860], [1366, 640], [1440, 900], [1920, 1080]];
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const target = {sparrows: {target: '60'}}; // for an end that is not far
const usual = 3; // players, as the sheet of a new table has it
const settled = {width: 1440, height: 900}; // where moves are made

// How many play, and how many turns of a game are looked at.
const counts = ({min_players: min, max_players: max}) => scaled([usual], [usual, max], Array.from({length: max - min + 1}, (_, n) => min + n));
const turns = scaled(2, 3, 8);

// What does not fit, in words. Runs in the page.
function misfits() {
    const found = [];
    const {scrollHeight, scrollWidth} = document.scrollingElement;
    if (scrollHeight > innerHeight + 1) found.push(`the page is ${scrollHeight} high`);
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
    const starts = [...document.querySelectorAll('.felt :is([data-action], button.card, [data-do=review]):not(:disabled)')].filter((one) => one.checkVisibility());
    if (starts.length === 0) found.push('nothing to begin a move with');
    for (const one of [...starts, ...document.querySelectorAll('.bar :is(button, summary)')]) {
        const {x, y, width, height} = one.getBoundingClientRect();
        const name = one.dataset.action ?? one.ariaLabel ?? one.textContent;
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        if (!there || !one.contains(there)) found.push(`${name} is out of sight`);
        else if (width < 24 || height < 32) found.push(`${name} is ${Math.round(width)} × ${Math.round(height)}`);
    }
    for (const card of document.querySelectorAll('.own-part :is(.card, .place)')) {
        const {x, y, width, height} = card.getBoundingClientRect();
        const there = [0.25, 0.75].map((part) => document.elementFromPoint(x + width * part, y + height / 2));
        if (card.checkVisibility() && !there.every((one) => one?.closest('.card, .place'))) found.push(`${card.ariaLabel ?? 'a card'} of your own is covered`);
    }
    const walk = document.createTreeWalker(document.querySelector('.playing'), NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        const {fontSize} = getComputedStyle(text.parentElement);
        if (!text.parentElement.closest('svg') && text.textContent.trim() && parseFloat(fontSize) < 12) found.push(`“${text.textContent}” is ${fontSize}`);
    }
    return found;
}

// Whether the totals can be read without scrolling. Runs in the page.
function unseenTotals() {
    const totals = [...document.querySelectorAll('.over .total')];
    const hidden = totals.filter((total) => {
        const {x, y, width, height} = total.getBoundingClientRect();
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        return !there || !total.contains(there);
    });
    return totals.length > 0 && hidden.length === 0 ? [] : [`${hidden.length} of ${totals.length} totals are out of sight`];
}

// A prepared deal is the same in every run; only such a table has a banner, which takes room. Runs in the page.
function withoutBanner() {
    document.querySelector('.banner.prepared').style.display = 'none';
}

// Looks at the page in all sizes; returns what is wrong, by size.
async function lookAround(page, look) {
    const wrong = [];
    for (const [width, height] of sizes) {
        await page.setViewportSize({width, height});
        for (const what of await page.evaluate(look)) wrong.push({size: `${width}×${height}`, what});
    }
    await page.setViewportSize(settled);
    return wrong;
}

// Plays the first legal action over a connection of its own, until the game is over. Runs in the page.
async function playOn({table, token, spoken}) {
    const socket = new WebSocket(`ws://${location.host}/play`, spoken);
    await new Promise((resolve) => {
        socket.onopen = () => socket.send(JSON.stringify({type: 'hello', table, token}));
        socket.onmessage = ({data}) => {
            const {type, status, legal, move} = JSON.parse(data);
            if (type !== 'table') return;
            if (status === 'over') resolve();
            else if (legal?.length > 0) socket.send(JSON.stringify({type: 'do', do: legal[0], move}));
        };
    });
    socket.close();
}

for (const facts of games)
    for (const players of counts(facts))
        test(`${facts.game} with ${players} fits`, async () => {
            const ann = await Visitor.come(browser, server, {size: settled});
            const {page} = ann;
            const opened = await ann.playAgainst(facts.game, players, {options: target[facts.game] ?? {}, prepared: players});
            await page.evaluate(withoutBanner);
            const wrong = [];
            for (let at = 0; at < turns && (await turn(page)); at++) {
                await ann.alone();
                wrong.push(...(await lookAround(page, misfits)).map((one) => ({game: facts.game, players, turn: at, ...one})));
                const review = page.locator('[data-do=review]');
                if (await review.count()) await review.click();
                else await playByClicks(page, {pick: listMove, most: 1});
            }
            await page.evaluate(playOn, {...opened, spoken: subprotocol});
            await page.reload(); // the seat went to the other connection
            await page.locator('.over').waitFor();
            await page.evaluate(withoutBanner);
            wrong.push(...(await lookAround(page, unseenTotals)).map((one) => ({game: facts.game, players, turn: 'end', ...one})));
            if (wrong.length > 0) console.table(wrong);
            assert.equal(wrong.length, 0, `${wrong.length} things do not fit`);
            await ann.leave();
        });
