// What can go wrong between a browser and the server: each has its page or banner and
// a way on, and nothing is lost.
import assert from 'node:assert/strict';
import {truncateSync} from 'node:fs';
import {createServer, connect} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {house, listMove, playFromList, scaled, Server, sitDown, testInDepth, turn, Visitor, watch} from './common.mjs';

const unreachable = /WebSocket connection|ERR_/; // the browser says so itself
const nowhere = /status of 404/;

const {server, browser} = await house();

// A way to the server that can be cut, or go silent as a sleeping network does.
class Way {
    constructor() {
        this.pairs = new Set();
        this.silent = false;
        this.closed = false;
        this.listener = createServer((near) => this.join(near));
    }

    join(near) {
        if (this.closed) {
            near.destroy();
            return;
        }
        const far = connect(server.port, '127.0.0.1');
        const pair = {near, far};
        this.pairs.add(pair);
        near.on('data', (bytes) => pair.silent || far.write(bytes));
        far.on('data', (bytes) => pair.silent || near.write(bytes));
        for (const [one, other] of [[near, far], [far, near]]) {
            one.on('error', () => other.destroy());
            one.on('close', () => other.destroy());
        }
    }

    async open() {
        await new Promise((resolve) => this.listener.listen(0, '127.0.0.1', resolve));
        this.url = `http://127.0.0.1:${this.listener.address().port}`;
        return this;
    }

    cut() {
        for (const {near} of this.pairs) near.destroy();
        this.pairs.clear();
    }

    // What is open now carries nothing any more; new connections do.
    silence() {
        for (const pair of this.pairs) pair.silent = true;
    }

    close() {
        this.cut();
        this.listener.close();
    }
}

const button = (visitor, name) => visitor.page.getByRole('button', {name});
const lost = (visitor) => visitor.page.getByText('Connection lost.');

// Clicks the button of the banner, unless the page has come back by itself meanwhile.
const tryNow = ({page}) => page.evaluate(() => document.querySelector('.banner button')?.click());

test('a lost connection has a banner, comes back by itself, and the game goes on', async () => {
    const way = await new Way().open();
    const ann = await Visitor.come(browser, {...server, url: way.url, open: (wish) => server.open(wish)});
    await ann.playAgainst('bannish', 3);
    await ann.alone();
    way.closed = true;
    way.cut();
    await lost(ann).waitFor();
    await ann.axe('connection lost');
    await ann.shot('lost');
    const move = ann.table().move;
    await listMove(ann.page, 0); // made while nobody hears it
    way.closed = false;
    await tryNow(ann);
    await ann.page.locator(`.felt:not([data-move="${move}"])`).waitFor();
    await lost(ann).waitFor({state: 'detached'});
    const banners = await watch(ann.page, () => document.querySelectorAll('.banner').length);
    const again = ann.page.waitForEvent('websocket');
    way.cut();
    await again;
    assert.ok((await banners()).includes(1));
    await lost(ann).waitFor({state: 'detached'});
    await playFromList(ann.page, {most: 2});
    way.close();
    await ann.leave(unreachable);
});

test('a network that has gone silent is noticed when the tab wakes', async () => {
    const way = await new Way().open();
    const ann = await Visitor.come(browser, {...server, url: way.url, open: (wish) => server.open(wish)});
    await ann.playAgainst('bannish', 3);
    await turn(ann.page);
    way.silence();
    const again = ann.page.waitForEvent('websocket'); // a new one
    await ann.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await again;
    await playFromList(ann.page, {most: 1});
    await turn(ann.page);
    way.close();
    await ann.leave(unreachable);
});

test('a server that has lost part of the game, or all of it, says so', async () => {
    const own = await new Server().start();
    const ann = await Visitor.come(browser, own);
    await ann.playAgainst('bannish', 3);
    await ann.alone();
    await own.kill('SIGTERM'); // all is in the database
    await lost(ann).waitFor();
    await own.start();
    await tryNow(ann);
    await lost(ann).waitFor({state: 'detached'});
    const before = ann.table().move;
    await playFromList(ann.page, {most: 2});
    await own.kill();
    truncateSync(join(own.data, 'parlor.db-wal'), 100);
    own.args.push('--accept-loss');
    await own.start();
    const notice = ann.page.getByText('The server has lost part of what you saw here.');
    await notice.waitFor();
    await ann.axe('behind');
    await ann.shot('behind');
    await ann.page.locator(`.felt[data-move="${before}"]`).waitFor();
    await button(ann, 'Continue').click();
    await notice.waitFor({state: 'detached'});
    await playFromList(ann.page, {most: 1});

    await own.kill();
    for (const name of ['parlor.db', 'parlor.db-wal']) truncateSync(join(own.data, name), 0);
    await own.start();
    await ann.page.getByRole('heading', {name: 'The server has lost this table.'}).waitFor();
    await ann.axe('vanished');
    await ann.shot('vanished');
    await ann.leave(unreachable);
    await own.close();
});

test('the server is killed in mid-game and started again: nothing is lost', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3);
    await playFromList(ann.page, {most: 3});
    await ann.alone();
    const {move, view} = ann.table();
    const told = ann.frames.length;
    await server.kill();
    await lost(ann).waitFor();
    await server.start();
    await lost(ann).waitFor({state: 'detached'});
    await ann.until(() => ann.frames.slice(told).some(({way, text}) => way === 'in' && text.startsWith('{"type":"table"')));
    assert.deepEqual([ann.table().move, ann.table().view], [move, view]);
    assert.equal(await playFromList(ann.page, {most: 3}), 3);
    await ann.leave(unreachable);
});

testInDepth('a server that goes politely is waited for as well', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3);
    await turn(ann.page);
    await server.kill('SIGTERM');
    await lost(ann).waitFor();
    await server.start();
    await lost(ann).waitFor({state: 'detached'});
    await turn(ann.page);
    await ann.leave(unreachable);
});

testInDepth('a tab that was asleep while the server was restarted wakes at the table', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3);
    await turn(ann.page);
    const devtools = await ann.context.newCDPSession(ann.page);
    await devtools.send('Page.setWebLifecycleState', {state: 'frozen'});
    await server.kill();
    await server.start();
    await devtools.send('Page.setWebLifecycleState', {state: 'active'});
    await playFromList(ann.page, {most: 2});
    await ann.leave(unreachable);
});

test('two tabs on one seat: the first says so, and can have the seat back', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3);
    const second = await ann.tab();
    await second.goto(ann.page.url());
    await second.locator('.felt').waitFor();
    await ann.page.bringToFront();
    await ann.page.getByText('You opened this seat in another window.').waitFor();
    await ann.axe('elsewhere');
    await ann.shot('elsewhere');
    await button(ann, 'Play here instead').click();
    await ann.page.locator('.felt').waitFor();
    await second.getByText('You opened this seat in another window.').waitFor();
    await playFromList(ann.page, {most: 1});
    await ann.leave();
});

testInDepth('reloading in mid-game comes back to the same moment', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('scout', 3);
    await playFromList(ann.page, {most: 3});
    await ann.alone();
    const {view} = ann.table();
    await ann.page.reload();
    await ann.alone();
    assert.deepEqual(ann.table().view, view);
    await ann.leave();
});

testInDepth('a full table can be looked at', async () => {
    const {table} = await server.open({game: 'scout', players: 2, name: 'Ann', bots: ['', 'novice']});
    const eve = await Visitor.come(browser, server);
    await eve.page.goto(`${server.url}/table/${table}`);
    await eve.page.getByText('All seats are taken. You can watch.').waitFor();
    await eve.axe('full table');
    await eve.leave();
});

test('a seat that somebody else has just taken: the refusal is told, another can be had', async () => {
    const {table} = await server.open({game: 'scout', players: 3});
    const ann = await Visitor.come(browser, server, {settings: {name: 'Ann', look: 1}});
    const ben = await Visitor.come(browser, server, {settings: {name: 'Ben', look: 2}});
    let held; // messages on their way to Ben
    await ben.page.routeWebSocket(/play/, (socket) => {
        const far = socket.connectToServer();
        socket.onMessage((text) => far.send(text));
        far.onMessage((text) => (held ? held.push(() => socket.send(text)) : socket.send(text)));
    });
    for (const {page} of [ann, ben]) {
        await page.goto(`${server.url}/table/${table}`);
        await page.getByRole('button', {name: 'Sit here: Seat 1'}).waitFor();
    }
    held = [];
    await button(ann, 'Sit here: Seat 1').click();
    await button(ann, 'Stand up').waitFor();
    await button(ben, 'Sit here: Seat 1').click();
    const late = held;
    held = undefined;
    for (const send of late) send();
    await ben.page.getByText('That did not work').waitFor();
    await button(ben, 'Sit here: Seat 2').click();
    await button(ben, 'Stand up').waitFor();
    await ann.leave();
    await ben.leave();
});

test('a table that is gone, and links that are mistyped', async () => {
    const ann = await Visitor.come(browser, server);
    for (const path of ['/table/AAAAAAAAAAAAAAAAAAAAAA', '/table/short', '/table/%3Cb%3E', '/replay/short', '/verify/short',
        '/table/AAAAAAAAAAAAAAAAAAAAAB']) {
        await ann.page.goto(server.url + path);
        await ann.page.getByText('There is no such table.').waitFor();
    }
    await ann.goTo({table: 'AAAAAAAAAAAAAAAAAAAAAA', token: 'AAAAAAAAAAAAAAAAAAAAAA', seat: 0}, 'scout', 'Ann');
    await ann.page.getByText('There is no such table.').waitFor();
    assert.equal(await ann.page.evaluate(() => localStorage.getItem('parlor.seats')), '[]'); // nothing to continue
    await ann.axe('no such table');
    await ann.shot('gone');
    for (const path of ['/tabel/x', '/rules', '/new/whist', '/table/a/b', '/tutorial/whist']) {
        await ann.page.goto(server.url + path);
        await ann.page.locator('.trouble').waitFor();
    }
    await ann.axe('nothing there');
    await ann.page.getByRole('link', {name: 'Back to the games'}).click();
    await ann.page.locator('.game-card').first().waitFor();
    await ann.leave(nowhere);
});

testInDepth('keys and ids that have not their form go nowhere', async () => {
    const ann = await Visitor.come(browser, server);
    const opened = await server.open({game: 'scout', players: 2, name: 'Ann', bots: ['', 'novice']});
    const some = (all) => all.filter((_, number) => scaled(number === 0, number % 2 === 0, true));
    for (const token of some(['../../etc/passwd', '', 7, null, 'A'.repeat(21) + 'B', {a: 1}])) {
        await ann.goTo({...opened, token}, 'scout', 'Ann');
        await ann.page.getByText('All seats are taken. You can watch.').waitFor();
        await ann.page.evaluate(() => localStorage.removeItem('parlor.seats'));
    }
    for (const junk of some(['7', 'null', '{"a":1}', '[null,7,"x",[]]', 'x'])) {
        await ann.page.evaluate((text) => localStorage.setItem('parlor.seats', text), junk);
        await ann.page.reload();
        await ann.page.getByText('All seats are taken. You can watch.').waitFor();
    }
    const said = ann.frames.filter(({way}) => way === 'out').map(({text}) => JSON.parse(text));
    assert.ok(said.some(({type}) => type === 'hello'));
    assert.deepEqual(said.filter(({token}) => token !== undefined), []);
    await ann.leave();
});

testInDepth('a rematch that leads nowhere is not offered', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.routeWebSocket(/play/, (socket) => {
        const far = socket.connectToServer();
        socket.onMessage((text) => far.send(text));
        far.onMessage((text) => {
            const message = JSON.parse(text);
            if (message.status === 'over') message.next = '../lobby?AAAAAAAAAAAAA';
            socket.send(JSON.stringify(message));
        });
    });
    await ann.playAgainst('sparrows', 2, {options: {target: '40'}});
    await playFromList(ann.page);
    await ann.page.locator('.over [data-do=rematch]').waitFor();
    assert.equal(await button(ann, 'Go to the next game').count(), 0);
    const kept = await ann.page.evaluate(() => ['parlor.seats', 'parlor.seats.over'].flatMap((where) => JSON.parse(localStorage.getItem(where) ?? '[]')));
    assert.equal(kept.length, 1);
    await ann.leave();
});

testInDepth('a key that fits no seat: you can watch', async () => {
    const ann = await Visitor.come(browser, server);
    const opened = await server.open({game: 'scout', players: 2, name: 'Ann', bots: ['', 'novice']});
    await ann.goTo({...opened, token: 'AAAAAAAAAAAAAAAAAAAAAA'}, 'scout', 'Ann');
    await ann.page.getByText('Your key to this seat no longer works.').waitFor();
    await ann.axe('lost key');
    await button(ann, 'Watch').click();
    await ann.page.getByText('All seats are taken. You can watch.').waitFor();
    await ann.leave();
});

test('a server that is away: the front page and the sheet say so and try again', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(`${server.url}/lobby`);
    await ann.page.getByText('No tables are open right now.').waitFor();
    await server.kill();
    await ann.page.getByRole('link', {name: 'Back to the games'}).click();
    await ann.page.getByText('The server cannot be reached.').waitFor();
    await ann.axe('no answer');
    await server.start();
    await button(ann, 'Try again').click();
    await ann.page.getByText('The server cannot be reached.').waitFor({state: 'hidden'});
    await ann.page.getByRole('link', {name: 'Play: SCOUT'}).click();
    await ann.page.locator('[data-do=open]').waitFor();
    await server.kill();
    await ann.page.locator('[data-do=open]').click();
    await ann.page.getByText('The server is not answering.').waitFor();
    await server.start();
    await ann.page.locator('[data-do=open]').click();
    await turn(ann.page);
    await ann.leave(unreachable);
});

test('what does not arrive beside the cards is asked for again', async () => {
    const ann = await Visitor.come(browser, server);
    let tries = 0;
    await ann.page.route('**/assets/beside-*.css', (route) => (++tries === 1 ? route.abort() : route.continue()));
    await ann.playAgainst('bannish', 3);
    await turn(ann.page);
    assert.equal(tries, 2);
    await ann.leave(unreachable);
});

test('without storage one can still play', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.context.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {get: () => { throw new Error('not allowed'); }});
    });
    await ann.page.goto(`${server.url}/new/bannish`);
    await ann.page.locator('[data-do=open]').click();
    await playFromList(ann.page, {most: 1});
    await ann.context.close();
});

test('names and lines that are written from right to left turn nothing else round', async () => {
    const opened = await server.open({game: 'scout', players: 2, name: 'דוד'});
    const ann = await Visitor.come(browser, server);
    await sitDown(ann, `${server.url}/table/${opened.table}`, 'Ann');
    await ann.page.locator('.room-name strong', {hasText: 'Ann'}).waitFor();
    assert.equal(await ann.page.locator('.room-name strong').first().textContent(), '\u2068דוד\u2069');
    const david = await Visitor.come(browser, server);
    await david.goTo(opened, 'scout', 'דוד');
    await button(david, 'Start').click();
    await david.page.locator('.felt').waitFor(); // another field: a key that is pressed while they change is lost
    await david.page.locator('.chat-line [name=text]').fill('שלום (1)');
    await david.page.locator('.chat-line [name=text]').press('Enter');
    const parts = ann.page.locator('.log bdi');
    await parts.nth(1).waitFor();
    assert.deepEqual(await parts.allTextContents(), ['דוד', 'שלום (1)']);
    await ann.shot('names-right-to-left');
    for (const visitor of [ann, david]) await visitor.leave();
});
