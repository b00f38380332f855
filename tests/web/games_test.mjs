// My games: what this browser holds the keys of, how each of them is, and the way to another browser.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {anyDeal, house, playOut, sizes, testInDepth, Visitor} from './common.mjs';

const {server, browser} = await house('--bot-pace', '0', '--analysis-work', '1', '--analyses', '100000');

const hour = 3_600_000;

// Puts keys into the browser, as the page keeps them.
async function hold(visitor, keys) {
    await visitor.page.goto(`${server.url}/lobby`);
    await visitor.page.evaluate((list) => {
        localStorage.removeItem('parlor.seats.over');
        localStorage.setItem('parlor.seats', JSON.stringify(list));
    }, keys.map((key, at) => ({name: 'Ann', at: Date.now() - at, ...key})));
}

const open = async (game, players, bots, more = {}) => ({...(await server.open({game, players, name: 'Ann', bots, ...more})), game});

// The tables of a section, in order.
const listed = (page, section) => page.getByRole('region', {name: section, exact: true}).locator('[data-table]').evaluateAll((rows) => rows.map((row) => row.dataset.table));

// One table of each kind: your turn, somebody else's, waiting for players, over, and one that the server does not know.
async function five(visitor) {
    const turn = await open('scout', 3, ['', 'random', 'random'], {clock: {move: 2 * hour, bank: 0, patience: hour}, prepared: anyDeal});
    await visitor.page.goto(`${server.url}/icon.svg`);
    await playOut(visitor.page, turn.table, [turn.token], {start: true, lines: 0});
    const waits = await open('belle', 3, ['', '', 'random']);
    const over = await open('bridesmaid', 3, ['', 'random', 'random'], {prepared: anyDeal});
    await playOut(visitor.page, over.table, [over.token], {start: true});
    const lost = {table: 'AAAAAAAAAAAAAAAAAAAAAA', token: 'AAAAAAAAAAAAAAAAAAAAAA', seat: 0, game: 'bannish'};
    await hold(visitor, [waits, over, lost, turn]);
    return {turn, waits, over, lost};
}

test('games are listed by what they wait for, with the time left and the result', async () => {
    const ann = await Visitor.come(browser, server);
    const {turn, waits, over, lost} = await five(ann);
    const {page} = ann;
    await page.goto(`${server.url}/games`);
    await page.getByRole('region', {name: 'Finished', exact: true}).waitFor();
    assert.deepEqual(await listed(page, 'Your turn'), [turn.table]);
    assert.deepEqual(await listed(page, 'Waiting for players'), [waits.table]);
    assert.deepEqual(await listed(page, 'Finished'), [over.table]);
    assert.deepEqual(await listed(page, 'Lost'), [lost.table]);
    assert.doesNotMatch(await page.locator(`[data-table="${waits.table}"]`).innerText(), /(with|,|and) \d/, 'free seats have no names');
    await page.getByText(/Your turn · 1\d\d minutes left|Your turn · \d hours left/).waitFor();
    assert.match(await page.locator(`[data-table="${over.table}"]`).innerText(), /(won|shared win|place \d of 3)[^]*[−\d]+ : [−\d]+ : [−\d]+/);
    await ann.axe('my games', {always: true});
    await ann.shot('games-desktop');
    for (const width of [1440, 768, 360]) {
        await page.setViewportSize({width, height: 800});
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} of ${width} pixels`);
    }
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('parlor.seats.over')));
    const parts = Object.keys(kept[0]).filter((part) => part !== 'starts'); // those only the latest have
    assert.deepEqual(parts.sort(), ['at', 'ending', 'game', 'name', 'over', 'seat', 'table', 'token']);
    await page.locator(`[data-table="${over.table}"] a`).click();
    await page.waitForURL(`${server.url}/replay/${over.table}`);
    await ann.leave();
});

test('accuracy and luck come with an analysis, and stay', async () => {
    const ann = await Visitor.come(browser, server);
    const {over} = await five(ann);
    const row = ann.page.locator(`[data-table="${over.table}"]`);
    await ann.page.goto(`${server.url}/games`);
    await row.getByRole('button', {name: /Analyse/}).click();
    await row.getByText(/Accuracy \d+ %/).waitFor();
    await row.getByText(/Luck [+−]\d+\.\d/).waitFor();
    await ann.page.reload();
    await row.getByText(/Accuracy \d+ %/).waitFor();
    await ann.page.getByText('Accuracy', {exact: false}).first().waitFor();
    await ann.leave();
});

test('games are searched by game and by name', async () => {
    const ann = await Visitor.come(browser, server);
    const {turn, over} = await five(ann);
    const {page} = ann;
    const shown = () => page.locator('[data-table]').evaluateAll((rows) => rows.map((row) => row.dataset.table));
    await page.goto(`${server.url}/games`);
    await page.getByRole('region', {name: 'Your turn', exact: true}).waitFor();
    await page.locator('.mine-filter select').selectOption('scout');
    assert.deepEqual(await shown(), [turn.table]);
    await page.locator('.mine-filter select').selectOption('');
    await page.getByLabel('Search by name').fill('bridesmaid ann');
    assert.deepEqual(await shown(), [over.table]);
    await page.getByLabel('Search by name').fill('nobody at all');
    await page.getByText('No game fits.').waitFor();
    await ann.leave();
});

test('a badge says where else it is your turn', async () => {
    const ann = await Visitor.come(browser, server, {size: {width: 390, height: 844}});
    const {turn, waits} = await five(ann);
    const {page} = ann;
    await page.goto(`${server.url}/table/${waits.table}`);
    await page.locator('.turn-badge').waitFor();
    await ann.shot('badge-table-phone');
    assert.equal(await page.locator('.turn-badge').innerText().then((text) => /\d/.exec(text)[0]), '1');
    await page.goto(`${server.url}/`);
    await page.locator('.turn-badge').waitFor();
    await ann.shot('badge-front-phone');
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/seats'));
    await page.goto(`${server.url}/table/${turn.table}`);
    await page.locator('.felt').waitFor();
    await (await answered).finished();
    assert.equal(await page.locator('.turn-badge').count(), 0);
    await ann.leave();
});

test('a game is forgotten after one question, and all of them after another', async () => {
    const ann = await Visitor.come(browser, server);
    const {over} = await five(ann);
    const {page} = ann;
    await page.goto(`${server.url}/games`);
    await page.getByRole('region', {name: 'Finished', exact: true}).waitFor(); // rows do not move any more
    const row = page.locator(`[data-table="${over.table}"]`);
    await row.getByRole('button', {name: /Forget/}).click();
    await row.getByRole('button', {name: 'Cancel'}).click();
    await row.getByRole('button', {name: /Forget/}).click();
    await row.getByRole('button', {name: 'Forget', exact: true}).click();
    await row.waitFor({state: 'detached'});
    assert.equal(await page.locator('[data-table]').count(), 3);
    await page.getByRole('button', {name: 'Forget all games'}).click();
    assert.equal(await page.locator('[data-table]').count(), 3);
    await page.getByRole('button', {name: 'Forget all games'}).click();
    await page.getByText('This browser has no games yet.').waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('parlor.seats') + localStorage.getItem('parlor.seats.over')), '[][]');
    await ann.leave();
});

const folder = mkdtempSync(join(tmpdir(), 'parlor-games-'));
after(() => rmSync(folder, {recursive: true}));

async function importFile(page, text) {
    const path = join(folder, 'games.json');
    writeFileSync(path, text);
    await page.locator('input[type=file][accept*="json,"]').setInputFiles(path);
}

test('games go to another browser as a file, and nothing wrong is taken', async () => {
    const [ann, other] = [await Visitor.come(browser, server), await Visitor.come(browser, server)];
    const {turn, over, waits, lost} = await five(ann);
    await ann.page.goto(`${server.url}/games`);
    await ann.page.getByRole('region', {name: 'Finished', exact: true}).waitFor();
    const [download] = await Promise.all([ann.page.waitForEvent('download'), ann.page.getByRole('button', {name: 'Export to a file'}).click()]);
    const text = readFileSync(await download.path(), 'utf8');
    const {page} = other;
    await page.goto(`${server.url}/games`);
    const file = JSON.parse(text);
    const spoilt = (change) => JSON.stringify({...file, seats: file.seats.map((seat, at) => (at === 1 ? {...seat, ...change} : seat))});
    for (const [wrong, said] of [
        ['', 'not a file of games'], ['{', 'not a file of games'], ['[]', 'holds no games'], ['null', 'holds no games'],
        [JSON.stringify({...file, version: 2}), 'newer version'], [JSON.stringify({...file, seats: Array(4001).fill(file.seats[0])}), 'too large'],
        [spoilt({token: 'short'}), 'Entry 2'], [spoilt({table: '<b>'}), 'Entry 2'], [spoilt({seat: 9}), 'Entry 2'], [spoilt({game: '../x'}), 'Entry 2'],
        [JSON.stringify({...file, seats: [file.seats[0], null]}), 'Entry 2'],
    ]) {
        await importFile(page, wrong);
        await page.getByText(said).waitFor();
        assert.equal(await page.evaluate(() => localStorage.getItem('parlor.seats')), null, said);
    }
    await importFile(page, text);
    await page.getByText('4 games were found. 4 are new here.').waitFor();
    await page.getByRole('button', {name: 'Import 4 games'}).click();
    await page.getByText('4 games are new in your list.').waitFor();
    await page.getByRole('region', {name: 'Finished', exact: true}).waitFor();
    const all = await page.locator('[data-table]').evaluateAll((rows) => rows.map((row) => row.dataset.table));
    assert.deepEqual(all.sort(), [turn, over, waits, lost].map(({table}) => table).sort());
    await importFile(page, text);
    await page.getByText('None is new here.').waitFor();
    await page.locator(`[data-table="${turn.table}"] a`).click();
    await page.locator('.felt').waitFor();
    assert.equal(other.table().you, 0); // the seat is theirs now
    for (const one of [ann, other]) await one.leave();
});

test('a QR code brings games to a telephone, which asks first', async () => {
    const [ann, phone] = [await Visitor.come(browser, server), await Visitor.come(browser, server, {size: {width: 390, height: 844}})];
    const {turn, over} = await five(ann);
    await ann.page.goto(`${server.url}/games`);
    await ann.page.getByRole('region', {name: 'Finished', exact: true}).waitFor();
    await ann.page.getByRole('button', {name: 'Show QR code'}).click();
    await ann.page.locator('.code').waitFor();
    await ann.shot('games-qr');
    const link = await ann.page.locator('.code').getAttribute('data-link');
    const {page} = phone;
    await page.goto(link);
    await page.getByText('3 games were found. 3 are new here. 1 is not known to this server and cannot be imported.').waitFor();
    assert.equal(await page.evaluate(() => location.href), `${server.url}/games`); // no keys in the history
    assert.equal(await page.evaluate(() => localStorage.getItem('parlor.seats')), null);
    await phone.shot('games-import-phone');
    await page.getByRole('button', {name: 'Import 3 games'}).click();
    await page.getByText('3 games are new in your list.').waitFor();
    await page.getByRole('region', {name: 'Your turn', exact: true}).waitFor(); // the server has said how they are
    assert.deepEqual(await listed(page, 'Your turn'), [turn.table]);
    assert.deepEqual(await listed(page, 'Finished'), [over.table]);
    await phone.shot('games-phone');
    for (const wrong of ['#keys=', '#keys=1.', '#keys=2.AAAA', '#keys=1.AAAA', `#keys=1.${'A'.repeat(43)}!`, `#keys=1.${'A'.repeat(44 * 65)}`]) {
        await page.goto(`${server.url}/lobby`);
        await page.goto(`${server.url}/games${wrong}`);
        await page.getByText('This link is damaged').waitFor();
    }
    for (const one of [ann, phone]) await one.leave();
});

testInDepth('many keys become several codes, and years of games fit', async () => {
    const ann = await Visitor.come(browser, server);
    const id = (n) => `${String(n).padStart(21, '0')}A`;
    const keys = Array.from({length: 2500}, (_, n) => ({
        table: id(n), token: id(n), game: 'scout', seat: 0, over: true, starts: [{commitment: 'x'.repeat(64), salt: 'y'.repeat(64)}],
        ending: {points: [12, 7, -3], winners: [0], names: ['Ann', 'bot:novice', 'bot:novice']},
    }));
    await hold(ann, keys);
    const {page} = ann;
    await page.goto(`${server.url}/games`);
    await page.getByRole('button', {name: /Show \d+ more/}).waitFor();
    assert.equal(await page.locator('[data-table]').count(), 50);
    const opened = await open('scout', 2, ['', 'random']);
    await ann.page.evaluate((key) => localStorage.setItem('parlor.seats', JSON.stringify([key, ...JSON.parse(localStorage.getItem('parlor.seats'))])), {...opened, name: 'Ann', at: Date.now()});
    await page.goto(`${server.url}/table/${opened.table}`);
    await page.locator('.felt').waitFor(); // the first message sorts what is over away
    const [live, past] = await page.evaluate(() => ['parlor.seats', 'parlor.seats.over'].map((where) => localStorage.getItem(where)));
    assert.equal(JSON.parse(live).length, 1);
    assert.equal(JSON.parse(past).length, 2000);
    assert.ok(past.length < 600_000, `${past.length} characters`);
    assert.equal(past.split('commitment').length - 1, 100); // of the latest
    await page.goto(`${server.url}/games`);
    await page.getByRole('button', {name: 'Show QR code'}).click();
    await page.getByText('Code 1 of 4').first().waitFor();
    await page.getByRole('button', {name: 'Next code'}).click();
    await page.getByText('Code 2 of 4').first().waitFor();
    await ann.leave();
});

for (const [size, theme] of [['phone', 'dark'], ['tablet', 'light']])
    testInDepth(`my games fit a ${size} in ${theme}`, async () => {
        const ann = await Visitor.come(browser, server, {size: sizes[size], theme, settings: {language: 'de'}});
        await five(ann);
        await ann.page.goto(`${server.url}/games`);
        await ann.page.locator('.row-over').waitFor();
        await ann.axe('my games', {always: true});
        await ann.shot(`games-${size}-${theme}`);
        assert.ok(await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
        await ann.leave();
    });
