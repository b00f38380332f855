// The walk over the page in a language: every part of it, and no word of another language is found. What strange words are,
// a language says itself. What is clicked is found in the tables of words/.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {becomes, house, listMove, playFromList, root, scaled, sizes, testInDepth, Visitor} from './common.mjs';

const games = ['scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'];
const short = {sparrows: {target: '40'}};

// A choice that nobody may make first, and why.
const wrong = {
    scout: ['play 1', 'turn_hand_first'],
    bridesmaid: ['hold', 'reserve_first'],
    belle: ['none', 'step_over'],
    sparrows: ['late none', 'late_bids_later'],
    bannish: ['take R1', 'no_trick_to_take'],
};

// A table of words as it is written, without comments.
export function wordsOf(tag, table) {
    const lines = readFileSync(join(root, 'words', tag, `${table}.txt`), 'utf8').split('\n');
    return new Map(lines.filter((line) => /^[^#\s]/.test(line)).map((line) => line.match(/^(\S+) =\s*(.*)$/).slice(1)));
}

// Names of Guests and Belle cards are printed on them, and the codes of their effects are what a deck is written in.
export const printed = [['guests', 1], ['belles', 2], ['belles', 3]].flatMap(([table, name]) => {
    const rows = readFileSync(join(root, `data/belle/${table}.csv`), 'utf8').split('\n').slice(1);
    return rows.flatMap((row) => row.match(/"[^"]*"|[^,]+/g)?.[name].match(/[A-Za-z_][A-Za-z0-9_'’]*/g) ?? []);
});

// All texts of the page, those within closed parts and for screen readers too. Notation is in `code` and `pre`,
// and in the first column of the rules' tables.
function textsOf(page) {
    return page.evaluate(() => {
        const found = [];
        const notation = 'code, pre, script, style, noscript, .rules-table td:first-child';
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(notation)) found.push(walker.currentNode.data);
        for (const element of document.querySelectorAll('*'))
            for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description', 'aria-valuetext'])
                if (element.hasAttribute(name)) found.push(element.getAttribute(name));
        return [document.title, ...found];
    });
}

// The first choice that is sent is one that nobody may make.
async function spoilFirst(page, action) {
    let spoilt = false;
    await page.routeWebSocket(/play/, (socket) => {
        const far = socket.connectToServer();
        far.onMessage((text) => socket.send(text));
        socket.onMessage((text) => {
            const message = JSON.parse(text);
            if (message.type === 'do' && !spoilt) {
                spoilt = true;
                message.do = action;
            }
            far.send(JSON.stringify(message));
        });
    });
}

// Tests for the page in a language. `locale` is what the browser asks for, `strangeIn(text)` the words of a text that
// belong to another language, `inDepth` the games that only the deep run walks through: if all, it walks through the front
// page and the lists too. `rules(page)` looks at a page of rules; without it there are none in that language.
export async function walk({tag, locale, strangeIn, inDepth, rules}) {
    const {server, browser} = await house('--bot-pace', '0', '--analysis-work', '1', '--analyses', '100000');
    const page = new Map([...wordsOf(tag, 'page'), ...wordsOf(tag, 'beside.page')]);
    const walked = games.filter((game) => scaled(false, false, true) || !inDepth.includes(game));
    const come = () => Visitor.come(browser, server, {locale});

    async function isSpoken(there, where) {
        const strange = new Set();
        for (const text of await textsOf(there)) if (strangeIn(text).length > 0) strange.add(text.trim());
        assert.deepEqual([...strange], [], where);
        assert.equal(await there.locator('html').getAttribute('lang'), tag);
    }

    (walked.length > 0 ? test : testInDepth)(`the front page, the lists, new tables and the settings speak ${tag}`, async () => {
        const ann = await come();
        await ann.page.goto(server.url);
        await ann.page.getByRole('button', {name: page.get('nav.settings')}).click();
        await ann.page.locator('dialog[open] [name=language]').first().waitFor({state: 'attached'}); // they come after the dialog
        await isSpoken(ann.page, 'the settings');
        await ann.page.getByRole('button', {name: page.get('settings.done')}).click();
        await isSpoken(ann.page, 'the front page');
        await server.open({game: 'scout', players: 3, name: 'Ben', public: true});
        for (const path of ['lobby', 'today', ...games.map((game) => `new/${game}`), 'nowhere', 'table/AAAAAAAAAAAAAAAAAAAAAA',
            'replay/AAAAAAAAAAAAAAAAAAAAAA', 'rules/0']) {
            await ann.page.goto(`${server.url}/${path}`);
            await ann.page.locator('main h1, main h2').first().waitFor();
            if (path === 'lobby') await ann.page.locator('.lobby-row').waitFor();
            await isSpoken(ann.page, path);
        }
        await ann.page.goto(`${server.url}/new/scout`);
        await ann.page.getByLabel(page.get('new.device')).check();
        await ann.page.locator('[name=person-1]').waitFor();
        await isSpoken(ann.page, 'people on one device');
        await ann.page.getByLabel(page.get('new.friends')).check();
        await ann.page.getByRole('button', {name: page.get('new.open')}).click();
        await ann.page.getByLabel(page.get('new.name')).fill('bot:club');
        await ann.page.locator('[data-do=who]').click();
        await ann.page.locator('.problem').waitFor();
        await isSpoken(ann.page, 'a name that is refused');
        await ann.page.getByLabel(page.get('new.name')).fill('Ann');
        await ann.page.locator('[data-do=who]').click();
        await ann.page.getByText(page.get('room.options')).click();
        await isSpoken(ann.page, 'the waiting room');
        await ann.leave(/status of (404|400)/); // Chromium's own remarks
    });

    test(`no page around the games is wider than a phone in ${tag}`, async () => {
        const ann = await Visitor.come(browser, server, {locale, size: sizes.phone});
        for (const path of ['', 'games', 'lobby', 'today', 'new/belle', 'puzzles', 'rules/scout']) {
            await ann.page.goto(`${server.url}/${path}`);
            await ann.page.locator('main :is(h1, h2)').first().waitFor();
            assert.deepEqual(await ann.page.evaluate(() => [...document.querySelectorAll('.top *, main *')]
                .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth && document.scrollingElement.scrollWidth > innerWidth)
                .map((one) => one.outerHTML.slice(0, 80))), [], path);
        }
        await ann.leave();
    });

    if (rules) test(`the rules speak ${tag}`, async () => {
        const ann = await come();
        for (const game of walked) {
            await ann.page.goto(`${server.url}/rules/${game}`);
            await ann.page.locator(`.rules-text[lang=${tag}] h1`).waitFor();
            await isSpoken(ann.page, `the rules of ${game}`);
            const english = readFileSync(join(root, `docs/rules/${game}.md`), 'utf8');
            const wanted = [...english.matchAll(/^\*\*([A-Z]{2}-\d+)/gm)].map(([, rule]) => rule);
            assert.deepEqual(await ann.page.locator('.rules-text .rule').evaluateAll((all) => all.map(({id}) => id)), wanted);
            await rules(ann.page);
            await ann.page.locator('.contents a').last().click();
            await becomes(ann.page, () => location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1))));
            await ann.shot(`${tag}-rules-${game}`);
        }
        await ann.leave();
    });

    test(`the first lessons speak ${tag}`, async () => {
        const ann = await come();
        for (const game of walked) {
            await ann.page.goto(`${server.url}/tutorial/${game}`);
            await ann.page.locator('.coach').waitFor();
            await isSpoken(ann.page, `the tutorial of ${game}`);
        }
        await ann.leave();
    });

    for (const game of games.filter((one) => scaled(false, false, true) || (one === 'scout' && walked.includes(one))))
        test(`a table of ${game}, a refusal, the result and the look back speak ${tag}`, async () => {
            const ann = await come();
            const [action, why] = wrong[game];
            await spoilFirst(ann.page, action);
            const {table} = await ann.playAgainst(game, 3, {options: short[game] ?? {}});
            await ann.alone();
            await isSpoken(ann.page, 'a table');
            await listMove(ann.page, 0);
            await ann.page.locator('.problem', {hasText: wordsOf(tag, game).get(`no.${why}`)}).waitFor();
            await isSpoken(ann.page, 'a refusal');
            await ann.shot(`${tag}-refusal-${game}`);
            await ann.page.getByRole('button', {name: page.get('table.hint')}).click();
            await ann.page.locator('.hint').first().waitFor();
            await isSpoken(ann.page, 'a hint');
            await playFromList(ann.page);
            await ann.page.locator('.over').waitFor();
            await isSpoken(ann.page, 'the result');
            await ann.page.goto(`${server.url}/replay/${table}`);
            await ann.page.locator('.study .chart svg').waitFor();
            await isSpoken(ann.page, 'the look back');
            await ann.page.keyboard.press('End');
            await isSpoken(ann.page, 'its end');
            await ann.shot(`${tag}-replay-${game}`);
            await ann.page.goto(`${server.url}/verify/${table}`);
            await ann.page.locator('.verify .outcome.good').waitFor();
            await isSpoken(ann.page, 'the deals');
            await ann.leave();
        });
}
