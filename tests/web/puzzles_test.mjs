// Puzzles in the browser: the list with its marks, and puzzles solved and missed, by mouse and by keys.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {becomes, house, root, sizes, testInDepth, Visitor} from './common.mjs';

const games = ['scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'];
const {server, browser} = await house();

const puzzlesOf = (game) => readFileSync(join(root, `puzzles/${game}.jsonl`), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));

async function open(visitor, game, number) {
    await visitor.page.goto(`${server.url}/puzzles/${game}/${number}`);
    await visitor.page.locator('.puzzle .felt').waitFor();
}

// Chooses from the list of moves, which knows no layout.
async function choose(page, action) {
    if (!(await page.locator('.moves').evaluate((list) => list.open))) await page.locator('.moves summary').click();
    await page.locator(`.moves-list [data-action="${action}"]`).click();
    await page.locator('.puzzle-answer').waitFor();
}

const marked = (page, number, mark) => page.locator(`.puzzle-link[href$="/${number}"][data-mark=${mark}]`).waitFor();

// In the usual run one game whose hidden cards are many.
for (const game of games)
    (game === 'scout' ? test : testInDepth)(`puzzles of ${game}: one is missed, then solved`, async () => {
        const ann = await Visitor.come(browser, server);
        const {page} = ann;
        const [puzzle, ...more] = puzzlesOf(game);
        await page.goto(`${server.url}/puzzles/${game}`);
        await marked(page, 1, 'new');
        assert.equal(await page.locator('.puzzle-link').count(), 1 + more.length);
        await ann.axe(`list of ${game}`);
        await ann.shot(`puzzles-${game}`);
        await open(ann, game, 1);
        await ann.axe(`puzzle of ${game}`);
        await ann.shot(`puzzle-${game}`);
        await choose(page, puzzle.second);
        await page.locator('.puzzle-answer', {hasText: 'No: this costs'}).waitFor();
        assert.equal(await page.locator('.puzzle-answer .versus dd').count(), 2);
        await ann.axe(`answer of ${game}`);
        await ann.shot(`puzzle-${game}-missed`);
        await page.locator('[data-do=again]').click();
        await choose(page, puzzle.best);
        await page.locator('.puzzle-answer', {hasText: 'Yes, that is the best move.'}).waitFor();
        await ann.shot(`puzzle-${game}-solved`);
        await page.locator('[data-do=next]').click();
        await page.locator('h1', {hasText: 'Puzzle 2'}).waitFor();
        await page.locator('.puzzle .felt').waitFor();
        await choose(page, more[0].second);
        await page.locator('.title-line a').click();
        await marked(page, 1, 'solved');
        await marked(page, 2, 'tried');
        await page.reload();
        await marked(page, 1, 'solved');
        await ann.leave();
    });

testInDepth('a puzzle is solved by keys alone, on a phone that asks back', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone, settings: {confirm: true}});
    const {page} = ann;
    const [puzzle] = puzzlesOf('bannish');
    await open(ann, 'bannish', 1);
    await page.locator('.moves summary').focus();
    await page.keyboard.press('Enter');
    const move = page.locator(`.moves-list [data-action="${puzzle.best}"]`);
    await page.locator('.moves-list button').first().focus();
    while (!(await move.evaluate((button) => button === document.activeElement))) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('[data-do=confirm]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.moves summary').press('Enter');
    await move.press('Enter');
    await page.locator('[data-do=confirm]:focus').press('Enter');
    await page.locator('.puzzle-answer:focus', {hasText: 'Yes, that is the best move.'}).waitFor();
    await ann.shot('puzzle-phone-answer');
    await page.locator('[data-do=look]').press('Enter');
    await page.locator('.puzzle-answer').waitFor({state: 'hidden'});
    await ann.shot('puzzle-phone');
    await page.locator('[data-do=answer]').press('Enter');
    await page.locator('.puzzle-answer').waitFor();
    await ann.leave();
});

test('puzzles are chosen by theme and difficulty; others do not exist', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const all = puzzlesOf('bannish');
    await page.goto(`${server.url}/puzzles`);
    await page.getByRole('link', {name: 'BANNISH'}).waitFor();
    await ann.axe('puzzles of all games');
    await ann.shot('puzzles');
    await page.getByRole('link', {name: 'BANNISH'}).click();
    await page.getByLabel('Theme').selectOption('take');
    await becomes(page, (count) => document.querySelectorAll('.puzzle-link').length === count, all.filter(({theme}) => theme === 'take').length);
    for (const level of [1, 2, 3]) {
        const wanted = all.flatMap(({theme, difficulty}, at) => (theme === 'take' && difficulty === level ? [`/puzzles/bannish/${at + 1}`] : []));
        const links = page.locator(`[data-difficulty="${level}"] .puzzle-link`);
        assert.deepEqual(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), wanted);
    }
    for (const path of ['bannish/9999', 'chess', 'chess/1']) {
        await page.goto(`${server.url}/puzzles/${path}`);
        await page.getByText('There is no such puzzle.').waitFor();
    }
    await ann.leave();
});
