// The page in Traditional Chinese: every part of it is walked through, and no word of another language is found
// but names, notation and what is printed on cards.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {house, listMove, playByClicks, root, testInDepth, Visitor} from './common.mjs';

const games = ['scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'];
const short = {sparrows: {target: '40'}};
const {server, browser} = await house('--bot-pace', '0', '--analysis-work', '1', '--analyses', '100000');

// ---- what may stand there in Latin letters, and why ----

// Names of Guests and Belle cards are printed on them, and the codes of their effects are what a deck is written in.
const printed = [['guests', 1], ['belles', 2], ['belles', 3]].flatMap(([table, name]) => {
    const rows = readFileSync(join(root, `data/belle/${table}.csv`), 'utf8').split('\n').slice(1);
    return rows.flatMap((row) => row.match(/"[^"]*"|[^,]+/g)?.[name].match(/[A-Za-z_][A-Za-z0-9_'’]*/g) ?? []);
});

const allowed = new Set([
    'parlor', 'analyze', // the program, and what is typed there
    'SCOUT', 'BANNISH', // games that are called so in Chinese as well
    'Oink', // a publisher
    'i', 'ii', // numbers
    'English', // a language, in its own name
    'Ann', 'Ben', 'Cat', 'Dan', 'Eve', // players
    'WILD', 'START', 'THE', 'HOLD', 'BACK', // on the cards of Always a Bridesmaid
    'Loves', 'Crowd', 'Orders', 'Tea', 'Earl', 'Grey', 'Hot', 'Is', 'Feeling', 'RUSHED', 'a', // Belle cards that are known
    'QR', 'UTF', 'JSON', 'jsonl', // as everybody writes them
    'inverse', 'equal', 'stepped', 'two_pair', 'low_card', // values that are typed
    'Shift', 'Home', 'End', // keys
    ...printed,
]);

const isAllowed = (word) => allowed.has(word) || /^[0-9a-f]{8,}$/.test(word); // seeds and fingerprints

// All texts of the page, those within closed parts and for screen readers too. Notation stands in `code` and `pre`,
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

function strangeIn(text) {
    const words = text.replace(/\b[A-Z]{2}-\d+\b/g, '').match(/[A-Za-z_][A-Za-z0-9_'’]*[A-Za-z_][A-Za-z0-9_]*|\b[A-Za-z]{2,}\b/g) ?? [];
    return words.filter((word) => !isAllowed(word) && !/^[SPECGRBY]\d*$/.test(word));
}

async function isChinese(page, where) {
    const strange = new Set();
    for (const text of await textsOf(page)) if (strangeIn(text).length > 0) strange.add(text.trim());
    assert.deepEqual([...strange], [], where);
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hant');
}

const come = () => Visitor.come(browser, server, {settings: {language: 'zh-Hant'}});

test('a word of English is found, and names are not', () => {
    assert.deepEqual(strangeIn('你不能 play this card 出牌'), ['play', 'this', 'card']);
    assert.deepEqual(strangeIn('SC-9：Ann 用 R4 贏了 BANNISH，BONUS_TEA'), []);
});

test('the front page, the lists, new tables and the settings are in Chinese', async () => {
    const ann = await come();
    const {page} = ann;
    await page.goto(server.url);
    await page.getByRole('button', {name: '設定'}).click();
    await page.getByRole('button', {name: '完成'}).waitFor();
    await isChinese(page, 'the settings');
    await page.getByRole('button', {name: '完成'}).click();
    await isChinese(page, 'the front page');
    await server.open({game: 'scout', players: 3, name: 'Ben', public: true});
    for (const path of ['lobby', ...games.map((game) => `new/${game}`), 'nowhere', 'table/AAAAAAAAAAAAAAAAAAAAAA',
        'replay/AAAAAAAAAAAAAAAAAAAAAA', 'rules/0']) {
        await page.goto(`${server.url}/${path}`);
        await page.locator('main h1, main h2').first().waitFor();
        await isChinese(page, path);
    }
    await page.goto(`${server.url}/new/scout`);
    await page.getByLabel('你的名字').fill('bot:club');
    await page.getByRole('button', {name: '開始遊戲'}).click();
    await page.locator('.problem').waitFor();
    await isChinese(page, 'a name that is refused');
    await ann.leave(/status of (404|400)/); // Chromium's own remarks
});

async function rulesAreChinese(ann, game) {
    const {page} = ann;
    await page.goto(`${server.url}/rules/${game}`);
    await page.locator('.rules-text[lang=zh-Hant] h1').waitFor();
    await isChinese(page, `the rules of ${game}`);
    const english = readFileSync(join(root, `docs/rules/${game}.md`), 'utf8');
    const wanted = [...english.matchAll(/^\*\*([A-Z]{2}-\d+)/gm)].map(([, rule]) => rule);
    assert.deepEqual(await page.locator('.rules-text .rule').evaluateAll((rules) => rules.map(({id}) => id)), wanted);
    const broken = (await page.locator('.rules-text p, .rules-text li').allInnerTexts()).filter((text) => /[\u3000-\u9fff\uff00-\uffef] +[\u3000-\u9fff\uff00-\uffef]/.test(text));
    assert.deepEqual(broken, [], 'lines of the file are joined without a blank');
    await page.locator('.contents a').last().click();
    await page.waitForFunction(() => location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1))));
    await ann.shot(`chinese-rules-${game}`);
}

test('the rules are in Chinese', async () => {
    const ann = await come();
    for (const game of games) await rulesAreChinese(ann, game);
    await ann.leave();
});

test('the first lessons are in Chinese', async () => {
    const ann = await come();
    for (const game of games) {
        await ann.page.goto(`${server.url}/tutorial/${game}`);
        await ann.page.locator('.coach').waitFor();
        await isChinese(ann.page, `the tutorial of ${game}`);
    }
    await ann.leave();
});

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

const wrong = {
    scout: ['play 1', '先決定手牌保持原樣或翻轉'],
    bridesmaid: ['hold', '先選五張牌當後備'],
    belle: ['none', '步驟一已結束'],
    sparrows: ['late none', '補叫'],
    bannish: ['take R1', '現在沒有牌可拿'],
};

for (const game of games)
    (game === 'scout' ? test : testInDepth)(`a table of ${game}, a refusal, the result and the look back are in Chinese`, async () => {
        const ann = await come();
        const {page} = ann;
        const [action, why] = wrong[game];
        await spoilFirst(page, action);
        const {table} = await ann.playAgainst(game, 3, {options: short[game] ?? {}});
        await ann.alone();
        await isChinese(page, 'a table');
        await listMove(page, 0);
        await page.locator('.problem', {hasText: why}).waitFor();
        await isChinese(page, 'a refusal');
        await ann.shot(`chinese-refusal-${game}`);
        await page.getByRole('button', {name: '提示'}).click();
        await page.locator('.hint').first().waitFor();
        await isChinese(page, 'a hint');
        await playByClicks(page, {pick: listMove});
        await page.locator('.over').waitFor();
        await isChinese(page, 'the result');
        await page.goto(`${server.url}/replay/${table}`);
        await page.locator('.study .chart svg').waitFor();
        await isChinese(page, 'the look back');
        await page.keyboard.press('End');
        await isChinese(page, 'its end');
        await ann.shot(`chinese-replay-${game}`);
        await page.goto(`${server.url}/verify/${table}`);
        await page.locator('.verify .outcome.good').waitFor();
        await isChinese(page, 'the deals');
        await ann.leave();
    });
