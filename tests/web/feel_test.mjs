// How the table feels: keys and where the focus is, the enlarged card, sorted hands, sounds, moves that are made or planned
// without a click, and that everything is told once.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {becomes, house, listMove, openMoves, sitDown, testInDepth, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

const focused = (page) => page.evaluate(() => ({
    action: document.activeElement.dataset.action, felt: document.activeElement.closest('.felt') !== null, tag: document.activeElement.className,
}));

// ---- keys ----

test('arrows go from choice to choice, Enter plays, and the focus stays with the cards', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    for (let move = 0; move < 4; move++) {
        await ann.alone();
        const {legal} = ann.table();
        if (move === 0) await page.keyboard.press('ArrowRight');
        await page.locator('.felt [data-action]:focus').waitFor(); // after a move without any key
        const reached = new Set();
        for (let steps = 0; steps < legal.length; steps++) {
            reached.add((await focused(page)).action);
            await page.keyboard.press('ArrowRight');
        }
        assert.deepEqual([...reached].sort(), [...legal].sort());
        const before = ann.table().move;
        await page.keyboard.press('Enter');
        await ann.until(({move: now}) => now !== before);
    }
    await ann.leave();
});

test('a row of cards is one stop of the Tab key, up and down go to what lies there', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('sparrows', 3, {prepared: 4});
    await turn(page);
    await page.locator('.bids .bid[tabindex="0"]').first().waitFor();
    assert.equal(await page.locator('.bids .bid[tabindex="0"]').count(), 1);
    await page.locator('.bids .bid').first().focus();
    await page.keyboard.press('ArrowDown');
    const below = await page.evaluate(() => {
        const [first] = document.querySelectorAll('.bids .bid');
        return document.activeElement.getBoundingClientRect().top > first.getBoundingClientRect().bottom;
    });
    assert.ok(below);
    assert.equal(await page.locator('.bids .bid[tabindex="0"]:focus').count(), 1);
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('.bids :focus').count(), 0, 'the next Tab leads out');
    await ann.leave();
});

test('a digit chooses the card that shows it, 0 presses the button of the move, Escape clears', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('bridesmaid', 3, {prepared: 3});
    await ann.alone();
    const {legal} = ann.table();
    const count = legal[0].split(' ').length - 1;
    await page.keyboard.press('2');
    const second = page.locator('.bm-fan [data-number="2"]');
    assert.equal(await second.getAttribute('aria-pressed'), 'true');
    assert.equal(await second.evaluate((card) => getComputedStyle(card, '::before').content), '"2"');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.bm-fan [aria-pressed=true]').count(), 0);
    for (let digit = 1; digit <= count; digit++) await page.keyboard.press(String(digit));
    assert.equal(await page.locator('.bm-fan [aria-pressed=true]').count(), count);
    await page.keyboard.press('0');
    await ann.until(({move}) => move === 1);
    await ann.leave();
});

testInDepth('keys 1 to 9 can be switched off; a held key is one choice', async () => {
    const ann = await Visitor.come(browser, server, {settings: {keys: false}});
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    await page.keyboard.press('1');
    await page.keyboard.press('?');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.equal(ann.table().move, 0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.down('Enter');
    await ann.until(({move}) => move === 1);
    await turn(page);
    await page.locator('.felt [data-action]:focus').waitFor();
    await page.keyboard.down('Enter'); // held: the browser repeats it
    await page.keyboard.up('Enter');
    assert.ok(!ann.frames.some(({way, text}) => way === 'out' && text.includes('"move":1') && text.includes('"do"')));
    await ann.leave();
});

testInDepth('Escape takes a choice back that waits to be confirmed, and the focus returns to the card', async () => {
    const ann = await Visitor.come(browser, server, {settings: {confirm: true}});
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    await page.keyboard.press('ArrowRight');
    const {action} = await focused(page);
    await page.keyboard.press('Enter');
    await page.locator('[data-do=confirm]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator(`.felt [data-action="${action}"]:focus`).waitFor();
    assert.equal(ann.table().move, 0);
    await page.keyboard.press('Enter');
    await page.locator('[data-do=confirm]:focus').waitFor();
    await page.keyboard.press('Enter');
    await ann.until(({move}) => move === 1);
    await turn(page);
    await page.locator('.felt [data-action]:focus').waitFor();
    await ann.leave();
});

testInDepth('? shows the keys', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('scout', 3);
    await turn(ann.page);
    await ann.page.keyboard.press('?');
    await ann.page.getByRole('dialog', {name: 'Keys at the table'}).waitFor();
    await ann.axe('the keys');
    await ann.shot('keys');
    await ann.page.keyboard.press('Escape');
    assert.equal(await ann.page.locator('dialog[open]').count(), 0);
    await ann.leave();
});

// ---- sound, vibration, title, notifications ----

// Notes sounds, vibrations and notifications instead of making them. Runs in the page, before everything else.
function listen() {
    globalThis.noted = [];
    const note = (what) => {
        globalThis.noted.push(what);
        document.documentElement.dataset.noted = globalThis.noted.join('; ');
    };
    globalThis.AudioContext = class extends AudioContext {
        constructor() {
            super();
            const tell = () => { document.documentElement.dataset.audio = this.state; };
            this.addEventListener('statechange', tell);
            tell();
        }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        note(`tone ${Math.round(this.frequency.value)}`);
        return start.apply(this, when);
    };
    navigator.vibrate = (ms) => note(`vibrate ${ms}`);
    globalThis.Notification = class {
        static permission = 'default';
        static requestPermission() {
            this.permission = globalThis.answer ?? 'granted';
            return Promise.resolve(this.permission);
        }
        constructor(title, {body}) {
            note(`notification ${title}: ${body}`);
        }
        close() {}
    };
}

const noted = (page) => page.evaluate(() => globalThis.noted);

test('sounds are on from the first touch, your turn sounds and vibrates, and a switch in sight silences them', async () => {
    const ann = await Visitor.come(browser, server, {settings: {sound: undefined}});
    const {page} = ann;
    await page.addInitScript(listen);
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    assert.deepEqual((await noted(page)).filter((what) => what.startsWith('tone')), [], 'nothing before the first touch');
    const sound = page.getByRole('button', {name: 'Sound'});
    assert.equal(await sound.getAttribute('aria-pressed'), 'true');
    await page.locator('h1').click();
    await page.locator('html[data-audio=running]').waitFor(); // a browser takes a moment for that
    await page.locator('.felt [data-action]').first().click();
    await ann.until(({move}) => move === 1);
    await ann.alone();
    await page.locator('html[data-noted*="tone 587"][data-noted*="vibrate 60"]').waitFor();
    await sound.click();
    assert.equal(await sound.getAttribute('aria-pressed'), 'false');
    const before = await noted(page);
    await page.locator('.felt [data-action]').first().click();
    await ann.until(({move}) => move === 2);
    await ann.alone();
    assert.deepEqual((await noted(page)).slice(before.length).filter((what) => what.startsWith('tone')), []);
    await page.reload();
    await turn(page);
    assert.equal(await sound.getAttribute('aria-pressed'), 'false', 'it is remembered');
    await ann.leave();
});

test('the title says that it is your turn', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    await becomes(ann.page, () => document.title === '● Your turn – BANNISH');
    await ann.leave();
});

test('a hidden tab notifies those who asked for it; a browser that refuses is told', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await page.addInitScript(listen);
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    const settings = page.getByRole('button', {name: 'Settings'});
    const wish = page.getByRole('group', {name: /^Notify you/});
    await settings.click();
    await page.evaluate(() => { globalThis.answer = 'denied'; });
    await wish.getByLabel('on', {exact: true}).click();
    await page.getByText('Your browser does not allow this page to notify you.').waitFor();
    await wish.locator('label:has(:checked)', {hasText: /^off$/}).waitFor();
    await page.evaluate(() => { globalThis.answer = 'granted'; });
    await wish.getByLabel('on', {exact: true}).click();
    await wish.locator('label:has(:checked)', {hasText: /^on$/}).waitFor();
    await page.getByRole('button', {name: 'Done'}).click();
    await page.evaluate(() => Object.defineProperty(document, 'hidden', {value: true, configurable: true}));
    await page.locator('.felt [data-action]').first().click();
    await ann.until(({move}) => move === 1);
    await page.locator('html[data-noted*="notification BANNISH: It is your turn."]').waitFor();
    await ann.leave();
});

// ---- moves that come by themselves ----

// Plays until only one move is legal, with cards that the layout has.
async function untilForced(ann) {
    for (;;) {
        await ann.alone();
        const {legal, move} = ann.table();
        if (legal.length === 1) return move;
        await ann.page.locator('.felt [data-action]').first().click();
        await ann.until(({move: now}) => now !== move);
    }
}

// Keeps timers of one to four seconds until release() is called, so that a slow test is no slower than the page; the
// page's element tells how many are kept. Runs in the page.
function holdTimers() {
    const {setTimeout: start, clearTimeout: stop} = globalThis;
    globalThis.held = [];
    const tell = () => { document.documentElement.dataset.held = Object.keys(globalThis.held).length; };
    globalThis.setTimeout = (what, ms, ...more) => {
        if (!(ms >= 1000 && ms <= 4000)) return start(what, ms, ...more);
        const id = -globalThis.held.push({what, ms});
        tell();
        return id;
    };
    globalThis.clearTimeout = (id) => {
        if (!(id < 0)) return stop(id);
        delete globalThis.held[-id - 1];
        return tell();
    };
    globalThis.release = () => {
        globalThis.held.splice(0).forEach((timer) => timer?.what());
        tell();
    };
}

// Plays the first card until one is the only legal one, after this many moves; the bar then says that it comes, and
// a little later, once that is drawn, its time begins.
async function untilComing(ann, after) {
    for (;;) {
        await ann.page.locator('.bar.due :is(.moves, [data-do=stop])').first().waitFor();
        await ann.until(({seats, you}) => seats.every(({waiting}, seat) => waiting === (seat === you)));
        const {legal, move} = ann.table();
        if (legal.length === 1 && move >= after) return ann.page.locator('html[data-held]:not([data-held="0"]) .coming').waitFor();
        await ann.page.locator('.felt [data-action]').first().click();
        await ann.until(({move: now}) => now !== move);
    }
}

test('the only legal card is played by itself after a moment, which can be stopped', async () => {
    const ann = await Visitor.come(browser, server, {settings: {forced: true}});
    const {page} = ann;
    await page.addInitScript(holdTimers);
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await untilComing(ann, 0);
    await page.mouse.move(2, 2); // else Escape closes the card that is enlarged under it
    await page.locator('.enlarged').waitFor({state: 'hidden'});
    const {move} = ann.table();
    assert.match(await page.locator('.coming [role=status]').textContent(), /^The only move: Play/);
    assert.ok(await page.evaluate(() => globalThis.held.some((timer) => timer?.ms > 1000)), 'never in the first second');
    await ann.axe('a move that comes by itself');
    await page.keyboard.press('Escape');
    await page.locator('.bar.due .moves').waitFor(); // it is yours again
    await page.evaluate(() => globalThis.release());
    assert.ok(!ann.frames.some(({way, text}) => way === 'out' && text.includes('"do":') && text.includes(`"move":${move},`)), 'it was stopped');
    await page.locator('.felt [data-action]').first().click();
    await ann.until(({move: now}) => now > move);
    await untilComing(ann, move + 1);
    const alone = ann.table();
    await page.evaluate(() => globalThis.release());
    await ann.until(({move: now}) => now > alone.move);
    const sent = ann.frames.filter(({way, text}) => way === 'out' && text.includes('"do":') && text.includes(`"move":${alone.move},`));
    assert.deepEqual(sent.map(({text}) => JSON.parse(text).do), alone.legal);
    await ann.leave();
});

testInDepth('nothing is played by itself where that is switched off, nor in a tutorial', async () => {
    const ann = await Visitor.come(browser, server, {settings: {forced: false}});
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await untilForced(ann);
    assert.equal(await ann.page.locator('.coming').count(), 0);
    await ann.leave();
    const ben = await Visitor.come(browser, server, {settings: {forced: true}});
    await ben.page.goto(`${server.url}/tutorial/bridesmaid`);
    await ben.page.locator('.coach [data-do=next]').click();
    assert.equal(await ben.page.locator('.coming').count(), 0);
    await ben.leave();
});

// ---- moves that are planned ----

// Two people at a table of three with a bot; whose turn it is is told by their pages.
async function meet(game, players, settings, prepared) {
    const ann = await Visitor.come(browser, server, {settings});
    const ben = await Visitor.come(browser, server, {settings});
    const opened = await server.open({game, players, name: 'Ann', bots: ['', '', ...Array(players - 2).fill('novice')], prepared});
    await ann.goTo(opened, game, 'Ann');
    await ann.page.locator('.room').waitFor();
    await sitDown(ben, `${server.url}/table/${opened.table}`, 'Ben');
    await ben.page.getByRole('button', {name: 'Stand up'}).waitFor();
    await ann.page.getByRole('button', {name: 'Start the game'}).click();
    await ann.page.locator('.felt').waitFor();
    await ben.page.locator('.felt').waitFor();
    return {ann, ben};
}

// The choices that were sent with this number.
const sentAt = ({frames}, number) => frames.filter(({way, text}) => way === 'out' && text.includes('"do":') && JSON.parse(text).move === number);

test('a card can be planned before your turn: it is sent when the turn comes and not before, or dropped with a note', async () => {
    const {ann, ben} = await meet('bannish', 2 + 1, {premoves: true});
    const both = [ann, ben];
    const outcome = {sent: 0, dropped: 0};
    for (let turns = 0; turns < 40 && !(outcome.sent && outcome.dropped); turns++) {
        const heard = Math.max(...both.map((one) => one.table().event)); // one of them may hear of it later than the other
        for (const one of both) await one.until(({event, seats}) => event >= heard && seats.some(({waiting, kind}) => waiting && kind === 'person'));
        const {seats, view: {phase, trick}} = ann.table();
        const [now, other] = seats[0].waiting ? [ann, ben] : [ben, ann];
        const {legal, move: mine} = now.table();
        const {move: before, you, view} = other.table();
        // Unless somebody ends the trick by a card that lies there, the other has a turn in it.
        const card = legal.find((action) => !trick.cards.some((played) => action === `play ${played.card}`)) ?? legal[0];
        const comes = phase === 'play' && !trick.cards.some(({seat, card: lies}) => seat === you || card === `play ${lies}`);
        const colour = trick.lead ?? card.split(' ')[1][0];
        const {hand} = view.seats[you];
        const follows = hand.filter((one) => one[0] === colour), strays = hand.filter((one) => one[0] !== colour);
        const [planned] = !comes ? [] : outcome.sent === 0 ? [...follows, ...strays] : follows.length > 0 ? strays : [];
        const plan = planned && `play ${planned}`;
        if (plan) {
            await other.page.locator(`.felt.planning [data-action="${plan}"]`).first().click();
            await other.page.locator('.coming [role=status]', {hasText: /^Planned: Play/}).waitFor();
        }
        await now.page.locator(`.felt:not(.planning) [data-action="${card}"]`).first().click();
        await now.until(({move}) => move !== mine);
        if (!plan) continue;
        await other.until(({seats: all, move}) => move > before || all[you].waiting);
        const tables = other.frames.filter(({way, text}) => way === 'in' && text.startsWith('{"type":"table"'));
        const turn = tables.find(({text}) => JSON.parse(text).move === before && JSON.parse(text).seats[you].waiting);
        if (JSON.parse(turn.text).legal.includes(plan)) {
            await other.until(({move}) => move > before);
            const sent = sentAt(other, before);
            assert.deepEqual(sent.map(({text}) => JSON.parse(text).do), [plan]);
            assert.ok(other.frames.indexOf(sent[0]) > other.frames.indexOf(turn), 'nothing is sent early');
            outcome.sent++;
        } else {
            await other.page.locator('.bar-note', {hasText: /not possible/}).waitFor();
            assert.equal(await other.page.locator('.coming').count(), 0);
            assert.deepEqual(sentAt(other, before), []);
            outcome.dropped++;
        }
    }
    assert.ok(outcome.sent > 0 && outcome.dropped > 0, JSON.stringify(outcome));
    await ann.leave();
    await ben.leave();
});

// ---- a card, enlarged ----

const enlarged = (page) => page.locator('.enlarged');
const largeWords = async (page) => (await page.locator('.enlarged p').allTextContents()).join('; ');

test('a card under a resting mouse is enlarged with its words, covers no other choice, and goes when the mouse goes', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('belle', 3, {prepared: 5});
    await turn(page);
    const card = page.locator('.line-1 .card').first();
    await card.hover();
    await enlarged(page).waitFor();
    assert.equal(await largeWords(page), await card.getAttribute('aria-label'));
    const {large, small, on} = await page.evaluate(() => {
        const box = document.querySelector('.enlarged').getBoundingClientRect();
        const first = document.querySelector('.line-1 .card').getBoundingClientRect();
        const choices = [...document.querySelectorAll('.felt button.lit, .bar button')].map((one) => one.getBoundingClientRect());
        const meets = (one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top;
        return {large: document.querySelector('.enlarged svg').getBoundingClientRect().width, small: first.width, on: choices.filter(meets).length};
    });
    assert.ok(large > small * 1.5, `${large} is not large beside ${small}`);
    assert.equal(on, 0, 'it lies on no choice');
    await ann.shot('enlarged');
    await page.mouse.move(2, 2);
    await enlarged(page).waitFor({state: 'detached'});
    await ann.leave();
});

testInDepth('+ enlarges by keyboard, arrows show all other cards, Escape closes, and nothing is played', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('belle', 3, {prepared: 5});
    await turn(page);
    await page.keyboard.press('ArrowRight');
    const focus = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    await page.keyboard.press('+');
    await enlarged(page).waitFor();
    const seen = [await largeWords(page)];
    assert.equal(seen[0], focus);
    for (let n = 0; n < 5; n++) {
        await page.keyboard.press('ArrowRight');
        seen.push(await largeWords(page));
    }
    assert.equal(new Set(seen).size, 6);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), focus, 'the focus stays');
    await page.keyboard.press('Escape');
    await enlarged(page).waitFor({state: 'detached'});
    assert.equal(ann.table().move, 0);
    await ann.leave();
});

test('a finger that holds a card reads it, and letting go does not play it; a tap does', async () => {
    const ann = await Visitor.come(browser, server, {size: {width: 390, height: 844}});
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    const card = page.locator('.bn-hand button.card').first();
    const {x, y, width, height} = await card.boundingBox();
    const touch = await ann.context.newCDPSession(page);
    const send = (type, points) => touch.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    await send('touchStart', [{x: x + width / 2, y: y + height / 2}]);
    await enlarged(page).waitFor();
    await send('touchEnd', []);
    await enlarged(page).waitFor({state: 'detached'});
    assert.equal(ann.table().move, 0);
    await card.click();
    await ann.until(({move}) => move === 1);
    await ann.leave();
});

// ---- sorted hands ----

const inHand = (page, selector = '[data-sort]') => page.locator(selector).evaluateAll((all) => all.map((one) => one.dataset.sort.split('#')[0]));

test('a hand is sorted as you like, by dragging too, and every game remembers how', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    await ann.alone();
    const number = (card) => Number(card[1]);
    const bySuit = await inHand(page);
    await page.getByLabel('Sort your hand').selectOption({label: 'by number'});
    const byNumber = await inHand(page);
    assert.deepEqual(byNumber.map(number), bySuit.map(number).sort((one, other) => one - other));
    assert.notDeepEqual(byNumber, bySuit);
    const cards = page.locator('[data-sort]');
    const [from, to] = [await cards.first().boundingBox(), await cards.nth(3).boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width * 0.8, to.y + to.height / 2, {steps: 5});
    await page.mouse.up();
    const [first, ...rest] = byNumber;
    const dragged = [...rest.slice(0, 3), first, ...rest.slice(3)];
    assert.deepEqual(await inHand(page), dragged);
    assert.equal(ann.table().move, 0, 'a drag plays nothing');
    assert.equal(await page.getByLabel('Sort your hand').inputValue(), 'own');
    const lit = page.locator('button[data-sort]').first();
    await lit.focus();
    const key = await lit.getAttribute('data-sort');
    const before = (await inHand(page)).length && (await cards.evaluateAll((all, wanted) => all.findIndex((one) => one.dataset.sort === wanted), key));
    await page.keyboard.press(before === 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
    const after = await cards.evaluateAll((all, wanted) => all.findIndex((one) => one.dataset.sort === wanted), key);
    assert.equal(Math.abs(after - before), 1);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.sort), key, 'the focus goes with the card');
    const now = await inHand(page);
    await page.reload();
    await turn(page);
    assert.deepEqual(await inHand(page), now);
    await ann.leave();
});

testInDepth('the hands of Bridesmaid, Sparrows and Belle can be sorted, on a phone too', async () => {
    const ann = await Visitor.come(browser, server, {size: {width: 390, height: 844}});
    const {page} = ann;
    const menu = page.getByLabel('Sort your hand');
    await ann.playAgainst('bridesmaid', 3, {prepared: 5});
    await turn(page);
    const rising = await inHand(page);
    await menu.selectOption({label: 'highest first'});
    assert.deepEqual(await inHand(page), rising.reverse());
    await ann.playAgainst('sparrows', 3, {prepared: 4});
    for (let cycle = 1; cycle < 4; cycle++) {
        await ann.until(({view, seats, you}) => view.cycle === cycle && seats[you].waiting);
        await turn(page);
        await page.locator('.felt [data-action=pass]').click();
    }
    await ann.until(({view}) => view.cycle === 4);
    const suits = (cards) => cards.map((card) => card[0]);
    await menu.selectOption({label: 'by suit'});
    const hand = suits(await inHand(page));
    assert.equal(hand.length, 4);
    assert.equal(new Set(hand).size, hand.filter((suit, at) => suit !== hand[at - 1]).length, 'each suit is in one piece');
    await ann.playAgainst('belle', 3, {prepared: 5});
    while (ann.table().view.seats[0].hand.length < 2) { // Step 1 would play one
        await ann.alone();
        const {legal, move} = ann.table();
        const wanted = legal.find((action) => /^invite B/.test(action)) ?? legal.find((action) => action === 'none') ?? legal[0];
        await openMoves(page);
        await page.locator(`.moves [data-action="${wanted}"]`).click();
        await ann.until(({move: now}) => now !== move);
    }
    const taken = await inHand(page);
    await menu.selectOption({label: 'by kind'});
    assert.deepEqual((await inHand(page)).sort(), taken.sort());
    await ann.leave();
});

testInDepth('SCOUT cannot be sorted: its rules forbid it', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('scout', 3);
    await turn(ann.page);
    assert.equal(await ann.page.getByLabel('Sort your hand').count(), 0);
    assert.equal(await ann.page.locator('[data-sort]').count(), 0);
    await ann.leave();
});

// ---- who did it, told once ----

test('the seat that acted lights up, and nothing moves for those who want no motion', async () => {
    for (const still of [false, true]) {
        const ann = await Visitor.come(browser, server, {still});
        const {page} = ann;
        await page.addInitScript(() => {
            globalThis.moved = [];
            const {animate} = Element.prototype;
            Element.prototype.animate = function (...how) {
                globalThis.moved.push(this.dataset.spot ?? 'card');
                return animate.apply(this, how);
            };
        });
        await ann.playAgainst('bannish', 3, {prepared: 17});
        await ann.alone();
        await page.locator('.felt [data-action]').first().click();
        await page.locator('.playing:has(.felt[data-move="1"]:not([data-staged=true])) .bar.due').waitFor();
        const moved = await page.evaluate(() => globalThis.moved);
        if (still) assert.deepEqual(moved, []);
        else assert.ok(['seat-2', 'card'].every((what) => moved.includes(what)), moved.join());
        await ann.leave();
    }
});

// In the usual run for games whose cards are chosen in one step and in several.
for (const [game, register] of [['bannish', test], ['belle', testInDepth], ['bridesmaid', testInDepth], ['scout', testInDepth], ['sparrows', testInDepth]])
    register(`${game} lights what may be chosen, and tells what happened in one place at a time`, async () => {
        const ann = await Visitor.come(browser, server);
        await ann.playAgainst(game, 3, {prepared: 7});
        for (let moves = 0; moves < 3; moves++) {
            await ann.alone();
            const {move} = ann.table();
            await listMove(ann.page, 1);
            await ann.until(({move: now}) => now !== move);
        }
        await ann.alone();
        const wrong = await ann.page.evaluate(() => [...document.querySelectorAll('.felt :is(button.card:not(.lit, .selected), span.card.lit, button.card.dimmed)')].filter((one) => !one.closest('.places, .prior-row, .bn-trick')).length);
        assert.equal(wrong, 0, 'what may be chosen is lit, and nothing else');
        for (const [width, height] of [[1440, 900], [390, 844], [844, 390]]) {
            await ann.page.setViewportSize({width, height});
            const places = await ann.page.evaluate(() => ['.latest', '.side-column .log', '.told', '.tells'].filter((one) => {
                const there = document.querySelector(one);
                return there?.checkVisibility() && there.textContent.trim() !== '';
            }));
            assert.ok(places.length <= 1, `${width}×${height}: ${places.join(' and ')}`);
        }
        await ann.leave();
    });

testInDepth('a lesson names the button that confirms, where moves are confirmed', async () => {
    const ann = await Visitor.come(browser, server, {settings: {confirm: true}});
    await ann.page.goto(`${server.url}/tutorial/scout`);
    const coach = ann.page.locator('.coach');
    await coach.waitFor();
    while (await coach.locator('[data-do=next]').count()) await coach.locator('[data-do=next]').click();
    assert.match(await coach.textContent(), /press “Confirm”/);
    await ann.leave();
});
