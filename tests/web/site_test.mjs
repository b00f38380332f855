// The static site: written by the program, served by a plain host of files below a path, played without a server.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {extname, join} from 'node:path';
import {after, test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {becomes, launch, parlor, playByClicks, playFromList, scaled, sizes, turn, Visitor} from './common.mjs';

const allMost = 1_500_000, gameMost = 400_000; // bytes by gzip: of the site, and of what one game loads
const longMost = 50; // milliseconds: a longer task on the main thread can be felt
const folder = mkdtempSync(join(tmpdir(), 'parlor-site-'));
const site = join(folder, 'site');
const write = (to) => spawnSync(parlor, ['site', to], {encoding: 'utf8'});
const first = write(site);

// ---- a host that knows nothing but files ----

const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json'};
const below = '/some/where';

const host = createServer(({url}, answer) => {
    const path = new URL(url, 'http://host').pathname;
    try {
        if (!path.startsWith(`${below}/`)) throw new Error('not ours');
        const file = join(site, path === `${below}/` ? 'index.html' : path.slice(below.length));
        const body = readFileSync(file);
        answer.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
        answer.end(body);
    } catch {
        answer.statusCode = 404;
        answer.end();
    }
});
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
const server = {url: `http://127.0.0.1:${host.address().port}${below}`};
const browser = await launch();
after(async () => {
    await browser.close();
    host.close();
    rmSync(folder, {recursive: true});
});

async function visit(more) {
    const visitor = await Visitor.come(browser, server, more);
    visitor.asked = new Set();
    visitor.page.on('request', (request) => visitor.asked.add(request.url()));
    await visitor.context.addInitScript(() => {
        globalThis.longTasks = [];
        new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({duration}) => duration)))
            .observe({type: 'longtask', buffered: true});
    });
    return visitor;
}

const filesIn = (path) => readdirSync(path, {recursive: true}).map((name) => join(path, name)).filter((name) => statSync(name).isFile());
const compressed = (file) => gzipSync(readFileSync(file), {level: 9}).length;
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// ---- the folder ----

test('the program writes a site, writes it again, and touches nothing else', () => {
    assert.equal(first.status, 0, first.stderr);
    const files = filesIn(site).sort();
    writeFileSync(join(site, 'assets', 'part-OLD.js'), 'old');
    writeFileSync(join(site, 'parlor-site.txt'), `${readFileSync(join(site, 'parlor-site.txt'))}assets/part-OLD.js\n../precious\n`);
    writeFileSync(join(folder, 'precious'), '');
    assert.equal(write(site).status, 0);
    assert.deepEqual(filesIn(site).sort(), files, 'an old script is removed');
    const refused = write(folder);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /is not empty/);
    assert.ok(statSync(join(folder, 'precious')).isFile());
    assert.equal(write(join(folder, 'precious')).status, 1);
    assert.equal(spawnSync(parlor, ['site']).status, 2);
});

test('the site is small', () => {
    const all = sum(filesIn(site).map(compressed));
    console.log(`the site: ${all} bytes by gzip`);
    assert.ok(all <= allMost, `${all} bytes`);
});

// ---- games ----

const games = spawnSync(parlor, ['games', '--json'], {encoding: 'utf8'}).stdout.trim().split('\n').map((line) => JSON.parse(line));
const levels = scaled({}, {}, {scout: 'expert'});

for (const {id: game} of games.slice(0, scaled(1, 1, games.length)))
    test(`${game} against bots: a hint, the result, the replay and the analysis`, async () => {
        const ann = await visit();
        const {page} = ann;
        await page.goto(`${server.url}/`);
        await page.locator(`a.main[href="#/new/${game}"]`).click();
        await page.locator(`[name=level][value=${levels[game] ?? 'novice'}]`).check();
        await page.locator('[data-do=open]').click();
        assert.ok(await turn(page));
        const files = [...ann.asked].map((url) => join(site, new URL(url).pathname.slice(below.length + 1) || 'index.html'));
        const bytes = sum(files.map(compressed));
        await page.locator('[data-do=hint]').click();
        await page.locator('.hint').waitFor();
        await playByClicks(page, {most: scaled(2, 2, 2000)});
        await playFromList(page);
        await page.locator('.over table').first().waitFor();
        const long = Math.max(0, ...(await page.evaluate(() => globalThis.longTasks)));
        console.log(`${game}: ${bytes} bytes by gzip; longest task ${Math.round(long)} ms, ${long < longMost ? 'less than' : 'MORE than'} ${longMost} ms`);
        assert.ok(bytes <= gameMost, `${bytes} bytes`);
        await page.locator('.over a[href^="#/replay/"]').click();
        await page.locator('.replaying .felt').waitFor();
        await page.locator('.study .lead').waitFor();
        await ann.shot(`site-replay-${game}`);
        assert.match(page.url(), /#\/replay\/[\w-]{22}$/);
        await page.goto(`${page.url()}#step=3&as=0`);
        await page.reload();
        await page.locator('.replaying[data-as="0"] .felt').waitFor();
        const [file] = await Promise.all([page.waitForEvent('download'), page.locator('a[download]').click()]);
        assert.match(readFileSync(await file.path(), 'utf8'), new RegExp(`^\\{.*"game":"${game}"`));
        await page.goto(`${server.url}/#/games`);
        await page.locator('.row-over').waitFor();
        await page.locator('.row-over .forget').click();
        await page.locator('.row-over .forget .main').click();
        await page.locator('.row-over').waitFor({state: 'detached'});
        await becomes(page, countKept, 0);
        assert.ok([...ann.asked].every((url) => url.startsWith(`${server.url}/`)), 'nothing but files of the site is asked for');
        await ann.leave();
    });

// In the page: whether that many tables are kept.
const countKept = (count) => new Promise((resolve) => {
    indexedDB.open('parlor').onsuccess = ({target: {result: database}}) => {
        database.transaction('tables').objectStore('tables').count().onsuccess = ({target: {result}}) => {
            database.close();
            resolve(result === count);
        };
    };
});

// ---- the rest of the page ----

const told = {'en-GB': 'Rules', de: 'Regeln', 'zh-TW': '規則'};
for (const [locale, word] of Object.entries(told))
    test(`front page, rules and tutorial in ${locale}`, async () => {
        const ann = await visit({locale, size: locale === 'de' ? sizes.phone : sizes.desktop});
        const {page} = ann;
        await page.goto(`${server.url}/`);
        await page.locator('.game-card').nth(games.length - 1).waitFor();
        assert.equal(await page.locator('.game-card').count(), games.length);
        assert.equal(await page.locator('a[href*=lobby], [name=link]').count(), 0, 'what takes a server is not offered');
        assert.match(await page.locator('.game-card').first().textContent(), new RegExp(word));
        await page.locator('.game-picture svg:has(*)').nth(games.length - 1).waitFor();
        await ann.shot(`site-front-${locale}`);
        await page.locator('a[href="#/rules/scout"]').click();
        await page.locator('.rules-text h2').first().waitFor();
        await page.locator('.contents a').last().click();
        assert.match(page.url(), /#\/rules\/scout$/, 'a link within the page does not leave it');
        await page.goBack();
        await page.locator('a[href="#/tutorial/scout"]').click();
        await page.locator('.coach').waitFor();
        await ann.shot(`site-tutorial-${locale}`);
        await ann.leave();
    });

test('the deal of the day is played on the site, and what is shared leads back there', async () => {
    const ann = await visit({settings: {name: 'Ann'}});
    const {page} = ann;
    await page.clock.setFixedTime('2026-11-17T12:00:00Z');
    await page.goto(`${server.url}/`);
    await page.locator('a[href="#/today"]').first().click();
    const deal = page.locator('.day-deal[data-game=bridesmaid]');
    await deal.locator('[data-do=play]').click();
    await playFromList(page);
    await page.locator('.day-end .day-accuracy').waitFor();
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => (globalThis.copied = text)}}));
    await page.locator('.day-end [data-do=copy]').click();
    await page.locator('.day-end').getByText('Copied').waitFor();
    assert.equal((await page.evaluate(() => globalThis.copied)).split('\n').at(-1), `${server.url}/#/today`);
    await page.goto(`${server.url}/#/today`);
    await deal.locator('.day-score').waitFor();
    await deal.locator('.day-streak', {hasText: /^1 day in a row/}).waitFor();
    await ann.shot('site-today');
    await ann.leave();
});

test('a puzzle is solved on the site', async () => {
    const ann = await visit();
    const {page} = ann;
    const [{best}] = readFileSync(join(site, 'puzzles-bannish.jsonl'), 'utf8').split('\n', 1).map((line) => JSON.parse(line));
    await page.goto(`${server.url}/#/puzzles/bannish`);
    await page.locator('.puzzle-link').first().waitFor();
    await page.locator('.puzzle-link[href="#/puzzles/bannish/1"]').click();
    await page.locator('.moves summary').click();
    await page.locator(`.moves-list [data-action="${best}"]`).click();
    await page.locator('.puzzle-answer', {hasText: 'Yes, that is the best move.'}).waitFor();
    await page.locator('[data-do=next]').click();
    await page.locator('h1', {hasText: 'Puzzle 2'}).waitFor();
    await ann.leave();
});
