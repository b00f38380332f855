// The installed page: it can be installed, opens without a network, and changes to a new version only when asked.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer, request} from 'node:http';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {house, listMove, parlor, patience, root, sizes, testInDepth, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

// A way to the server, or to a folder below a path, that can be cut, and that can have other files than the server. Each has an origin of its own.
class Road {
    static async open(folder) {
        const road = new Road();
        road.path = folder ? '/cards/' : '/';
        road.folder = folder;
        road.changed = new Map(); // path -> change of the text that is there
        road.asked = [];
        road.swallows = undefined; // a path that is never answered
        road.sockets = new Set();
        road.http = createServer((asked, answer) => road.pass(asked, answer));
        road.http.on('connection', (socket) => road.keep(socket));
        road.http.on('upgrade', ({url, headers}, socket, head) => road.join(url, headers, socket, head));
        await road.listen(0);
        road.url = `http://127.0.0.1:${road.http.address().port}${folder ? road.path.slice(0, -1) : ''}`;
        after(() => road.cut());
        return road;
    }

    listen(port) {
        return new Promise((resolve) => this.http.listen(port, '127.0.0.1', resolve));
    }

    keep(socket) {
        this.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    }

    pass({url, method, headers}, answer) {
        this.asked.push(url);
        if (this.swallows === url) return;
        if (this.folder) {
            this.show(url, answer);
            return;
        }
        const change = this.changed.get(url);
        const plain = change ? {'accept-encoding': 'identity', 'if-none-match': ''} : {};
        const onward = request(server.url + url, {method, headers: {...headers, ...plain}}, async (from) => {
            if (!change) {
                answer.writeHead(from.statusCode, from.headers);
                from.pipe(answer);
                return;
            }
            const text = change(Buffer.concat(await from.toArray()).toString());
            answer.writeHead(200, {...from.headers, 'content-length': Buffer.byteLength(text)}).end(text);
        });
        onward.on('error', () => answer.destroy());
        answer.req.pipe(onward);
    }

    // A host that knows little: files by their names, and of few of them the type.
    show(url, answer) {
        const name = url === this.path ? 'index.html' : url.slice(this.path.length);
        const type = {html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png'}[name.split('.').at(-1)];
        try {
            if (!url.startsWith(this.path)) throw new Error('outside');
            const change = this.changed.get(url), bytes = readFileSync(join(this.folder, name));
            answer.writeHead(200, {'Content-Type': type ?? 'application/octet-stream'}).end(change ? change(bytes.toString()) : bytes);
        } catch {
            answer.writeHead(404).end();
        }
    }

    join(url, headers, socket, head) {
        const onward = connect(server.port, '127.0.0.1', () => {
            onward.write(`GET ${url} HTTP/1.1\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
            onward.write(head);
            onward.pipe(socket).pipe(onward);
        });
        this.keep(onward);
    }

    // The files of another version: the page has a mark, and the service worker another version to name.
    release(mark) {
        this.changed.set(this.path, (text) => text.replace('<html', `<html data-release="${mark}"`));
        this.changed.set(`${this.path}sw.js`, (text) => `${text}//${mark}\n`.replace(/"[0-9a-f]{16}"/, (version) => `"${mark}${version.slice(1 + mark.length)}`));
    }

    cut() {
        this.http.close();
        for (const socket of this.sockets) socket.destroy();
    }

    restore() {
        return this.listen(Number(new URL(this.url).port));
    }
}

const come = async (road, more) => {
    const visitor = await Visitor.come(browser, road, {offline: true, ...more});
    await visitor.page.clock.install(); // nobody waits until there is leisure
    return visitor;
};

// Opens a page and waits until the service worker has all its files, and answers for it.
async function settle(page, url) {
    await page.goto(url);
    await page.locator('main h1').first().waitFor();
    await page.clock.fastForward(5000);
    await page.evaluate(async () => {
        const {serviceWorker} = navigator;
        if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    });
}

const release = (page) => page.evaluate(() => document.documentElement.dataset.release);
const caches = (page) => page.evaluate(() => globalThis.caches.keys());
const cutOff = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection|Failed to fetch|Failed to load resource/;

test('the page can be installed', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    const at = await page.locator('link[rel=manifest]').evaluate((link) => link.href);
    const answer = await fetch(at);
    assert.match(answer.headers.get('content-type'), /^application\/manifest\+json/);
    const manifest = await answer.json();
    assert.ok(manifest.name && manifest.short_name.length <= 12 && manifest.description);
    assert.equal(manifest.display, 'standalone');
    for (const colour of [manifest.theme_color, manifest.background_color]) assert.match(colour, /^#[0-9a-f]{6}$/);
    assert.equal(new URL(manifest.start_url, at).href, `${road.url}/`);
    assert.equal(new URL(manifest.scope, at).href, `${road.url}/`);
    const pictures = manifest.icons.filter(({type}) => type === 'image/png');
    assert.deepEqual(pictures.map(({sizes, purpose}) => `${sizes} ${purpose}`), ['192x192 any', '512x512 any', '512x512 maskable']);
    for (const {src, sizes} of pictures) {
        const size = await page.evaluate(async (url) => {
            const picture = new Image();
            picture.src = url;
            await picture.decode();
            return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }, new URL(src, at).href);
        assert.equal(size, sizes);
    }
    const devtools = await ann.context.newCDPSession(page);
    const {errors} = await devtools.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    road.cut();
    await page.goto(new URL(manifest.start_url, at).href);
    await page.locator('main h1').waitFor();
    await ann.leave(cutOff);
});

test('every page opens without a network, after one visit', async () => {
    const road = await Road.open();
    const ann = await come(road, {size: sizes.phone});
    const {page} = ann;
    await settle(page, road.url);
    assert.ok(road.asked.includes('/sw.js'));
    road.cut();
    const words = Object.keys(JSON.parse(readFileSync(join(root, 'web/addresses.json'), 'utf8')));
    for (const path of [...words.map((word) => `/${word}`), '/new/scout', '/rules/belle', '/table/AAAAAAAAAAAAAAAAAAAAAA', '/index.html', '/']) {
        await page.goto(road.url + path);
        await page.locator('header .brand').waitFor();
        if (path === '/today') await page.locator('[data-do=play]').first().waitFor();
        if (path === '/puzzles') await page.locator('main .game-picture').first().waitFor();
    }
    await page.getByText('The server cannot be reached').waitFor();
    assert.equal(await page.locator('[name=link]').count(), 0); // there are no friends to join
    await ann.axe('the page without a network');
    await ann.shot('offline-front');
    await page.locator('a[href="/new/scout"].main').click(); // on this device
    await page.locator('[data-do=open]').click();
    await turn(page);
    await page.goto(`${road.url}/tutorial/scout`);
    await page.locator('.felt').waitFor();
    await page.goto(`${road.url}/rules/scout`);
    await page.locator('.rules-text h1').waitFor();
    await page.goto(road.url);
    await page.getByRole('alert').waitFor();
    await road.restore();
    await page.getByRole('alert').getByRole('button').click();
    await page.getByRole('alert').waitFor({state: 'detached'});
    await page.locator('[name=link]').waitFor();
    await ann.leave(cutOff);
});

testInDepth('what the server says is never kept', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    await page.goto(`${road.url}/rules/scout`);
    await page.locator('.rules-text h1').waitFor();
    const kept = await page.evaluate(async () => {
        const [name] = await globalThis.caches.keys();
        return (await (await globalThis.caches.open(name)).keys()).map(({url}) => new URL(url).pathname);
    });
    assert.ok(kept.includes('/') && kept.includes('/parlor.wasm') && kept.length > 40);
    assert.deepEqual(kept.filter((path) => /^\/(api|play|sw\.js)/.test(path)), []);
    road.asked = [];
    await page.reload();
    await page.locator('.rules-text h1').waitFor();
    assert.ok(road.asked.some((path) => path.startsWith('/api/rules/scout')), 'asked again');
    assert.deepEqual(road.asked.filter((path) => path.startsWith('/assets/')), []); // and nothing else is
    await ann.leave();
});

// A second version comes while the first one is in use.
async function update(page) {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await page.locator('.update').waitFor();
}

test('a new version is offered in mid-game, and comes when it is asked for', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    const [old] = await caches(page);
    await page.goto(`${road.url}/new/scout`);
    await page.locator('[data-do=open]').click();
    await turn(page);
    await page.clock.fastForward(5000);
    await page.evaluate(() => (globalThis.same = true));
    road.release('two');
    await update(page);
    await ann.axe('a new version is offered', {always: true});
    await ann.shot('offline-update');
    const before = await page.locator('.felt').getAttribute('data-move');
    await listMove(page, 0);
    await page.locator(`.over, .felt:not([data-move="${before}"])`).first().waitFor();
    await page.locator('.brand').click(); // other pages need other parts: they are the old ones
    await page.locator('nav a.quiet[href="/games"]').click();
    await page.locator('.page-games h1').waitFor();
    assert.equal(await page.evaluate(() => globalThis.same), true); // nothing was loaded again
    assert.equal(await release(page), undefined);
    await page.goBack();
    await page.goBack();
    await turn(page);
    await page.locator('[data-do=update]').click();
    await page.locator('html[data-release=two]').waitFor({state: 'attached'});
    await turn(page); // the game goes on
    assert.equal(await page.locator('.update').count(), 0);
    const names = await caches(page);
    assert.equal(names.length, 1);
    assert.notEqual(names[0], old);
    await ann.leave();
});

testInDepth('a new version waits for other tabs', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    const other = await ann.tab();
    await other.goto(`${road.url}/rules/scout`);
    road.release('two');
    await update(page);
    await page.locator('[data-do=update]').click();
    await page.locator('.update').getByText('Close the other tabs').waitFor();
    assert.equal(await release(page), undefined);
    await other.close();
    await page.locator('[data-do=update]').click();
    await page.locator('html[data-release=two]').waitFor({state: 'attached'});
    await ann.leave();
});

testInDepth('a version that does not arrive whole is not used', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    const before = await caches(page);
    road.release('bad');
    road.changed.set('/manifest.webmanifest', (text) => `${text} `); // not what its hash says
    const ended = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const found = new Promise((resolve) => registration.addEventListener('updatefound', () => resolve(registration.installing)));
        registration.update().catch(() => undefined);
        const next = await found;
        return new Promise((resolve) => next.addEventListener('statechange', () => resolve(next.state)));
    });
    assert.equal(ended, 'redundant');
    assert.deepEqual(await caches(page), before);
    assert.equal(await page.locator('.update').count(), 0);
    await page.reload();
    await page.locator('.game-card').first().waitFor();
    assert.equal(await release(page), undefined);
    await ann.leave(/integrity|digest/);
});

// ---- games on this device ----

async function playHere(page, road) {
    await page.goto(`${road.url}/new/scout`);
    await page.getByLabel('On this device').check();
    await page.locator('[data-do=open]').click();
    await turn(page);
}

const moveOf = (page) => page.locator('.felt').getAttribute('data-move');

// Makes a move and waits until it is this visitor's turn again, or somebody has won.
async function move(page) {
    const before = await moveOf(page);
    await listMove(page, 0);
    await page.locator(`.over, .felt:not([data-move="${before}"])`).first().waitFor();
    await turn(page);
}

test('a game goes on without a network, after a tab that crashed', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    await playHere(page, road);
    const url = page.url();
    road.cut();
    await move(page);
    const at = await moveOf(page), log = await page.locator('.log li').allInnerTexts();
    const crashed = page.waitForEvent('crash');
    (await ann.context.newCDPSession(page)).send('Page.crash').catch(() => undefined); // nobody is left to answer
    await crashed;
    const next = await ann.tab();
    await next.goto(url);
    await turn(next);
    assert.equal(await moveOf(next), at);
    assert.deepEqual(await next.locator('.log li').allInnerTexts(), log);
    await move(next);
    await ann.leave(cutOff);
});

testInDepth('a game goes on without space, and is kept when there is some again', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    const devtools = await ann.context.newCDPSession(page);
    await page.goto(road.url);
    await devtools.send('Storage.overrideQuotaForOrigin', {origin: road.url, quotaSize: 1});
    await playHere(page, road);
    await page.getByRole('alert').getByText('no space').waitFor();
    await move(page); // it goes on
    await ann.shot('offline-full');
    await devtools.send('Storage.overrideQuotaForOrigin', {origin: road.url});
    await move(page);
    await page.getByRole('alert').waitFor({state: 'detached'});
    const at = await moveOf(page);
    await page.reload();
    await turn(page);
    assert.equal(await moveOf(page), at); // nothing is missing
    await ann.leave();
});

test('a game that cannot be kept is saved as a file, and goes on elsewhere', async () => {
    const road = await Road.open();
    const ann = await come(road), ben = await come(road);
    const devtools = await ann.context.newCDPSession(ann.page);
    await ann.page.goto(road.url);
    await devtools.send('Storage.overrideQuotaForOrigin', {origin: road.url, quotaSize: 1});
    await playHere(ann.page, road);
    await move(ann.page);
    const [download] = await Promise.all([ann.page.waitForEvent('download'), ann.page.getByRole('alert').locator('[data-do=save]').click()]);
    assert.equal(download.suggestedFilename(), 'scout-unfinished.jsonl');
    const saved = readFileSync(await download.path(), 'utf8');
    const {page} = ben;
    const choose = async (name, text) => {
        await page.goto(`${road.url}/games`);
        await page.getByLabel('Choose a record').setInputFiles({name, mimeType: 'application/jsonl', buffer: Buffer.from(text)});
    };
    await choose('cut', saved.replace(/[^\n]*\n[^\n]*\n$/, 'nonsense\n'));
    await page.getByRole('alert').getByText('cut is damaged').waitFor();
    await choose('nobody', saved.replace(/"token":"./, '"token":"'));
    await page.getByRole('alert').getByText('nobody is damaged').waitFor();
    await choose('game', saved);
    await turn(page);
    assert.equal(await moveOf(page), await moveOf(ann.page));
    await move(page);
    const at = await moveOf(page);
    await choose('game', saved); // what was played since stays
    await turn(page);
    assert.equal(await moveOf(page), at);
    await move(ann.page);
    const [other] = await Promise.all([ann.page.waitForEvent('download'), ann.page.getByRole('alert').locator('[data-do=save]').click()]);
    await choose('other', readFileSync(await other.path(), 'utf8'));
    await page.getByRole('alert').getByText('went on differently here').waitFor();
    await ann.leave();
    await ben.leave();
});

test('a server that never answers is as good as none', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    road.swallows = '/api/games';
    await page.goto(road.url);
    await page.getByText('The server cannot be reached').waitFor();
    assert.ok((await page.locator('a[href^="/new/"].main').count()) > 1, 'games of this device');
    road.swallows = undefined;
    await page.getByRole('alert').getByRole('button').click();
    await page.getByRole('alert').waitFor({state: 'detached'});
    await ann.leave();
});

// How many tables are kept on the device.
const countKept = (page) => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('parlor').onsuccess = ({target: {result: database}}) => {
        database.transaction('tables').objectStore('tables').count().onsuccess = ({target: {result}}) => {
            database.close();
            resolve(result);
        };
    };
}));

testInDepth('a game that is removed while the part that can do so does not come is gone when it comes', async () => {
    const road = await Road.open();
    const ann = await come(road, {offline: false});
    const {page} = ann;
    const scripts = new Set();
    page.on('request', (request) => request.url().endsWith('.js') && scripts.add(request.url()));
    await playHere(page, road);
    const texts = await Promise.all([...scripts].map(async (url) => [url, await (await fetch(url)).text()]));
    const parts = new Set(texts.filter(([, text]) => text.includes('indexedDB.open(')).map(([url]) => url));
    assert.ok(parts.size > 0);
    const isPart = (url) => parts.has(String(url));
    await page.route(isPart, (route) => route.abort());
    await page.goto(road.url);
    await page.locator('.game-row .forget').click();
    await page.locator('.game-row .forget .main').click();
    await page.locator('.game-row').waitFor({state: 'detached'});
    assert.equal(await countKept(page), 1);
    await page.unroute(isPart);
    await page.goto(`${road.url}/games`);
    const late = AbortSignal.timeout(patience);
    while ((await countKept(page)) > 0) assert.ok(!late.aborted, 'it is removed while somebody looks at the list');
    assert.deepEqual(ann.complaints.filter((one) => one.includes('dynamically')), []);
    await ann.leave(cutOff);
});

testInDepth('a game is played in one of two tabs', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const first = ann.page;
    await playHere(first, road);
    const second = await ann.tab();
    await second.goto(first.url());
    await turn(second);
    await first.getByRole('button', {name: 'Play here instead'}).waitFor();
    await move(second);
    const at = await moveOf(second);
    await first.getByRole('button', {name: 'Play here instead'}).click();
    await first.locator(`.felt[data-move="${at}"]`).waitFor(); // until then there is what it knew before
    await turn(first);
    await second.getByRole('button', {name: 'Play here instead'}).waitFor();
    await ann.leave();
});

test('the site works below a path without a network, and changes in mid-game only when asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parlor-site-'));
    after(() => rmSync(folder, {recursive: true}));
    execFileSync(parlor, ['site', folder]);
    const road = await Road.open(folder);
    const ann = await come(road);
    const {page} = ann;
    await settle(page, `${road.url}/`);
    road.cut();
    await page.reload();
    await page.locator('a[href="#/new/scout"].main').click();
    await page.locator('[data-do=open]').click();
    await turn(page);
    await move(page);
    await page.reload();
    await turn(page);
    await page.clock.fastForward(5000);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await road.restore();
    road.release('two');
    await update(page);
    await move(page);
    const at = await moveOf(page);
    assert.equal(await release(page), undefined);
    await page.locator('[data-do=update]').click();
    await page.locator('html[data-release=two]').waitFor({state: 'attached'});
    await turn(page);
    assert.equal(await moveOf(page), at);
    const manifest = await (await fetch(`${road.url}/manifest.webmanifest`)).json();
    assert.equal(new URL(manifest.start_url, `${road.url}/manifest.webmanifest`).href, `${road.url}/`);
    assert.ok(road.asked.every((url) => url.startsWith('/cards/')), 'nothing is asked for above its path');
    await ann.leave(cutOff);
});

// ---- records ----

test('a saved record is opened without a network, and a bad one says what is wrong', async () => {
    const road = await Road.open();
    const ann = await come(road);
    const {page} = ann;
    await settle(page, road.url);
    road.cut();
    await page.goto(`${road.url}/games`);
    const record = execFileSync(parlor, ['sim', 'bannish', '--games', '2', '--players', '3', '--bots', 'novice', '--seed', '1', '--records', '-', '--quiet']).toString();
    const choose = (name, text) => page.getByLabel('Choose a record').setInputFiles({name, mimeType: 'application/jsonl', buffer: Buffer.from(text)});
    const lines = record.split('\n');
    await choose('damaged', lines.with(3, lines[3].replace(/"do":"[^"]*"/, '"do":"cheat"')).join('\n'));
    await page.getByRole('alert').getByText('damaged is damaged: line 4').waitFor();
    await choose('short', `${lines.slice(0, 6).join('\n')}\n`);
    await page.getByRole('alert').getByText('The game in short was not played to its end').waitFor();
    await choose('other', `${lines[0].replace('bannish', 'chess')}\n`);
    await page.getByRole('alert').getByText('there is no game called chess').waitFor();
    await ann.axe('records');
    await choose('good', record);
    await page.locator('.replaying .felt').waitFor();
    await page.getByText('Novice bot 1').first().waitFor();
    await ann.shot('offline-record');
    await page.reload();
    await page.locator('.replaying .felt').waitFor();
    await page.goto(`${road.url}/games`);
    const opened = page.locator('.records li');
    await opened.waitFor();
    await ann.shot('offline-games');
    await opened.getByRole('button').click();
    await opened.getByRole('button', {name: 'Forget'}).click();
    await opened.waitFor({state: 'detached'});
    await ann.leave(cutOff);
});
