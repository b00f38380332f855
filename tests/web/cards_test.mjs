// Cards in sentences: where the log or a move mentions a card, the page draws it, and those who do not see the drawing
// read its name. No notation is left for them, nor anything of how the server marks cards.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {house, openMoves, playFromList, root, scaled, Visitor} from './common.mjs';

const {server, browser} = await house();
const moves = {scout: 2, bridesmaid: 4, belle: 3, sparrows: 2, bannish: 4}; // that bring cards into the log
const options = {belle: {parties: 'empty'}};
const looks = scaled([['light', 1280, 800]], [['light', 1280, 800]],
    ['light', 'dark'].flatMap((theme) => [[theme, 1280, 800], [theme, 390, 844]]));

// What people read of a card that the server calls by its notation.
const names = {
    scout: /^\d+ up, \d+ below$/, bridesmaid: /^−?\d+$/, belle: /^[A-Z][a-z]+ /, sparrows: /^(Sparrows?|Parrots?|Eagles?|Chickens?) \d+$/,
    bannish: /^(red|green|blue|yellow|purple) \d$/,
};

const tables = readFileSync(join(root, 'web/src/games/tables.ts'), 'utf8');
const effects = [...tables.matchAll(/id: '(\w+)', type: 'M/g)].map(([, effect]) => effect);

// The cards that the lines of a message mention, {R4|R4} each.
const mentioned = (lines) => lines.flatMap((line) => [...line.matchAll(/\{([^{|}]+)\|([^{|}]+)\}/g)]).map(([, card, name]) => ({card, name}));

// Everything that the page says, to eyes and ears.
const wordsOf = (page) => page.evaluate(() => document.body.textContent
    + [...document.querySelectorAll('[aria-label], [title]')].map((element) => element.ariaLabel ?? element.title).join(' '));

for (const game of scaled(['scout'], ['scout', 'belle'], Object.keys(moves)))
    for (const [theme, width, height] of looks)
        test(`${game} draws the cards of its sentences, ${theme}, ${width} wide`, async () => {
            const ann = await Visitor.come(browser, server, {size: {width, height}, theme});
            const {page} = ann;
            await ann.playAgainst(game, 3, {options: options[game] ?? {}, prepared: 1}); // the same game every time
            await playFromList(page, {most: moves[game]});
            await ann.alone();
            const {log} = ann.table();
            const lines = ann.frames.flatMap(({way, text}) => (way === 'in' && text.startsWith('{"type":"table"') ? [JSON.parse(text).log] : []))
                .reduce((all, part) => (part ? [...all.slice(0, part.from), ...part.lines] : all), []);
            const cards = mentioned(lines);
            assert.equal(lines.length, log.from + log.lines.length);
            assert.ok(cards.length > 2, 'cards are mentioned');
            const chips = page.locator('.panel .log .card-chip');
            assert.equal(await chips.count(), cards.length);
            const read = await chips.evaluateAll((all) => all.map((chip) => chip.lastElementChild.textContent));
            for (const name of read) assert.match(name, names[game]);
            if (game === 'belle') {
                assert.deepEqual(read, cards.map(({name}) => name));
                for (const [card, {effect}] of Object.entries(ann.table().view.cards)) // as the chip of one that is gone has it
                    if (effect) assert.equal(effects[Number(card.slice(1)) - 1], effect, card);
            }
            const talk = page.getByRole('button', {name: 'Log and chat'}); // a small screen has the log in a drawer
            const drawer = await talk.isVisible();
            if (drawer) {
                await talk.click();
                await page.locator('.side-column.open').waitFor();
            }
            for (const box of await page.locator('.panel .log .card-chip > svg').evaluateAll((all) => all.map((svg) => ({hidden: svg.ariaHidden, width: svg.clientWidth, height: svg.clientHeight}))))
                assert.ok(box.hidden === 'true' && box.width >= 14 && box.height >= 14, JSON.stringify(box));
            if (drawer) await page.getByRole('button', {name: 'Close'}).click();
            await openMoves(page);
            const drawn = page.locator('.moves[open] [data-action] .card-chip');
            if (game === 'sparrows') assert.equal(await drawn.count(), 0); // its moves are bids
            else await drawn.first().waitFor();
            // eslint-disable-next-line no-control-regex
            assert.doesNotMatch(await wordsOf(page), /[\u0001\u0002]|\{[^{}]*\|/);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
            await ann.axe(game);
            if (!drawer) await page.locator('.panel .log').scrollIntoViewIfNeeded();
            await ann.shot(`cards-${game}-${theme}-${width}`);
            await ann.leave();
        });
