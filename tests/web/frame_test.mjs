// The frame of the browser client: a whole game by clicks, from the front page.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {launch, playByClicks, Server, Visitor} from './common.mjs';

let server, browser;

before(async () => {
    server = await new Server().start();
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await server?.close();
});

test('from the front page two clicks lead to a game against bots, and it can be played to its end', async () => {
    const ann = await Visitor.come(browser, server);
    await ann.page.goto(server.url);
    await ann.shot('front');
    await ann.axe('front page');
    await ann.page.getByRole('link', {name: 'Play: BANNISH'}).click();
    await ann.page.locator('[data-do=open]').click();
    await ann.page.locator('.felt').waitFor();
    await ann.axe('table');
    assert.ok((await playByClicks(ann.page)) > 5);
    await ann.shot('over');
    await ann.axe('end of the game');
    assert.equal(ann.table().status, 'over');
    await ann.page.getByRole('button', {name: 'Play again'}).click();
    await ann.page.getByRole('button', {name: 'To the next game'}).click();
    await ann.page.locator('.bar').waitFor();
    await ann.leave();
});

test('two people in two browsers meet at a table by its link', async () => {
    const ann = await Visitor.come(browser, server);
    const ben = await Visitor.come(browser, server);
    await ann.page.goto(`${server.url}/new/scout`);
    await ann.page.getByLabel('With friends').check();
    await ann.page.getByLabel('2', {exact: true}).check();
    await ann.page.getByLabel('Your name').fill('Ann');
    await ann.page.locator('[data-do=open]').click();
    await ann.page.locator('.qr').waitFor();
    await ann.shot('room');
    await ann.axe('waiting room');
    await ben.page.goto(ann.page.url());
    await ben.page.getByLabel('Your name').fill('Ben');
    await ben.page.getByRole('button', {name: 'Sit down here'}).click();
    await ann.page.getByRole('button', {name: 'Start the game'}).click();
    await Promise.all([playByClicks(ann.page, {most: 6}), playByClicks(ben.page, {most: 6})]);
    await ann.leave();
    await ben.leave();
});
