// Six of Sparrows in the browser: whole games by mouse, by keyboard and on a phone,
// an onlooker, and what nobody may see.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {becomes, house, playByClicks, scaled, sizes, testInDepth, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

// ---- playing ----

async function goOn(page) {
    const review = page.locator('.felt [data-do=review]');
    if (await review.count()) await review.click();
}

// What the layout says is checked against the view on the way: cards that count for
// each bid that others have not claimed, and that only what is legal can be clicked.
async function checkBoard(visitor) {
    const {view, you, legal} = visitor.table();
    const drawn = await visitor.page.locator('.felt .bid').evaluateAll((all) => all.map((bid) => ({
        id: bid.dataset.bid, action: bid.dataset.action, have: bid.querySelectorAll('.chip.have').length,
    })));
    assert.deepEqual(drawn.map(({id}) => id), view.bids.map(({id}) => id));
    view.seats[you].progress.forEach(({have, need}, at) => {
        if (![undefined, you].includes(view.bids[at].holder)) return;
        const compared = /^(high|low)_card$/.test(drawn[at].id);
        assert.equal(drawn[at].have, compared ? 1 : have, `${drawn[at].id} of ${need}`);
    });
    for (const {action} of drawn) assert.ok(action === undefined || legal.includes(action));
}

// Bids now and then, with a bonus where there is one, and passes else.
function clicker(visitor, shown = []) {
    return async (page, made) => {
        await goOn(page);
        await checkBoard(visitor);
        shown.push({view: visitor.table().view, html: await page.locator('.main-column').innerHTML()});
        const bonus = page.locator('.felt [data-bonus]:not(:disabled)');
        if (made % 2 === 0 && (await bonus.count()) > 0) await bonus.nth(made % (await bonus.count())).click();
        const moves = page.locator('.felt [data-action]');
        assert.ok((await moves.count()) > 0, 'a move can be clicked on the table itself');
        const bids = page.locator('.felt .bid[data-action]');
        const bid = made % 3 === 2 && (await bids.count()) > 0;
        await (bid ? bids.nth(made % (await bids.count())) : moves.first()).click();
    };
}

// ---- what nobody may see ----

async function cyclesOf(table) {
    const answer = await fetch(`${server.url}/api/tables/${table}/record`);
    const lines = (await answer.text()).trim().split('\n').map((line) => JSON.parse(line));
    const rounds = [];
    for (const line of lines) {
        if (line.chance === 'bids') rounds.push([]);
        if (line.chance === 'cycle') rounds.at(-1).push(line.hands);
    }
    return rounds;
}

// The cards of others that were hidden when this view was sent (SP-12: hands that have been scored are not).
function hiddenThen(view, you, rounds) {
    if (view.phase === 'over') return [];
    const players = view.seats.length;
    const scored = view.phase === 'late' ? (view.turn[0] + players - view.dealer) % players : 0;
    const seats = view.seats.map((_, seat) => seat).filter((seat) => seat !== you && (seat + players - view.dealer) % players >= scored);
    return rounds[view.round].slice(0, view.cycle).flatMap((hands) => seats.map((seat) => hands[seat]));
}

const cardsIn = (text) => new Set(text.match(/\b[SPEC]\d+\b/g) ?? []);
const suitNames = {Sparrow: 'S', Parrot: 'P', Eagle: 'E', Chicken: 'C'};

function cardsDrawn(html) {
    const words = html.replace(/ d="[^"]*"/g, '').replace(/(Sparrow|Parrot|Eagle|Chicken) (\d+)/g, (_, suit, n) => suitNames[suit] + n);
    return cardsIn(words);
}

async function assertNothingSeen(visitor, table, you, shown) {
    const rounds = await cyclesOf(table);
    let looked = 0;
    const none = (seen, view, where) => { // but your own are found, which shows that the search works
        const own = you === undefined || /log|lines/.test(where) ? [] : rounds[view.round]?.slice(0, view.cycle).map((hands) => hands[you]) ?? [];
        if (view.phase === 'bid') for (const card of own) assert.ok(seen.has(card), `${card} not in ${where}`);
        for (const card of hiddenThen(view, you, rounds)) {
            assert.ok(!seen.has(card), `${card} in ${where} of round ${view.round + 1}, cycle ${view.cycle}`);
            looked++;
        }
    };
    for (const {way, text} of visitor.frames) {
        if (way !== 'in' || !text.startsWith('{"type":"table"')) continue;
        const {view, log} = JSON.parse(text);
        if (!view) continue;
        none(cardsIn(JSON.stringify(view)), view, 'the view');
        const lines = (log?.lines ?? []).join('');
        none(cardsIn(lines.slice(Math.max(0, lines.lastIndexOf('begins;')))), view, lines.includes('begins;') ? 'the log' : 'lines');
        view.seats.forEach(({chosen}, seat) => assert.ok(seat === you || view.phase === 'over' || [undefined, 'hidden'].includes(chosen)));
    }
    for (const {view, html} of shown) none(cardsDrawn(html), view, 'the page');
    assert.ok(looked > 10);
}

async function assertNoSidewaysScrolling(page) {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'scrolls sideways');
}

// ---- tests ----

for (const [players, options, register] of [[2, {target: '120'}, test], [3, {target: '120'}, testInDepth], [4, {target: '60'}, testInDepth],
    [5, {target: '60'}, testInDepth], [4, {target: '200', upgrades: 'on'}, testInDepth]])
    register(`a whole game by mouse, ${players} players, ${JSON.stringify(options)}`, async () => {
        const ann = await Visitor.come(browser, server);
        const shown = [];
        const {table} = await ann.playAgainst('sparrows', players, {options, prepared: 4});
        assert.ok((await playByClicks(ann.page, {pick: clicker(ann, shown)})) >= 3);
        assert.equal(ann.table().status, 'over');
        await ann.page.locator('.review .result').nth(players - 1).waitFor();
        await assertNothingSeen(ann, table, 0, shown);
        await ann.leave();
    });

testInDepth('by keyboard alone: Tab and arrows to a bid, Enter, and the focus stays', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('sparrows', 3, {options: {target: '40'}, prepared: 4});
    const focused = () => page.evaluate(() => document.activeElement?.dataset.action ?? document.activeElement?.dataset.do ?? '');
    const tabTo = async (wanted) => {
        for (let n = 0; n < 60 && !wanted.test(await focused()); n++) await page.keyboard.press('Tab');
        assert.match(await focused(), wanted);
    };
    let bids = 0;
    await playByClicks(page, {pick: async (_, made) => {
        if (await page.locator('.felt [data-do=review]').count()) {
            await tabTo(/^review$/);
            await page.keyboard.press('Enter');
        }
        await tabTo(/^(pass|bid .*)$/);
        if (made % 3 === 2) {
            await tabTo(/^bid /);
            const first = await focused();
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('ArrowLeft');
            assert.equal(await focused(), first);
            bids++;
        }
        await page.keyboard.press('Enter');
    }});
    assert.ok(bids > 0);
    assert.equal(ann.table().status, 'over');
    await ann.leave();
});

test('on a phone, in both themes: no scrolling sideways, nothing for axe', async () => {
    const looks = [['light', {target: '60'}, 'en'], ['dark', {target: '150', upgrades: 'on'}, 'zh-Hant']];
    for (const [theme, options, language] of scaled(looks.slice(1), looks.slice(1), looks)) {
        const ann = await Visitor.come(browser, server, {size: sizes.phone, theme, settings: {language}});
        await ann.playAgainst('sparrows', 5, {options, prepared: 4});
        const click = clicker(ann);
        await playByClicks(ann.page, {pick: async (page, made) => {
            await assertNoSidewaysScrolling(page);
            await goOn(page);
            await assertNoSidewaysScrolling(page);
            if (made === 1) {
                await ann.axe(`table, ${theme}`, {always: true});
                await ann.shot(`sparrows-phone-${theme}`);
            }
            await click(page, made);
        }, most: scaled(5, 5, 2000)});
        await assertNoSidewaysScrolling(ann.page);
        if (theme === 'light') await ann.axe('later');
        await ann.shot(`sparrows-phone-${theme}-over`);
        await ann.leave();
    }
});

test('an onlooker sees the table and nobody\'s hand, and is shown the scoring', async () => {
    const ann = await Visitor.come(browser, server);
    const eve = await Visitor.come(browser, server, {theme: 'dark'});
    const shown = [];
    const {table} = await ann.playAgainst('sparrows', 2, {options: {target: '60'}, prepared: 4});
    await eve.page.goto(`${server.url}/table/${table}`);
    await eve.page.locator('.felt .bid').nth(5).waitFor();
    assert.equal(await eve.page.locator('.felt [data-action]').count(), 0);
    await eve.axe('table as an onlooker sees it');
    await eve.shot('sparrows-onlooker');
    const click = clicker(ann);
    await playByClicks(ann.page, {pick: async (page, made) => {
        const html = await eve.page.locator('.main-column').innerHTML();
        const review = html.includes('class="review"'); // cards of the round before
        if (!review) shown.push({view: eve.table().view, html});
        await click(page, made);
    }});
    await eve.page.locator('.review .result').nth(1).waitFor();
    await assertNothingSeen(eve, table, undefined, shown.slice(0, 1));
    await ann.leave();
    await eve.leave();
});

testInDepth('with motion a round\'s end is shown in stages: first all hands, then the sums', async () => {
    const ann = await Visitor.come(browser, server, {still: false, settings: {speed: 'fast'}});
    await ann.playAgainst('sparrows', 3, {options: {target: '999999'}, prepared: 4});
    let reviews = 0;
    await playByClicks(ann.page, {most: 8, pick: async (page) => {
        if (await page.locator('.review').count()) {
            reviews++;
            assert.equal(await page.locator('.review .result').count(), 3);
            for (const points of await page.locator('.review .result-points').allInnerTexts()) assert.match(points, /^([+−]\d+|0)$/);
            await ann.shot('sparrows-review');
            await ann.axe('scoring of a round');
            await goOn(page);
        }
        await page.locator('.felt [data-action=pass]').click();
    }});
    assert.equal(reviews, 1);
    await ann.page.getByRole('button', {name: 'Look at round 1 again'}).click();
    await ann.page.getByRole('button', {name: 'Back to the table'}).click();
    await turn(ann.page);
    await ann.leave();
});

test('the tutorial leads to a victory', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const {page} = ann;
    await page.goto(`${server.url}/tutorial/sparrows`);
    const next = page.locator('[data-do=next]');
    const only = page.locator('.coach:not(:has([data-do=next]))');
    for (const [lessons, action] of [[4, 'pass'], [1, 'bid straight_mid'], [1, 'pass'], [1, 'bid two_trio']]) {
        for (let n = 0; n < lessons; n++) {
            await next.waitFor();
            assert.equal(await page.locator('.felt [data-action]').count(), 0, 'nothing can be chosen while one reads');
            await page.locator('.taught').first().waitFor();
            const words = await page.locator('.coach p').textContent();
            await next.click();
            await becomes(page, (old) => document.querySelector('.coach p')?.textContent !== old, words);
        }
        await only.waitFor();
        await goOn(page);
        const moves = page.locator('.felt [data-action]');
        await moves.first().waitFor();
        assert.deepEqual(await moves.evaluateAll((all) => all.map((one) => one.dataset.action)), [action]);
        await assertNoSidewaysScrolling(page);
        await moves.first().click();
    }
    await next.click();
    await page.getByText('You won').first().waitFor();
    assert.deepEqual(ann.table().result.points, [110, 3, 70]);
    await ann.leave();
});
