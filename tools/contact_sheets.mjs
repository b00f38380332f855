// One picture per game of its table at every size that tests/web/fit_test.mjs measures, at its beginning, in the middle
// and at its end: node tools/contact_sheets.mjs DIR [GAME…]
// THEME=dark, LOCALE=de, PLAYERS=5 and SCALE=0.5 change what is seen. It needs what the tests of the browser client need
// (tools/install test).
/* global document, Image, requestAnimationFrame */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {launch, Server, turn, Visitor} from '../tests/web/common.mjs';
import {nameOf, playItself, resize, sizes, watchJumps, withoutBanner} from '../tests/web/fit.mjs';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
    console.error('usage: contact_sheets.mjs DIR [GAME…]');
    process.exit(2);
}
const scale = Number(process.env.SCALE ?? 0.17);
const theme = process.env.THEME ?? 'light';
const locale = process.env.LOCALE ?? 'en-GB';
const usual = {bannish: 4, belle: 3, bridesmaid: 4, scout: 4, sparrows: 3};
const middle = 6; // moves after the beginning
const gap = 8;

// One moment of a game at all sizes.
async function pictures(page) {
    const taken = [];
    for (const size of sizes) {
        await resize(page, size);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const image = await page.screenshot({type: 'jpeg', quality: 85});
        taken.push({...size, image: `data:image/jpeg;base64,${image.toString('base64')}`});
    }
    return taken;
}

async function moments(browser, server, {game}) {
    const players = Number(process.env.PLAYERS ?? usual[game] ?? 3);
    const ann = await Visitor.come(browser, server, {theme, locale});
    const {page} = ann;
    await ann.playAgainst(game, players, {prepared: 7});
    await page.evaluate(withoutBanner);
    await page.evaluate(watchJumps);
    const rows = [];
    await turn(page);
    await ann.alone();
    rows.push(await pictures(page));
    await playItself(page, {most: middle, seed: 3});
    if (await turn(page)) {
        await ann.alone();
        rows.push(await pictures(page));
        await playItself(page, {most: 2000, seed: 3});
    }
    await page.locator('.over').waitFor();
    rows.push(await pictures(page));
    await ann.leave();
    return rows;
}

// Rows of windows, each as large as it is beside the others.
async function sheet(browser, rows, path) {
    const page = await browser.newPage({viewport: {width: 100, height: 100}});
    await page.setContent('<style>body { margin: 0; padding: 8px; width: max-content; background: #888; font: 11px sans-serif; } .row { display: flex; gap: 8px; align-items: end; margin-bottom: 8px; } img { display: block; }</style>');
    await page.evaluate(({all, by, words}) => {
        for (const row of all) {
            const line = document.body.appendChild(document.createElement('div'));
            line.className = 'row';
            row.forEach(({width, height, image}, at) => {
                const one = line.appendChild(document.createElement('div'));
                one.textContent = words[at];
                const picture = one.appendChild(new Image(width * by, height * by));
                picture.src = image;
            });
        }
        return Promise.all([...document.images].map((image) => image.decode()));
    }, {all: rows, by: scale, words: sizes.map(nameOf)});
    const box = await page.evaluate(() => ({width: document.body.offsetWidth, height: document.body.offsetHeight}));
    await page.setViewportSize({width: box.width, height: box.height + gap});
    await page.screenshot({path, type: 'jpeg', quality: scale > 0.3 ? 80 : 55});
    await page.close();
}

const server = await new Server().start();
const browser = await launch();
try {
    mkdirSync(folder, {recursive: true});
    const {games} = await (await fetch(`${server.url}/api/games`)).json();
    for (const facts of games) {
        if (wanted.length > 0 && !wanted.includes(facts.game)) continue;
        const path = join(folder, `sizes-${facts.game}.jpg`);
        await sheet(browser, await moments(browser, server, facts), path);
        console.log(path);
    }
} finally {
    await browser.close();
    await server.close();
}
