// SCOUT in the browser: whole games on its own layout, by mouse, keyboard and at phone
// size; what is hidden stays hidden; the tutorial.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, playByClicks, scaled, sizes, testInDepth, Visitor} from './common.mjs';

const {server, browser} = await house();

// ---- choosing ----

// One move on the layout: keep or flip; a lit card and Play; or an end of the set, which
// way up, perhaps Scout & Show, and a gap.
async function pick(page, number) {
    const halves = page.locator('.half');
    if ((await halves.count()) > 0) return halves.nth(number % 2).click();
    const cards = page.locator('.hand button.card');
    const ends = page.locator('.prior-row button');
    const [lit, open] = [await cards.count(), await ends.count()];
    if (lit > 0 && (open === 0 || number % 6 !== 5)) {
        await cards.nth(number % lit).click();
        return page.locator('.guide [data-action]').click();
    }
    await ends.nth(number % open).click();
    await page.locator('.gap').first().waitFor();
    const double = page.locator('[data-mode=double]');
    if ((await double.count()) > 0) await double.click();
    const other = page.locator('.way[aria-pressed=false]:not(:disabled)');
    if (number % 2 && (await other.count()) > 0) await other.click();
    const gaps = page.locator('.gap');
    return gaps.nth(number % (await gaps.count())).click();
}

// ---- what is hidden ----

const turned = (card) => card.split('/').reverse().join('/');
const cardOf = (card) => [card, turned(card)].sort()[0];

// After each step of a record: what can be seen of it by everybody, and the cards that
// seat 0 cannot know: in others' hands and not shown in this round.
function* steps(record) {
    let hands, prior, shown, flips, chosen, round = -1;
    for (const step of record) {
        if (step.chance) {
            [hands, prior, shown, flips, chosen] = [step.hands.map((hand) => [...hand]), [], new Set(), new Set(), 0];
            round++;
        } else if (step.do === 'keep' || step.do === 'flip') {
            if (step.do === 'flip') flips.add(step.seat);
            if (++chosen === hands.length) for (const seat of flips) hands[seat] = hands[seat].map(turned);
        } else if (step.do?.startsWith('play')) {
            const [first, last = first] = step.do.slice(5).split('-').map(Number);
            prior = hands[step.seat].splice(first - 1, last - first + 1);
            for (const card of prior) shown.add(cardOf(card));
        } else if (step.do) {
            const [, end, card, , place] = step.do.split(' ');
            if (end === 'left') prior = prior.slice(1);
            else prior = prior.slice(0, -1);
            hands[step.seat].splice(place - 1, 0, card);
        } else continue;
        const hidden = hands.flatMap((hand, seat) => (seat === 0 ? [] : hand.map(cardOf).filter((card) => !shown.has(card))));
        yield {key: keyOf(round, prior, hands.map((hand) => hand.length)), hidden};
    }
}

const keyOf = (round, prior, counts) => `${round}: ${prior.join(' ')}: ${counts.join(' ')}`;
const keyOfView = ({round, prior, seats}) => keyOf(round, prior, seats.map(({cards}) => cards));

function assertHidden(record, sights) {
    const hiddenAt = new Map([...steps(record)].map(({key, hidden}) => [key, hidden]));
    let looked = 0;
    for (const {view, text} of sights) {
        const hidden = hiddenAt.get(keyOfView(view));
        if (!hidden) continue; // the end, where all is open
        looked++;
        for (const card of hidden) {
            const [a, b] = card.split('/');
            const traces = new RegExp(`\\b(${a}/${b}|${b}/${a}|${a} up, ${b} below|${b} up, ${a} below)\\b`);
            assert.doesNotMatch(text, traces, `${card} at ${keyOfView(view)}`);
        }
    }
    assert.ok(looked > 20, `${looked} looks`);
}

function framesOf(visitor) {
    const tables = visitor.frames.filter(({way, text}) => way === 'in' && text.startsWith('{"type":"table"')).map(({text}) => JSON.parse(text));
    return tables.filter(({view}) => view).map(({view, legal, log}, at, all) => {
        const sameRound = all[at - 1]?.view.round === view.round; // else the log tells of the round before
        return {view, text: JSON.stringify([view, legal, sameRound ? log : null])};
    });
}

async function sightOf(visitor) {
    const text = await visitor.page.evaluate(() => [...document.querySelectorAll('.felt, .seats, .bar')].map((one) => one.outerHTML).join());
    return {view: visitor.table().view, text};
}

async function recordOf({table}) {
    const answer = await fetch(`${server.url}/api/tables/${table}/record`);
    return (await answer.text()).trim().split('\n').map((line) => JSON.parse(line));
}

// ---- games ----

test('three players by mouse, with an onlooker: nothing hidden is in a frame or in the page', async () => {
    const ann = await Visitor.come(browser, server);
    const eve = await Visitor.come(browser, server, {theme: 'dark'});
    const opened = await ann.playAgainst('scout', 3, {prepared: 1}); // a game that is long enough to look at
    await eve.page.goto(`${server.url}/table/${opened.table}`);
    await eve.page.locator('.felt').waitFor();
    const seen = [];
    let looks = 0;
    await playByClicks(ann.page, {pick: async (page, number) => {
        seen.push(await sightOf(ann));
        if (number === 2) {
            await ann.axe('table', {always: true});
            await eve.axe('table of an onlooker');
            await eve.shot('scout-onlooker');
        }
        assert.equal(await eve.page.locator('.felt button').count(), 0, 'an onlooker can click something');
        looks++;
        await pick(page, number);
    }, most: scaled(8, 8, 2000)});
    assert.ok(looks > 5);
    const frames = framesOf(ann);
    if (scaled(true, true, false)) await ann.playOut(opened);
    await eve.page.locator('.over').waitFor();
    await eve.page.locator('.open-hands').waitFor();
    await ann.axe('end of the game');
    await ann.shot('scout-over');
    const record = await recordOf(opened);
    assertHidden(record, [...frames, ...seen]);
    assertHidden(record, framesOf(eve));
    await ann.leave();
    await eve.leave();
});

for (const [players, theme] of [[4, 'light'], [5, 'dark']])
    testInDepth(`${players} players by mouse`, async () => {
        const ann = await Visitor.come(browser, server, {size: sizes.tablet, theme});
        await ann.playAgainst('scout', players);
        await playByClicks(ann.page, {pick});
        assert.equal(await ann.page.locator('.sheet-of-round tbody tr').count(), players);
        await ann.leave();
    });

test('two players at the size of a phone: nothing is wider than it', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone, theme: 'dark'});
    await ann.playAgainst('scout', 2, {prepared: 1});
    const fits = async () => assert.ok(
        await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page can be moved sideways');
    let looked = false;
    await playByClicks(ann.page, {pick: async (page, number) => {
        await fits();
        const ends = page.locator('.prior-row button');
        if ((await ends.count()) > 0 && !looked) {
            looked = true;
            await ends.first().click();
            await page.locator('.gap').first().waitFor();
            await fits();
            await ann.axe('scouting');
            await ann.shot('scout-phone');
            await page.keyboard.press('Escape');
            await page.locator('.gap').first().waitFor({state: 'detached'}); // cancelled
        }
        await pick(page, number);
    }, most: scaled(8, 8, 2000)});
    assert.ok(looked);
    await fits();
    await ann.shot('scout-phone-over');
    await ann.leave();
});

// ---- keyboard ----

// Goes on with Tab until the focus is on what is looked for.
async function tabTo(page, selector) {
    for (let steps = 0; steps < 120; steps++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    }
    assert.fail(`Tab does not lead to ${selector}`);
}

async function pickByKeys(page, number) {
    const count = (selector) => page.locator(selector).count();
    const press = async (selector) => {
        await tabTo(page, selector);
        await page.keyboard.press('Enter');
    };
    if ((await count('.half')) > 0) return press('.half');
    if ((await count('.hand button.card')) > 0 && (number % 4 !== 3 || (await count('.prior-row button')) === 0)) {
        await tabTo(page, '.hand button.card');
        await page.keyboard.press('ArrowRight');
        if (!(await page.evaluate(() => document.activeElement.matches('.hand button.card')))) await page.keyboard.press('ArrowLeft'); // it was the last one
        await page.keyboard.press('Enter');
        await page.locator('.guide [data-action]').waitFor();
        return press('.guide [data-action]');
    }
    await press('.prior-row button');
    await page.locator('.gap').first().waitFor();
    await tabTo(page, '.gap');
    await page.keyboard.press('ArrowRight');
    return page.keyboard.press('Enter');
}

testInDepth('two players by keyboard alone', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.playAgainst('scout', 2);
    await playByClicks(ann.page, {pick: pickByKeys});
    assert.equal(ann.table().status, 'over');
    await ann.leave();
});

// ---- the tutorial ----

test('the tutorial leads through its deal, in the deep run to the end', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const {page} = ann;
    await page.goto(`${server.url}/tutorial/scout`);
    const next = page.locator('[data-do=next]');
    let lessons = 0, number = 0;
    for (;;) {
        await page.locator('.over, [data-do=next], .bar.due .moves').first().waitFor();
        if ((await page.locator('.over').count()) > 0 || (scaled(true, true, false) && number > 6 && lessons >= 8)) break;
        if (number === 6) assert.deepEqual(ann.table().view.seats.map(({last}) => last), [8, -5, 2], 'the deal is another one');
        if ((await next.count()) > 0) {
            if (lessons++ === 1) await ann.shot('scout-tutorial');
            const text = await page.locator('.coach p').textContent();
            await next.click();
            await page.locator('.coach p').filter({hasNotText: text}).waitFor();
            continue;
        }
        const move = await page.locator('.felt').getAttribute('data-move');
        await pick(page, number++);
        await page.locator(`.over, .felt:not([data-move="${move}"])`).first().waitFor();
    }
    assert.ok(lessons >= 8, `${lessons} lessons`);
    assert.ok(number > 6);
    await ann.leave();
});
