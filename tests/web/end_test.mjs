// The end of a game: totals that add up, what decided it, a rematch in one tap that takes everybody along, a link and a
// picture to share; and nowhere a word that only programs use.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {anyDeal, becomes, house, playOut, scaled, sizes, subprotocol, testInDepth, Visitor} from './common.mjs';

const {server, browser} = await house('--bot-pace', '0', '--analysis-work', '1', '--analyses', '100000');
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const short = {sparrows: {target: '60'}};

// A game against bots that is over, with its table on the screen.
async function ended(visitor, game, players) {
    const bots = ['', ...Array(players - 1).fill('random')];
    const opened = await server.open({game, players, name: 'Ann', bots, options: short[game] ?? {}, prepared: anyDeal});
    await visitor.keep(opened, game, 'Ann');
    await playOut(visitor.page, opened.table, [opened.token], {start: true});
    await visitor.page.goto(`${server.url}/table/${opened.table}`);
    await visitor.page.locator('.over .total').first().waitFor();
    return opened;
}

const numbers = (cells) => cells.map((text) => Number(/[−\d.]+/.exec(text)[0].replace('−', '-')));

// Every row of a sheet on the page: its name, total and columns.
function rowsOf(page, where) {
    return page.locator(`${where} .sheet-table tbody tr:has(.total)`).evaluateAll((rows) => rows.map((row) => ({
        name: row.querySelector('th').textContent, cells: [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
    })));
}

// What records, tests and programs call moves and cards; people never read it.
const notation = /\b[a-z]+_[a-z_]+\b|\b[A-Z]\d{1,2}\b|\b(?:scout|double) (?:left |right )?\d+\/\d+ at \d|\bplay \d+-\d+\b|\bbot:/;

const few = ['belle', 'sparrows']; // of the usual run

for (const {game, min_players: min, max_players: max} of games)
    for (const players of scaled([3], few.includes(game) ? [max] : [], Array.from({length: max - min + 1}, (_, n) => min + n)))
        test(`${game} for ${players}: totals first, and every row adds up`, async () => {
            const ann = await Visitor.come(browser, server, {size: {width: 390, height: 844}});
            const {table} = await ended(ann, game, players);
            const {result} = ann.table();
            const rows = await rowsOf(ann.page, '.over');
            assert.equal(rows.length, players);
            for (const {name, cells} of rows) {
                const [total, ...parts] = numbers(cells);
                assert.ok(parts.length > 0, game);
                assert.equal(parts.reduce((sum, part) => sum + part, 0), total, `${name}: ${cells}`);
            }
            assert.deepEqual(rows.map(({cells}) => numbers(cells)[0]), [...result.points].sort((a, b) => b - a));
            assert.ok((await ann.page.locator('.over .decided').textContent()).length > 10);
            assert.ok(await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
            await ann.shot(`end-${game}-${players}`);
            await ann.page.goto(`${server.url}/replay/${table}`);
            await ann.page.locator('.timeline').waitFor();
            assert.deepEqual(await rowsOf(ann.page, 'main'), rows);
            await ann.leave(/status of 429/); // games end faster here than their analyses, and few of those may wait
        });

for (const {game, min_players: min} of games)
    (game === 'sparrows' ? test : testInDepth)(`${game}: replay and analysis are in words`, async () => {
        const ann = await Visitor.come(browser, server);
        await ended(ann, game, Math.max(3, min));
        await ann.page.locator('.study button').click();
        await ann.page.locator('.study .chart svg').waitFor();
        await becomes(ann.page, () => ![...document.querySelectorAll('.versus dd')].some((one) => one.textContent === '…'));
        const seen = [await ann.page.locator('main').innerText()];
        await ann.page.getByRole('link', {name: 'Replay the game'}).click();
        await ann.page.locator('.timeline').waitFor();
        const next = ann.page.getByRole('button', {name: 'Step forward', exact: true});
        for (let step = 0; step < scaled(8, 8, 25) && (await next.isEnabled()); step++) {
            seen.push(await ann.page.locator('main').innerText());
            await next.click();
        }
        for (const text of seen) assert.doesNotMatch(text, notation);
        await ann.leave();
    });

// Keeps what is done every second until tick() is called, so that a slow test is no slower than the page; the page's element
// tells how much is kept. Runs in the page.
function holdTicks() {
    const {setInterval: start, clearInterval: stop} = globalThis;
    const kept = new Map();
    let last = 0;
    const tell = () => { document.documentElement.dataset.ticks = kept.size; };
    globalThis.setInterval = (what, ms, ...more) => {
        if (ms !== 1000) return start(what, ms, ...more);
        kept.set(--last, what);
        tell();
        return last;
    };
    globalThis.clearInterval = (id) => {
        if (!kept.delete(id)) return stop(id);
        return tell();
    };
    globalThis.tick = () => kept.forEach((what) => what());
}

// Two people and a bot at the end of their game, each with the table on the screen.
async function pair(more = {}, leaves = false) {
    const [ann, ben] = [await Visitor.come(browser, server), await Visitor.come(browser, server, more)];
    await ben.page.addInitScript(holdTicks);
    const opened = await server.open({game: 'bridesmaid', players: 3, name: 'Ann', bots: ['', '', 'random']});
    await ann.goTo(opened, 'bridesmaid', 'Ann');
    await ben.page.goto(`${server.url}/table/${opened.table}`);
    await ann.page.getByText('free').first().waitFor();
    const seated = await sitDown(ben.page, opened.table, 'Ben');
    await ben.goTo({...seated, table: opened.table}, 'bridesmaid', 'Ben');
    await ann.page.getByRole('button', {name: 'Start the game'}).click();
    await ben.page.locator('.felt').waitFor();
    if (leaves) await leave(ben);
    await playOut(ann.page, opened.table, leaves ? [opened.token] : [opened.token, seated.token]);
    for (const one of [ann, ben]) {
        await one.page.reload();
        if (one === ann || !leaves) await one.page.locator('.over .total').first().waitFor();
    }
    return {ann, ben, table: opened.table};
}

// A bot plays on.
async function leave(visitor) {
    await visitor.page.getByRole('button', {name: 'Leave the table'}).click();
    await visitor.page.getByRole('group', {name: 'Leave the table'}).getByRole('button', {name: 'Leave the table'}).click();
    await visitor.page.getByRole('heading', {name: 'Card games with friends or bots'}).waitFor();
}

// Takes a free seat over a connection of its own.
function sitDown(page, table, name) {
    return page.evaluate(({id, called, spoken}) => new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/play`, spoken);
        let asked = false;
        socket.onopen = () => socket.send(JSON.stringify({type: 'hello', table: id}));
        socket.onmessage = ({data}) => {
            const {type, error, token, seat} = JSON.parse(data);
            if (type === 'error') reject(new Error(error.text));
            if (type === 'table' && !asked) socket.send(JSON.stringify({type: 'sit', name: called, re: 1}));
            asked ||= type === 'table';
            if (!token) return;
            socket.close();
            resolve({seat, token});
        };
    }), {id: table, called: name, spoken: subprotocol});
}

test('one tap for a rematch: everybody comes along, and it starts by itself', async () => {
    const {ann, ben, table} = await pair();
    await ann.page.getByRole('button', {name: 'Play again'}).click();
    const along = ben.page.locator('html[data-ticks="1"] .along');
    await along.getByText('going along in').waitFor();
    await ann.page.getByRole('region', {name: 'Before the game'}).waitFor();
    await ben.page.evaluate(() => globalThis.tick()); // who asked is asked for again
    await along.getByText(/^Ann asks for a rematch: going along in 4 s$/).waitFor();
    await ben.shot('rematch-along');
    for (let second = 4; second > 0; second--) await ben.page.evaluate(() => globalThis.tick());
    await ben.page.waitForURL((url) => !url.pathname.endsWith(table));
    for (const one of [ann, ben]) await one.page.locator('.felt').waitFor(); // nobody has clicked anything else
    assert.equal(new URL(ann.page.url()).pathname, new URL(ben.page.url()).pathname);
    assert.deepEqual(ann.table().seats.map(({name}) => name), ['Ann', 'Ben', 'bot:random']);
    for (const one of [ann, ben]) await one.leave();
});

testInDepth('a player who stays is not taken along, and finds the next game later', async () => {
    const {ann, ben, table} = await pair();
    await ann.page.getByRole('button', {name: 'Play again'}).click();
    await ben.page.locator('[data-do=stay]').click();
    await ben.page.locator('[data-do=next]').waitFor();
    await ann.page.getByRole('region', {name: 'Before the game'}).waitFor();
    assert.ok(ben.page.url().endsWith(table));
    await ben.page.locator('[data-do=next]').click();
    for (const one of [ann, ben]) await one.page.locator('.felt').waitFor();
    for (const one of [ann, ben]) await one.leave();
});

testInDepth('the seat of a player who left is free in the rematch, and nobody starts without it', async () => {
    const {ann, ben} = await pair({}, true);
    assert.equal(ann.table().seats[1].why, 'left');
    await ann.page.getByRole('button', {name: 'Play again'}).click();
    await ann.page.getByRole('region', {name: 'Before the game'}).waitFor();
    assert.deepEqual(ann.table().seats.map(({kind}) => kind), ['person', 'free', 'bot']);
    assert.equal(ann.table().status, 'open');
    for (const one of [ann, ben]) await one.leave();
});

test('a result is shared as a link and as a picture', async () => {
    const ann = await Visitor.come(browser, server);
    const {table} = await ended(ann, 'bannish', 4);
    await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'], {origin: server.url});
    await ann.page.locator('[data-do=shares]').click();
    await ann.page.locator('[data-do=copy]').click();
    await ann.page.getByText('Copied').waitFor();
    assert.equal(await ann.page.evaluate(() => navigator.clipboard.readText()), `${server.url}/replay/${table}`);
    const [download] = await Promise.all([ann.page.waitForEvent('download'), ann.page.locator('[data-do=picture]').click()]);
    assert.match(download.suggestedFilename(), /^parlor-bannish-\d{4}-\d\d-\d\d\.png$/);
    const bytes = readFileSync(await download.path());
    assert.deepEqual([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)], ['PNG', 1200, 630]);
    if (process.env.OUT) await download.saveAs(`${process.env.OUT}/end-picture.png`);
    await ann.axe('the end', {always: true});
    await ann.leave();
});

for (const [size, theme] of [['phone', 'dark'], ['desktop', 'light']])
    testInDepth(`the end fits a ${size} in ${theme}`, async () => {
        const ann = await Visitor.come(browser, server, {size: sizes[size], theme});
        await ended(ann, 'scout', 5);
        await ann.axe('the end', {always: true});
        await ann.shot(`end-${size}-${theme}`);
        await ann.leave();
    });
