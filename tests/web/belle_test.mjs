// Belle of the Ball in the browser: whole games on the layout itself, by mouse, by
// keyboard and on a phone; nothing hidden is ever sent or drawn.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {house, playByClicks, root, scaled, sizes, testInDepth, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

// ---- choosing ----

// Any legal action, the same in every run; plays Belle cards more often than not.
function chooser(seed) {
    let state = seed;
    const random = (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * below);
    };
    return (legal) => {
        const kinds = [/^play/, /^none/, /^invite B/, /^invite G/].map((kind) => legal.filter((action) => kind.test(action)));
        const [plays, none, belles, guests] = kinds;
        const some = plays.length && random(4) ? plays : none.length ? none : belles.length && !random(3) ? belles : guests.length ? guests : belles;
        return some[random(some.length)];
    };
}

// The elements to be clicked for an action, in order, as selectors.
function clicksFor(action) {
    const [verb, card, ...rest] = action.split(' ');
    const last = `.felt [data-action="${action}"]`;
    if (verb === 'none') return [last];
    const mine = verb === 'play' && /^(to|with)$/.test(rest[1]) ? [`.party.own button[data-card="${rest[0]}"]`] : [];
    return [`.felt .ball :is(.line, .hand) button[data-card="${card}"]`, ...mine, last];
}

// A phone shows one of the other parties at a time.
async function bringIntoView(page, selector) {
    const tabs = page.locator('.tabs button:visible');
    for (let at = 0; at < (await tabs.count()) && !(await page.locator(selector).isVisible()); at++) await tabs.nth(at).click();
}

function byMouse(visitor, choose) {
    return async (page) => {
        for (const selector of clicksFor(choose(visitor.table().legal))) {
            await bringIntoView(page, selector);
            await page.locator(selector).click();
        }
    };
}

// Arrow keys lead to every choice.
async function walkTo(page, selector) {
    await page.locator(selector).first().waitFor();
    const there = () => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
    for (let steps = 0; steps < 80 && !(await there()); steps++) await page.keyboard.press('ArrowRight');
    assert.ok(await there(), `the keyboard reaches ${selector}`);
}

// To a card with arrows, into a group by its number, arrows and Enter for the rest.
function byKeyboard(visitor, choose) {
    return async (page) => {
        const action = choose(visitor.table().legal);
        const clicks = clicksFor(action);
        const group = /^invite G\d+ to (\d)/.exec(action)?.[1];
        if (group) {
            await walkTo(page, clicks[0]);
            await page.keyboard.press('Enter');
            await page.locator(clicks[1]).waitFor();
            await page.keyboard.press(group);
            return;
        }
        for (const selector of clicks) {
            await walkTo(page, selector);
            await page.keyboard.press('Enter');
        }
    };
}

// ---- what must be true at every turn ----

async function noSidewaysScroll(page) {
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide <= room, `the page is ${wide} wide in ${room}`);
}

// The page works out what a group is worth, and why; the server says the same.
async function worthIsRight(visitor) {
    const shown = await visitor.page.locator('.group').evaluateAll((all) => all.map((one) => [one.dataset.group, one.querySelector('.worth strong').textContent]));
    const {seats} = visitor.table().view;
    for (const [place, text] of shown) {
        const [seat, group] = place.split('.').map(Number);
        assert.equal(text, `worth ${seats[seat].worth[group]}`);
    }
    assert.equal(shown.length, 3 * seats.length);
}

// Only what is legal can be chosen, and all of it has a way to begin.
async function legalIsLit(visitor) {
    const starts = [...new Set(visitor.table().legal.filter((action) => action !== 'none').map((action) => action.split(' ')[1]))].sort();
    const lit = await visitor.page.locator('.felt button.card').evaluateAll((all) => all.map((one) => one.dataset.card));
    assert.deepEqual(lit.sort(), starts);
}

function checked(visitor, pick, {every = 1, check}) {
    let turns = 0;
    return async (page) => {
        if (turns++ % every === 0) await check(visitor);
        await pick(page);
    };
}

// Every point is accounted for, group by group.
async function finalAddsUp(visitor) {
    const {points} = visitor.table().result;
    const seats = await visitor.page.locator('.final-seat').evaluateAll((all) => all.map((one) => ({
        total: Number(one.querySelector('h3 strong').textContent),
        rows: [...one.querySelectorAll('li b')].map((row) => Number(row.textContent)),
    })));
    assert.deepEqual(seats.map(({total}) => total), points);
    for (const {total, rows} of seats) assert.equal(rows.reduce((sum, row) => sum + row, 0), total);
    const told = visitor.frames.filter(({way}) => way === 'in').flatMap(({text}) => JSON.parse(text).log?.facts ?? []);
    const scored = told.flat().filter(({verb}) => verb === 'scores').length;
    assert.equal(await visitor.page.locator('.final-seat .sum').count(), scored, 'every group that was scored');
    assert.equal(await visitor.page.getByText('before you came').count(), 0);
}

// ---- what is hidden ----

const namesById = new Map(
    ['guests', 'belles'].flatMap((table) =>
        readFileSync(join(root, `data/belle/${table}.csv`), 'utf8').trim().split('\n').slice(1).map((row) => {
            const fields = row.match(/("[^"]*"|[^,]*)(,|$)/g).map((field) => field.replace(/,$/, '').replaceAll('"', ''));
            return table === 'guests' ? [`G${fields[0]}`, fields[1]] : [`B${fields[0]}`, fields[2]];
        })),
);

// Cards that nobody may know of: the decks behind the lines, and all Regrets.
function hiddenAt(view, setup) {
    const decks = setup.line ? [setup.line] : [setup.guests, setup.belles];
    const known = new Set([...decks.flat(), ...setup.parties.flat()]);
    const regrets = [...namesById.keys()].filter((id) => id.startsWith('G') && !known.has(id));
    return [...regrets, ...decks.flatMap((deck, line) => deck.slice(deck.length - view.lines[line].behind))];
}

function assertNothingOf(hidden, text, where) {
    const ids = new Set(text.match(/\b[GB]\d+\b/g));
    for (const id of hidden) {
        assert.ok(!ids.has(id), `${id} is hidden but is in ${where}`);
        assert.ok(!text.includes(namesById.get(id)), `${namesById.get(id)} is hidden but is in ${where}`);
    }
}

async function recordOf({table}) {
    const text = await (await fetch(`${server.url}/api/tables/${table}/record`)).text();
    return text.trim().split('\n').map((line) => JSON.parse(line));
}

async function assertNothingLeaked(visitor, opened, seenPages) {
    const lines = await recordOf(opened);
    const setup = lines.find((line) => line.chance === 'setup');
    assert.ok(setup, 'the record tells the deal');
    const messages = visitor.frames.filter(({way, text}) => way === 'in' && text.startsWith('{"type":"table"')).map(({text}) => JSON.parse(text));
    const told = messages.filter(({view}) => view);
    assert.ok(told.length > 20);
    for (const {view, log, legal} of told) assertNothingOf(hiddenAt(view, setup), JSON.stringify({view, log, legal}), 'a message');
    for (const {view, html} of seenPages) assertNothingOf(hiddenAt(view, setup), html, 'the page');
}

// ---- games ----

testInDepth('two players by mouse', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('belle', 2, {bot: 'random'});
    const check = async () => {
        await worthIsRight(ann);
        await legalIsLit(ann);
    };
    assert.ok((await playByClicks(ann.page, {pick: checked(ann, byMouse(ann, chooser(2)), {every: 3, check})})) > 20);
    await finalAddsUp(ann);
    await ann.shot('belle-over-desktop');
    await ann.axe('end', {always: true});
    await ann.leave();
});

test('three players on a phone, and nothing hidden is sent or drawn', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone, theme: 'dark'});
    const opened = await ann.playAgainst('belle', 3, {prepared: 1}); // a game that is long enough to look at
    const pages = [];
    const check = async () => {
        await noSidewaysScroll(ann.page);
        await worthIsRight(ann);
        const html = await ann.page.locator('.playing').evaluate((element) => element.innerHTML);
        pages.push({view: ann.table().view, html});
        if (pages.length !== 9) return;
        await ann.page.locator('.line button.card, .hand button.card').first().click();
        await ann.shot('belle-phone-dark');
        await noSidewaysScroll(ann.page);
        await ann.axe('a card selected, dark');
        await ann.page.keyboard.press('Escape');
    };
    await playByClicks(ann.page, {pick: checked(ann, byMouse(ann, chooser(3)), {check})});
    await noSidewaysScroll(ann.page);
    await finalAddsUp(ann);
    await ann.shot('belle-over-phone');
    await ann.axe('end, dark');
    await assertNothingLeaked(ann, opened, pages);
    await ann.leave();
});

testInDepth('four players by mouse, with empty parties and a last turn that scores, and somebody watches', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.tablet});
    const eve = await Visitor.come(browser, server, {theme: 'dark'});
    const opened = await ann.playAgainst('belle', 4, {bot: 'random', options: {parties: 'empty', 'last-turn': 'finish'}});
    await turn(ann.page);
    await ann.axe('opening with empty parties');
    await eve.page.goto(`${server.url}/table/${opened.table}`);
    await eve.page.locator('.felt').waitFor();
    await playByClicks(ann.page, {pick: checked(ann, byMouse(ann, chooser(4)), {every: 4, check: worthIsRight}), most: 12});
    await ann.shot('belle-tablet');
    assert.equal(await eve.page.locator('.party').count(), 4);
    assert.equal(await eve.page.locator('.felt [data-action], .felt button.card').count(), 0);
    await eve.axe('onlooker, dark');
    await eve.shot('belle-onlooker-dark');
    await playByClicks(ann.page, {pick: byMouse(ann, chooser(5))});
    await eve.page.locator('.final').waitFor();
    await finalAddsUp(eve);
    await ann.leave();
    await eve.leave();
});

testInDepth('five players by keyboard alone', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('belle', 5, {bot: 'random'});
    assert.equal(await ann.page.locator('.line').count(), 1);
    assert.ok((await playByClicks(ann.page, {pick: byKeyboard(ann, chooser(6))})) >= 11);
    await finalAddsUp(ann);
    await ann.leave();
});

// ---- the tutorial ----

const taught = [
    'invite G44 to 1', 'invite G40 to 2', 'invite B25', 'play B25 on 1 of 2', 'invite G59 to 1', 'invite B10', 'play B10 on 1', 'invite G4 to 3',
];

// With motion: what is staged must still be told afterwards.
test('the tutorial teaches, on a phone', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone, still: false, settings: {speed: 'fast'}});
    const {page} = ann;
    await page.goto(`${server.url}/tutorial/belle`);
    let lessons = 0;
    for (let move = 0; ; ) {
        await page.locator('.bar.due').waitFor();
        await page.locator(`.felt[data-move="${move}"]`).waitFor();
        await page.locator('.coach').waitFor();
        const next = page.locator('[data-do=next]');
        if (await next.count()) {
            assert.equal(await page.locator('.felt button.card').count(), 0, 'nothing is played while one reads');
            const text = await page.locator('.coach p').textContent();
            await next.click();
            await page.locator('.coach p').filter({hasNotText: text}).waitFor();
            lessons++;
            continue;
        }
        if (move === taught.length) break;
        await noSidewaysScroll(page);
        await page.locator('.taught:visible').first().waitFor();
        if (move === 3) await ann.shot('belle-tutorial');
        const action = taught[move];
        assert.equal(await page.locator('.felt button.card').count(), 1, 'one card can be chosen');
        for (const selector of clicksFor(action)) {
            await bringIntoView(page, selector);
            await page.locator(selector).click();
        }
        lessons++;
        await page.locator(`.felt:not([data-move="${move++}"])`).waitFor();
    }
    assert.equal(lessons, 13);
    assert.equal(ann.table().points[0], 17, '13 for the group with tea, 4 for telling tales');
    await page.locator('.news', {hasText: /group 1 scores 13/}).waitFor();
    await playByClicks(page, {pick: byMouse(ann, chooser(7)), most: scaled(1, 1, 2000)}); // in the deep run to the end
    await page.locator('.coach').waitFor();
    await ann.axe('after the tutorial');
    await ann.leave();
});
