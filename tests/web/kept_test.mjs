// The games that the page keeps in IndexedDB (web/src/local/kept.ts): in order, through crashes, without space, and
// in two tabs at once.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {becomes, launch, patience, root} from './common.mjs';

const {build} = createRequire(join(root, 'web/package.json'))('esbuild');
const {outputFiles: [script]} = await build({
    entryPoints: [join(root, 'web/src/local/kept.ts')], bundle: true, write: false, format: 'iife', globalName: 'kept', target: 'es2020',
});
const files = {
    '/': ['text/html', '<!doctype html><title>kept</title><script src="/kept.js"></script>'],
    '/kept.js': ['text/javascript', script.text],
};
const server = createServer(({url}, answer) => {
    const [type, text] = files[url] ?? ['text/plain', ''];
    answer.writeHead(200, {'Content-Type': type}).end(text);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await launch();
after(async () => {
    await browser.close();
    server.close();
});

const about = {game: 'scout', names: ['Ann', 'Bob'], seat: 0, over: false};
const [one, two] = ['AAAAAAAAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBBBBBBBA'];

async function visit() {
    const context = await browser.newContext();
    context.setDefaultTimeout(patience);
    const tab = async () => {
        const page = await context.newPage();
        await page.goto(origin);
        return page;
    };
    return {context, tab, page: await tab()};
}

// Calls a function of kept.ts; returns what it resolves to, or {fails: NAME}. An ownership stays in the page.
function call(page, name, ...args) {
    return page.evaluate(async ([to, given]) => {
        const {kept} = globalThis;
        try {
            const result = await kept[to](...given);
            if (to !== 'own') return result;
            globalThis.owned = result;
            result.lost.then(() => (document.title = 'lost'));
            return 'owned';
        } catch (error) {
            const known = ['StorageFull', 'OpenElsewhere'].find((kind) => error instanceof kept[kind]);
            return {fails: known ?? String(error)};
        }
    }, [name, args]);
}

const numbers = (count) => Array.from({length: count}, (_, number) => `${number} line`);
const joined = (lines) => lines.map((line) => `${line}\n`).join('');

test('lines stay in the order of the calls, and tables apart', async () => {
    const {context, page} = await visit();
    await call(page, 'own', one);
    await page.evaluate(([tables, told]) => {
        const {kept} = globalThis;
        const calls = [];
        for (let number = 0; number < 100; number++) // nobody waits
            for (const table of tables) calls.push(kept.keepEvents(table, [`${number} line`], {...told, game: table}));
        return Promise.all(calls);
    }, [[one, two], about]);
    assert.equal(await call(page, 'eventsOf', one), joined(numbers(100)));
    assert.equal(await call(page, 'eventsOf', two), joined(numbers(100)));
    assert.equal(await call(page, 'eventsOf', 'CCCCCCCCCCCCCCCCCCCCCA'), undefined);
    const listed = await call(page, 'keptTables');
    assert.deepEqual(listed.map(({id, changed, ...rest}) => [id, typeof changed, rest]).sort(),
        [one, two].map((id) => [id, 'number', {...about, game: id}]));
    await context.close();
});

test('the list says how a game ended, and what is forgotten is gone', async () => {
    const {context, page} = await visit();
    const ending = {points: [3, 5], winners: [1]};
    await call(page, 'keepEvents', one, ['a'], about);
    await call(page, 'keepEvents', one, ['b'], {...about, over: true, ending});
    await call(page, 'keepEvents', one, ['c']); // what is known stays
    const [{changed, ...told}] = await call(page, 'keptTables');
    assert.deepEqual(told, {id: one, ...about, over: true, ending});
    assert.ok(Math.abs(changed - Date.now()) < patience);
    await call(page, 'forget', one);
    assert.deepEqual(await call(page, 'keptTables'), []);
    assert.equal(await call(page, 'eventsOf', one), undefined);
    await context.close();
});

test('a tab that crashes loses nothing, and frees the table', async () => {
    const {context, page, tab} = await visit();
    await call(page, 'own', one);
    await call(page, 'keepEvents', one, numbers(20), about);
    const crashed = page.waitForEvent('crash');
    (await context.newCDPSession(page)).send('Page.crash').catch(() => undefined); // nobody is left to answer
    await crashed;
    const next = await tab();
    assert.equal(await call(next, 'own', one), 'owned');
    assert.equal(await call(next, 'eventsOf', one), joined(numbers(20)));
    await call(next, 'keepEvents', one, ['more']);
    assert.equal(await call(next, 'eventsOf', one), joined([...numbers(20), 'more']));
    await context.close();
});

test('without space it says so, keeps what was there, and makes up for it later', async () => {
    const {context, page} = await visit();
    const devtools = await context.newCDPSession(page);
    const large = 'x'.repeat(1_000_000);
    await devtools.send('Storage.overrideQuotaForOrigin', {origin, quotaSize: large.length}); // before Chromium looks how much there is
    await call(page, 'own', one);
    await call(page, 'keepEvents', one, ['first'], about);
    for (const line of ['second', 'third'])
        assert.deepEqual(await call(page, 'keepEvents', one, [line, large]), {fails: 'StorageFull'});
    assert.equal(await call(page, 'eventsOf', one), 'first\n');
    await devtools.send('Storage.overrideQuotaForOrigin', {origin});
    await call(page, 'keepEvents', one, []);
    assert.equal(await call(page, 'eventsOf', one), joined(['first', 'second', large, 'third', large]));
    await context.close();
});

test('a table that is opened without space is kept later, whole', async () => {
    const {context, page, tab} = await visit();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', {origin, quotaSize: 1});
    assert.equal(await call(page, 'own', one), 'owned');
    assert.deepEqual(await call(page, 'keepEvents', one, ['first'], about), {fails: 'StorageFull'});
    await devtools.send('Storage.overrideQuotaForOrigin', {origin});
    await call(page, 'keepEvents', one, ['second']);
    const other = await tab();
    assert.equal(await call(other, 'eventsOf', one), joined(['first', 'second']));
    assert.deepEqual(await call(other, 'own', one), {fails: 'OpenElsewhere'});
    await context.close();
});

test('one tab plays a table; another is told, and can take it over', async () => {
    const {context, page: first, tab} = await visit();
    const second = await tab();
    await call(first, 'own', one);
    await call(first, 'keepEvents', one, ['of the first'], about);
    assert.deepEqual(await call(second, 'own', one), {fails: 'OpenElsewhere'});
    assert.deepEqual(await call(second, 'keepEvents', one, ['not mine']), {fails: 'OpenElsewhere'});
    assert.deepEqual(await call(second, 'forget', one), {fails: 'OpenElsewhere'});
    assert.equal(await call(second, 'own', two), 'owned'); // others are free
    assert.equal(await call(second, 'own', one, true), 'owned');
    await becomes(first, () => document.title === 'lost');
    assert.deepEqual(await call(first, 'keepEvents', one, ['too late']), {fails: 'OpenElsewhere'});
    await second.reload();
    assert.equal(await call(second, 'own', one), 'owned'); // its old self is no other tab
    await call(second, 'keepEvents', one, ['of the second']);
    assert.equal(await call(first, 'eventsOf', one), joined(['of the first', 'of the second']));
    await second.evaluate(() => globalThis.owned.release());
    assert.equal(await call(first, 'own', one), 'owned');
    await context.close();
});
