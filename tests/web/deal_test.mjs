// How the cards come to be dealt, in the browser: seals and salts, starts that are given up, prepared
// deals, and a server that tries to choose.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, playFromList, scaled, Server, sitDown, sizes, testInDepth, Visitor, watch} from './common.mjs';

const {server, browser} = await house('--bot-pace', '0', '--reveal', '3600'); // nobody is too late
const short = {game: 'sparrows', options: {target: '40'}}; // played to its end in a few moves
const played = {players: 2, ...scaled(short, short, {game: 'bridesmaid'})};

const sent = (visitor, type) => visitor.frames.filter(({way, text}) => way === 'out' && text.startsWith(`{"type":"${type}"`));
const button = ({page}, name) => page.getByRole('button', {name});

const sitAt = (visitor, table, name) => sitDown(visitor, `${visitor.server.url}/table/${table}`, name);

const sealed = (visitor) => visitor.until(({fair, seats}) => seats.every(({kind}, seat) => kind !== 'person' || fair.seals[seat]));

test('every player seals a number, and shows it when all seals are there', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server, {size: sizes.phone});
    const {table} = await server.open(played);
    await sitAt(ann, table, 'Ann');
    await sitAt(ben, table, 'Ben');
    for (const {page} of [ann, ben]) await page.getByText('Nobody can choose the cards').click();
    await Promise.all([ann, ben].map(sealed));
    const {fair} = ann.table();
    for (const digits of [fair.commitment, ...fair.seals]) await ann.page.getByText(digits).waitFor();
    await ben.axe('sealed');
    await ann.shot('deal-sealed');
    await ben.shot('deal-sealed-phone');
    assert.equal(sent(ann, 'salt').length, 0);
    await button(ann, 'Start the game').click();
    for (const {page} of [ann, ben]) await page.locator('.felt').waitFor();
    for (const visitor of [ann, ben]) assert.equal(sent(visitor, 'salt').length, 1);
    await Promise.all([ann, ben].map(({page}) => playFromList(page)));
    await ann.page.goto(`${server.url}/verify/${table}`);
    await ann.page.getByText('The deal was fair.').waitFor();
    await ann.page.getByText('your random number is among those that made the deals').waitFor();
    await ann.page.getByText('The numbers').click();
    await ann.shot('deal-verified');
    await ann.leave();
    await ben.leave();
});

test('a start for which somebody does not answer is given up, and everybody sees it', async () => {
    const own = await new Server().start(); // it waits as long as servers usually do
    const ann = await Visitor.come(browser, own);
    const ben = await Visitor.come(browser, own);
    const {table} = await own.open(played);
    await sitAt(ann, table, 'Ann');
    await sitAt(ben, table, 'Ben');
    await ann.page.getByText('Nobody can choose the cards').click();
    await sealed(ann);
    await ben.leave();
    const waited = await watch(ann.page, () => document.body.textContent.includes('waiting for their part'));
    await button(ann, 'Start the game').click();
    await ann.page.locator('.felt').waitFor(); // with a bot, and nobody else to wait for
    assert.ok((await waited()).includes(true));
    await ann.page.getByText('Ben did not answer in time.').waitFor();
    await ann.axe('given up');
    await ann.shot('deal-given-up');
    assert.equal(new Set(sent(ann, 'salt').map(({text}) => text)).size, 2);
    await playFromList(ann.page);
    await ann.page.goto(`${own.url}/verify/${table}`);
    await ann.page.getByText('The deal was fair.').waitFor();
    await ann.page.getByText('A start was cancelled before, because Ben did not answer.').waitFor();
    await ann.leave();
    await own.close();
});

test('a prepared deal cannot be missed', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const opened = await server.open({...played, name: 'Eve', prepared: 7, bots: ['', 'novice']});
    await ann.page.goto(`${server.url}/table/${opened.table}`);
    const warning = ann.page.getByRole('alert').filter({hasText: 'Prepared deal 7.'});
    await warning.waitFor();
    await ann.shot('deal-prepared-room');
    await ann.axe('prepared, before the game');
    await ann.goTo(opened, played.game, 'Eve');
    await ann.page.locator('.felt').waitFor();
    await warning.waitFor();
    await ann.axe('prepared');
    await ann.shot('deal-prepared');
    await playFromList(ann.page);
    await ann.page.goto(`${server.url}/verify/${opened.table}`);
    await ann.page.getByText('The deal was not fair.').waitFor();
    await ann.page.getByText('The deal was prepared (number 7)').waitFor();
    await ann.leave();
});

// A server between the page and the real one that changes what it says.
async function cheat(visitor, change) {
    await visitor.page.routeWebSocket(/\/play$/, (socket) => {
        const real = socket.connectToServer();
        real.onMessage((text) => {
            const message = JSON.parse(text);
            if (message.type === 'table') change(message);
            socket.send(JSON.stringify(message));
        });
    });
}

const other = (digits) => (digits.startsWith('0') ? '1' : '0') + digits.slice(1);
const cheats = {
    'It changed the fingerprint': (message) => {
        if (message.status === 'starting') message.fair.commitment = other(message.fair.commitment);
    },
    'It changed the players’ seals': (message) => {
        if (message.status === 'playing') message.fair.seals[1] = other(message.fair.seals[1]);
    },
    'It left the players out': (message) => {
        if (message.status === 'playing') delete message.fair.seals;
    },
    'are not the ones that were sealed': (message) => {
        if (message.status === 'over') message.fair.salts[1] = other(message.fair.salts[1]);
    },
};

const usual = ['It changed the fingerprint', 'are not the ones that were sealed'];

for (const [said, change] of Object.entries(cheats))
    (usual.includes(said) ? test : testInDepth)(`a server that cheats is found out: ${said}`, async () => {
        const ann = await Visitor.come(browser, server);
        const ben = await Visitor.come(browser, server);
        const {table} = await server.open(played);
        await cheat(ann, change);
        await sitAt(ann, table, 'Ann');
        await sitAt(ben, table, 'Ben');
        await button(ben, 'Start the game').click();
        const games = said.includes('sealed') ? [ann, ben].map(({page}) => playFromList(page).catch(() => 0)) : [];
        await ann.page.getByText('You cannot trust this server.').waitFor();
        await ann.page.getByText(said).waitFor();
        if (said.includes('fingerprint')) {
            assert.equal(sent(ann, 'seal').length, 1); // so that looking works
            assert.equal(sent(ann, 'salt').length, 0);
        }
        await ann.axe(said);
        await ann.leave();
        await ben.leave();
        await Promise.all(games);
    });

async function playBots({page}) {
    await page.goto(`${server.url}/new/${scaled('sparrows', 'sparrows', 'bannish')}`);
    if (scaled(true, true, false)) {
        await page.getByText('More options').click();
        await page.getByLabel('Points that end the game').fill(short.options.target);
    }
    await page.locator('[data-do=open]').click();
}

test('against bots all that the start needs goes with hello, and the deal is fair', async () => {
    const ann = await Visitor.come(browser, server);
    await playBots(ann);
    await ann.page.locator('.felt').waitFor();
    assert.deepEqual(ann.frames.slice(0, 4).map(({text}) => JSON.parse(text).type), ['hello', 'seal', 'start', 'salt']);
    for (const type of ['seal', 'start', 'salt']) assert.equal(sent(ann, type).length, 1, type);
    await playFromList(ann.page);
    await ann.page.goto(ann.page.url().replace('/table/', '/verify/'));
    await ann.page.getByText('The deal was fair.').waitFor();
    await ann.page.getByText('your random number is among those that made the deals').waitFor();
    await ann.leave();
});

testInDepth('a server that seats somebody once it knows the salt is found out', async () => {
    const ann = await Visitor.come(browser, server);
    await cheat(ann, ({status, seats, fair}) => {
        if (status !== 'playing') return;
        seats[1] = {...seats[0], name: 'Eve'};
        fair.seals[1] = other(fair.seals[0]);
    });
    await playBots(ann);
    await ann.page.getByText('You cannot trust this server.').waitFor();
    await ann.page.getByText('It changed the players’ seals').waitFor();
    await ann.leave();
});
