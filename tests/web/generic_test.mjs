// A game without a layout in the browser, the template: it has a title, its table is an outline that names the seats,
// its moves are listed, and it can be played to the end, replayed and looked up. $GAME is another such game.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, playByClicks, sizes, Visitor} from './common.mjs';

const {server, browser} = await house();
const game = process.env.GAME ?? 'template';
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const {title, options} = games.find((it) => it.game === game);
const short = options.some(({name}) => name === 'rounds') ? {rounds: '2'} : {};

test('the front page offers it by its title, without a tutorial', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(server.url);
    const card = ann.page.locator('.game-card', {hasText: title});
    await card.getByRole('heading', {name: title, exact: true}).waitFor();
    assert.equal(await card.locator('a[href^="/tutorial"]').count(), 0);
    await ann.axe('front');
    await card.locator('a.main').click();
    await ann.page.getByRole('heading', {name: title, exact: true}).waitFor();
    await ann.leave();
});

// The legal moves in words, as the server sends them for a client that does not know the game.
async function wordsOfMoves(visitor) {
    const answered = ({way, text}) => way === 'in' && text.startsWith('{"type":"moves"');
    await visitor.until(() => visitor.frames.some(answered));
    const {lines} = JSON.parse(visitor.frames.findLast(answered).text);
    return lines.map((line) => line.replace(/\{([^|}]*)\|[^}]*\}/g, '$1'));
}

test('a whole game by the list of moves, at phone size too', async () => {
    for (const size of [sizes.phone, sizes.desktop]) {
        const ann = await Visitor.come(browser, server, {size});
        await ann.playAgainst(game, 3, {options: short});
        const {page} = ann;
        await page.locator('.moves[open] [data-action]').first().waitFor(); // without a click
        const words = await wordsOfMoves(ann); // the server has some
        await page.getByRole('button', {name: words[0], exact: true}).first().waitFor();
        assert.deepEqual(await page.locator('.moves [data-action]').allTextContents(), words);
        assert.deepEqual(await page.locator('.outline-seats h2').allTextContents(), ['Ann', 'Novice bot 1', 'Novice bot 2']);
        assert.match(await page.locator('.outline-seats .own').textContent(), game === 'template' ? /hand\d/ : /\w/);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await ann.axe('table');
        await ann.shot(`generic-${size.width}`);
        const made = await playByClicks(page);
        if (game === 'template') assert.equal(made, 6); // two rounds of three
        assert.equal(ann.table().status, 'over');
        await page.getByRole('heading', {name: title, exact: true}).waitFor();
        await ann.leave();
    }
});

test('its rules are in your language, or in English with a line that says so', async () => {
    const answer = await fetch(`${server.url}/api/rules/${game}?lang=de`);
    const text = await answer.text();
    if (game === 'template') { // the program has no text of it
        assert.equal(answer.headers.get('content-language'), 'en');
        assert.match(text, /^\*Diese Regeln gibt es bisher nur auf Englisch\.\*\n\n/);
    } else {
        assert.equal(answer.headers.get('content-language'), 'de');
        assert.ok(text.startsWith(`# ${title}\n`), text);
    }
});
