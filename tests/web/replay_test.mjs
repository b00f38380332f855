// Looking back in the browser: replay, analysis, checking the deals, rules.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {test} from 'node:test';
import {anyDeal, becomes, house, root, sizes, subprotocol, testInDepth, Visitor} from './common.mjs';

const games = ['scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'];
const short = {sparrows: {target: '40'}};

const {server, browser} = await house('--bot-pace', '0', '--analysis-work', '1', '--analyses', '100000');

// A game that bots play to its end: its opener sits down, starts and leaves. For a fair deal that takes the page.
async function over(visitor, game, players, {fair = false, prepared = fair ? undefined : anyDeal} = {}) {
    const bots = ['', ...Array(players - 1).fill('random')];
    const opened = await server.open({game, players, name: 'Ann', bots, options: short[game] ?? {}, prepared});
    if (fair) {
        await visitor.goTo(opened, game, 'Ann');
        await visitor.page.locator('.felt').waitFor();
    } else await visitor.keep(opened, game, 'Ann');
    await visitor.page.evaluate(({table, token, spoken, begins}) => new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/play`, spoken);
        let left = false;
        const say = (message) => socket.send(JSON.stringify(message));
        socket.onopen = () => {
            say({type: 'hello', table, token});
            if (begins) say({type: 'start'});
        };
        socket.onmessage = ({data}) => {
            const {type, status, seats, error} = JSON.parse(data);
            if (type === 'error') reject(new Error(error.text));
            if (type !== 'table') return;
            if (status === 'playing' && !seats[0].bot && !left) {
                left = true;
                say({type: 'leave'});
            }
            if (status === 'over') {
                socket.close();
                resolve();
            }
        };
    }), {...opened, spoken: subprotocol, begins: !fair});
    return opened.table;
}

// All steps with a view, which come in several parts.
async function momentsOf(table) {
    const moments = [];
    for (let from = 0; from !== undefined; ) {
        const {steps, next} = await (await fetch(`${server.url}/api/tables/${table}/steps?from=${from}`)).json();
        moments.push(...steps.filter(({view}) => view));
        from = next;
    }
    return moments;
}

// Waits until the timeline has all of them: before, its end is an earlier one.
async function whole(page, table) {
    const {length} = await momentsOf(table);
    await page.locator(`.track input[max="${length - 1}"]`).waitFor();
}

async function replay(visitor, table, hash = '') {
    await visitor.page.goto(`${server.url}/replay/${table}${hash}`);
    await whole(visitor.page, table);
}

async function analysed(page) {
    await page.locator('.study .chart svg').waitFor();
}

const address = (page, hash) => becomes(page, (wanted) => location.hash === wanted, hash);
const place = (page, expected) => page.locator('.place', {hasText: expected}).waitFor();
const range = (page) => page.locator('.track input');

// In the usual run one game, with hidden cards and with stages.
const testOf = (game) => (game === 'belle' ? test : testInDepth);

for (const game of games)
    testOf(game)(`a game of ${game} is looked at again as each seat saw it, and all open`, async () => {
        const ann = await Visitor.come(browser, server);
        const table = await over(ann, game, 3);
        await replay(ann, table);
        await analysed(ann.page);
        await ann.axe(`replay of ${game}`);
        const steps = await (await fetch(`${server.url}/api/tables/${table}/steps`)).json();
        await place(ann.page, `Step 0 of ${steps.count}`);
        await ann.page.getByRole('button', {name: 'Go to the end'}).click();
        await place(ann.page, `Step ${steps.count} of ${steps.count}`);
        await ann.page.getByText('The end of the game.').waitFor();
        for (const as of ['0', '1', '2', 'watch', 'all']) {
            await ann.page.getByLabel('View as').selectOption(as);
            await ann.page.locator(`.replaying[data-as="${as}"]`).waitFor();
            await address(ann.page, `#step=${steps.count}&as=${as}`);
            await range(ann.page).fill(String(Math.floor(Number(await range(ann.page).getAttribute('max')) / 2)));
            await ann.page.getByRole('button', {name: 'Go to the end'}).click();
        }
        await range(ann.page).fill(String(Math.floor(Number(await range(ann.page).getAttribute('max')) / 2)));
        await ann.shot(`replay-${game}`);
        await ann.leave();
    });

test('the timeline goes by keyboard alone, and plays by itself', async () => {
    const ann = await Visitor.come(browser, server, {settings: {speed: 'fast'}});
    const {page} = ann;
    await replay(ann, await over(ann, 'scout', 3));
    await analysed(page);
    const key = async (name, expected) => {
        await page.keyboard.press(name);
        await place(page, expected);
    };
    await key('ArrowRight', /^Step 1 of/);
    await key('ArrowRight', /^Step [2-9] of/);
    await key('Home', /^Step 0 of/);
    await key('End', /^Step (\d+) of \1$/);
    await key('Home', /^Step 0 of/);
    await range(page).focus();
    await key('ArrowRight', /^Step 1 of/);
    await page.keyboard.press('Space');
    await page.getByRole('button', {name: 'Pause'}).waitFor();
    await place(page, /^Step ([5-9]|\d\d+) of/); // a game has some hundred
    await page.keyboard.press('Space');
    await page.getByRole('button', {name: 'Play', exact: true}).waitFor();
    await ann.leave();
});

testInDepth('a key counts from the moment that the timeline is there', async () => {
    const ann = await Visitor.come(browser, server);
    const table = await over(ann, 'scout', 3);
    await ann.context.addInitScript(() => {
        const press = new MutationObserver(() => {
            if (!document.querySelector('.timeline')) return;
            press.disconnect();
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        });
        press.observe(document, {subtree: true, childList: true});
    });
    await replay(ann, table);
    await place(ann.page, /^Step 1 of/);
    await ann.leave();
});

testInDepth('a viewer chosen while it plays stays chosen', async () => {
    const ann = await Visitor.come(browser, server, {settings: {speed: 'fast'}});
    const {page} = ann;
    await replay(ann, await over(ann, 'scout', 3));
    await page.keyboard.press('Space');
    await place(page, /^Step [1-9]/);
    await page.evaluate(() => { // it may be at its end before a question comes
        globalThis.places = new Set();
        new MutationObserver(() => {
            if (document.querySelector('.replaying').dataset.as === '1') globalThis.places.add(document.querySelector('.place').textContent);
        }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
    });
    await page.getByLabel('View as').selectOption('1');
    await becomes(page, () => globalThis.places.size > 1); // it plays on
    await page.locator('.replaying[data-as="1"]').waitFor();
    assert.equal(await page.getByLabel('View as').inputValue(), '1');
    assert.match(await page.evaluate(() => location.hash), /^#step=\d+&as=1$/);
    await ann.leave();
});

test('mistakes are marked, told, and lead to where they were made', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const table = await over(ann, 'scout', 4, {prepared: 1});
    await page.goto(`${server.url}/table/${table}`);
    await page.getByRole('button', {name: 'Analyse the game'}).click();
    await analysed(page);
    await ann.axe('end of a game with its analysis');
    await ann.shot('over-analysed');
    const analysis = await (await fetch(`${server.url}/api/tables/${table}/analysis`)).json();
    const mistakes = analysis.decisions.filter(({verdict}) => verdict === 'mistake' || verdict === 'blunder');
    assert.ok(mistakes.length > 0, 'random players make mistakes');
    const worst = mistakes.reduce((a, b) => (b.loss > a.loss ? b : a));
    assert.equal(await page.locator('.chart-mark').count(), mistakes.length);
    await page.getByRole('link', {name: 'Show it'}).first().click();
    await whole(page, table);
    await page.getByText(new RegExp(`points of winning chance`)).first().waitFor();
    await address(page, `#step=${worst.step}`);
    assert.equal(await page.locator('.mark').count(), mistakes.length);
    await page.keyboard.press('Home');
    await page.getByRole('button', {name: 'Next mistake'}).click();
    const earliest = Math.min(...mistakes.map(({step}) => step));
    const first = (await momentsOf(table)).findLast(({step}) => step <= earliest).step; // of choices made together: the first
    await place(page, new RegExp(`^Step ${first} of`));
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowLeft');
    await place(page, new RegExp(`^Step ${first} of`));
    const box = await page.locator('.chart').boundingBox();
    await page.locator('.chart').click({position: {x: box.width - 15, y: 100}});
    await place(page, /^Step (\d+) of \1$/);
    await ann.leave();
});

test('a seat looking back is sent nothing that it did not know', async () => {
    const ann = await Visitor.come(browser, server);
    const table = await over(ann, 'scout', 3);
    const seen = [];
    let told;
    const whole = new Promise((resolve) => (told = resolve));
    ann.page.on('response', async (response) => {
        if (!response.url().includes('/steps?as=0')) return;
        const part = await response.json();
        seen.push(part);
        if (part.next === undefined) told();
    });
    await replay(ann, table, '#step=3&as=0');
    await whole;
    const open = await (await fetch(`${server.url}/api/tables/${table}/steps?as=all`)).json();
    const at = open.steps.find((step) => step.step > 5 && step.view);
    const own = seen.flatMap(({steps}) => steps).find(({step}) => step === at.step);
    assert.notDeepEqual(own.view, at.view);
    for (const step of seen.flatMap(({steps}) => steps))
        if (step.actor !== 0) assert.equal(step.do, undefined);
    await ann.leave();
});

test('the browser checks the deals by itself, and finds a false one', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const table = await over(ann, 'bannish', 3, {fair: true});
    await page.goto(`${server.url}/verify/${table}`);
    await page.getByText('The deal was fair.').waitFor();
    await page.getByText('your random number is among those that made the deals').waitFor();
    await ann.axe('verify');
    await ann.shot('verify');
    const record = await (await fetch(`${server.url}/api/tables/${table}/record`)).text();
    const other = (digit) => (digit === '0' ? '1' : '0');
    const falsified = {
        'The secret does not have the fingerprint': record.replace(/"secret":"(.)/, (_, digit) => `"secret":"${other(digit)}`),
        'is not the one that was sealed before the start': record.replace(/"salts":\["(.)/, (_, digit) => `"salts":["${other(digit)}`),
        'differ from what this browser has kept since before the start': record.replace(/"commitment":"(.)/, (_, digit) => `"commitment":"${other(digit)}`),
        'The seed of the deals does not follow': record.replace(/"seed":"(.)/, (_, digit) => `"seed":"${other(digit)}`),
        'The deals do not follow from the seed': record.replace(/"seed":"(.)/, (_, digit) => `"seed":"${other(digit)}`),
        'This is not a game record': 'something else\n',
    };
    for (const [said, text] of Object.entries(falsified)) {
        await page.route('**/record', (way) => way.fulfill({body: text, contentType: 'application/jsonl'}));
        await page.reload();
        await page.getByText(said).waitFor();
        await page.unroute('**/record');
    }
    await page.goto(`${server.url}/verify`);
    const choose = (text) => page.getByLabel('Choose a saved record').setInputFiles({name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text)});
    await choose(record);
    await page.getByText('The deal was fair.').waitFor();
    await choose(record.replace(/,"fair":\{.*\]\}/, ''));
    await page.getByText('This record is not from a server').waitFor();
    await ann.axe('verify a file');
    await ann.leave();
});

testInDepth('a file without a record says what is wrong with it', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    await page.goto(`${server.url}/verify`);
    const field = page.getByLabel('Choose a saved record');
    const wrong = {
        'f is empty': '',
        'f is not a text file': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
        'f holds the keys to your seats': JSON.stringify({parlor: 'keys', version: 1, seats: []}, null, 1),
        'f is not a record of parlor': '{"some": "thing"}\n',
        'f comes from a newer version of parlor': '{"parlor":2,"game":"scout"}\n',
    };
    for (const [said, content] of Object.entries(wrong)) {
        await field.setInputFiles({name: 'f', mimeType: 'application/jsonl', buffer: Buffer.from(content)});
        await page.getByRole('alert').getByText(said).waitFor();
    }
    for (const [said, size] of [['d is not a text file', 9], ['d is too large for a record: 17 MB', 17e6]]) {
        await page.evaluate((bytes) => { // dropped somewhere on the page
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(bytes)], 'd'));
            document.querySelector('h1').dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}));
        }, size);
        await page.getByRole('alert').getByText(said).waitFor();
    }
    await ann.leave();
});

test('what cannot be looked at has its page and a way on', async () => {
    const ann = await Visitor.come(browser, server);
    const {page} = ann;
    const opened = await server.open({game: 'scout', players: 2, name: 'Ann'});
    for (const path of ['replay', 'verify']) {
        await page.goto(`${server.url}/${path}/${opened.table}`);
        await page.getByText('The game is not over yet.').waitFor();
        await page.getByRole('link', {name: 'Back to the table'}).waitFor();
        await page.goto(`${server.url}/${path}/AAAAAAAAAAAAAAAAAAAAAA`);
        await page.getByText('There is no such table.').waitFor();
    }
    await page.goto(`${server.url}/rules/nothing`);
    await page.getByText('There is no game by that name.').waitFor();
    await ann.leave(/status of (404|409)/); // Chromium's own remarks
});

for (const game of games)
    testOf(game)(`the rules of ${game} are a page`, async () => {
        const ann = await Visitor.come(browser, server);
        const {page} = ann;
        const text = readFileSync(join(root, `docs/rules/${game}.md`), 'utf8');
        await page.goto(`${server.url}/rules/${game}`);
        await page.locator('.rules-text h1').waitFor();
        const drawings = (hidden) => page.locator('.rule-example').evaluateAll((all, how) => all.forEach((one) => (one.hidden = how)), hidden);
        await drawings(true);
        const shown = (await page.locator('.rules-text').innerText()).replace(/\s+/g, '');
        await drawings(false);
        const plain = text.replace(/^#+ /gm, '').replace(/^\|?[-:|]+\|$/gm, '').replace(/^(- |\d+\. )/gm, '').replace(/[*`|]|\s+/g, '');
        assert.equal(shown.replace(/[*`|]/g, ''), plain);
        for (const [, rule] of text.matchAll(/^\*\*([A-Z]{2}-\d+)/gm)) assert.equal(await page.locator(`[id="${rule}"]`).count(), 1, rule);
        await page.locator('.contents a').last().click();
        await becomes(page, () => location.hash.length > 1);
        await ann.axe(`rules of ${game}`);
        await ann.leave();
    });

for (const [size, theme, register] of [['phone', 'light', testInDepth], ['phone', 'dark', testInDepth], ['desktop', 'dark', testInDepth], ['desktop', 'light', testInDepth]])
    register(`everything fits a ${size} in ${theme}`, async () => {
        const ann = await Visitor.come(browser, server, {size: sizes[size], theme, settings: theme === 'dark' ? {language: 'zh-Hant'} : {}});
        const {page} = ann;
        const table = await over(ann, 'scout', 5, {fair: true});
        const fits = async (name) => {
            await ann.axe(name);
            await ann.shot(`${name}-${size}-${theme}`);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
        };
        await replay(ann, table, '#step=12&as=0');
        await analysed(page);
        await page.locator('.verify button').click();
        await page.locator('.outcome').waitFor();
        await fits('replay');
        await page.goto(`${server.url}/rules/sparrows`);
        await page.locator('.rules-text h1').waitFor();
        await fits('rules');
        await page.goto(`${server.url}/verify`);
        await page.locator('input[type=file]').waitFor();
        await fits('verify-file');
        await ann.leave();
    });

// ---- what is worked out without a browser ----

async function fromSource(path) {
    const {build} = createRequire(join(root, 'web/package.json'))('esbuild');
    const {outputFiles} = await build({entryPoints: [join(root, 'web/src', path)], bundle: true, format: 'esm', target: 'es2020', write: false});
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

// Of bytes (7 i + n) mod 256, i = 0 … n - 1, by libsodium's crypto_generichash.
const vectors = [
    [0, '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'],
    [1, 'ee155ace9c40292074cb6aff8c9ccdd273c81648ff1149ef36bcea6ebb8a3e25'],
    [32, '0ab57ed54065dec2cd36f056d69ee14d24dbfe0577214f836270e46846a1c0b0'],
    [127, 'f609ab2904b340cd075920018e0e3c6f6a90a3dae3edf03d3cccc0634a81ffe3'],
    [128, '0702c64922fb7635a1b799668a7e89ba9c5fe55ed7bd2fdecb001544073afad9'],
    [129, '490091b32bad7b3380c9e593d341bce9b73ff9d4ebcf0091ff932bdff7279897'],
    [255, 'b579b3e762db9a4a9def50ea22419ca669a4875f015a167f52baa86547df7554'],
    [256, '3d0cb2693dfbac42af5a6cc960953fea8714aa39c4bcd054ef61d6b5e98ade4a'],
    [257, '080f7f2ee61cc8ffcf2ad907f7a9824a8445c5e4b194a0106c65f9b9c1ea6787'],
    [1000, 'a2ae1ecc90361e0bb07dab9789a4b0a724ee3cf05623ac6cefa1e6af3da4aae8'],
];

test('BLAKE2b is that of libsodium and of RFC 7693', async () => {
    const {blake2b} = await fromSource('lookback/blake2b.ts');
    for (const [n, hash] of vectors) assert.equal(blake2b(Uint8Array.from({length: n}, (_, i) => (7 * i + n) % 256)), hash);
    assert.equal(blake2b(new TextEncoder().encode('abc'), 64), 'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1'
        + '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923');
});

test('Markdown is read as it is written in the rules', async () => {
    const {blocksOf, spansOf} = await fromSource('lookback/markdown.ts');
    assert.deepEqual(spansOf('a **b c** *d* `e*f` 2 * 3'), [
        {kind: 'plain', text: 'a '}, {kind: 'strong', text: 'b c'}, {kind: 'plain', text: ' '}, {kind: 'em', text: 'd'},
        {kind: 'plain', text: ' '}, {kind: 'code', text: 'e*f'}, {kind: 'plain', text: ' 2 * 3'},
    ]);
    const blocks = blocksOf('# T\n\n**AB-1 Name.** One\ntwo:\n- x\n  y\n- z\n\n    a\n\n      b\n\nend\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n');
    assert.deepEqual(blocks.map(({kind}) => kind), ['heading', 'paragraph', 'list', 'block', 'paragraph', 'table']);
    assert.equal(blocks[1].rule, 'AB-1');
    assert.deepEqual(blocks[2].items.map((spans) => spans[0].text), ['x y', 'z']);
    assert.equal(blocks[3].text, 'a\n\n  b');
    assert.deepEqual(blocks[5].right, [false, true]);
});
