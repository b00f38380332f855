// What the tests of the browser client share: a real server on a free port, Debian's
// Chromium, and pages that must not complain. Screenshots are taken where $OUT says, and in
// the deep run in build-test/web.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {randomInt} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(join(root, 'web/package.json'));
const {chromium} = require('playwright-core');
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const parlor = process.env.PARLOR ?? join(root, 'build/parlor');
export const subprotocol = JSON.parse(readFileSync(join(root, 'docs/schemas/client.json'), 'utf8')).$defs.protocol.const;
export const patience = 180_000; // nothing takes that long unless it hangs

// How much a test does: tests/support/scale.h says it in C.
const scale = process.env.PARLOR_TESTS ?? 'usual';
export const scaled = (light, usual, deep) => {
    const amounts = {light, usual, deep};
    assert.ok(scale in amounts, `PARLOR_TESTS=${scale}`);
    return amounts[scale];
};
const out = process.env.OUT ?? scaled(undefined, undefined, join(root, 'build-test/web'));
export const testInDepth = scaled(false, false, true) ? test : () => {};

export const sizes = {
    phone: {width: 360, height: 740},
    tablet: {width: 768, height: 1024},
    desktop: {width: 1440, height: 900},
};

// The deal of tables for which any will do: always the same one, and another in each deep run.
export const anyDeal = scaled(3, 3, randomInt(1_000_000));

// With $SLOWDOWN=8 pages run that many times slower and what they load comes late, now this before that and now
// the other way round: a test that is right only while a page is quick fails then.
const slowdown = Number(process.env.SLOWDOWN ?? 1);
assert.ok(slowdown >= 1, `SLOWDOWN=${process.env.SLOWDOWN}: write how many times slower, such as 8`);

async function slowDown(page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', {rate: slowdown});
    await page.context().route('**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, randomInt(slowdown * 20)));
        await route.fallback().catch(() => {}); // the page may be gone
    });
}

// ---- the server ----

export class Server {
    constructor(...args) {
        const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(); // a sync costs nothing there
        this.data = mkdtempSync(join(disk, 'parlor-web-'));
        this.args = args.length > 0 ? args : ['--bot-pace', '0'];
        this.port = 0;
    }

    // Again after kill() or stop() it is found at the same place, with the same data.
    async start() {
        const limits = ['--opened', '100000', '--requests', '100000', '--rate', '100000', '--chats', '100000', '--threads', '1'];
        this.process = spawn(parlor, ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, ...limits, ...this.args],
            {stdio: ['ignore', 'ignore', 'pipe']});
        this.gone = new Promise((resolve) => this.process.once('exit', resolve));
        for await (const line of createInterface({input: this.process.stderr})) {
            const port = /event=listening.*port=(\d+)/.exec(line)?.[1];
            if (port) {
                this.port = Number(port);
                break;
            }
        }
        assert.ok(this.port, 'the server does not start');
        this.process.stderr.resume();
        this.url = `http://127.0.0.1:${this.port}`;
        return this;
    }

    async kill(signal = 'SIGKILL') {
        this.process.kill(signal);
        await this.gone;
    }

    async close() {
        await this.kill('SIGTERM');
        rmSync(this.data, {recursive: true, force: true});
    }

    async open(wish) {
        const answer = await fetch(`${this.url}/api/tables`, {method: 'POST', body: JSON.stringify(wish)});
        assert.equal(answer.status, 201);
        return answer.json();
    }
}

// ---- the browser ----

export function launch() {
    // The shell is the same browser without its own windows, and starts a page in a quarter of the time. $CHROMIUM names another.
    const executablePath = process.env.CHROMIUM ?? scaled('/usr/bin/chromium-headless-shell', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium');
    return chromium.launch({executablePath, args: ['--no-sandbox'], headless: true, timeout: patience});
}

// What a file of tests needs: a server and a browser, until its last test is over.
export async function house(...args) {
    const server = await new Server(...args).start();
    const browser = await launch();
    after(async () => {
        for (const visitor of present) await visitor.report();
        await browser.close();
        await server.close();
    });
    return {server, browser};
}

// Visitors who have not left: in the end those whose tests failed.
const present = new Set();

// A person with a browser of their own: nothing is shared with other visitors.
// Complaints on the console and all frames of WebSockets are kept.
export class Visitor {
    static async come(browser, server, {size = sizes.desktop, theme = 'light', settings = {}, still = true, locale = 'en-GB', touch = false, offline = false} = {}) {
        const visitor = new Visitor();
        visitor.server = server;
        visitor.context = await browser.newContext({
            viewport: size, colorScheme: theme, reducedMotion: still ? 'reduce' : 'no-preference', locale, hasTouch: touch,
        });
        visitor.context.setDefaultTimeout(patience);
        const kept = {speed: still ? 'off' : 'normal', confirm: false, sound: false, forced: false, premoves: false, ...settings}; // nothing moves without a click
        await visitor.context.addInitScript((text) => {
            if (localStorage.getItem('parlor.settings') === null) localStorage.setItem('parlor.settings', text);
        }, JSON.stringify(kept));
        if (!offline) await visitor.context.addInitScript(() => delete Navigator.prototype.serviceWorker); // it would answer in place of the server
        visitor.complaints = [];
        visitor.frames = []; // {way: 'in' or 'out', text}
        visitor.heard = () => {};
        visitor.page = await visitor.tab();
        present.add(visitor);
        return visitor;
    }

    async tab() {
        const page = await this.context.newPage();
        if (slowdown > 1) await slowDown(page);
        page.on('console', (message) => {
            if (message.location().url.endsWith('/favicon.ico')) return; // which browsers with windows may ask for where keep() is
            if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
        });
        page.on('pageerror', (error) => this.complaints.push(String(error)));
        page.on('websocket', (socket) => {
            socket.on('framereceived', ({payload}) => this.note('in', payload));
            socket.on('framesent', ({payload}) => this.note('out', payload));
        });
        return page;
    }

    // Keeps a frame, and wakes up all who wait for one.
    note(way, payload) {
        this.frames.push({way, text: String(payload)});
        const {heard} = this;
        this.heard = () => {};
        heard();
    }

    // Keeps the key to a seat of a table that was opened over HTTP with a name.
    async keep({table, token, seat}, game, name) {
        await this.page.goto(`${this.server.url}/icon.svg`); // small, and the page's storage is there
        await this.page.evaluate((key) => {
            const keys = JSON.parse(localStorage.getItem('parlor.seats') ?? '[]');
            localStorage.setItem('parlor.seats', JSON.stringify([key, ...keys]));
        }, {table, token, seat, game, name, at: Date.now()});
    }

    // Sits down at such a table.
    async goTo(opened, game, name) {
        await this.keep(opened, game, name);
        await this.page.goto(`${this.server.url}/table/${opened.table}`);
    }

    // A game against bots, begun.
    async playAgainst(game, players, {bot = 'novice', name = 'Ann', ...more} = {}) {
        const bots = ['', ...Array(players - 1).fill(bot)];
        const opened = await this.server.open({game, players, name, bots, ...more});
        await this.goTo(opened, game, name);
        await this.page.locator('.felt').waitFor();
        return opened;
    }

    // Has the rest of a game played and shows its end.
    async playOut({table, token}) {
        await playOut(this.page, table, [token]);
        await this.page.reload();
        await this.page.locator('.over .total').first().waitFor();
    }

    // The last table message.
    table() {
        const last = this.frames.findLast(({way, text}) => way === 'in' && text.startsWith('{"type":"table"'));
        return last && JSON.parse(last.text);
    }

    // Waits until something is true of the last table message. A page without motion that shows the table has drawn
    // it then: the browser tells of a message before the page has it, and the page draws it before it answers anything else.
    async until(isSo) {
        const late = AbortSignal.timeout(patience);
        while (!this.table() || !isSo(this.table())) {
            assert.ok(!late.aborted, `nothing more comes: ${JSON.stringify(this.table())}`);
            await new Promise((resolve) => {
                const {heard} = this; // of somebody else who waits
                this.heard = () => {
                    heard();
                    resolve();
                };
                late.onabort = resolve;
            });
        }
    }

    // Waits until this visitor owes a choice and nobody else does, so that nothing changes before it is made.
    async alone() {
        await turn(this.page);
        await this.until(({seats, you}) => seats.every(({waiting}, seat) => waiting === (seat === you)));
    }

    async shot(name) {
        if (!out) return; // nobody looks
        mkdirSync(out, {recursive: true});
        await this.page.screenshot({path: join(out, `${name}.png`), fullPage: true});
    }

    // Sets the theme of the system, and waits until the page is in it: it hears of it with the next frame that is drawn.
    async wear(theme) {
        await this.page.emulateMedia({colorScheme: theme});
        await this.page.locator(`html[data-theme=${theme}]`).waitFor({state: 'attached'});
    }

    // No violation of WCAG 2.1 AA, nor of what axe calls best practice. It takes seconds: the usual run looks where `always`
    // is said, at each kind of page and at the table of each game, and the deep run at every moment.
    async axe(what, {always = scaled(false, false, true)} = {}) {
        if (!always) return;
        if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(axeSource);
        const {violations} = await this.page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
        const told = violations.map(({id, nodes}) => `${id}: ${nodes.map(({target, failureSummary}) => `${target} ${failureSummary}`).join('; ')}`);
        assert.deepEqual(told, [], what);
    }

    // Says what the pages show, and what the browser complained about.
    async report() {
        for (const page of this.context.pages()) {
            const shown = await page.evaluate(() => document.body.innerText).catch(String);
            console.log(`still at ${page.url()}, which shows:\n${shown.slice(0, 2000)}`);
        }
        if (this.complaints.length > 0) console.log(`complaints: ${this.complaints.join('\n')}`);
    }

    // Complaints that are part of the trouble a test makes may be excused.
    async leave(excused = /^$/) {
        present.delete(this);
        await this.context.close();
        assert.deepEqual(this.complaints.filter((complaint) => !excused.test(complaint)), []);
    }
}

// Notes what `look` returns, now and after every change of the page. What shows for a moment only, such as a
// stage of a reveal, is seen this way on a busy machine too: between two questions of a test it may be over.
// Returns a function that hands over the notes so far; what is the same as before is noted once.
export async function watch(page, look) {
    const notes = await page.evaluateHandle(`(() => {
        const look = ${look}, notes = [];
        const note = () => {
            const text = JSON.stringify(look());
            if (text !== notes.at(-1)) notes.push(text);
        };
        note();
        new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
        return notes;
    })()`);
    return async () => (await notes.jsonValue()).map((text) => JSON.parse(text));
}

// Waits until something is true in the page, where `isSo` runs. page.waitForFunction does not: what is not true at its first
// look, it evaluates as text, and the policy of the pages forbids that.
export const becomes = (page, isSo, given) => page.evaluate(`(async () => {
    const late = performance.now() + ${patience};
    while (!(await (${isSo})(${JSON.stringify(given)}))) {
        if (performance.now() > late) throw new Error('it never becomes true');
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
})()`);

// ---- sitting down ----

// Opens the settings, and waits until they are there.
export async function openSettings({page}, name = 'Settings') {
    await page.getByRole('button', {name}).click();
    await page.locator('dialog[open] input[name=language]').first().waitFor();
}

// Says who one is, if the page asks; it does so once.
async function introduce(page, name) {
    const dialog = page.locator('dialog.who[open]');
    await page.locator('dialog.who[open], [data-do=leave]').first().waitFor();
    if ((await dialog.count()) > 0) {
        await dialog.locator('[name=name]').fill(name);
        await dialog.locator('[data-do=who]').click();
    }
    await page.locator('[data-do=leave]').waitFor();
}

// A table for friends by way of the sheet; its address.
export async function openForFriends({page, server}, game, players, name) {
    await page.goto(`${server.url}/new/${game}`);
    await page.locator('[name=who][value=friends]').check();
    await page.locator(`[name=players][value="${players}"]`).check();
    await page.locator('[data-do=open]').click();
    await introduce(page, name);
    return page.url();
}

// Takes the first free seat at an address.
export async function sitDown({page}, url, name) {
    await page.goto(url);
    await page.getByRole('button', {name: /^Sit here/}).first().click();
    await introduce(page, name);
}

// ---- playing ----

// Waits until the page has been drawn as it is now: what hears of sizes, and what comes after a frame, has had its turn.
export const framed = (page) => page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
});

// Waits until this visitor owes a choice or the game is over; false when it is.
export async function turn(page) {
    await page.locator('.over, .playing:has(> .side-column) .bar.due .moves').first().waitFor(); // with keys, log and chat
    return !(await page.locator('.over').count());
}

// Opens the list of all legal moves, which a choice closes; returns its moves, once all are there.
export async function openMoves(page) {
    const moves = page.locator('.moves');
    if (!(await moves.evaluate((details) => details.open))) await moves.locator('summary').click();
    await moves.locator('.moves-list:not([aria-busy=true])').waitFor();
    return moves.locator('[data-action]');
}

// Resolves with what `isSo` returns as soon as that is true, now or after a change of the page. Runs in the page.
function changed(isSo) {
    return new Promise((resolve) => {
        const look = () => {
            const found = isSo();
            if (!found) return;
            observer.disconnect();
            resolve(found);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, {subtree: true, childList: true, attributes: true});
        look();
    });
}

// Opens the list of all legal moves and chooses one. Runs in the page.
async function chooseListed(number) {
    if (!document.querySelector('.moves').open) document.querySelector('.moves summary').click();
    await changed(() => document.querySelector('.moves-list:not([aria-busy=true]) [data-action]'));
    const listed = document.querySelectorAll('.moves [data-action]');
    listed[number % listed.length].click();
}

// Makes moves until the game is over, or `most` of them; returns what `window.jumped`, if there is one, says of each.
// Runs in the page.
async function playListed({most, first, step}) {
    const over = () => document.querySelector('.over');
    const due = () => document.querySelector('.playing:has(> .side-column) .bar.due .moves'); // with keys, log and chat
    const moves = [];
    for (let made = 0; made < most && !(await changed(() => over() ?? due())).matches('.over'); made++) {
        await window.jumped?.();
        const before = document.querySelector('.felt').dataset.move;
        await chooseListed(first + made * step);
        await changed(() => over() ?? document.querySelector(`.felt:not([data-move="${before}"])`));
        moves.push({...(await window.jumped?.()), over: over() !== null});
    }
    return moves;
}

const inPage = (page, work, given) => page.evaluate(`(() => {
    ${changed}
    ${chooseListed}
    return (${work})(${JSON.stringify(given)});
})()`);

// Plays from the list of all legal moves, to the end or `most` moves: the `first` one, and then each `step` further down.
export const movesFromList = (page, {most = 2000, first = 0, step = 1} = {}) => inPage(page, playListed, {most, first, step});

// Clicks a move of the list with the mouse.
export async function clickListed(page, number) {
    const listed = await openMoves(page);
    await listed.nth(number % (await listed.count())).click();
}

// Makes a move of the list: with the mouse in the deep run, else within the page, which takes half as long.
export const listMove = scaled(false, false, true) ? clickListed : (page, number) => inPage(page, chooseListed, number);

// Makes moves of the list likewise, to the end or `most` moves; returns how many.
export async function playFromList(page, {most = 2000, step = 1} = {}) {
    if (scaled(false, false, true)) return playByClicks(page, {pick: (_, made) => clickListed(page, made * step), most});
    return (await movesFromList(page, {most, step})).length;
}

// Plays the first legal action for these seats until the game is over, or its log has as many lines, over connections of
// their own: that takes far less than to show it. Where the deal is prepared, they can start the game too.
export function playOut(page, table, tokens, {start = false, lines = Infinity} = {}) {
    return page.evaluate(({id, keys, spoken, begins, most}) => Promise.all(keys.map((token) => new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/play`, spoken);
        const say = (message) => socket.send(JSON.stringify(message));
        socket.onopen = () => {
            say({type: 'hello', table: id, token});
            if (begins) say({type: 'start'});
        };
        socket.onerror = () => reject(new Error('the connection is lost'));
        socket.onmessage = ({data}) => {
            const {type, status, legal, move, log} = JSON.parse(data);
            if (type !== 'table') return;
            if (status === 'over' || log?.from + log?.lines.length >= most) {
                socket.close();
                resolve();
            } else if (legal?.length) say({type: 'do', do: legal[0], move});
        };
    }))).then(() => undefined), {id: table, keys: tokens, spoken: subprotocol, begins: start, most: lines});
}

// Clicks one legal move: one in the layout where there is one, else in the list. A
// game whose layout takes several clicks for a move brings its own `pick(page, number)`.
export async function clickMove(page, number) {
    const inLayout = page.locator('.felt [data-action]:visible:not(:disabled)');
    const count = await inLayout.count();
    if (count > 0) await inLayout.nth(number % count).click();
    else await clickListed(page, number);
}

// Plays to the end, or `most` moves; returns how many were made.
export async function playByClicks(page, {pick = clickMove, most = 2000} = {}) {
    let made = 0;
    while (made < most && (await turn(page))) {
        const before = await page.locator('.felt').getAttribute('data-move');
        await pick(page, made++);
        await page.locator(`.over, .felt:not([data-move="${before}"])`).first().waitFor();
    }
    return made;
}
