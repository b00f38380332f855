// A phone with a slow connection, and the shortest way on it from the front page's address to cards of your own.
import {patience} from './common.mjs';

export const slow = {latency: 400, bytesPerSecond: 50_000, processor: 4};

// Nothing is in its cache. `requests` lists what it asked for: the address, the kind, when, and the bytes of the answer.
export async function slowPhone(browser, {latency, bytesPerSecond, processor} = slow) {
    const context = await browser.newContext({viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 3, locale: 'en-GB'});
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
        offline: false, latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', {rate: processor});
    return {page, devtools, close: () => context.close()};
}

// Taps as soon as there is something to be tapped. Returns the milliseconds since the address was typed, as the page itself
// counts them: until the games are in sight, and until cards are.
export async function openFirstTable(page, url, game) {
    await page.addInitScript(() => {
        const seen = {};
        globalThis.firstSeen = seen;
        const looks = {front: '.game-card a.main', sheet: '[data-do=open]', cards: '.own-part :is(.card, [data-action])'};
        const note = () => {
            for (const [name, selector] of Object.entries(looks))
                if (!seen[name] && document.querySelector(selector)) requestAnimationFrame(() => (seen[name] ??= Math.round(performance.now())));
        };
        new MutationObserver(note).observe(document, {subtree: true, childList: true});
    });
    await page.goto(url, {waitUntil: 'commit'});
    await page.locator(`.game-card a.main[href="/new/${game}"]`).tap();
    await page.locator('[data-do=open]').tap();
    await page.locator('.own-part :is(.card, [data-action]):visible').first().waitFor();
    return page.evaluate(() => new Promise((resolve) => {
        const look = () => (globalThis.firstSeen.cards ? resolve(globalThis.firstSeen) : requestAnimationFrame(look));
        look();
    }));
}
