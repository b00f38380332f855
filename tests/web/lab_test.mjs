// The page that parlor lab writes: whole in itself, readable in light and dark, on a
// phone too, and with the same figures as results.json.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {launch, parlor, sizes, testInDepth, Visitor} from './common.mjs';

const browser = await launch(), folder = mkdtempSync(join(tmpdir(), 'parlor-lab-'));
after(async () => {
    await browser.close();
    rmSync(folder, {recursive: true});
});

// A report, opened by somebody whose browser asks nobody for anything.
async function report(name, args, look) {
    const out = join(folder, name);
    execFileSync(parlor, ['lab', ...args, '--out', out], {stdio: 'ignore'});
    const reader = await Visitor.come(browser, null, look), asked = [];
    reader.page.on('request', (request) => asked.push(request.url()));
    await reader.page.goto(`file://${out}/index.html`);
    await reader.page.locator('h1').waitFor();
    assert.deepEqual(asked, [`file://${out}/index.html`]);
    return {reader, results: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))};
}

async function leaveAsItShouldBe(reader, name) {
    const tooWide = await reader.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(tooWide, false, 'the page is wider than the screen');
    assert.equal(await reader.page.locator('svg').evaluateAll((all) => all.some(({outerHTML}) => /NaN|Infinity|undefined/.test(outerHTML))), false);
    await reader.axe(name, {always: true});
    await reader.shot(`lab-${name}`);
    await reader.leave();
}

for (const [game, options, register] of [['scout', [], testInDepth], ['bridesmaid', ['--players', '2'], testInDepth], ['belle', [], test],
    ['sparrows', ['upgrades=on', 'target=60'], testInDepth], ['bannish', [], testInDepth]])
    register(`a report on ${game}`, async () => {
        const {reader, results} = await report(game, [game, ...options, '--bots', 'novice', '--deals', '40', '--skill', '8'],
            {theme: game === 'belle' ? 'dark' : 'light', size: game === 'sparrows' ? sizes.phone : sizes.desktop});
        const {figures} = results.variants[0];
        assert.equal(await reader.page.locator('h1').textContent(), results.title);
        const titles = await reader.page.locator('h2').allTextContents();
        for (const title of ['Is it fair to every seat?', 'How much is skill?', 'How many points?', 'How long is it?', 'How does it go?', 'What happens, and what wins?'])
            assert.ok(titles.includes(title), title);
        assert.equal(titles.includes('What should a bid be worth?'), game === 'sparrows');
        const seats = reader.page.locator('section', {hasText: 'Is it fair to every seat?'}).locator('tbody tr');
        assert.equal(await seats.count(), figures.places.length);
        assert.match(await seats.first().textContent(), new RegExp(`${figures.places[0].wins.n}$`));
        assert.match(await seats.first().textContent(), new RegExp(`${Math.floor(100 * figures.places[0].wins.mean)}|${Math.round(100 * figures.places[0].wins.mean)} %`));
        for (const {name} of figures.features)
            assert.ok(await reader.page.getByRole('cell', {name, exact: true}).count() > 0, name);
        await leaveAsItShouldBe(reader, game);
    });

testInDepth('rules side by side, and each of them by a click', async () => {
    const {reader, results} = await report('stars', ['bannish', '--bots', 'novice', '--deals', '60', '--skill', '0', '--vary', 'stars=inverse;equal;9,7,5,3,2,1']);
    assert.match(await reader.page.locator('h2').first().textContent(), /stars/);
    const heads = await reader.page.locator('section').first().locator('th').allTextContents();
    assert.deepEqual(heads.slice(1), results.variants.map(({label}) => label));
    const length = reader.page.locator('section', {hasText: 'How long is it?'}).locator('.lead');
    const told = [];
    for (const {label} of results.variants) {
        await reader.page.getByRole('button', {name: label, exact: true}).click();
        told.push(await length.textContent());
    }
    assert.equal(new Set(told).size, 3, told.join('\n'));
    await leaveAsItShouldBe(reader, 'stars');
});

test('numbers of players side by side', async () => {
    const {reader} = await report('players', ['scout', '--bots', 'random', '--deals', '50', '--skill', '0', '--vary', 'players=2,5'], {size: sizes.phone});
    assert.ok(await reader.page.getByText('What does players change?').count());
    await leaveAsItShouldBe(reader, 'players');
});
