// A table on this device: the page of a server plays it with the engine in a worker, and the server hears nothing of it.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {house, playByClicks, scaled, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

async function open(page, game) {
    await page.goto(`${server.url}/new/${game}`);
    await page.getByLabel('On this device').check();
    await page.locator('[data-do=open]').click();
    assert.ok(await turn(page));
}

test('a game in a worker, with a hint and a reload, in the deep run to the end and with a rematch', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const asked = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await open(page, 'scout');
    await page.locator('[data-do=hint]').click();
    await page.locator('.hint').waitFor();
    await playByClicks(page, {most: 2});
    const move = await page.locator('.felt').getAttribute('data-move');
    await page.reload();
    await turn(page);
    assert.equal(await page.locator('.felt').getAttribute('data-move'), move);
    if (scaled(true, true, false)) { // the rest of a game takes long, and site_test plays one
        assert.equal(ann.frames.length, 0, 'nothing goes over a WebSocket');
        await ann.leave();
        return;
    }
    await playByClicks(page);
    assert.deepEqual(asked.filter((one) => /api\/tables|play$/.test(one)), []);
    assert.equal(ann.frames.length, 0, 'nothing goes over a WebSocket');
    await page.goto(page.url().replace('/table/', '/verify/'));
    await page.locator('.verify', {hasText: 'The deal was fair.'}).waitFor();
    await page.locator('.verify', {hasText: 'the program on this device committed itself'}).waitFor();
    await page.goBack();
    await page.locator('[data-do=rematch]').click();
    await page.locator('.over').waitFor({state: 'detached'});
    assert.ok(await turn(page));
    await ann.leave();
});
