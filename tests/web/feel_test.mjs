// How the table feels: keys and where the focus is, the enlarged card, sorted hands, sounds, moves that are made or planned
// without a click, and that everything is told once.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, turn, Visitor} from './common.mjs';

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

test('keys 1 to 9 can be switched off; a held key is one choice', async () => {
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

test('Escape takes a choice back that waits to be confirmed, and the focus returns to the card', async () => {
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

test('? shows the keys', async () => {
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
    assert.equal(await ann.page.title(), '● Your turn – BANNISH');
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
    assert.ok(await wish.getByLabel('off').isChecked());
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

test('the only legal card is played by itself after a moment, which can be stopped', async () => {
    const ann = await Visitor.come(browser, server, {settings: {forced: true}});
    const {page} = ann;
    await ann.playAgainst('bannish', 3, {prepared: 17});
    const settled = page.locator('.bar.due').waitFor();
    await settled;
    for (;;) { // to the first forced card, which is stopped
        await page.locator('.bar.due :is(.moves, [data-do=stop])').first().waitFor();
        await ann.until(({seats, you}) => seats.every(({waiting}, seat) => waiting === (seat === you)));
        if (ann.table().legal.length === 1) break;
        const {move} = ann.table();
        await page.locator('.felt [data-action]').first().click();
        await ann.until(({move: now}) => now !== move);
    }
    const {move} = ann.table();
    const line = page.locator('.coming [role=status]');
    assert.match(await line.textContent(), /^The only move: Play/);
    await ann.axe('a move that comes by itself');
    await page.keyboard.press('Escape');
    await page.locator('.bar.due .moves').waitFor(); // it is yours again
    assert.equal(ann.table().move, move);
    await page.locator('.felt [data-action]').first().click();
    await ann.until(({move: now}) => now > move);
    while (ann.table().legal?.length !== 1 || ann.table().move <= move) { // the next one is let through
        await page.locator('.bar.due :is(.moves, [data-do=stop])').first().waitFor();
        await ann.until(({seats, you}) => seats.every(({waiting}, seat) => waiting === (seat === you)));
        if (ann.table().legal.length === 1) break;
        const {move: now} = ann.table();
        await page.locator('.felt [data-action]').first().click();
        await ann.until(({move: later}) => later !== now);
    }
    const alone = ann.table();
    await ann.until(({move: now}) => now > alone.move);
    const sent = ann.frames.filter(({way, text}) => way === 'out' && text.includes(`"move":${alone.move}`));
    assert.equal(sent.length, 1);
    assert.equal(JSON.parse(sent[0].text).do, alone.legal[0]);
    await ann.leave();
});

test('nothing is played by itself where that is switched off, nor in a tutorial', async () => {
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
    await ann.page.getByLabel('Your name').or(ann.page.locator('.room')).first().waitFor();
    await ben.page.goto(`${server.url}/table/${opened.table}`);
    await ben.page.getByLabel('Your name').fill('Ben');
    await ben.page.getByRole('button', {name: /^Sit here/}).first().click();
    await ben.page.getByRole('button', {name: 'Stand up'}).waitFor();
    await ann.page.getByRole('button', {name: 'Start the game'}).click();
    await ann.page.locator('.felt').waitFor();
    await ben.page.locator('.felt').waitFor();
    return {ann, ben};
}


test('a card can be planned before your turn: it is sent when the turn comes and not before, or dropped with a note', async () => {
    const {ann, ben} = await meet('bannish', 2 + 1, {premoves: true});
    const both = [ann, ben];
    const outcome = {sent: 0, dropped: 0};
    for (let turns = 0; turns < 40 && !(outcome.sent && outcome.dropped); turns++) {
        await Promise.race(both.map((one) => one.page.locator('.bar.due .moves').waitFor()));
        const now = both.find((one) => one.table().legal?.length > 0 && one.table().seats[one.table().you].waiting);
        if (!now) continue;
        const other = both.find((one) => one !== now);
        await other.until(({seats, you}) => !seats[you].waiting);
        const planned = other.page.locator('.felt.planning [data-action]');
        const many = other.table().view.phase === 'play' ? await planned.count() : 0;
        let plan;
        if (many > 0) {
            plan = await planned.nth(turns % many).getAttribute('data-action');
            await planned.nth(turns % many).click();
            await other.page.locator('.coming [role=status]').waitFor();
            assert.match(await other.page.locator('.coming [role=status]').textContent(), /^Planned: Play/);
            assert.ok(!other.frames.some(({way, text}) => way === 'out' && text.includes(`"move":${other.table().move},`) && text.includes('"do":')), 'nothing is sent early');
        }
        const before = other.table().move;
        const mine = now.table().move;
        await now.page.locator('.felt:not(.planning) [data-action]').first().click();
        await now.until(({move}) => move !== mine);
        if (plan === undefined) continue;
        await other.until(({seats, move}) => move > before || seats.some(({waiting, kind}) => waiting && kind !== 'bot'));
        if (other.table().move === before && !other.table().seats[other.table().you].waiting) { // it stands until its turn comes
            await other.page.locator('.coming [data-do=stop]').click();
            await other.page.locator('.coming').waitFor({state: 'detached'});
            continue;
        }
        await Promise.race([other.page.locator('.bar-note').waitFor(), other.until(({move}) => move > before)]);
        if (other.table().move > before) {
            const sent = other.frames.filter(({way, text}) => way === 'out' && text.includes('"do":') && text.includes(`"move":${before}`));
            assert.deepEqual(sent.map(({text}) => JSON.parse(text).do), [plan]);
            outcome.sent++;
        } else {
            assert.match(await other.page.locator('.bar-note').textContent(), /not possible/);
            assert.equal(await other.page.locator('.coming').count(), 0);
            outcome.dropped++;
        }
    }
    assert.ok(outcome.sent > 0 && outcome.dropped > 0, JSON.stringify(outcome));
    await ann.leave();
    await ben.leave();
});
