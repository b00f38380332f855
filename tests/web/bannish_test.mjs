// BANNISH in the browser: whole games by mouse and by keyboard, on a phone, watched;
// what others hold is nowhere; a BANNISH is staged; the tutorial to its end.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, scaled, sizes, testInDepth, Visitor, watch} from './common.mjs';

const {server, browser} = await house();

// ---- playing ----

// Waits for a choice that is another than the one before, or for the end, and says what
// is on the screen then: what can be chosen there, and the cards that lie open. Log and
// chat are there too, which take room: a card does not move any more. What is
// told of tricks and rounds gone by has no data-card.
function moment(page, before) {
    return page.evaluate(async (before) => {
        const felt = () => document.querySelector('.felt');
        const over = () => document.querySelector('.over') !== null;
        const due = () => document.querySelector('.playing:has(> .side-column) .bar.due .moves') && felt().dataset.move !== before && felt().querySelector('[data-action]');
        while (!over() && !due()) await new Promise((resolve) => setTimeout(resolve, 10));
        const all = (selector, read) => [...felt().querySelectorAll(selector)].map(read);
        const ids = all('[data-card]', (one) => one.dataset.card);
        return {
            over: over(),
            move: felt().dataset.move,
            actions: [...new Set(all('[data-action]', (one) => one.dataset.action))],
            cards: ids.map((id) => id.split('-')[0]).filter((code) => code !== 'chip'),
            alike: ids.filter((id, at) => ids.indexOf(id) !== at), // would glide from the wrong place
        };
    }, before);
}

// With the mouse, on the card itself; nothing may lie over it.
async function clickCard(page, action) {
    const [x, y, hit] = await page.evaluate(async (action) => {
        const card = document.querySelector(`.felt [data-action="${action}"]`);
        card.scrollIntoView({block: 'center'});
        const ending = document.getAnimations().filter(({effect}) => effect.getComputedTiming().endTime < Infinity);
        await Promise.allSettled(ending.map(({finished}) => finished)); // cards may still glide
        const box = card.getBoundingClientRect();
        const at = [box.left + box.width / 2, box.top + box.height / 2];
        return [...at, card.contains(document.elementFromPoint(...at))];
    }, action);
    assert.ok(hit, `something lies over the card of ${action}`);
    await page.mouse.click(x, y);
}

// Plays to the end, or the given number of moves. Choices are always the same ones, so that a prepared
// deal is the same game every time. The table offers what is legal and nothing else.
async function play(visitor, {look = async () => undefined, choose = clickCard, most = Infinity} = {}) {
    let now = await moment(visitor.page);
    let made = 0;
    for (; !now.over && made < most; made++) {
        const {legal, move, view, log} = visitor.table();
        assert.deepEqual(now.actions.sort(), [...legal].sort());
        assert.deepEqual(now.alike, []);
        await look({...now, view, number: made, steps: log.from + log.lines.length});
        await choose(visitor.page, legal[move % legal.length]);
        now = await moment(visitor.page, now.move);
    }
    return made;
}

// ---- what is on the screen ----

async function noSidewaysScrolling(page) {
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= room, `${width} px in ${room}`);
}

async function axeInBothThemes(visitor, what) {
    for (const theme of ['light', 'dark']) {
        await visitor.wear(theme);
        await visitor.axe(`${what}, ${theme}`, {always: true});
    }
}

// ---- what others hold, afterwards known from the record ----

const counted = (cards, code) => cards.filter((card) => card === code).length;

// Hands after each step.
function handsBySteps(record) {
    let hands = [];
    return record.map((step) => {
        if (step.chance) hands = step.hands;
        const played = /^play (..)$/.exec(step.do ?? '')?.[1];
        if (played) hands = hands.map((hand, seat) => (seat === step.seat ? hand.filter((_, at) => at !== hand.indexOf(played)) : hand));
        return hands;
    });
}

async function recordOf(table) {
    const text = await (await fetch(`${server.url}/api/tables/${table}/record`)).text();
    return text.trim().split('\n').map((line) => JSON.parse(line)).filter((line) => line.chance === 'deal' || line.do);
}

function othersHold(hands, you, code) {
    return hands.reduce((sum, hand, seat) => sum + (seat === you ? 0 : counted(hand, code)), 0);
}

// A frame tells of every card that others do not hold, and of no other.
function assertNothingHidden(frames, hands, you) {
    let steps = 0;
    for (const message of frames) {
        if (message.type !== 'table' || !message.view) continue;
        if (message.log) steps = message.log.from + message.log.lines.length;
        if (message.status === 'over') continue;
        const {view, legal: _legal, log: _log, ...frame} = message;
        const {seats, gone, table, trick: _trick, last: _last, ...rest} = view;
        const open = [...gone, ...table, ...seats.flatMap((seat) => seat.taken), ...(seats[you]?.hand ?? [])];
        for (const code of new Set(hands[0].flat()))
            assert.equal(counted(open, code), 2 - othersHold(hands[steps - 1], you, code), `${code} after ${steps} steps`);
        assert.doesNotMatch(JSON.stringify([frame, rest, seats.map((seat, at) => (at === you ? [] : seat.hand))]), /"[RGBYP][1-6]"/);
    }
    return steps;
}

const received = (visitor) => visitor.frames.filter(({way}) => way === 'in').map(({text}) => JSON.parse(text));

// Plays a whole game; what others held was in no frame and not on the screen.
async function wholeGame(visitor, players, {look = async () => undefined, ...more}) {
    const {table} = await visitor.playAgainst('bannish', players, more);
    const screens = [];
    await play(visitor, {
        look: async (now) => {
            screens.push(now);
            await look(now);
        },
    });
    const hands = handsBySteps(await recordOf(table));
    assert.equal(assertNothingHidden(received(visitor), hands, 0), hands.length);
    for (const {steps, cards} of screens)
        for (const code of cards)
            assert.ok(counted(cards, code) + othersHold(hands[steps - 1], 0, code) <= 2, `${code} on the screen after ${steps} steps`);
    assert.ok(screens.some(({cards}) => cards.length > 12));
    return table;
}

// The table has worked out the end of the round from what it knew: the log agrees.
async function assertScoreAsTold(visitor) {
    const told = received(visitor).flatMap(({log}) => log?.lines ?? []).join('').matchAll(/: (\d+) cards? taken \+ \d+ in hand = (\d+) stars?\./g);
    const shown = await visitor.page.locator('.bn-score .bn-row').evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('.bn-part').querySelectorAll('.bn-mini').length, row.querySelector('.bn-total .stars').textContent]));
    assert.deepEqual(shown.map((row) => row.map(Number)), [...told].map(([, cards, stars]) => [Number(cards), Number(stars)]));
    assert.match(await visitor.page.locator('.bn-score').innerText(), /victory point|nobody/);
}

// ---- whole games ----

test('three players, by mouse; every kind of moment has no violation of axe', async () => {
    const ann = await Visitor.come(browser, server);
    const seen = new Set();
    await wholeGame(ann, 3, {
        prepared: 17,
        look: async ({view}) => {
            const struck = view.last?.bannish && view.trick.cards.length === 0;
            const kind = view.round > 0 && !view.last ? 'scored' : struck ? 'struck' : view.phase;
            if (seen.has(kind)) return;
            seen.add(kind);
            await ann.wear(seen.size % 2 ? 'light' : 'dark');
            await ann.axe(kind);
            await ann.shot(`bannish-${kind}`);
            if (kind === 'scored') await assertScoreAsTold(ann);
            if (kind === 'struck') assert.equal(await ann.page.locator('.bn-mat .struck').count(), 2);
        },
    });
    assert.deepEqual([...seen].sort(), ['play', 'scored', 'struck', 'take']);
    assert.equal(await ann.page.locator('.bn-score .bn-row').count(), 3);
    await axeInBothThemes(ann, 'over');
    await ann.shot('bannish-over');
    await ann.leave();
});

testInDepth('four players with stars of their own, by mouse, and somebody watches', async () => {
    const ann = await Visitor.come(browser, server);
    const eve = await Visitor.come(browser, server, {theme: 'dark'});
    const stars = [9, 7, 5, 3, 2, 1];
    const table = await wholeGame(ann, 4, {
        prepared: 17,
        options: {stars: stars.join()},
        look: async ({number}) => {
            if (number === 0) {
                const faces = await ann.page.locator('.bn-hand .card').evaluateAll((all) =>
                    all.map((card) => ['.bn-number', '.bn-worth'].map((part) => Number(card.querySelector(part).textContent))));
                assert.equal(faces.length, 12);
                for (const [face, worth] of faces) assert.equal(worth, stars[face - 1]);
                await eve.page.goto(ann.page.url());
                await eve.page.locator('.bn-stations-4').waitFor();
                await eve.axe('onlooker');
            }
            if (number === 6) {
                assert.equal(await eve.page.locator('.felt .bn-hand, .felt [data-action]').count(), 0);
                await eve.shot('bannish-onlooker');
            }
        },
    });
    await eve.page.locator('.over').waitFor();
    const hands = handsBySteps(await recordOf(table));
    assert.equal(assertNothingHidden(received(eve), hands, undefined), hands.length);
    await ann.leave();
    await eve.leave();
});

testInDepth('five players on a phone, without scrolling sideways', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    await wholeGame(ann, 5, {
        prepared: 8,
        look: async ({number}) => {
            await noSidewaysScrolling(ann.page);
            if (number !== 5) return;
            await ann.page.locator('.bn-look summary').click();
            await noSidewaysScrolling(ann.page);
            await axeInBothThemes(ann, 'looking back on a phone');
            await ann.shot('bannish-phone-look');
        },
    });
    await noSidewaysScrolling(ann.page);
    await ann.shot('bannish-phone-over');
    await ann.leave();
});

testInDepth('a whole game by keyboard alone; the focus stays with the cards', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bannish', 3, {prepared: 17});
    const focused = () => ann.page.evaluate(() => document.activeElement.closest('.felt') && document.activeElement.dataset.action);
    let tabs = 0;
    const made = await play(ann, {
        choose: async (page, action) => {
            for (; tabs < 60 && !(await focused()); tabs++) await page.keyboard.press('Tab');
            for (let steps = 0; steps < 14 && (await focused()) !== action; steps++) await page.keyboard.press('ArrowRight');
            assert.equal(await focused(), action);
            await page.keyboard.press('Enter');
        },
    });
    assert.ok(made > 20);
    await ann.leave();
});

test('a BANNISH is staged: the card comes, both are struck, and only then it is dealt with', async () => {
    const ann = await Visitor.come(browser, server, {still: false});
    await ann.playAgainst('bannish', 3, {prepared: 17});
    const seen = await watch(ann.page, () => ({
        staged: document.querySelector('.felt').dataset.staged === 'true',
        struck: document.querySelectorAll('.bn-mat.striking .bn-slot.struck').length,
        choices: document.querySelectorAll('.felt [data-action]').length,
    }));
    await play(ann, {most: 3});
    const staged = (await seen()).filter((look) => look.staged);
    assert.ok(staged.length > 0);
    staged.forEach(({struck, choices}, at) => assert.deepEqual([struck, choices], [at % 2 ? 2 : 0, 0]));
    await ann.leave();
});

testInDepth('in Chinese everything on the table is Chinese', async () => {
    const ann = await Visitor.come(browser, server, {settings: {language: 'zh-Hant'}, size: sizes.tablet});
    await ann.playAgainst('bannish', 4, {prepared: 17, name: '安'});
    await play(ann, {most: 4});
    await ann.shot('bannish-chinese');
    const words = (await ann.page.locator('.felt').innerText()).replaceAll('BANNISH', '');
    assert.doesNotMatch(words, /[A-Za-z]{2}/);
    await ann.leave();
});

// ---- the tutorial ----

testInDepth('the tutorial leads through a round, which is won, and on', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const {page} = ann;
    await page.goto(`${server.url}/tutorial/bannish`);
    const told = new Set();
    const read = async () => {
        told.add(await page.locator('.coach p').innerText());
        const next = page.locator('[data-do=next]');
        if (!(await next.count())) return false;
        await next.click();
        return true;
    };
    await page.locator('.bar.due').waitFor(); // in the first lesson
    await ann.shot('bannish-tutorial');
    for (let move = 0; move < 14; move++) {
        while (await read());
        const {actions} = await moment(page, move === 0 ? undefined : String(move - 1));
        await noSidewaysScrolling(page);
        if (move === 6) await ann.shot('bannish-tutorial-twin');
        told.add(await page.locator('.coach p').innerText());
        assert.equal(actions.length, 1);
        await clickCard(page, actions[0]);
        await page.locator(`.felt[data-move="${move + 1}"]`).waitFor();
        await page.locator('.bar.due').waitFor();
    }
    await ann.axe('tutorial');
    await ann.shot('bannish-tutorial-scored');
    await read();
    assert.deepEqual(ann.table().points, [1, 0, 0]);
    assert.equal(told.size, 16);
    if (scaled(false, false, true)) {
        await play(ann);
        assert.match(await page.locator('.coach').innerText(), /That is all there is to BANNISH/);
    }
    await ann.leave();
});
