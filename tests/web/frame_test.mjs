// The frame of the browser client: the ways in, the table around the game, and that
// everybody can use it.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {clickListed, framed, house, listMove, openForFriends, openMoves, openSettings, playByClicks, playFromList, playOut, scaled, sitDown, sizes, testInDepth, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

// With all pictures: they come one by one.
const front = (visitor) => visitor.page.locator('.game-card .game-picture svg:has(*)').nth(5).waitFor();
const button = (visitor, name) => visitor.page.getByRole('button', {name});

test('from the front page two clicks lead to a game against bots, which is played to its end and again', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(server.url);
    await ann.page.getByRole('link', {name: 'Play: BANNISH'}).click();
    await ann.page.locator('[data-do=open]').click();
    assert.equal(await playByClicks(ann.page, {pick: clickListed, most: 3}), 3);
    await playFromList(ann.page, {most: scaled(4, 4, 2000)});
    const [key] = await ann.page.evaluate(() => JSON.parse(localStorage.getItem('parlor.seats')));
    if (await turn(ann.page)) await ann.playOut(key);
    assert.equal(ann.table().status, 'over');
    await ann.axe('end of the game');
    await ann.shot('over');
    const first = ann.table().table;
    await button(ann, 'Play again').click();
    await ann.until(({table, status}) => table !== first && status === 'playing');
    await ann.leave();
});

test('three people in three browsers meet at a table by its link, talk, and play; a fourth watches', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server);
    const eve = await Visitor.come(browser, server);
    const url = await openForFriends(ann, 'bannish', 3, 'Ann');
    await ann.page.getByText('Nobody can choose the cards').click();
    await ann.page.getByText('Your random number').waitFor();
    await ann.axe('how the cards are dealt');
    await sitDown(ben, url, 'Ben');
    await sitDown(eve, url, 'Eve');
    await button(eve, 'Stand up').click();
    await button(eve, /^Sit here/).waitFor();
    await sitDown(eve, url, 'Eve');
    const guest = await Visitor.come(browser, server);
    await guest.page.goto(url);
    await guest.page.getByText('All seats are taken. You can watch.').waitFor();
    await button(ann, 'Start the game').click();
    await ben.page.locator('.felt').waitFor(); // the field of the waiting room is gone
    await ben.page.getByLabel('Say something').fill('good luck');
    await button(ben, 'Send').click();
    await ann.page.getByText('good luck').waitFor();
    await guest.page.locator('.felt').waitFor();
    assert.equal(guest.table().you, undefined);
    assert.equal(await guest.page.locator('[data-action]').count(), 0);
    await guest.axe('onlooker');
    const told = ({log}) => log.from + log.lines.length; // a line for every step
    for (let made = 0; made < scaled(6, 6, 2000) && guest.table().status !== 'over'; made++) {
        await guest.until(({seats, status}) => status === 'over' || seats.some(({waiting}) => waiting)); // while cards are dealt, nobody is
        const {seats, log, status} = guest.table();
        if (status === 'over') break;
        const mover = [ann, ben, eve].find((friend) => seats[friend.table().you].waiting);
        await playFromList(mover.page, {most: 1});
        await guest.until((table) => told(table) > told({log}));
    }
    if (guest.table().status === 'over') await guest.page.locator('.over').waitFor();
    for (const visitor of [ann, ben, eve, guest]) await visitor.leave();
});

test('the sheet sets players, level, options, clock and hints', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(`${server.url}/new/sparrows`);
    await ann.page.locator('[name=players][value="4"]').check();
    assert.deepEqual(await ann.page.locator('[name=level]').evaluateAll((all) => all.map(({value}) => value)), ['novice', 'club']); // more would play no better
    await ann.page.locator('[name=level][value=club]').check();
    await ann.page.getByText('More options').click();
    await ann.page.getByRole('group', {name: 'Bonus bids and late bids'}).getByLabel('yes').check();
    const points = ann.page.getByLabel('Points that end the game');
    await points.fill('120');
    await ann.page.locator('[name=level][value=novice]').evaluate((level) => level.click()); // drawn again while somebody types
    await ann.page.locator('[name=level][value=novice]:checked').waitFor({state: 'attached'});
    await framed(ann.page);
    assert.equal(await points.inputValue(), '120');
    await ann.page.locator('[name=level][value=club]').check();
    await ann.page.locator('[name=time][value="120000,240000"]').check();
    await ann.page.getByLabel('Allow hints').uncheck();
    await ann.axe('sheet with all options');
    await ann.page.locator('[data-do=open]').click();
    await ann.page.locator('.bar.due').waitFor();
    const {players, options, clock, hints, seats} = ann.table();
    assert.deepEqual({players, options, hints}, {players: 4, options: {target: '120', upgrades: 'on'}, hints: false});
    assert.deepEqual([clock.move, clock.bank, seats[3].bot], [120_000, 240_000, 'club']);
    assert.equal(await ann.page.locator('[data-do=hint]').count(), 0);
    await ann.page.locator('.seat.own .clock').waitFor();
    await ann.leave();
});

test('a public table is found in the lobby', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server);
    await ben.page.goto(`${server.url}/lobby`);
    await ben.page.getByText('No tables are open right now.').waitFor();
    await server.open({game: 'scout', players: 2, public: true, name: 'Ann'});
    await ben.page.getByRole('link', {name: 'Sit down: SCOUT'}).waitFor();
    await ben.axe('lobby');
    await ben.page.getByRole('link', {name: 'Sit down: SCOUT'}).click();
    await button(ben, /^Sit here/).waitFor();
    await ann.leave();
    await ben.leave();
});

test('a table that was left is offered again, and forgotten when asked to', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('scout', 3);
    await ann.page.goto(server.url);
    await ann.page.getByRole('link', {name: /^SCOUT/}).click();
    await ann.page.locator('.bar.due').waitFor();
    await ann.page.goto(server.url);
    await button(ann, /^Forget: SCOUT/).click();
    await button(ann, 'Forget').click();
    await ann.page.getByRole('link', {name: /^SCOUT/}).waitFor({state: 'detached'});
    await ann.leave();
});

testInDepth('leaving hands the seat to a bot, and one can play again oneself', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server);
    await sitDown(ben, await openForFriends(ann, 'scout', 2, 'Ann'), 'Ben');
    await button(ann, 'Start the game').click();
    await ann.page.locator('.bar.due').waitFor();
    await button(ann, 'Leave the table').click();
    await button(ann, 'Stay').click();
    await button(ann, 'Leave the table').click();
    await button(ann, 'Leave the table').click();
    await front(ann);
    await ben.page.getByText('has left, a bot plays').waitFor();
    await ann.page.getByRole('link', {name: /^SCOUT/}).click();
    await ben.page.getByText('has left, a bot plays').waitFor({state: 'detached'});
    await ann.leave();
    await ben.leave();
});

test('a link can be pasted at the front page, and a wrong one is told', async () => {
    const ann = await Visitor.come(browser, server);
    const {table} = await server.open({game: 'scout', players: 2});
    await ann.page.goto(server.url);
    await ann.page.getByLabel('Link to a table').fill('https://example.org/table/short');
    await button(ann, 'Join').click();
    await ann.page.getByText('This is not a link to a table').waitFor();
    await ann.page.getByLabel('Link to a table').fill(`https://example.org/table/${table}`);
    await button(ann, 'Join').click();
    await button(ann, /^Sit here/).first().waitFor();
    await ann.leave();
});

test('a move can be confirmed, called off, and undone', async () => {
    const ann = await Visitor.come(browser, server, {settings: {confirm: true}});
    const ben = await Visitor.come(browser, server);
    const url = await openForFriends(ann, 'scout', 2, 'Ann');
    await sitDown(ben, url, 'Ben');
    await button(ann, 'Start the game').click();
    await turn(ann.page);
    await listMove(ann.page, 0);
    await ann.page.locator('[data-do=cancel]').click();
    await turn(ann.page);
    assert.equal(ann.table().move, 0);
    await listMove(ann.page, 0);
    await ann.axe('asked once more');
    await ann.page.locator('[data-do=confirm]:focus').waitFor();
    await ann.page.keyboard.press('Enter');
    await ann.page.locator('[data-do=undo]').click();
    await ann.page.locator('.bar.due').waitFor();
    assert.equal(ann.table().move, 0);
    await ann.leave();
    await ben.leave();
});

test('a hint names a move and how good it is', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3);
    await turn(ann.page);
    await ann.page.locator('[data-do=hint]').click();
    await ann.page.locator('.hint').waitFor();
    await ann.axe('hint');
    const move = ann.table().move;
    await ann.page.locator('.hint button').click();
    await ann.page.locator(`.felt:not([data-move="${move}"])`).waitFor();
    await ann.leave();
});

testInDepth('a hint is shown although somebody else chooses while it is thought about', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server);
    let late, answered; // the hint, which comes after the next message
    const thought = new Promise((resolve) => (answered = resolve));
    await ann.page.routeWebSocket(/play/, (socket) => {
        const far = socket.connectToServer();
        socket.onMessage((text) => far.send(text));
        far.onMessage((text) => {
            if (text.startsWith('{"type":"hint"')) {
                late = text;
                answered();
                return;
            }
            socket.send(text);
            if (late && text.startsWith('{"type":"table"')) socket.send(late);
        });
    });
    await sitDown(ben, await openForFriends(ann, 'scout', 2, 'Ann'), 'Ben');
    await button(ann, 'Start the game').click();
    await turn(ann.page);
    await ann.page.locator('[data-do=hint]').click();
    await thought;
    await turn(ben.page);
    await listMove(ben.page, 0);
    await ann.page.locator('.hint').waitFor();
    await ann.leave();
    await ben.leave();
});

testInDepth('a choice that the server has taken cannot be made again before the table shows it', async () => {
    const ann = await Visitor.come(browser, server);
    const held = []; // what comes after the choice
    let chosen = false, show;
    await ann.page.routeWebSocket(/play/, (socket) => {
        const far = socket.connectToServer();
        socket.onMessage((text) => {
            chosen ||= text.startsWith('{"type":"do"');
            far.send(text);
        });
        far.onMessage((text) => {
            if (chosen && text.startsWith('{"type":"table"')) held.push(text);
            else socket.send(text);
        });
        show = () => held.forEach((text) => socket.send(text));
    });
    await ann.playAgainst('scout', 2);
    await turn(ann.page);
    await listMove(ann.page, 0);
    await ann.page.getByLabel('Say something').fill('a moment');
    await button(ann, 'Send').click();
    await ann.page.locator('.chat').getByText('a moment').waitFor(); // and the answer to the choice came before
    assert.equal(await ann.page.locator('.moves, .felt [data-action]').count(), 0);
    show();
    await ann.page.locator('.felt:not([data-move="0"])').waitFor();
    await ann.leave();
});

testInDepth('a newcomer to a long game can have the earlier lines of its log', async () => {
    const wish = {game: 'sparrows', players: 3, options: {target: '999999'}, bots: ['', 'random', 'random'], prepared: 7, name: 'Ann'};
    const {table, token} = await server.open(wish);
    const late = await Visitor.come(browser, server);
    await late.page.goto(`${server.url}/icon.svg`);
    await playOut(late.page, table, [token], {start: true, lines: 450});
    await late.page.goto(`${server.url}/table/${table}`);
    const lines = late.page.locator('.panel .log li');
    const more = button(late, 'Show earlier lines');
    await more.waitFor();
    const top = await lines.first().textContent();
    await late.shot('earlier');
    await more.click();
    await lines.first().filter({hasNotText: top}).waitFor();
    assert.ok((await lines.allTextContents()).includes(top));
    await more.click();
    await more.waitFor({state: 'detached'}); // that was all
    assert.match(await lines.first().textContent(), /deals first/);
    if (scaled(false, false, true)) await late.axe('a whole log'); // long: axe takes seconds
    await late.leave();
});

testInDepth('the keyboard alone plays a whole game', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const focused = (selector) => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
    const tabTo = async (selector) => {
        for (let presses = 0; !(await focused(selector)); presses++) {
            assert.ok(presses < 80, `Tab does not lead to ${selector}`);
            await page.keyboard.press('Tab');
        }
    };
    await page.goto(`${server.url}/new/bannish`);
    await page.locator('[data-do=open]').waitFor();
    await tabTo('[data-do=open]');
    await page.keyboard.press('Enter');
    await playByClicks(page, {
        pick: async () => {
            await tabTo('.moves summary');
            await page.keyboard.press('Enter');
            await page.locator('.moves-list:not([aria-busy=true])').waitFor();
            await tabTo('.moves [data-action]');
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('Enter');
        },
    });
    assert.equal(ann.table().status, 'over');
    await ann.leave();
});

test('every page is clean for axe and fits, on a phone as on a desktop, light and dark', async () => {
    const few = [['phone', 'dark']];
    const all = Object.keys(sizes).flatMap((size) => [[size, 'light'], [size, 'dark']]);
    for (const [size, theme] of scaled(few, few, all)) {
        const ann = await Visitor.come(browser, server, {size: sizes[size], theme});
        const look = async (what) => {
            await framed(ann.page);
            if (scaled(what === 'moves', what === 'moves', true)) await ann.axe(`${what} ${size} ${theme}`); // for the others access_test has it
            await ann.shot(`${what}-${size}-${theme}`);
            const wider = await ann.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wider <= 0, `${what} ${size}: ${wider} pixels too wide`);
        };
        await ann.page.goto(server.url);
        await front(ann);
        await look('front');
        await openSettings(ann);
        await look('settings');
        await ann.page.goto(`${server.url}/new/belle`);
        await ann.page.getByText('More options').click();
        await look('new');
        await openForFriends(ann, 'scout', 3, 'Ann');
        await look('room');
        await ann.playAgainst('scout', 5);
        await turn(ann.page);
        await look('table');
        await playFromList(ann.page, {most: 1});
        await turn(ann.page);
        await openMoves(ann.page);
        await look('moves');
        await ann.leave();
    }
});

test('another language and theme hold at once and next time', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(server.url);
    await button(ann, 'Settings').click();
    await ann.page.getByLabel('繁體中文').check();
    await ann.page.getByLabel('深色').check();
    await ann.page.getByRole('button', {name: '完成'}).click();
    await ann.page.reload();
    await front(ann);
    assert.deepEqual(await ann.page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ['zh-Hant', 'dark']);
    await ann.axe('front page in Chinese');
    await ann.shot('front-zh');
    const latin = (text) => text.match(/[A-Za-z]{3,}/g) ?? [];
    const drawn = latin((await ann.page.locator('svg').allTextContents()).join(' ')); // names on cards stay as they are
    const same = new Set(['BANNISH', 'SCOUT', 'parlor', ...drawn]);
    assert.deepEqual(latin(await ann.page.locator('body').innerText()).filter((word) => !same.has(word)), []);
    await ann.page.getByRole('link', {name: '開始玩: BANNISH 放逐'}).click();
    await ann.page.locator('[data-do=open]').click();
    await turn(ann.page);
    await ann.shot('table-zh');
    await ann.leave();
});
