// Always a Bridesmaid in the browser: whole games on its own layout, by mouse and by
// keyboard, on a phone, with an onlooker; and nothing is to be seen too early.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {becomes, house, openMoves, playByClicks, sizes, testInDepth, turn, Visitor, watch} from './common.mjs';

const {server, browser} = await house();

const freeCards = '.bm-own button.card[aria-pressed=false], .bm-own button.card:not([aria-pressed])';

// One move on the layout: cards are selected until the button can be clicked, or one
// click is the move.
async function pickOnLayout(page, number) {
    const confirm = page.locator('.bm-confirm button.main');
    if (!(await confirm.count())) {
        const moves = page.locator('.felt [data-action]');
        await moves.nth((number * 3) % (await moves.count())).click();
        return;
    }
    while (await confirm.isDisabled()) {
        const free = page.locator(freeCards);
        await free.nth((number * 2) % (await free.count())).click();
    }
    await confirm.click();
}

// The same with keys alone: Tab to the cards, arrows between them, Enter.
async function pickByKeys(page, number) {
    const inHand = () => page.evaluate(() => document.activeElement.matches('.bm-own button.card'));
    const press = async (key, times = 1) => {
        for (let n = 0; n < times; n++) await page.keyboard.press(key);
    };
    for (let n = 0; n < 40 && !(await inHand()); n++) await press('Tab');
    assert.ok(await inHand(), 'Tab leads to the hand');
    const confirm = page.locator('.bm-confirm button.main');
    if (!(await confirm.count())) {
        await press('ArrowRight', number % 3);
        await press('Enter');
        return;
    }
    const selected = () => page.evaluate(() => document.activeElement.getAttribute('aria-pressed') === 'true');
    while (await confirm.isDisabled()) {
        if (await selected()) await press('ArrowRight');
        else await press('Space');
    }
    const onConfirm = () => page.evaluate(() => document.activeElement.matches('.bm-confirm button.main'));
    for (let n = 0; n < 20 && !(await onConfirm()); n++) await press('Shift+Tab');
    assert.ok(await onConfirm(), 'the way back leads to the button');
    await press('Enter');
}

// Cards of seats that the page shows as such.
function cardsShown(page) {
    return page.evaluate(() => [...document.querySelectorAll('[data-card^=c]')].map((card) => card.dataset.card));
}

async function recordOf(table) {
    const answer = await fetch(`${server.url}/api/tables/${table}/record`);
    const lines = (await answer.text()).trim().split('\n').map((line) => JSON.parse(line));
    return lines.filter((line) => line.do !== undefined || line.chance !== undefined);
}

const cardsOf = (action) => action.split(' ').slice(1).filter((word) => word !== 'none').map(Number);

// Nothing that the record has later was in a frame or on the page before.
function assertNothingEarly(events, looks, you) {
    let secrets = 0;
    for (const {message, shown} of looks) {
        const known = message.log.from + message.log.lines.length;
        message.view.seats.forEach((seat, at) => {
            if (at === you) return;
            assert.ok(!('hand' in seat) && !('reserve' in seat), 'a hand is in a frame');
            const told = events.slice(0, known).filter((event) => event.seat === at && /^(play|display)/.test(event.do));
            const open = new Set([...told.flatMap((event) => cardsOf(event.do)), ...(seat.last?.played ?? []), ...seat.displayed]);
            const next = events.slice(known).find((event) => event.seat === at);
            if (seat.chosen !== undefined) {
                assert.equal(seat.chosen, 'hidden');
                secrets++;
                for (const card of next.do.startsWith('play') ? cardsOf(next.do) : []) {
                    assert.ok(![...seat.played, ...seat.displayed].includes(card), 'a sealed card is in a frame');
                    assert.ok(!shown.includes(`c${at}:${card}`), 'a sealed card is on the page');
                }
            }
            for (const id of shown.filter((card) => card.startsWith(`c${at}:`) && !card.endsWith('hold')))
                assert.ok(open.has(Number(id.split(':')[1])), `${id} is on the page before it was revealed`);
        });
    }
    assert.ok(secrets > 3, 'there was something to hide');
}

// Plays a whole game and looks at every moment of it.
async function playAndLook(visitor, opened, pick = pickOnLayout) {
    const looks = [];
    await playByClicks(visitor.page, {
        pick: async (page, number) => {
            await visitor.alone(); // the others have sealed their choices: there is something to hide
            looks.push({message: visitor.table(), shown: await cardsShown(page)});
            await pick(page, number);
        },
    });
    const frames = visitor.frames.filter(({way, text}) => way === 'in' && text.startsWith('{"type":"table"')).map(({text}) => JSON.parse(text));
    const playing = frames.filter(({status, view}) => status === 'playing' && view);
    assertNothingEarly(await recordOf(opened.table), [...looks, ...playing.map((message) => ({message, shown: []}))], opened.seat);
    assert.equal(visitor.table().status, 'over');
}

async function assertNoSideways(page) {
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(inner <= outer, `${inner} px in ${outer}`);
}

for (const [players, register] of [[2, test], [5, testInDepth]])
    register(`a whole game of ${players} on the layout, by mouse`, async () => {
        const ann = await Visitor.come(browser, server, {theme: players === 2 ? 'light' : 'dark'});
        const opened = await ann.playAgainst('bridesmaid', players, {bot: 'random'});
        await turn(ann.page);
        if (players === 2) {
            await ann.axe('Reserve', {always: true});
            await pickOnLayout(ann.page, 0);
            await ann.page.getByText('Cards for the Robot').waitFor();
            await turn(ann.page); // the first choice has been answered
            await pickOnLayout(ann.page, 0);
            await ann.page.locator('.bm-robot .bm-total').waitFor();
        }
        await playAndLook(ann, opened);
        await ann.shot(`bridesmaid-${players}-over`);
        if (players === 5) await ann.axe('the end');
        await ann.leave();
    });

testInDepth('three play with an order for ties, and somebody watches', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server, {size: sizes.tablet, theme: 'dark', settings: {language: 'zh-Hant'}});
    const opened = await ann.playAgainst('bridesmaid', 3, {bot: 'random', options: {single: '2,0,1'}, prepared: 3}); // its second turn is in round 1
    await ann.page.getByText('Ties go to the player who has been single longest: Random bot 2 › Ann › Random bot 1').waitFor();
    await ben.page.goto(`${server.url}/table/${opened.table}`);
    await playByClicks(ann.page, {pick: pickOnLayout, most: 2});
    await ben.page.locator('.bm-turn').waitFor();
    await Promise.all([ann.axe('a turn'), ben.axe('a turn, watched')]);
    assert.equal(await ben.page.locator('.felt button').count(), 0, 'an onlooker has nothing to choose');
    assert.equal(await ben.page.locator('.bm-rival').count(), 3);
    await ben.shot('bridesmaid-3-onlooker');
    await playAndLook(ann, opened);
    await ben.page.locator('.over').waitFor();
    assert.equal(await ben.page.locator('.bm-score').count(), 3);
    const events = await recordOf(opened.table);
    const early = ben.frames.filter(({text}) => text.includes('"status":"playing"') && text.includes('"view"'))
        .map(({text}) => ({message: JSON.parse(text), shown: []}));
    assertNothingEarly(events, early, undefined);
    await ann.leave();
    await ben.leave();
});

testInDepth('four play, one on a phone: nothing is wider than the screen', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const opened = await ann.playAgainst('bridesmaid', 4, {bot: 'random'});
    await playAndLook(ann, opened, async (page, number) => {
        await assertNoSideways(page);
        if (number === 3) await ann.shot('bridesmaid-4-phone');
        await pickOnLayout(page, number);
    });
    await assertNoSideways(ann.page);
    await ann.leave();
});

test('the list of moves grows until all of them are there', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bridesmaid', 3);
    await ann.alone();
    const {legal} = ann.table();
    assert.ok(legal.length > 200, 'a long list');
    const listed = await openMoves(ann.page);
    assert.deepEqual((await listed.evaluateAll((all) => all.map((one) => one.dataset.action))).sort(), [...legal].sort());
    await ann.leave();
});

testInDepth('a card does not slip away from a pointer at its edge', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('bridesmaid', 3, {prepared: 1}); // in which the first turn does not end the round
    await playByClicks(ann.page, {pick: pickOnLayout, most: 2}); // the Reserve and a card
    await ann.page.locator('.bm-own .bm-front [data-card], .bm-own .bm-before [data-card]').first().waitFor();
    await ann.alone(); // nothing moves but what the pointer moves
    const card = ann.page.locator('.bm-own [data-action^=play]').first();
    const edge = await card.evaluate((element) => {
        const {left, width, bottom} = element.getBoundingClientRect();
        const x = left + width / 2;
        let y = bottom;
        while (!element.contains(document.elementFromPoint(x, y))) y -= 0.5;
        return {x, y: y - 1};
    });
    await ann.page.mouse.move(edge.x, edge.y);
    const places = await card.evaluate(async (element) => {
        const tops = new Set();
        for (let frame = 0; frame < 20; frame++) {
            await new Promise(requestAnimationFrame);
            if (frame > 5) tops.add(element.getBoundingClientRect().top); // it may still come to rest before
        }
        return [...tops];
    });
    assert.equal(places.length, 1, `the card moves: ${places}`);
    await ann.leave();
});

testInDepth('a whole game by keyboard alone', async () => {
    const ann = await Visitor.come(browser, server);
    const opened = await ann.playAgainst('bridesmaid', 3, {bot: 'random'});
    await playAndLook(ann, opened, pickByKeys);
    await ann.leave();
});

test('sealed cards lie face down until all have chosen, and the reveal is staged', async () => {
    const ann = await Visitor.come(browser, server, {still: false});
    await ann.playAgainst('bridesmaid', 3, {bot: 'random'});
    await playByClicks(ann.page, {pick: pickOnLayout, most: 1});
    await ann.page.locator('.bm-slot', {hasText: 'sealed'}).nth(1).waitFor();
    const seen = await watch(ann.page, () => ({
        staged: document.querySelector('.felt').dataset.staged === 'true',
        sealed: [...document.querySelectorAll('.bm-slot')].filter(({textContent}) => textContent.includes('sealed')).length,
        turnedUp: document.querySelectorAll('.bm-slot .flip').length,
        choices: document.querySelectorAll('.felt [data-action]').length,
    }));
    await playByClicks(ann.page, {pick: (page) => page.locator('.felt [data-action^=play]').first().click(), most: 1});
    await turn(ann.page);
    const staged = (await seen()).filter((look) => look.staged);
    assert.deepEqual(staged.map(({sealed, turnedUp}) => [sealed, turnedUp]), [[3, 0], [0, 3]], 'first all lie face down, then all are turned up');
    for (const {choices} of staged) assert.equal(choices, 0, 'nothing can be chosen while cards are turned up');
    await ann.leave();
});

testInDepth('the tutorial leads to the end, one lesson after the other', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    await ann.page.goto(`${server.url}/tutorial/bridesmaid`);
    const {page} = ann;
    const next = page.locator('[data-do=next]');
    const said = page.locator('.coach p');
    const lessons = new Set();
    for (;;) {
        await page.locator('.over, [data-do=next], .bar.due .moves').first().waitFor();
        await assertNoSideways(page);
        const text = await said.innerText();
        const fresh = lessons.size < lessons.add(text).size;
        if (fresh && lessons.size === 6) {
            await ann.shot('bridesmaid-tutorial');
            await ann.axe('tutorial');
        }
        if (await page.locator('.over').count()) break;
        const before = await page.locator('.felt').getAttribute('data-move');
        if (await next.count()) {
            await next.click();
            await becomes(page, (old) => document.querySelector('.coach p').innerText !== old, text);
        } else {
            await pickOnLayout(page, 0);
            await page.locator(`.over, .felt:not([data-move="${before}"])`).first().waitFor();
        }
    }
    assert.equal(lessons.size, 16, 'fifteen lessons, and what is said while one plays freely');
    assert.deepEqual(ann.table().result.rounds.slice(0, 2).map((points) => points[0]), [2, 2]);
    await ann.leave();
});
