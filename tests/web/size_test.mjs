// What makes the first table come soon on a slow phone: little script, and nothing that is asked for later than it could be.
// The time itself depends on the machine: bench/first_table.mjs prints it.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, scaled, sizes, testInDepth, Visitor} from './common.mjs';

const {server, browser} = await house();
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const scriptMost = 100_000; // bytes by gzip, of the front page and one game
const bytesMost = 75_000; // of everything before the first card, as it is sent to a browser that knows brotli

const isScript = (url) => url.endsWith('.js');

async function sizeOf(url, encoding) {
    const answer = await fetch(url, {headers: {'Accept-Encoding': encoding}});
    return Number(answer.headers.get('content-length')) || (await answer.arrayBuffer()).byteLength;
}

const total = async (urls, encoding) => (await Promise.all([...urls].map((url) => sizeOf(url, encoding)))).reduce((a, b) => a + b, 0);

const phone = () => Visitor.come(browser, server, {size: sizes.phone, touch: true});

const ownCards = (page) => page.locator('.own-part :is(.card, [data-action]):visible').first();

// What comes after the first cards, though the test may see it asked for before it sees them.
async function comesLater(url) {
    if (/\/beside-[^/]+\.css$|\/api\/games$/.test(url)) return true;
    return isScript(url) && /chat-news|\{beside:\{/.test(await (await fetch(url)).text());
}

// Notes what a page asks for.
function noteAsked(page) {
    const all = new Set();
    page.on('request', (request) => /^http/.test(request.url()) && request.method() === 'GET' && all.add(request.url()));
    return all;
}

async function askedByFrontPage() {
    const ann = await phone();
    const all = noteAsked(ann.page);
    await ann.page.goto(server.url);
    await ann.page.locator('.game-picture svg:has(*)').nth(games.length).waitFor(); // the last picture is of joining a table
    await ann.leave();
    return all;
}
const front = await askedByFrontPage();

const found = {};
for (const {game} of games)
    (['scout', 'belle'].includes(game) ? test : testInDepth)(`front page and table of ${game} are small`, async () => {
        const ann = await phone();
        const {page} = ann;
        const all = noteAsked(page);
        await page.goto(`${server.url}/new/${game}`);
        await page.locator('[data-do=open]').tap();
        await ownCards(page).waitFor();
        const asked = [...all];
        const later = await Promise.all(asked.map(comesLater));
        const files = new Set(asked.filter((_, at) => !later[at]));
        await page.locator('.side-column').waitFor({state: 'attached'}); // and what is beside the cards
        for (const url of front) all.add(url);
        const scripts = [...all].filter(isScript);
        found[game] = {
            'script of front page and table': await total(scripts, 'gzip'),
            'files before the first card': files.size,
            'their bytes': await total(files, 'br'),
        };
        assert.ok(scripts.length > 4, 'the scripts are counted');
        assert.ok(found[game]['script of front page and table'] <= scriptMost);
        assert.ok(found[game]['their bytes'] <= bytesMost);
        assert.ok(![...all].some((url) => url.endsWith('/parlor.wasm')), 'all rules are loaded to look back only');
        await ann.leave();
    });

test('the sizes, in bytes', () => console.table(found));

const html = await (await fetch(server.url)).text();
const [early, main] = [...html.matchAll(/src="([^"]+\.js)"/g)].map(([, path]) => server.url + path);
const isPart = (url) => /\.(js|wasm)$/.test(url) && url !== early && url !== main;

// Holds back requests until all of them have been made: if one is made only when another is answered, that never comes.
async function answerTogether(page, urls) {
    const asked = new Set();
    let complete;
    const all = new Promise((resolve) => (complete = resolve));
    page.on('request', (request) => {
        if (urls.has(request.url())) asked.add(request.url());
        if (asked.size === urls.size) complete();
    });
    await page.route((url) => urls.has(String(url)), async (route) => {
        await all;
        await route.continue();
    });
}

// The parts that are asked for until something is shown at an address.
async function partsAt(path, tap, shown) {
    const ann = await phone();
    const parts = new Set();
    ann.page.on('request', (request) => isPart(request.url()) && parts.add(request.url()));
    await ann.page.goto(server.url + path);
    if (tap) await ann.page.locator(tap).tap();
    await shown(ann.page).waitFor();
    await ann.leave();
    return parts;
}
const title = (page) => page.locator('main h1');
const words = await partsAt('/replay/none', undefined, title);
const first = await partsAt('/tutorial/none', undefined, title); // words and table, which are asked for by themselves

test('words are asked for while the script is on its way', async () => {
    assert.equal(words.size, 1);
    const ann = await phone();
    await answerTogether(ann.page, new Set([main, ...words]));
    await ann.page.goto(server.url);
    await ann.page.locator('.game-card').first().waitFor();
    await ann.leave();
});

for (const {game} of games.filter((_, number) => scaled(number === 0, number === 0, true)))
    test(`all parts of ${game} are asked for at once, and a connection while its table is opened`, async () => {
        const parts = await partsAt(`/new/${game}`, '[data-do=open]', ownCards);
        for (const part of first) parts.delete(part);
        assert.ok(parts.size >= 3, 'layout, cards and words');
        const ann = await phone();
        const {page} = ann;
        await answerTogether(page, parts);
        const socket = page.waitForEvent('websocket');
        await page.route('**/api/tables', async (route) => {
            await socket;
            await route.continue();
        });
        await page.goto(`${server.url}/new/${game}`);
        await page.locator('[data-do=open]').tap();
        await ownCards(page).waitFor();
        await ann.leave();
    });
