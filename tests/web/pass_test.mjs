// Several people on one device: whole games, the table covered between them, and nothing of anybody's hand on the page
// while it is.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, listMove, scaled, sizes, testInDepth, Visitor} from './common.mjs';

const {server, browser} = await house();
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const anybody = '.over, .cover, .bar.due .moves';

// A table for these people, opened by the sheet; for Sparrows with the points that end it.
async function open(visitor, game, players, names, target) {
    const {page} = visitor;
    await page.goto(`${server.url}/new/${game}`);
    await page.locator('[name=who][value=device]').check();
    await page.locator(`[name=players][value="${players}"]`).check();
    await page.locator(`[name=people][value="${names.length}"]`).check();
    for (const [seat, name] of names.entries()) await page.locator(`[name=person-${seat}]`).fill(name);
    if (names.length < players) await page.locator('[name=level][value=novice]').check();
    if (target) {
        await page.getByText('More options').click();
        await page.getByLabel('Points that end the game').fill(target);
    }
    await page.locator('[data-do=open]').click();
    await page.locator('.cover').waitFor();
}

// What the page says of the cards in somebody's hand.
const handIn = (page) => page.locator('.own-part [data-card]').evaluateAll((cards) => cards.map(({dataset, ariaLabel}) => [dataset.card, ariaLabel ?? '']));

// While the table is covered there is nothing of it, drawn or not.
async function checkCover(page, hands) {
    const {cards, text} = await page.evaluate(() => ({
        cards: document.querySelectorAll('[data-card], [data-action], .card, .felt, .log, .latest, .seats').length,
        text: document.body.innerHTML,
    }));
    assert.equal(cards, 0);
    for (const [id, label] of hands.flat()) {
        assert.ok(!text.includes(`"${id}"`), id);
        if (label.length > 2) assert.ok(!text.includes(label), label);
    }
}

// Plays on until somebody else has the device, or to the end; returns the names in the order of their turns.
async function play(page, {most = 5000, hands = []} = {}) {
    const turns = [];
    for (let made = 0; made < most; made++) {
        await page.locator(anybody).first().waitFor();
        if ((await page.locator('.over').count()) > 0) break;
        if ((await page.locator('.cover').count()) > 0) {
            await checkCover(page, hands);
            const name = await page.locator('[data-do=uncover]').evaluate((button) => { // at once: where a bot begins, the next person may change
                const [, who] = /^I am (.*)$/.exec(button.innerText);
                button.click();
                return who;
            });
            const holder = page.locator('.holder-line span').getByText(`${name} at the table`, {exact: true});
            await page.locator('.cover').or(holder).first().waitFor(); // covered again if somebody else is waited for now
            turns.push(name);
            continue;
        }
        const before = await page.locator('.felt').getAttribute('data-move');
        hands.push(await handIn(page));
        await listMove(page, made);
        await page.locator(`.over, .cover, .felt:not([data-move="${before}"])`).first().waitFor();
    }
    return turns;
}

async function wholeGame(game, players, names, target) {
    const ann = await Visitor.come(browser, server);
    await open(ann, game, players, names, target);
    const turns = await play(ann.page);
    assert.deepEqual([...new Set(turns)].sort(), [...names].sort(), 'everybody has a turn');
    await ann.page.locator('.over tbody tr').nth(players - 1).waitFor();
    for (const name of names) assert.ok((await ann.page.locator('.over tbody').first().innerText()).includes(name));
    assert.equal(ann.frames.length, 0, 'no server is asked to play');
    await ann.leave();
}

test('two people play a whole game, with a bot', () => wholeGame('sparrows', 3, ['Ann', 'Ben'], '40'));

const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];
for (const {game, max_players: most} of games) {
    testInDepth(`${game} is played by two people and a bot on one device`, () => wholeGame(game, 3, people.slice(0, 2)));
    testInDepth(`${game} is played by ${most} people on one device`, () => wholeGame(game, most, people.slice(0, most)));
}

test('a page that is loaded again is covered; everybody can look at their own table, and at no other', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const {page} = ann;
    await open(ann, 'bannish', 3, ['Ann', 'Ben', '']);
    assert.match(await page.locator('.cover h1').innerText(), /^Pass the device to (Ann|Ben|Player 3)$/);
    await ann.axe('the cover', {always: true});
    await ann.shot('pass-cover');
    const hands = [];
    const others = await page.locator('.cover [data-seat]').evaluateAll((buttons) => buttons.map(({dataset}) => Number(dataset.seat)));
    assert.equal(others.length, 2);
    for (const [at, seat] of others.entries()) {
        await page.locator(`.cover [data-seat="${seat}"]`).click();
        await page.locator('.own-part [data-card]').first().waitFor();
        hands.push(await handIn(page));
        assert.equal(await page.locator('.holder-line span').innerText(), `${['Ann', 'Ben', 'Player 3'][seat]} at the table`);
        await ann.shot(`pass-table-${at}`);
        await page.locator('[data-do=cover]').click();
        await page.locator('.cover').waitFor();
        await checkCover(page, hands);
    }
    assert.notDeepEqual(hands[0], hands[1]);
    await page.reload();
    await page.locator('.cover').waitFor();
    await checkCover(page, hands);
    await page.locator(`.cover [data-seat="${others[0]}"]`).click();
    await page.locator('.own-part [data-card]').first().waitFor();
    assert.deepEqual(await handIn(page), hands[0], 'the same hand');
    await ann.leave();
});

test('choices made at the same time are taken one after another', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await open(ann, 'bridesmaid', 3, ['Ann', 'Ben', 'Cleo']);
    const turns = await play(page, {most: scaled(6, 6, 60)});
    assert.deepEqual(turns.slice(0, 3), ['Ann', 'Ben', 'Cleo']);
    await ann.leave();
});

test('a name that is not allowed is refused in words, and nothing is lost', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await page.goto(`${server.url}/new/bannish`);
    await page.locator('[name=who][value=device]').check();
    await page.locator('[name=person-0]').fill('Master bot');
    await page.locator('[data-do=open]').click();
    await page.locator('form [role=alert]').waitFor();
    await page.locator('[name=person-0]').fill('Ann');
    await page.locator('[name=person-1]').fill('Novice bot');
    await page.locator('[data-do=open]').click();
    await page.locator('[role=alert] a[href="/new/bannish"]').click();
    assert.equal(await page.locator('[name=person-0]').inputValue(), 'Ann');
    assert.equal(await page.locator('[name=person-1]').inputValue(), 'Novice bot');
    await ann.leave();
});
