// Every figure that the layouts show, compared with what the rules then do: whole games at random, in
// all variants, through the functions that the page calls with the rules behind them.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {words} from '../../web/words.mjs';
import {parlor, root, scaled} from './common.mjs';

const modules = process.env.RULES ?? join(root, 'build/src'); // ask-GAME.wasm of each game that answers
const {build} = createRequire(join(root, 'web/package.json'))('esbuild');
const texts = process.env.WORDS ?? join(root, 'build/src/page_words.json');
const folder = mkdtempSync(join(tmpdir(), 'parlor-figures-'));
after(() => rmSync(folder, {recursive: true}));

// ---- the page's functions ----

const wanted = `
    export {ask, loadRules} from './rules';
    export {fill} from './text/text';
    export {scoreOf} from './games/belle/score';
    export {scoredSince} from './games/belle/scored';
    export {costOf} from './games/belle/words';
    export {bids, bonusValues, countingCards, planOf, share} from './games/sparrows/bids';
    export {poolPart} from './games/sparrows/words';
    export {standings, standingWith, totals} from './games/bridesmaid/view';
    export {settle, standingsIn, twinIn} from './games/bannish/rules';
`;
let page;

before(async () => {
    const {outputFiles} = await build({
        stdin: {contents: wanted, resolveDir: join(root, 'web/src'), loader: 'ts'},
        bundle: true, write: false, format: 'esm', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'error',
        plugins: [words(texts)],
    });
    // As much of a browser as the page asks for when it is loaded.
    Object.defineProperty(globalThis, 'navigator', {value: {languages: ['en']}, configurable: true});
    globalThis.matchMedia = () => ({matches: false, addEventListener: () => undefined});
    globalThis.localStorage = {getItem: () => null, setItem: () => undefined};
    globalThis.document = {documentElement: {dataset: {}, classList: {toggle: () => undefined}}};
    page = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
    for (const game of ['bannish', 'belle', 'bridesmaid', 'sparrows'])
        await page.loadRules(game, async () => new Response(readFileSync(join(modules, `ask-${game}.wasm`)), {headers: {'content-type': 'application/wasm'}}));
});

// ---- games ----

const wholeRun = scaled(1, 4, 100); // games of each kind of table together
const batch = 20;

// Calls visit with every step of some games: the view before it, with everything open, what was done, the view
// after it, where that is, and the facts.
function everyStep(game, settings, count, seed, visit) {
    const record = join(folder, 'games.jsonl');
    const bots = ['novice', ...Array(settings[1] - 1).fill('random')].join(); // one who comes to an end
    execFileSync(parlor, ['sim', game, ...settings, '--bots', bots, '--games', String(count), '--seed', seed.toString(16),
        '--records', record, '--quiet']);
    const lines = execFileSync(parlor, ['replay', record, '--json'], {encoding: 'utf8', maxBuffer: 1 << 30}).trim().split('\n').map(JSON.parse);
    rmSync(record);
    let steps = 0;
    lines.forEach((line, at) => {
        const next = lines[at + 1];
        if (line.step === undefined) return;
        steps++;
        visit(line.state, line.actor, line.do, next.state, `${game} ${settings.join(' ')}, seed ${seed.toString(16)}, step ${line.step}`, line.facts);
    });
    assert.ok(steps > 0);
}

function play(game, variants, visit) {
    const each = Math.ceil(wholeRun / variants.length);
    variants.forEach((settings, at) => {
        for (let done = 0; done < each; done += batch)
            everyStep(game, settings, Math.min(batch, each - done), 1000 * at + done + 1, visit);
    });
}

const tables = (least, most) => Array.from({length: most - least + 1}, (_, at) => ['--players', String(least + at)]);

// ---- Belle of the Ball ----

function groupsAreWorth(view, where) {
    for (const {party, worth, full} of view.seats)
        party.forEach((ids, at) => {
            const score = page.scoreOf(ids, view.cards);
            assert.equal(score.value, worth[at], `${where}: ${ids}`);
            assert.equal(score.full, full[at], `${where}: ${ids}`);
            assert.equal(Math.max(0, score.parts.reduce((sum, {points}) => sum + points, 0)), score.value, `${where}: ${ids}`);
        });
}

function inviteBrings(view, seat, action, next, where, facts) {
    const [, card, , to] = action.split(' ');
    const line = view.lines.find(({cards}) => cards.includes(card));
    const trial = to && [...view.seats[seat].party[to - 1], card];
    if (trial) {
        const {value, full} = page.scoreOf(trial, view.cards);
        const group = next.seats[seat].party[to - 1];
        if (group.includes(card)) assert.deepEqual([next.seats[seat].worth[to - 1], next.seats[seat].full[to - 1]], [value, full], where);
        else assert.ok(full, where);
    }
    const paid = page.costOf(card, view);
    if (!facts.some(({verb}) => verb === 'pays'))
        assert.equal(next.seats[seat].regrets, view.seats[seat].regrets - paid + line.regrets[line.cards.indexOf(card)], `${where}: Regrets`);
}

// The groups that were scored, as the page makes them out of facts: each with the cards it had.
function scoredGroupsHold(view, next, where, facts) {
    const scored = page.scoredSince(view, facts, {...next.cards, ...view.cards});
    const told = facts.filter(({verb}) => verb === 'scores');
    assert.deepEqual(scored.map(({seat, group, score}) => [seat, group + 1, score.value]), told.map(({who, group, points}) => [who, group, points]), where);
    assert.ok(scored.every(({score}) => score.full), where);
}

function ballHolds(view, actor, action, next, where, facts) {
    groupsAreWorth(next, where);
    scoredGroupsHold(view, next, where, facts);
    if (actor !== 'chance' && action.startsWith('invite')) inviteBrings(view, actor, action, next, where, facts);
}

test('what groups of Belle of the Ball are worth, now and with one more card', () => {
    play('belle', [...tables(2, 5), ['--players', '3', 'last-turn=finish'], ['--players', '4', 'parties=empty']], ballHolds);
});

test('two groups that are scored at once, one of them full with three cards', () => {
    everyStep('belle', ['--players', '2'], 16, 0x65, ballHolds);
});

// ---- Six of Sparrows ----

function plansHold(view, seat, where) {
    const {hand, progress} = view.seats[seat];
    view.bids.forEach(({id}, at) => {
        const other = page.poolPart(view, seat, id);
        const plan = page.planOf(page.bids[id], hand, other);
        const counting = page.countingCards(plan);
        assert.deepEqual([plan.have, plan.need], [progress[at].have, progress[at].need], `${where}: ${id}`);
        assert.equal(new Set(counting).size, counting.length, `${where}: ${id}`);
        assert.ok(counting.every((card) => hand.includes(card) || other.includes(card)), `${where}: ${id}`);
        if (plan.need > 0) {
            assert.equal(counting.length, plan.have, `${where}: ${id}`);
            assert.equal(plan.slots.flat().length, plan.need, `${where}: ${id}`);
        }
    });
}

function beatsAll(view, seat, bid) {
    const values = view.seats.map(({hand}) => page.planOf(bid, hand, []).have);
    const sign = bid.kind === 'low' ? -1 : 1;
    return values.every((value, other) => other === seat || sign * values[seat] > sign * value);
}

function verdictHolds(view, seat, spoilt, where) {
    const {bid, bonus, token, achieved, bonusAchieved, last, hand} = view.seats[seat];
    if (!bid) return;
    const plan = page.planOf(page.bids[bid], hand, page.poolPart(view, seat, bid));
    assert.equal(achieved, plan.need > 0 ? plan.have >= plan.need : beatsAll(view, seat, page.bids[bid]), where);
    if (spoilt) assert.equal(achieved, false, `${where}: ${bid} was out of reach`);
    const value = view.bids.find(({id}) => id === bid).value;
    const made = (achieved ? value : 0) + (bonusAchieved ? page.bonusValues[bonus] : 0);
    const failed = Number(!achieved) + Number(bonus !== undefined && !bonusAchieved);
    assert.equal(page.share(made, token) - 10 * failed, last, where);
}

test('how far hands of Six of Sparrows are with their bids, and what they bring', () => {
    const variants = [...tables(2, 5), ['--players', '4', 'upgrades=on'], ['--players', '3', 'upgrades=on']]
        .map((settings) => [...settings, 'target=150']); // rounds enough, all of them alike
    let spoilt = new Set();
    play('sparrows', variants, (view, actor, action, next, where) => {
        next.seats.forEach(({hand, progress}, seat) => {
            if (hand && progress && next.bids.length > 0 && next.cycle > 0) plansHold(next, seat, where);
        });
        view.seats.forEach(({bid, hand}, seat) => {
            if (bid && view.cycle < 6 && page.planOf(page.bids[bid], hand, page.poolPart(view, seat, bid)).spoilt && view.seats[seat].bonus !== 'together')
                spoilt.add(seat);
        });
        if (next.round > view.round) {
            next.seats.forEach((_, seat) => verdictHolds(next, seat, spoilt.has(seat), where));
            spoilt = new Set();
        }
        if (next.phase === 'over') spoilt = new Set();
    });
});

// ---- Always a Bridesmaid ----

function roundBrings(view, where) {
    const all = view.seats.map(({last}) => last.total);
    if (view.robot) all.push(view.robot.last);
    const places = page.standings(all, view.ranks);
    view.seats.forEach(({last}, seat) => assert.equal(places[seat].points, last.points, `${where}: seat ${seat}`));
}

// What a card would bring, of which the last of a round is told at once.
function cardBrings(view, seat, action, next, where) {
    const card = Number(action.split(' ')[1]);
    if (!view.seats[seat].active || next.round > view.round || next.seats[seat].chosen !== undefined) return;
    assert.equal(page.standingWith(view, seat, card).total, view.seats[seat].total + card, where);
    if (next.seats[seat].played.length > view.seats[seat].played.length)
        assert.equal(page.totals(next)[seat], view.seats[seat].total + card, where);
}

test('where totals of Always a Bridesmaid stand, and what they bring', () => {
    play('bridesmaid', [...tables(2, 5), ['--players', '4', 'ranks=2,3,0,1']], (view, actor, action, next, where) => {
        if (next.round > view.round) roundBrings(next, where);
        if (actor !== 'chance' && action.startsWith('play')) cardBrings(view, actor, action, next, where);
    });
});

// ---- BANNISH ----

function trickHolds(view, seat, card, next, where) {
    const cards = [...view.trick.cards, {seat, card}];
    const settled = page.settle(cards);
    const trick = next.phase === 'take' ? next.trick : next.trick.cards.length === 0 ? next.last : undefined;
    if (!trick) {
        assert.equal(page.twinIn(cards, settled), undefined, where);
        return;
    }
    assert.equal(page.twinIn(cards, settled), trick.bannish, where);
    assert.equal(settled.best?.seat, trick.winner, where);
    if (next.phase === 'take') assert.deepEqual(settled.left.map((one) => one.card).sort(), [...next.table].sort(), where);
    else assert.equal(trick.taken, settled.left.length === 1 ? settled.best.card : undefined, where);
}

test('who wins tricks of BANNISH, and who is second', () => {
    play('bannish', tables(3, 5), (view, actor, action, next, where) => {
        if (actor !== 'chance' && action.startsWith('play')) trickHolds(view, actor, action.split(' ')[1], next, where);
        const places = page.standingsIn(next);
        assert.ok(places.every(({place, stars}) => (place === 0) === (stars === 0)), where);
        if (next.second) assert.deepEqual(places.flatMap(({second}, seat) => (second ? [seat] : [])), next.second, where);
        for (const {place, second} of places) assert.ok(!second || place === 2, where);
    });
});

// ---- invalid questions ----

test('the rules refuse what is no question, and say why', () => {
    const nonsense = [
        ['belle', ''], ['belle', 'group Chat'], ['belle', 'group Tea/Chat/Tree'], ['belle', 'group COPYCAT'], ['belle', 'group CROWD '],
        ['belle', 'group COPY COPY COPY COPY COPY'], ['sparrows', 'plan'], ['sparrows', 'plan no_bid S1'], ['sparrows', 'plan two_pair S11'],
        ['sparrows', 'plan two_pair S1 / S1'], ['sparrows', 'plan two_pair S1 S2 S3 S4 S5 S6 S7'], ['sparrows', 'plan two_pair X1'],
        ['sparrows', 'share 140 0'], ['sparrows', 'share 140 11'], ['sparrows', 'share -1 2'], ['bannish', 'trick R7'],
        ['bannish', 'trick R1 R1 R2'], ['bannish', 'trick R1 R2 R3 R4 R5 R6'], ['bannish', 'standings 1'], ['bannish', 'standings 1/2 3'],
        ['bannish', 'standings 1/1 1/1 1/1 1/1 1/1 1/1'], ['bridesmaid', 'standings 1 2 3'], ['bridesmaid', 'standings 1 2 / 1 2'], ['bridesmaid', 'standings 1 2 36 / 1 2 0'],
        ['bridesmaid', 'standings 1 2 3 / 1 2 4'], ['bridesmaid', 'standings 1 2 3 4 5 6 / 1 2 0 0 0 0'], ['scout', 'anything'], ['bannish', 'x'.repeat(1024)], ['bannish', 'x'.repeat(1025)], ['bannish', 'x'.repeat(99999)],
    ];
    for (const [game, question] of nonsense) assert.throws(() => page.ask(game, question), new RegExp(`^Error: ${game}: `), question);
});

test('texts are filled in: names, plurals and alternatives, one within another', () => {
    const card = '{who} takes {n#a card|{n} cards}{stars?|: {stars} {stars#star|stars}}.';
    assert.equal(page.fill(card, {who: 'Ann', n: 1, stars: 0}, 2), 'Ann takes a card.');
    assert.equal(page.fill(card, {who: '{n}', n: 3, stars: 1}, 2), '{n} takes 3 cards: 1 star.');
    assert.equal(page.fill('{n#張|x}', {n: 3}, 1), '張', 'a language without plurals');
    assert.equal(page.fill('{name?nobody|{name}|x} | y', {name: ''}, 2), 'nobody | y');
    assert.equal(page.fill('{name?nobody|{name}|x}', {name: 'Ben'}, 2), 'Ben');
    assert.equal(page.fill('{n?zero|one|more}', {n: 7}, 2), 'more');
});
