// The page for everybody: axe finds nothing on any page, whole games are played by keys alone and by what a screen reader
// hears alone, text can be read, nothing moves for those who want no motion, and the focus is never lost.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {becomes, framed, house, openSettings, playFromList, scaled, sizes, testInDepth, turn, Visitor, watch} from './common.mjs';
import {wordsOf} from './walk.mjs';

const {server, browser} = await house();
const games = ['scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'];
const short = {sparrows: {target: '150'}}; // for an end that is not far
const whole = 2000, few = 4; // moves: to play whole games takes long
const allWhole = games.map((game) => [game, whole]);
const deal = {scout: 3, bridesmaid: 3, belle: 3, sparrows: 3, bannish: 3}; // the same game every time

// ---- axe ----

const looks = [['light', 'phone'], ['dark', 'desktop'], ['light', 'desktop'], ['dark', 'phone']];
let cleaned = 0;

// Looks at a page: in the deep run in all themes and sizes, else in one after the other, page by page.
async function clean(ann, what) {
    const next = cleaned++ % 2;
    for (const [theme, size] of scaled([looks[next]], [looks[next]], looks)) {
        await ann.wear(theme);
        await ann.page.setViewportSize(sizes[size]);
        await framed(ann.page);
        await ann.axe(`${what}, ${theme}, ${size}`, {always: true});
    }
}

test('axe finds nothing on the pages around the games', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await page.goto(server.url);
    await page.locator('.game-picture svg:has(*)').nth(games.length).waitFor();
    await clean(ann, 'front page');
    await openSettings(ann);
    await clean(ann, 'settings');
    await page.keyboard.press('Escape');
    for (const [path, last] of [['/lobby', 'main ul'], ['/new/belle', '[data-do=open]'], ['/verify', 'main h1'], ['/nothing', 'main h1']]) {
        await page.goto(server.url + path);
        await page.locator(last).first().waitFor({state: 'attached'}); // an empty list cannot be seen
        await clean(ann, path);
    }
    const {table} = await server.open({game: 'scout', players: 3, name: 'Eve', bots: ['', '', '']});
    await page.goto(`${server.url}/table/${table}`);
    await page.locator('.room').waitFor();
    await clean(ann, 'waiting room');
    await ann.leave(/404/); // of the address where nothing is
});

for (const game of games)
    (game === 'belle' ? test : testInDepth)(`axe finds nothing at a table of ${game}, and what is written on its cards can be read`, async () => {
        const ann = await Visitor.come(browser, server);
        const {page} = ann;
        const opened = await ann.playAgainst(game, 3, {options: short[game] ?? {}, prepared: deal[game]});
        await playFromList(page, {most: 3});
        await ann.alone();
        for (const theme of ['light', 'dark']) {
            await ann.wear(theme);
            assert.deepEqual(await page.evaluate(faintInDrawings), [], theme);
        }
        await clean(ann, 'your turn');
        await page.setViewportSize(sizes.phone);
        await page.locator('.talk-button').click();
        await page.locator('.side-column.open').waitFor();
        await clean(ann, 'the drawer');
        await page.keyboard.press('Escape');
        await ann.playOut(opened);
        await clean(ann, 'the result');
        await page.goto(`${server.url}/replay/${opened.table}`);
        await page.locator('.study .chart svg').waitFor();
        await clean(ann, 'replay and analysis');
        await page.goto(`${server.url}/rules/${game}`);
        await page.locator('main h1').waitFor();
        await clean(ann, 'rules');
        await page.goto(`${server.url}/tutorial/${game}`);
        await page.locator('.coach').waitFor();
        await clean(ann, 'tutorial');
        await ann.leave();
    });

// ---- by keys alone ----

const moveOf = (ann) => ann.table()?.move;
const isOver = (ann) => ann.table()?.status === 'over';

// Presses Tab until something has the focus; false if it is not reached.
async function tabTo(page, selector, most = 80) {
    for (let pressed = 0; pressed < most; pressed++) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return true;
        await page.keyboard.press('Tab');
    }
    return false;
}

// One move by keys: with arrows and Enter on the cards, and where that takes many steps from the list of all moves.
async function moveByKeys(ann, number) {
    const {page} = ann;
    const before = moveOf(ann);
    const made = () => moveOf(ann) !== before || isOver(ann);
    const chosen = () => ann.frames.filter(({way, text}) => way === 'out' && text.startsWith('{"type":"do"')).length;
    const already = chosen();
    const owed = async () => (await page.locator(`.felt[data-move="${before}"] ~ .bar.due .moves`).count()) > 0 && chosen() === already;
    for (let tried = 0; tried < 4 && (await owed()); tried++) {
        for (let step = 0; step <= number % 3; step++) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.evaluate(() => new Promise(requestAnimationFrame)); // it is drawn
    }
    if (await owed()) {
        await page.keyboard.press('Escape');
        assert.ok(await tabTo(page, '.moves summary'), 'the list of moves is reached by Tab');
        await page.keyboard.press('Enter');
        await page.locator('.moves-list:not([aria-busy=true]) button').first().waitFor();
        assert.ok(await tabTo(page, '.moves-list button'));
        for (let step = 0; step < number % 5; step++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
    }
    await ann.until(() => made());
}

// Something has the focus, or gets it with what is drawn next. Nothing else would bring it back.
const hasFocus = (page) => page.locator('main :focus').waitFor({state: 'attached'});

for (const [game, most] of scaled([['sparrows', whole]], [['sparrows', whole], ['scout', few]], allWhole))
    test(`${most === whole ? 'a whole game' : `${most} moves`} of ${game} by keys alone; the focus is never lost`, async () => {
        const ann = await Visitor.come(browser, server, {size: sizes.desktop});
        const {page} = ann;
        await ann.playAgainst(game, 3, {options: short[game] ?? {}, prepared: deal[game]});
        for (let made = 0; made < most && (await turn(page)); made++) {
            await moveByKeys(ann, made);
            await turn(page);
            await hasFocus(page);
        }
        if (most === whole) await page.locator('.over').waitFor();
        await ann.leave();
    });

// ---- by names alone ----

// All announcements: each line that is added to the region for events, and each alert.
const heardIn = (page) => page.evaluateHandle(() => {
    const heard = globalThis.heard = [];
    const regions = '[role=log][aria-live], [role=alert]';
    new MutationObserver((changes) => {
        for (const {target, addedNodes, type} of changes) {
            if (type === 'characterData' && target.parentElement?.closest('[role=log][aria-live]:not(ol)')) heard.push({changed: target.data});
            for (const node of addedNodes) {
                const element = node.nodeType === 1 ? node : node.parentElement;
                const alert = element?.closest('[role=alert]') ?? element?.querySelector?.('[role=alert]');
                if (alert) heard.push({alert: alert.textContent});
                else if (element?.parentElement?.matches(regions)) heard.push({told: element.textContent});
            }
        }
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
    return heard;
});

// The name and description of every move that a click on the table makes.
const namesOnTable = (page) => page.locator('.felt button[data-action]:visible').evaluateAll((buttons) => buttons.map((button) => ({
    action: button.dataset.action, name: [button.ariaLabel ?? button.textContent, button.ariaDescription ?? ''].join('; ').trim(),
})));

async function playByNames(tag, locale, game, most) {
    const page$ = wordsOf(tag, 'page');
    const ann = await Visitor.come(browser, server, {size: sizes.desktop, locale, settings: {forced: false, premoves: false}});
    const {page} = ann;
    await ann.playAgainst(game, 3, {options: short[game] ?? {}, prepared: deal[game]});
    await turn(page);
    const region = '[role=log][aria-live]:not(ol)';
    await page.locator(`${region} > p`, {hasText: page$.get('table.yourturn')}).last().waitFor({state: 'attached'}); // the first turn is told
    const heard = await heardIn(page);
    const bar = page.getByRole('region', {name: page$.get('table.actions'), exact: true});
    const allMoves = new RegExp(page$.get('table.moves.count').replace(/[()]/g, '\\$&').replace('{n}', '\\d+'));
    const turns = new Set([moveOf(ann)]);
    for (let made = 0; made < most && (await turn(page)); made++) {
        await ann.alone();
        turns.add(moveOf(ann));
        const known = new Map();
        for (const {action, name} of await namesOnTable(page)) {
            assert.match(name, /\p{L}/u, `${action} has a name`);
            assert.equal(known.get(name) ?? action, action, `two moves are called “${name}”`);
            known.set(name, action);
        }
        const before = moveOf(ann);
        await bar.getByText(allMoves).click();
        const moves = bar.getByRole('group').getByRole('button', {name: /\p{L}/u}); // under their headings
        await moves.first().waitFor();
        await page.locator('.moves-list:not([aria-busy=true])').waitFor(); // all of them
        const choice = moves.nth(made % (await moves.count()));
        await choice.click();
        await ann.until(({move, status}) => move !== before || status === 'over');
    }
    if (await turn(page)) turns.add(moveOf(ann));
    const result = most === whole ? await page.getByRole('region', {name: page$.get('over.title'), exact: true}).getByRole('heading').first().innerText() : '';
    // What happens is told after it is drawn, one after the other: with the last turn or the result all is told.
    if (result) await page.locator(`${region} > p`, {hasText: result}).first().waitFor({state: 'attached'});
    else await becomes(page, ([words, least]) => globalThis.heard.reduce((sum, {told: one = ''}) => sum + one.split(words).length - 1, 0) >= least,
        [page$.get('table.yourturn'), turns.size - 1]);
    const told = await heard.jsonValue();
    assert.deepEqual(told.filter(({changed}) => changed !== undefined), [], 'what was told does not change');
    const sentences = told.flatMap((one) => one.told ?? []);
    const count = (words) => sentences.reduce((sum, one) => sum + one.split(words).length - 1, 0);
    assert.equal(count(page$.get('table.yourturn')), turns.size - 1, 'every turn but the first, which had begun, is told once');
    if (result) assert.equal(count(result), 1, 'the result is told once');
    await ann.leave();
}

for (const [game, most] of scaled([['sparrows', whole]], [['sparrows', whole]], allWhole))
    test(`${most === whole ? 'a whole game' : `${most} moves`} of ${game} by names alone; turns and result are told once`, () => playByNames('en', 'en-GB', game, most));
testInDepth('the same in German', () => playByNames('de', 'de-AT', 'bannish', whole));
test('the same in Chinese', () => playByNames('zh-Hant', 'zh-TW', 'bannish', scaled(few, few, whole)));

test('a refusal is told once', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const opened = await server.open({game: 'scout', players: 2, name: 'Ann', bots: ['', '']});
    await ann.goTo(opened, 'scout', 'Ann');
    await page.locator('.room').waitFor();
    const heard = await heardIn(page);
    await server.kill();
    await page.getByRole('alert').waitFor();
    await server.start();
    await page.getByRole('alert').waitFor({state: 'detached'});
    assert.equal((await heard.jsonValue()).filter(({alert}) => alert).length, 1);
    await ann.leave(/WebSocket|Failed to load|ERR_/);
});

// ---- what can be seen ----

// Text in drawings whose colour is too close to what lies behind it, which axe does not see. Runs in the page.
function faintInDrawings() {
    const loud = new CSSStyleSheet();
    loud.replaceSync('svg, svg * { pointer-events: all !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, loud];
    const channels = (colour) => /^rgba?\(([^)]+)\)/.exec(colour)?.[1].split(',').map(Number);
    const over = ([r, g, b, a = 1], under) => [r, g, b].map((value, at) => value * a + under[at] * (1 - a));
    const light = (colour) => {
        const [r, g, b] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    let looked = 0;
    for (const text of document.querySelectorAll('.felt svg text')) {
        const {left, top, width, height} = text.getBoundingClientRect();
        if (!text.checkVisibility({opacityProperty: true}) || width === 0) continue;
        const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
        if (!stack.includes(text.ownerSVGElement) && !stack.some((one) => one === text)) continue; // out of sight
        const below = stack.slice(stack.indexOf(text) + 1);
        let under = [255, 255, 255];
        const paints = [];
        let unknown = false;
        for (const one of below) {
            const style = getComputedStyle(one);
            const isText = one.matches('text, tspan');
            const paint = one instanceof SVGElement ? (one.matches('svg, g') || isText ? 'none' : style.fill) : style.backgroundColor;
            if (/^url/.test(paint) || (!(one instanceof SVGElement) && style.backgroundImage !== 'none')) unknown = true;
            const colour = channels(paint);
            let opacity = Number(one instanceof SVGElement ? style.fillOpacity : 1);
            for (let part = one; part && part.localName !== 'svg' && part !== document.body; part = part.parentElement) opacity *= Number(getComputedStyle(part).opacity);
            if (!colour || (colour[3] ?? 1) * opacity === 0) {
                if (unknown) break;
                continue;
            }
            paints.push([...colour.slice(0, 3), (colour[3] ?? 1) * opacity]);
            if (paints.at(-1)[3] === 1) break;
        }
        if (unknown && paints.length === 0) continue; // a picture or a gradient
        for (const paint of paints.reverse()) under = over(paint, under);
        const style = getComputedStyle(text);
        const ink = channels(style.fill);
        if (!ink) continue;
        looked++;
        const shown = over([...ink.slice(0, 3), (ink[3] ?? 1) * Number(style.opacity)], under);
        const [a, b] = [light(shown), light(under)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        const scale = height / text.getBBox().height;
        const size = parseFloat(style.fontSize) * (Number.isFinite(scale) ? scale : 1);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (large ? 3 : 4.5)) found.push(`“${text.textContent}” ${style.fill} on rgb(${under.map(Math.round)}): ${ratio.toFixed(2)} at ${Math.round(size)} px`);
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== loud);
    return looked > 0 ? [...new Set(found)] : ['there is nothing to be read'];
}

test('nothing moves for those who want no motion', async () => {
    const ann = await Visitor.come(browser, server, {settings: {speed: 'normal'}});
    await ann.playAgainst('scout', 3, {prepared: 3});
    const moving = await watch(ann.page, () => document.getAnimations().length);
    await playFromList(ann.page, {most: 6});
    assert.deepEqual(await moving(), [0]);
    await ann.leave();
});

test('the focus can be seen wherever it is', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await ann.playAgainst('scout', 3, {prepared: 3});
    await playFromList(page, {most: 2});
    for (const theme of ['light', 'dark']) {
        await ann.wear(theme);
        await turn(page);
        const seen = new Set();
        for (let stop = 0; stop < 30; stop++) {
            await page.keyboard.press('Tab');
            const {name, outline, ratio} = await page.evaluate(() => {
                const light = (colour) => {
                    const [r, g, b] = /\(([^)]+)\)/.exec(colour)[1].split(',').map((one) => Number(one) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const one = document.activeElement;
                if (one === document.body) return {name: ''};
                const style = getComputedStyle(one);
                let behind = one.parentElement;
                const ground = () => {
                    const {backgroundColor, backgroundImage} = getComputedStyle(behind);
                    return /rgb\([^)]+\)/.exec(backgroundImage)?.[0] ?? (/, 0\)/.test(backgroundColor) ? undefined : backgroundColor);
                };
                while (behind !== document.body && !ground()) behind = behind.parentElement;
                const [a, b] = [light(style.outlineColor), light(ground())].sort((x, y) => y - x);
                return {name: one.ariaLabel ?? one.textContent, outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, ratio: (a + 0.05) / (b + 0.05)};
            });
            if (name === '') continue; // the browser's own
            seen.add(name);
            assert.ok(outline, `${name} has no outline`);
            assert.ok(ratio >= 3, `the outline of ${name} has a contrast of ${ratio.toFixed(2)}, ${theme}`);
        }
        assert.ok(seen.size > 5);
    }
    await ann.leave();
});

test('dialogs keep the focus and give it back', async () => {
    const ann = await Visitor.come(browser, server, {size: sizes.phone});
    const {page} = ann;
    await page.goto(server.url);
    const button = page.getByRole('button', {name: 'Settings'});
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', {name: 'Settings'});
    await dialog.waitFor();
    for (let stop = 0; stop < 30; stop++) {
        await page.keyboard.press('Tab');
        assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest('dialog') !== null));
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'hidden'});
    assert.ok(await button.evaluate((one) => one === document.activeElement));
    await ann.playAgainst('bannish', 3, {prepared: 3});
    const talk = page.locator('.talk-button');
    await talk.focus();
    await page.keyboard.press('Enter');
    await page.locator('.side-column :focus').waitFor();
    await page.keyboard.press('Escape');
    assert.ok(await talk.evaluate((one) => one === document.activeElement));
    await ann.leave();
});

testInDepth('languages are named in themselves, and the page says which it is in', async () => {
    const ann = await Visitor.come(browser, server, {locale: 'de-AT'});
    const {page} = ann;
    await page.goto(server.url);
    await page.locator('.game-card').first().waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.getByRole('button', {name: wordsOf('de', 'page').get('nav.settings')}).click();
    await page.locator('input[name=language]').first().waitFor();
    assert.deepEqual(await page.locator('input[name=language] + span').evaluateAll((all) => all.map((one) => one.lang)), ['en', 'de', 'zh-Hant']);
    await ann.leave();
});

for (const [what, media] of [['text twice as large', {}], ['forced colours', {forcedColors: 'active'}]])
    test(`a game can be played with ${what}`, async () => {
        const ann = await Visitor.come(browser, server, {size: sizes.desktop});
        const {page} = ann;
        await page.emulateMedia(media);
        await ann.playAgainst('bannish', 3, {prepared: deal.bannish});
        if (what.startsWith('text')) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
        for (let made = 0; made < 4 && (await turn(page)); made++) {
            await framed(page);
            const outside = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
            assert.ok(outside <= 0, `the page is ${outside} too wide`);
            await moveByKeys(ann, made);
        }
        await ann.shot(`access-${what.split(' ')[0]}`);
        await ann.leave();
    });
