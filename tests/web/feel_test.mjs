// How the table feels: keys and where the focus is, the enlarged card, sorted hands, sounds, moves that are made or planned
// without a click, and that everything is told once.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

const focused = (page) => page.evaluate(() => ({
    action: document.activeElement.dataset.action, felt: document.activeElement.closest('.felt') !== null, tag: document.activeElement.className,
}));

// ---- keys ----

test('arrows go from choice to choice, Enter plays, and the focus stays with the cards', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    for (let move = 0; move < 4; move++) {
        await ann.alone();
        const {legal} = ann.table();
        if (move === 0) await page.keyboard.press('ArrowRight');
        await page.locator('.felt [data-action]:focus').waitFor(); // after a move without any key
        const reached = new Set();
        for (let steps = 0; steps < legal.length; steps++) {
            reached.add((await focused(page)).action);
            await page.keyboard.press('ArrowRight');
        }
        assert.deepEqual([...reached].sort(), [...legal].sort());
        const before = ann.table().move;
        await page.keyboard.press('Enter');
        await ann.until(({move: now}) => now !== before);
    }
    await ann.leave();
});

test('a row of cards is one stop of the Tab key, up and down go to what lies there', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('sparrows', 3, {prepared: 4});
    await turn(page);
    assert.equal(await page.locator('.bids .bid[tabindex="0"]').count(), 1);
    await page.locator('.bids .bid').first().focus();
    await page.keyboard.press('ArrowDown');
    const below = await page.evaluate(() => {
        const [first] = document.querySelectorAll('.bids .bid');
        return document.activeElement.getBoundingClientRect().top > first.getBoundingClientRect().bottom;
    });
    assert.ok(below);
    assert.equal(await page.locator('.bids .bid[tabindex="0"]:focus').count(), 1);
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('.bids :focus').count(), 0, 'the next Tab leads out');
    await ann.leave();
});

test('a digit chooses the card that shows it, 0 presses the button of the move, Escape clears', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('bridesmaid', 3, {prepared: 3});
    await ann.alone();
    const {legal} = ann.table();
    const count = legal[0].split(' ').length - 1;
    await page.keyboard.press('2');
    const second = page.locator('.bm-fan [data-number="2"]');
    assert.equal(await second.getAttribute('aria-pressed'), 'true');
    assert.equal(await second.evaluate((card) => getComputedStyle(card, '::before').content), '"2"');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.bm-fan [aria-pressed=true]').count(), 0);
    for (let digit = 1; digit <= count; digit++) await page.keyboard.press(String(digit));
    assert.equal(await page.locator('.bm-fan [aria-pressed=true]').count(), count);
    await page.keyboard.press('0');
    await ann.until(({move}) => move === 1);
    await ann.leave();
});

test('keys 1 to 9 can be switched off; a held key is one choice', async () => {
    const ann = await Visitor.come(browser, server, {settings: {keys: false}});
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    await page.keyboard.press('1');
    await page.keyboard.press('?');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.equal(ann.table().move, 0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.down('Enter');
    await ann.until(({move}) => move === 1);
    await turn(page);
    await page.locator('.felt [data-action]:focus').waitFor();
    await page.keyboard.down('Enter'); // held: the browser repeats it
    await page.keyboard.up('Enter');
    assert.ok(!ann.frames.some(({way, text}) => way === 'out' && text.includes('"move":1') && text.includes('"do"')));
    await ann.leave();
});

test('Escape takes a choice back that waits to be confirmed, and the focus returns to the card', async () => {
    const ann = await Visitor.come(browser, server, {settings: {confirm: true}});
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    await page.keyboard.press('ArrowRight');
    const {action} = await focused(page);
    await page.keyboard.press('Enter');
    await page.locator('[data-do=confirm]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator(`.felt [data-action="${action}"]:focus`).waitFor();
    assert.equal(ann.table().move, 0);
    await page.keyboard.press('Enter');
    await page.locator('[data-do=confirm]:focus').waitFor();
    await page.keyboard.press('Enter');
    await ann.until(({move}) => move === 1);
    await turn(page);
    await page.locator('.felt [data-action]:focus').waitFor();
    await ann.leave();
});

test('? shows the keys', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('scout', 3);
    await turn(ann.page);
    await ann.page.keyboard.press('?');
    await ann.page.getByRole('dialog', {name: 'Keys at the table'}).waitFor();
    await ann.axe('the keys');
    await ann.shot('keys');
    await ann.page.keyboard.press('Escape');
    assert.equal(await ann.page.locator('dialog[open]').count(), 0);
    await ann.leave();
});
