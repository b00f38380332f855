// The table fits the window. At your turn the page does not scroll; what a move begins with is in sight, uncovered and
// large enough for a finger; no text is cut off or too small, not in the drawings of your cards either. From one turn to
// the next almost nothing but cards moves. At the end the totals are in sight. All games, with every number of players,
// at the sizes of phones, tablets and desktops; in the usual run with the most players and at every other size. What fails
// is printed as a table.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, scaled, turn, Visitor} from './common.mjs';
import {lookAround, misfits, nameOf, playItself, resize, sizes, unseenTotals, watchJumps, withoutBanner} from './fit.mjs';

const {server, browser} = await house();
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const options = {sparrows: {target: '120'}}; // for an end that is not far
const looks = scaled(1, 1, 4); // how many turns of a game are looked at
const between = scaled(3, 4, 4); // moves from one of these turns to the next
const later = scaled(3, 4, 2000); // moves after these turns
const whole = ['sparrows']; // games that are always played to their end: they are short
const mostJump = 0.1; // of a turn: what browsers call good

// With how many a game is played.
const counts = ({min_players: min, max_players: max}) => scaled([3], [max], Array.from({length: max - min + 1}, (_, n) => min + n));

// At which sizes a game is looked at: in the usual run at every other one, and the next game at the others.
const sizesOf = (seed) => sizes.filter((_, number) => scaled(number === seed % sizes.length, (number + seed) % 2 === 0, true));

// The things that jumped too far, while the window was of that size.
function jumpsIn(moves, size) {
    return moves.filter(({sum}) => sum >= mostJump).map(({sum, what, over}) => ({
        size: nameOf(size), what: `${over ? 'at the end ' : ''}things jump by ${sum.toFixed(2)}: ${what.slice(0, 3).join(', ')}`,
    }));
}

// A second step: the same again, once a card has been taken up.
async function begun(page) {
    return page.evaluate(() => {
        const card = document.querySelector('.felt button.card:not([data-action]):not(:disabled)');
        card?.focus();
        card?.click();
        return card !== null;
    });
}

async function plays(ann, opened, {game, players, seed}) {
    const {page} = ann;
    const wrong = [];
    const add = (rows, when) => wrong.push(...rows.map((row) => ({turn: when, ...row})));
    let made = 0;
    for (let at = 0; at < looks && (await turn(page)); at++) {
        await ann.alone();
        add(await lookAround(page, misfits, sizesOf(seed)), made);
        const size = sizes[(seed + at) % sizes.length];
        await resize(page, size);
        if (await begun(page)) {
            add(await lookAround(page, misfits, [size]), `${made}, a card taken up`);
            await page.keyboard.press('Escape');
        }
        const moves = await playItself(page, {most: between, seed: made});
        add(jumpsIn(moves, size), made);
        made += moves.length;
    }
    const size = sizes[(seed + players) % sizes.length];
    await resize(page, size);
    const rest = await playItself(page, {most: whole.includes(game) ? 2000 : later, seed});
    add(jumpsIn(rest, size), 'later');
    if (await turn(page)) {
        await ann.playOut(opened);
        await page.evaluate(withoutBanner);
    }
    add(await lookAround(page, unseenTotals, sizesOf(seed)), 'end');
    return wrong;
}

for (const [number, facts] of games.entries())
    test(`${facts.game} fits`, async () => {
        const wrong = [];
        for (const players of counts(facts)) {
            const ann = await Visitor.come(browser, server);
            const opened = await ann.playAgainst(facts.game, players, {options: options[facts.game] ?? {}, prepared: players});
            await ann.page.evaluate(withoutBanner);
            await ann.page.evaluate(watchJumps);
            wrong.push(...(await plays(ann, opened, {game: facts.game, players, seed: number + players})).map((row) => ({players, ...row})));
            await ann.leave();
        }
        if (wrong.length > 0) console.table(wrong);
        assert.equal(wrong.length, 0, `${wrong.length} things do not fit`);
    });
