// A game without a layout in the browser, the template: it has a title, its table is an outline that names the seats,
// its moves are listed, and it can be played to the end, replayed and looked up. $GAME is another such game.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, playByClicks, sizes, Visitor} from './common.mjs';

const {server, browser} = await house();
const game = process.env.GAME ?? 'template';
const title = game[0].toUpperCase() + game.slice(1);

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

test('a whole game by the list of moves, at phone size too', async () => {
    for (const size of [sizes.phone, sizes.desktop]) {
        const ann = await Visitor.come(browser, server, {size});
        await ann.playAgainst(game, 3, {options: {rounds: '2'}});
        const {page} = ann;
        await page.locator('.moves[open] [data-action]').first().waitFor(); // without a click
        await page.getByRole('button', {name: /^Play \d+$/}).first().waitFor(); // the server has words for them
        const buttons = await page.locator('.moves [data-action]').allTextContents();
        assert.ok(buttons.every((text) => /^Play \d+$/.test(text)), buttons.join());
        assert.deepEqual(await page.locator('.outline-seats h2').allTextContents(), ['Ann', 'Novice bot 1', 'Novice bot 2']);
        assert.match(await page.locator('.outline-seats .own').textContent(), /hand\d/);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await ann.axe('table');
        await ann.shot(`generic-${size.width}`);
        assert.equal(await playByClicks(page), 6);
        assert.equal(ann.table().status, 'over');
        await page.getByRole('heading', {name: title, exact: true}).waitFor();
        await ann.leave();
    }
});

test('its rules are in English, with a line that says so, where a language has none', async () => {
    const answer = await fetch(`${server.url}/api/rules/${game}?lang=de`);
    assert.equal(answer.headers.get('content-language'), 'en');
    assert.match(await answer.text(), /^\*Diese Regeln gibt es bisher nur auf Englisch\.\*\n\n/);
});
