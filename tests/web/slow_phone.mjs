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

// Taps in the frame in which there is something to be tapped: a person takes longer, but that is not time the page costs.
// Returns the milliseconds since the address was typed, as the page itself counts them: until the games are in sight, and
// until cards are.
export async function openFirstTable(page, url, game) {
    await page.addInitScript((wanted) => {
        const seen = {};
        let done;
        globalThis.firstSeen = new Promise((resolve) => (done = resolve));
        const looks = {
            front: `.game-card a.main[href="/new/${wanted}"]`, sheet: '[data-do=open]:not(:disabled)', cards: '.own-part :is(.card, [data-action])',
        };
        const tap = (button) => {
            for (const kind of ['pointerdown', 'pointerup']) button.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerType: 'touch', isPrimary: true}));
            button.click();
        };
        const look = () => {
            for (const [name, selector] of Object.entries(looks)) {
                const found = seen[name] === undefined && [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
                if (!found) continue;
                seen[name] = Math.round(performance.now());
                if (name !== 'cards') tap(found);
            }
            if (seen.cards === undefined) requestAnimationFrame(look);
            else done(seen);
        };
        requestAnimationFrame(look);
    }, game);
    await page.goto(url, {waitUntil: 'commit'});
    return page.evaluate(() => globalThis.firstSeen);
}
