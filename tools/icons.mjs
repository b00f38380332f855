// Draws the icons of the installed page from web/icon.svg: node tools/icons.mjs
// Systems cut a maskable icon to a shape of their own, so its colour fills the square; the cards keep away from the edge.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {launch, root} from '../tests/web/common.mjs';

const art = readFileSync(join(root, 'web/icon.svg'), 'utf8');
const filled = art.replace(' rx="14"', '');
const icons = {'icon-192': [192, art], 'icon-512': [512, art], 'icon-maskable-512': [512, filled], 'icon-touch-180': [180, filled]};

const browser = await launch();
const page = await browser.newPage();
for (const [name, [size, drawing]] of Object.entries(icons)) {
    await page.setViewportSize({width: size, height: size});
    await page.setContent(`<style>body {margin: 0} svg {display: block; width: 100vw; height: 100vh}</style>${drawing}`);
    writeFileSync(join(root, `web/icons/${name}.png`), await page.screenshot({omitBackground: true}));
}
await browser.close();
