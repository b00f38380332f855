// The deal of the day: the same for everybody, counted once, shared without giving anything away, explained the day after.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, playFromList, scaled, sizes, testInDepth, turn, Visitor} from './common.mjs';

const {server, browser} = await house();
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const monday = '2026-11-16', tuesday = '2026-11-17', wednesday = '2026-11-18';
const short = 'bridesmaid'; // the game with the fewest choices

// Somebody whose clock shows noon of a day, and whose clipboard can be read.
async function come(day, options = {}) {
    const visitor = await Visitor.come(browser, server, options);
    await visitor.context.addInitScript(() => {
        navigator.clipboard.writeText = (text) => {
            globalThis.copied = text;
            return Promise.resolve();
        };
    });
    await visitor.page.clock.setFixedTime(`${day}T12:00:00Z`);
    await visitor.page.goto(`${server.url}/today`);
    await visitor.page.locator('.day-deal').nth(games.length - 1).waitFor();
    return visitor;
}

async function become({page}, day, hour = '12:00:00') {
    await page.clock.setFixedTime(`${day}T${hour}Z`);
    await page.goto(`${server.url}/today`);
    await page.locator('.day-deal').nth(games.length - 1).waitFor();
}

const dealOf = (page, game) => page.locator(`.day-deal[data-game=${game}]`);

async function begin(page, game) {
    await dealOf(page, game).locator('[data-do=play]').click();
    await turn(page);
}

// What a player sees at the beginning.
const handIn = (page) => page.locator('.own-part').evaluate(({textContent}) => textContent);

const finish = (page) => playFromList(page, {step: 3});

// Yesterday's choices in a game, each with a verdict and with its cards.
async function checkExplained(page, game, whose) {
    const one = page.locator(`.day-yesterday li[data-game=${game}]`);
    await one.locator('[data-do=explain]').click();
    await one.locator('h3', {hasText: whose}).waitFor();
    await one.getByText(/^In the end: /).waitFor();
    await one.locator('.day-line li[data-verdict]').nth(3).waitFor();
    if (game !== 'sparrows') await one.locator('.day-line [class*=chip]').first().waitFor(); // cards are drawn; bids name none
}

test('on Sundays masters play, and in a game that has none its strongest bots', async () => {
    const ann = await come('2026-11-22');
    await dealOf(ann.page, 'scout').getByText('Bots play like a master').waitFor();
    await dealOf(ann.page, 'sparrows').getByText('Bots play like a club player').waitFor();
    await begin(ann.page, 'sparrows'); // with a master it would be refused
    await ann.leave();
});

test('everybody gets the same deal, and another one the next day', async () => {
    const [ann, ben] = [await come(tuesday), await come(tuesday)];
    for (const game of scaled(['scout'], ['scout'], games.map((one) => one.game))) {
        await begin(ann.page, game);
        await begin(ben.page, game);
        const hand = await handIn(ann.page);
        assert.match(hand, /\d/);
        assert.equal(await handIn(ben.page), hand, game);
        await become(ann, tuesday, '23:59:59');
        assert.match(await dealOf(ann.page, game).locator('[data-do=play]').innerText(), /Continue/, 'the table is still there');
        await become(ann, wednesday, '00:00:00');
        assert.match(await dealOf(ann.page, game).locator('[data-do=play]').innerText(), /Play/);
        await begin(ann.page, game);
        if (game !== 'bridesmaid') assert.notEqual(await handIn(ann.page), hand); // there everybody has the same cards in every game
        await become(ann, tuesday);
        await become(ben, tuesday);
    }
    assert.deepEqual(ann.frames, [], 'no server plays');
    await ann.axe('today');
    await ann.shot('today');
    await ann.leave();
    await ben.leave();
});

test('the first game of a day counts, streaks grow, and what is shared gives nothing away', async () => {
    const ann = await come(monday);
    const {page} = ann;
    await begin(page, short);
    await finish(page);
    const end = page.locator('.day-end');
    await end.locator('.day-accuracy').waitFor();
    await ann.shot('day-end');
    await end.locator('[data-do=copy]').click();
    await end.getByText('Copied').waitFor();
    const text = await page.evaluate('copied');
    const lines = text.split('\n');
    assert.match(lines[0], /^Always a Bridesmaid · Deal of the day · November 16, 2026$/);
    assert.match(lines[1], /^(Won among|Shared win among|Place \d of) \d, −?\d+ points?$/);
    assert.match(lines[2], /^(🟩|⬜){10} Accuracy \d+ %$/u);
    assert.match(lines[3], /^Luck [▲▼●] [+−]\d+\.\d$/);
    assert.equal(lines[4], `${server.url}/today`);
    assert.equal(lines.length, 5);
    const [download] = await Promise.all([page.waitForEvent('download'), end.locator('[data-do=picture]').click()]);
    assert.equal(download.suggestedFilename(), `parlor-${short}-${monday}.png`);

    await become(ann, monday);
    const result = () => dealOf(page, short).locator('.day-score strong').first().innerText();
    const first = await result();
    assert.match(await dealOf(page, short).locator('.day-streak').innerText(), /^1 day in a row/);
    await begin(page, short); // once more; it does not count
    if (scaled(false, false, true)) await finish(page);
    await become(ann, monday);
    assert.equal(await result(), first);
    assert.match(await dealOf(page, short).locator('.day-streak').innerText(), /^1 day in a row/);

    await become(ann, tuesday);
    assert.match(await dealOf(page, short).locator('.day-streak').innerText(), /^1 day in a row/, 'today is still to be played');
    assert.equal(await dealOf(page, short).locator('.day-score').count(), 0);
    await checkExplained(page, short, /Your game/);
    await ann.axe('yesterday');
    await ann.shot('yesterday');
    if (scaled(true, true, false)) { // the games of the next days take long
        await ann.leave();
        return;
    }
    await begin(page, short);
    await become(ann, wednesday, '00:05:00'); // and finished after midnight
    await page.goBack();
    await finish(page);
    await page.locator('.day-end .day-accuracy').waitFor();
    await become(ann, wednesday);
    assert.match(await dealOf(page, short).locator('.day-streak').innerText(), /^2 days in a row/);
    await become(ann, '2026-11-19');
    assert.match(await dealOf(page, short).locator('.day-streak').innerText(), /Best: 2 days in a row/);
    await become(ann, monday); // the clock is set back
    assert.equal(await result(), first);
    await ann.leave();
});

testInDepth('where you did not play, a master explains the deal', async () => {
    const ann = await come(tuesday, {size: sizes.phone});
    const {page} = ann;
    for (const game of scaled([short], [short], games.map((one) => one.game))) await checkExplained(page, game, /a master/);
    await ann.shot('yesterday-phone');
    await page.locator(`.day-yesterday li[data-game=${short}] a[href^="/replay/"]`).click();
    await page.locator('.replaying').waitFor();
    await ann.leave();
});

test('what somebody else has written into the storage does no harm', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(`${server.url}/rules/scout`);
    await ann.page.evaluate(() => {
        localStorage.setItem('parlor.daily.scout', '{"runs":[[5,"x"],7],"results":{"1":{"table":3},"2":null}}');
        localStorage.setItem('parlor.daily.belle', '[]');
        localStorage.setItem('parlor.daily.tries', '{"table":1}');
        localStorage.setItem('parlor.pass', '[1]');
    });
    await ann.page.goto(`${server.url}/today`);
    await ann.page.locator('.day-deal').nth(games.length - 1).waitFor();
    await ann.leave();
});
