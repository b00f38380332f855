// What fit_test and tools/contact_sheets.mjs share: the sizes of windows, what does not fit one, and games that play
// themselves through the page.
import {movesFromList} from './common.mjs';

// A finger is wider than a pointer. The last is 1440×900 at a zoom of 200 %.
export const sizes = [
    {width: 360, height: 640, touch: true},
    {width: 390, height: 844, touch: true},
    {width: 844, height: 390, touch: true},
    {width: 768, height: 1024, touch: true},
    {width: 1024, height: 768, touch: true},
    {width: 1200, height: 860},
    {width: 1366, height: 640},
    {width: 1440, height: 900},
    {width: 1920, height: 1080},
    {width: 720, height: 450, zoom: 2},
];

export const nameOf = ({width, height, zoom}) => `${width}×${height}${zoom ? ` at ${zoom}00 %` : ''}`;

// Makes the window as large as `size` says, and waits until the page is drawn that way.
export async function resize(page, {width, height, zoom = 1}) {
    await page.setViewportSize({width, height});
    page.wire ??= await page.context().newCDPSession(page);
    await page.wire.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: zoom, mobile: false});
    await page.evaluate((wanted) => new Promise((resolve) => {
        const isSo = () => innerWidth === wanted.width && innerHeight === wanted.height && devicePixelRatio === wanted.zoom;
        const look = () => requestAnimationFrame(() => (isSo() ? requestAnimationFrame(resolve) : look()));
        look();
    }), {width, height, zoom});
}

// A prepared deal is the same in every run; only such a table has a banner, which takes room. Runs in the page.
export function withoutBanner() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.banner.prepared { display: none; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

// ---- what does not fit ----

// What is wrong at somebody's turn, in words. Runs in the page.
export async function misfits({touch}) {
    await new Promise((resolve) => requestAnimationFrame(resolve)); // the page has heard of its new size
    const found = new Set();
    const {scrollHeight, scrollWidth} = document.scrollingElement;
    if (scrollHeight > innerHeight + 1) found.add(`the page is ${scrollHeight} high`);
    if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth} wide`);

    const called = (one) => (one.dataset.action ?? one.ariaLabel ?? one.textContent).trim().slice(0, 60);
    const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const boxOf = (one) => one.getBoundingClientRect();

    // What a move begins with, and what is always at hand, is in sight; nothing lies over it.
    const starts = [...document.querySelectorAll('.felt :is([data-action], button.card, [data-do=review]):not(:disabled)')].filter(seen);
    if (starts.length === 0) found.add('nothing to begin a move with');
    const fixed = [...document.querySelectorAll('.bar > .bar-line :is(button, summary), .top :is(button, a), .talk-button')].filter(seen);
    for (const one of [...starts, ...fixed.filter((each) => !each.closest('.moves-list'))]) {
        const {x, y, width, height} = boxOf(one);
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        if (!there || !one.contains(there)) found.add(`${called(one)} is out of sight`);
    }

    // It can be hit, and so can everything else that may be pressed.
    for (const one of document.querySelectorAll(':is(.top, .title-line, .playing) :is(button, summary, a):not(:disabled)')) {
        if (!seen(one) || one.closest('.moves-list, .hidden-text')) continue;
        const {width, height} = boxOf(one);
        const card = one.matches('.card, .gap, .bid'); // wide enough for a finger: it is high
        const [least, lowest] = touch ? (card ? [24, 44] : [43.5, 43.5]) : [24, 28];
        if (width > 0 && (width < least || height < lowest)) found.add(`${called(one)} is ${Math.round(width)} × ${Math.round(height)}`);
    }

    for (const card of document.querySelectorAll('.own-part :is(.card, .place)')) {
        const {x, y, width, height} = boxOf(card);
        const there = [0.25, 0.75].map((part) => document.elementFromPoint(x + width * part, y + height / 2));
        if (seen(card) && !there.every((one) => one?.closest('.card, .place, .gap, .drop'))) found.add(`${card.ariaLabel ?? 'a card'} of your own is covered`);
    }

    // Text is large enough, and whole: what clips it, clips nothing of it. Names may be cut off.
    const walk = document.createTreeWalker(document.querySelector('.playing'), NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        const words = text.textContent.trim();
        const parent = text.parentElement;
        if (!words || !seen(parent) || parent.closest('.hidden-text')) continue;
        const size = parseFloat(getComputedStyle(parent).fontSize);
        if (parent.closest('svg')) {
            // Drawings: the cards to choose from, and those you hold.
            if (!parent.closest('.felt button, .own-part .card')) continue;
            const drawn = size * Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b);
            if (drawn < 11.95) found.add(`“${words}” is drawn at ${drawn.toFixed(1)}px`);
            continue;
        }
        if (size < 12) found.add(`“${words}” is ${size}px`);
        if (parent.closest('.log, .latest, .moves-list, .seat-name, .seat-turn, .fan-name, .bn-name, .bn-who, .rival-name, .bm-name, .bm-slot-name, .bm-chip-name, .track-who, .bid-foot, .party > h2, tbody th')) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()].filter(({width}) => width > 0);
        for (let around = parent; around && lines.length > 0; around = around.parentElement) {
            const {overflowX, overflowY, clipPath, display} = getComputedStyle(around);
            if (clipPath !== 'none') break; // for screen readers
            if (overflowX === 'visible' || display === 'contents') continue;
            const box = boxOf(around);
            if (lines.some(({left, right}) => left < box.left - 1.5 || right > box.right + 1.5)) found.add(`“${words}” is cut off at its side`);
            const scrolls = overflowY === 'auto' || overflowY === 'scroll';
            if (scrolls) break;
            if (lines.some(({top, bottom}) => top < box.top - 4 || bottom > box.bottom + 4)) found.add(`“${words}” is cut off below`);
        }
    }
    return [...found];
}

// Whether the totals can be read without scrolling. Runs in the page.
export async function unseenTotals() {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const totals = [...document.querySelectorAll('.over .total')];
    const hidden = totals.filter((total) => {
        const {x, y, width, height} = total.getBoundingClientRect();
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        return !there || !total.contains(there);
    });
    const found = totals.length > 0 && hidden.length === 0 ? [] : [`${hidden.length} of ${totals.length} totals are out of sight`];
    const {scrollWidth} = document.scrollingElement;
    return scrollWidth > innerWidth ? [...found, `the page is ${scrollWidth} wide`] : found;
}

// Looks at the page in some sizes; returns what is wrong, by size.
export async function lookAround(page, look, some = sizes) {
    const wrong = [];
    for (const size of some) {
        await resize(page, size);
        for (const what of await page.evaluate(look, size)) wrong.push({size: nameOf(size), what});
    }
    return wrong;
}

// ---- what jumps ----

// Begins to add up how far things jump, as browsers measure it (cumulative layout shift): the part of the window that
// moved, times how far. Cards are meant to move. What a press of yours causes counts too. Afterwards `jumped()` says,
// in the page, what has jumped since it was asked last. Runs in the page.
export function watchJumps() {
    const ofCard = (node) => (node.closest ? node : node.parentElement)?.closest('.card, [data-card], .slot, .place, .bn-held, .bm-held, .bm-fan-row, .bm-laid, .card-chip');
    const jumpOf = ({sources}) => {
        const moved = sources.filter(({node}) => node && !ofCard(node));
        let area = 0, far = 0;
        for (const {previousRect: from, currentRect: to} of moved) {
            const across = Math.max(from.right, to.right) - Math.min(from.left, to.left);
            const down = Math.max(from.bottom, to.bottom) - Math.min(from.top, to.top);
            area += Math.min(across * down, from.width * from.height + to.width * to.height);
            if (from.width === 0 || to.width === 0) continue; // it has come into sight, or gone
            far = Math.max(far, Math.abs(from.left - to.left), Math.abs(from.top - to.top));
        }
        const jump = Math.min(1, area / (innerWidth * innerHeight)) * (far / Math.max(innerWidth, innerHeight));
        const what = moved.map(({node, previousRect: from, currentRect: to}) => {
            const {className, tagName} = node.closest ? node : node.parentElement;
            return `${tagName}.${className.baseVal ?? className} ${Math.round(from.x)},${Math.round(from.y)} → ${Math.round(to.x)},${Math.round(to.y)}`;
        });
        return {jump, what: jump > 0.002 ? what : []};
    };
    let entries = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({type: 'layout-shift'});
    window.jumped = async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
        const jumps = [...entries, ...observer.takeRecords()].map(jumpOf);
        entries = [];
        return {sum: jumps.reduce((sum, {jump}) => sum + jump, 0), what: [...new Set(jumps.flatMap(({what}) => what))]};
    };
}

// ---- playing ----

// Makes `most` moves, or as many as there are; returns what jumped at each of them.
export const playItself = (page, {most, seed}) => movesFromList(page, {most, first: seed, step: 7});
