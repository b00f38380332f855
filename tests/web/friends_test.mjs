// Friends at a table: the waiting room and its host, names and emblems, chat, reactions, people who are gone, and games
// over days.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {becomes, house, openForFriends, playFromList, scaled, sitDown, sizes, testInDepth, turn, Visitor, watch} from './common.mjs';

const {server, browser} = await house();

const button = (visitor, name) => visitor.page.getByRole('button', {name});
const row = (visitor, seat) => visitor.page.locator('.room-seat').nth(seat - 1);
const come = (options) => Visitor.come(browser, server, options);
const leave = async (...visitors) => {
    for (const visitor of visitors) await visitor.leave();
};

async function giveToBot(host, seat, level) {
    await button(host, `Give seat ${seat} to a bot`).click();
    await row(host, seat).getByRole('button', {name: level}).click();
    await row(host, seat).getByText(`${level} bot`).waitFor();
}

// Waits until the server has told somebody of such a thing.
async function reached(visitor, type) {
    while (!visitor.frames.some(({way, text}) => way === 'in' && text.startsWith(`{"type":"${type}"`)))
        await new Promise((resolve) => (visitor.heard = resolve));
}

// Waits until the server has taken what was said: the field is empty for the next line.
const taken = ({page}) => becomes(page, () => document.querySelector('.chat-line [name=text]').value === '');

async function send(visitor, text) {
    await visitor.page.getByLabel('Say something').fill(text);
    await button(visitor, 'Send').click();
}

async function say(visitor, text) {
    await send(visitor, text);
    await taken(visitor);
}

test('the host adds and removes seats, gives them to bots and frees them, and everybody sees it', async () => {
    const [ann, ben] = [await come(), await come()];
    const url = await openForFriends(ann, 'scout', 3, 'Ann');
    await sitDown(ben, url, 'Ben');
    const seats = (visitor, count) => visitor.until(({players}) => players === count).then(() => row(visitor, count).waitFor());
    await row(ann, 1).filter({hasText: /Ann.*host, you/}).waitFor();
    await row(ben, 1).getByText('host').waitFor();
    await button(ann, 'Add a seat').click();
    await Promise.all([seats(ann, 4), seats(ben, 4)]);
    await giveToBot(ann, 4, 'Expert');
    await ben.until(({seats: [, , , last]}) => last.bot === 'expert');
    await button(ann, 'Level of the bot in seat 4').click();
    await row(ann, 4).getByRole('button', {name: 'Club'}).click();
    await row(ben, 4).getByText('Club bot').waitFor();
    await button(ann, 'Free the seat of Club bot').click();
    await row(ben, 4).getByText('free').waitFor();
    await button(ann, 'Remove a seat').click();
    await Promise.all([ann, ben].map((visitor) => row(visitor, 4).waitFor({state: 'detached'})));
    await button(ann, 'Waiting for 1 player').waitFor();
    assert.equal(await button(ben, /bot|Free the seat|a seat/).count(), 0); // only the host arranges
    await giveToBot(ann, 3, 'Novice');
    await ann.axe('the host’s waiting room');
    assert.equal(ann.table().status, 'open'); // a table of friends starts when somebody says so
    await button(ann, 'Remove a seat').click();
    await ann.page.getByRole('button', {name: 'Remove a seat', disabled: true}).waitFor(); // down to two, of which both are taken
    assert.equal(ann.table().players, 2);
    await button(ben, 'Start the game').click();
    await ann.page.locator('.felt').waitFor();
    await leave(ann, ben);
});

testInDepth('a seat that is taken cannot be removed: the host is told what to do', async () => {
    const [ann, ben] = [await come(), await come({settings: {name: 'Ben', look: 3}})];
    const url = await openForFriends(ann, 'scout', 3, 'Ann');
    await ben.page.goto(url);
    await button(ben, 'Sit here: Seat 3').click();
    await row(ann, 3).getByText('Ben').waitFor();
    await button(ann, 'Remove a seat').click();
    await ann.page.locator('.problem', {hasText: 'That did not work'}).waitFor();
    assert.equal(ann.table().players, 3);
    await leave(ann, ben);
});

test('somebody whom the host takes off the table reads why, watches, and can sit down again', async () => {
    const [ann, ben] = [await come(), await come({size: sizes.phone})];
    const url = await openForFriends(ann, 'bannish', 3, 'Ann');
    await sitDown(ben, url, 'Ben');
    await button(ann, 'Free the seat of Ben').click();
    await button(ann, 'Keep').click();
    assert.equal(ben.table().you, 1);
    await button(ann, 'Free the seat of Ben').click();
    await button(ann, 'Take off').click();
    await ben.page.getByText('The host has taken you off this table.').waitFor();
    await ben.axe('taken off the table');
    await row(ann, 2).getByText('free').waitFor();
    await ben.page.reload(); // the key is gone too: this is no trouble
    await button(ben, 'Sit here: Seat 2').click();
    await button(ben, 'Stand up').waitFor();
    assert.equal(await ben.page.getByText('The host has taken you off this table.').count(), 0);
    await leave(ann, ben);
});

testInDepth('who is taken off while away finds out on the way back', async () => {
    const [ann, ben] = [await come(), await come()];
    const url = await openForFriends(ann, 'bannish', 3, 'Ann');
    await sitDown(ben, url, 'Ben');
    await ben.page.goto(server.url);
    await row(ann, 2).getByText('away').waitFor();
    await ann.page.getByText('Ben is away.').waitFor();
    await button(ann, 'Free the seat of Ben').click();
    await button(ann, 'Take off').click();
    await row(ann, 2).getByText('free').waitFor();
    await ben.page.goto(url);
    await ben.page.getByText('or the host freed the seat').waitFor();
    await button(ben, 'Watch').click();
    await button(ben, 'Sit here: Seat 2').waitFor();
    await leave(ann, ben);
});

testInDepth('when the host leaves, the next one arranges the table', async () => {
    const [ann, ben] = [await come(), await come()];
    await sitDown(ben, await openForFriends(ann, 'scout', 3, 'Ann'), 'Ben');
    await button(ann, 'Stand up').click();
    await row(ben, 2).getByText('host, you').waitFor();
    await button(ann, 'Sit here: Seat 1').waitFor();
    assert.equal(await ann.page.getByText('taken you off').count(), 0); // that was Ann's own wish
    await giveToBot(ben, 1, 'Master');
    await leave(ann, ben);
});

test('the host changes options, clock, hints and talk; others read them', async () => {
    const [ann, ben] = [await come(), await come()];
    const url = await openForFriends(ann, 'sparrows', 2, 'Ann');
    await sitDown(ben, url, 'Ben');
    for (const {page} of [ann, ben]) await page.getByText('Table options').click();
    const reads = async (title, words) => {
        await ben.page.locator('.option-list div', {hasText: title}).getByText(words).waitFor();
        const {event} = ben.table();
        await ann.until((table) => table.event >= event); // what comes now would undo her next change for a moment
    };
    await ann.page.getByLabel('Points that end the game').fill('120');
    await ann.page.getByLabel('Points that end the game').press('Enter');
    await reads('Points that end the game', '120');
    await ann.page.getByRole('group', {name: 'Bonus bids and late bids'}).getByLabel('yes').check();
    await reads('Bonus bids and late bids', 'yes');
    await ann.page.getByLabel('30 s a move').check();
    await reads('Time per move', 'Every move has 30 s. If that is not enough, everybody has a reserve of 1 min for the whole game.');
    await ann.page.getByLabel('Allow hints').uncheck();
    await reads('Allow hints', 'no');
    await ann.page.getByLabel('Spectators may chat').uncheck();
    await reads('Spectators may chat', 'no');
    const {options, clock, hints, watchers_talk: talk} = ben.table();
    assert.deepEqual({options, hints, talk}, {options: {target: '120', upgrades: 'on'}, hints: false, talk: false});
    assert.deepEqual([clock.move, clock.bank], [30_000, 60_000]);
    await ann.page.getByLabel('Points that end the game').fill('-5');
    await ann.page.getByLabel('Points that end the game').press('Enter');
    await ann.page.locator('.problem', {hasText: 'That did not work'}).waitFor();
    await becomes(ann.page, () => document.querySelector('.room-options [name=target]').value === '120'); // as it is
    assert.equal(await ben.page.locator('.room-options input').count(), 0);
    await ann.axe('options of the host');
    await ben.axe('options of the others');
    await leave(ann, ben);
});

test('people are asked once for a name and an emblem, which everybody sees and which can change', async () => {
    const [ann, ben] = [await come({size: sizes.phone}), await come({size: sizes.phone})];
    await ann.page.goto(`${server.url}/new/scout`);
    await ann.page.getByLabel('With friends').check();
    await ann.page.locator('[data-do=open]').click();
    await ann.page.getByLabel('Your name').fill('A name that is far too long to fit');
    await ann.page.getByText('This name is too long').waitFor();
    await ann.page.getByLabel('Your name').fill('bot:club');
    await ann.page.locator('[data-do=who]').click();
    await ann.page.locator('dialog .problem').waitFor(); // the server's refusal, while one can still do better
    await ann.page.getByLabel('Your name').fill('Ann');
    await ann.page.getByLabel('Top hat').check();
    await ann.axe('who are you');
    await ann.page.locator('[data-do=who]').click();
    await button(ann, 'Stand up').waitFor();
    assert.equal(ann.table().seats[0].look, 5);
    const url = ann.page.url();
    await ben.page.goto(url);
    await button(ben, 'Sit here: Seat 2').click();
    await ben.page.getByLabel('Your name').fill('Ben');
    assert.ok(await ben.page.getByLabel('Top hat: Ann has it').isDisabled());
    await ben.page.getByLabel('Kitten').check();
    await ben.page.locator('[data-do=who]').click();
    await row(ann, 2).getByText('Ben').waitFor();
    await button(ben, 'Change name and emblem').click();
    await ben.page.getByLabel('Your name').fill('Benno');
    await ben.page.getByLabel('Mushroom').check();
    await ben.page.locator('[data-do=who]').click();
    await row(ann, 2).getByText('Benno').waitFor();
    assert.equal(ann.table().seats[1].look, 11);
    await ben.page.locator('dialog.who').waitFor({state: 'detached'}); // his own page knows that it is so
    await ben.page.goto(`${server.url}/new/bannish`); // known from now on
    await ben.page.getByText('You play as Benno').waitFor();
    await ben.page.locator('[data-do=open]').click();
    await turn(ben.page);
    assert.deepEqual([ben.table().seats[0].name, ben.table().seats[0].look], ['Benno', 11]);
    await ann.leave(/status of 400/); // Chromium's remark about the refusal
    await ben.leave();
});

testInDepth('bots ask nobody for a name, and nobody is called Guest', async () => {
    const ann = await come({settings: {name: 'Guest'}}); // as older pages stored it
    await ann.page.goto(`${server.url}/new/bannish`);
    await ann.page.locator('[data-do=open]').click();
    await turn(ann.page);
    assert.equal(ann.table().seats[0].name, 'You');
    assert.equal(await button(ann, 'React').count(), 0); // nobody would see it
    await ann.page.goto(`${server.url}/new/bannish`);
    await ann.page.getByLabel('With friends').check();
    await ann.page.locator('[data-do=open]').click();
    await ann.page.locator('dialog.who').waitFor();
    await ann.leave();
});

test('the waiting room fits a phone, with five seats and all that the host can do', async () => {
    for (const theme of scaled(['dark'], ['dark'], ['light', 'dark'])) {
        const ann = await come({size: {width: 390, height: 844}, theme});
        await openForFriends(ann, 'scout', 5, 'Ann');
        await ann.shot(`friends-room-${theme}`);
        const {low, wide} = await ann.page.evaluate(() => ({
            low: Math.max(...[...document.querySelectorAll('.room .panel')].filter((panel) => panel.checkVisibility()).map((panel) => panel.getBoundingClientRect().bottom)),
            wide: document.documentElement.scrollWidth,
        }));
        assert.ok(low <= 844, `ends at ${low}`);
        assert.ok(wide <= 390, `${wide} wide`);
        await ann.axe(`waiting room ${theme}`, {always: true});
        await ann.leave();
    }
});

test('people talk in the waiting room; a closed drawer shows the newest line and how many are new', async () => {
    const [ann, ben] = [await come(), await come({size: sizes.phone})];
    await sitDown(ben, await openForFriends(ann, 'scout', 3, 'Ann'), 'Ben');
    const news = await watch(ben.page, () => document.querySelector('.chat-news').textContent);
    await say(ann, 'hello there');
    await ben.page.locator('.unread').getByText('1', {exact: true}).waitFor();
    await ben.axe('a line over the room');
    await ben.page.evaluate(() => new MutationObserver(() => document.querySelector('.chat-news button')?.click())
        .observe(document.querySelector('.chat-news'), {subtree: true, childList: true, characterData: true}));
    await say(ann, 'are you ready?'); // a tap on this one opens the drawer
    await ben.page.locator('.chat').getByText('hello there').waitFor();
    assert.deepEqual((await news()).filter((line) => line !== ''), ['Ann hello there', 'Ann are you ready?']);
    assert.equal(await ben.page.locator('.chat .speaker .emblem').count(), 2);
    await ben.page.locator('.unread').waitFor({state: 'detached'});
    await button(ben, 'Close').click();
    await ben.page.reload();
    await button(ben, 'Stand up').waitFor();
    await say(ann, 'third');
    await ben.page.locator('.unread').getByText('1', {exact: true}).waitFor(); // what was read stays read
    await leave(ann, ben);
});

testInDepth('a long line is counted and never cut', async () => {
    const [ann, ben] = [await come(), await come()];
    await sitDown(ben, await openForFriends(ann, 'scout', 2, 'Ann'), 'Ben');
    const field = ann.page.getByLabel('Say something');
    const most = 'ü'.repeat(140); // 280 bytes
    await field.fill('x'.repeat(200));
    assert.equal(await ann.page.locator('.chat-count').count(), 0);
    await field.fill(`${most}!`);
    await ann.page.getByText('281 of 280').waitFor();
    await button(ann, 'Send').click();
    await ann.page.getByText('This is too long. Shorten it, then send it.').waitFor();
    assert.equal(await field.inputValue(), `${most}!`);
    await field.fill(most);
    await ann.page.getByText('280 of 280').waitFor();
    await button(ann, 'Send').click();
    await ben.page.locator('.chat').getByText(most, {exact: true}).waitFor();
    await taken(ann);
    await leave(ann, ben);
});

testInDepth('what is typed while a line is on its way stays', async () => {
    const ann = await Visitor.come(browser, server);
    const held = [];
    let said = false, pass;
    await ann.page.routeWebSocket(/play/, (socket) => {
        const far = socket.connectToServer();
        socket.onMessage((text) => {
            said ||= text.startsWith('{"type":"chat"');
            far.send(text);
        });
        far.onMessage((text) => (said ? held.push(text) : socket.send(text)));
        pass = () => held.forEach((text) => socket.send(text));
    });
    await openForFriends(ann, 'scout', 3, 'Ann');
    await send(ann, 'one');
    await ann.page.getByLabel('Say something').fill('two');
    pass();
    await ann.page.locator('.chat').getByText('one').waitFor();
    assert.equal(await ann.page.getByLabel('Say something').inputValue(), 'two');
    await ann.leave();
});

testInDepth('watchers talk under their names where the table allows it', async () => {
    const [ann, guest] = [await come(), await come()];
    const url = await openForFriends(ann, 'scout', 2, 'Ann');
    await guest.page.goto(url);
    await send(guest, 'may I watch?');
    await guest.page.getByLabel('Your name').fill('Gwen');
    await guest.page.locator('[data-do=who]').click();
    await ann.page.locator('.chat').getByText('may I watch?').waitFor();
    assert.match(await ann.page.locator('.chat li').textContent(), /Gwen \(watching\) may I watch\?/);
    await taken(guest);
    await say(guest, 'thank you'); // nobody is asked twice
    await ann.page.locator('.chat').getByText('thank you').waitFor();
    await ann.page.getByText('Table options').click();
    await ann.page.getByLabel('Spectators may chat').uncheck();
    await guest.page.getByText('Only players can talk at this table.').waitFor();
    assert.equal(await guest.page.getByLabel('Say something').count(), 0);
    await leave(ann, guest);
});

test('a reaction floats at the sender’s seat for a moment, and is announced', async () => {
    const [ann, ben] = [await come({size: sizes.phone}), await come()];
    await sitDown(ben, await openForFriends(ann, 'scout', 2, 'Ann'), 'Ben');
    await button(ann, 'Start the game').click();
    await ben.page.locator('.felt').waitFor();
    await ann.page.locator('.playing > .side-column').waitFor({state: 'attached'}); // with it comes what draws reactions
    await button(ben, 'React').click();
    await ben.page.locator('.reactions button:focus').waitFor();
    await ben.axe('reactions');
    assert.equal(await ben.page.locator('.reactions button').count(), 8);
    const floated = await watch(ann.page, () => {
        const floating = document.querySelector('.floating');
        const told = document.body.textContent.includes('Ben laughs.');
        return [floating?.closest('[data-spot]').dataset.spot ?? '', floating?.dataset.reaction ?? '', told].join(' ');
    });
    await ben.page.keyboard.press('ArrowRight');
    await ben.page.keyboard.press('Enter');
    await ben.page.locator('.reactions').waitFor({state: 'detached'});
    await reached(ann, 'reaction');
    await ann.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))); // it is drawn
    await ann.page.locator('.floating').waitFor({state: 'detached'}); // it goes by itself
    const notes = await floated();
    assert.ok(notes.includes('seat-1 laugh true'), notes.join('; '));
    assert.equal(notes.at(-1), '  false');
    await button(ann, 'React').click();
    await ann.page.keyboard.press('Escape');
    await ann.page.locator('.reactions').waitFor({state: 'detached'});
    await leave(ann, ben);
});

test('who has left is said to have left, and the game goes on', async () => {
    const [ann, ben] = [await come(), await come()];
    await sitDown(ben, await openForFriends(ann, 'scout', 2, 'Ann'), 'Ben');
    await button(ann, 'Start the game').click();
    await ben.page.locator('.felt').waitFor();
    await button(ben, 'Leave the table').click();
    await button(ben, 'Leave the table').click();
    await ann.page.locator('.seat', {hasText: 'Ben'}).getByText('has left, a bot plays').waitFor();
    assert.equal(await playFromList(ann.page, {most: 3}), 3);
    await leave(ann, ben);
});

test('a slow game says so, and its clock counts days', async () => {
    const [ann, ben] = [await come(), await come()];
    await ann.page.goto(`${server.url}/new/scout`);
    await ann.page.getByLabel('With friends').check();
    await ann.page.locator('[name=players][value="2"]').check();
    await ann.page.getByText('More options').click();
    await ann.page.getByLabel('3 days a move').check();
    await ann.page.getByText('A slow game: everybody has 3 days for each move').waitFor();
    await ann.page.locator('[data-do=open]').click();
    await ann.page.getByLabel('Your name').fill('Ann');
    await ann.page.locator('[data-do=who]').click();
    await button(ann, 'Stand up').waitFor();
    await sitDown(ben, ann.page.url(), 'Ben');
    await button(ann, 'Start the game').click();
    await turn(ann.page);
    await ann.page.locator('.seat.own .clock', {hasText: /^(3 d 0 h|2 d 23 h)$/}).waitFor();
    await ben.page.goto(server.url); // away, and nobody takes the seat
    await ann.page.locator('.seat', {hasText: 'Ben'}).getByText('away').waitFor();
    assert.equal(ann.table().seats[1].bot, undefined);
    await leave(ann, ben);
});
