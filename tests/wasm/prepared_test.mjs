// A prepared deal is the same game for everybody: two players who make the same moves meet the same cards and the same bots.
// usage: node prepared_test.mjs GAME ENGINE.wasm
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, scaled } from './engine.mjs';

const [game, wasm] = process.argv.slice(2);
const short = { sparrows: { target: '40' } };
const levels = scaled(['novice'], ['novice', 'club'], game === 'sparrows' ? ['novice', 'club'] : ['novice', 'club', 'expert', 'master']);

// Plays the deal of a number against bots, with moves that `pick` chooses; returns the lines of the record. A player
// who dawdles asks for hints and lets the bots choose first where all choose at once.
function played(level, name, pick, { dawdles = false, number = 20_774 } = {}) {
  const engine = new Engine(wasm), thinker = dawdles ? new Engine(wasm) : engine;
  engine.now += dawdles ? 86_400_000 : 0;
  const wish = { game, players: 3, name, bots: ['', level, level], prepared: number, options: short[game] ?? {}, hints: true };
  const opened = JSON.parse(engine.call('open_table', JSON.stringify(wish), engine.now));
  let table;
  const hear = (messages) => (table = messages.findLast(({ type }) => type === 'table') ?? table);
  hear(engine.say(0, { type: 'hello', table: opened.table, token: opened.token }));
  hear(engine.say(0, { type: 'start' }));
  while (table.status === 'playing') {
    const { waiting } = table.seats[0];
    if (waiting && dawdles && table.move % 8 === 0) engine.say(0, { type: 'hint' });
    if (!waiting || dawdles) hear(engine.think(thinker));
    if (waiting) hear(engine.say(0, { type: 'do', do: pick(table), move: table.move }));
  }
  return engine.call('record').trimEnd().split('\n').map((line) => JSON.parse(line));
}

// The moves of somebody who always takes a certain one, whatever it is.
const steady = (step) => ({ legal, move }) => legal[(move * step + step) % legal.length];

// A record without what differs between tables: names, and the table's id.
function common([{ names, fair, ...head }, ...steps]) {
  const { table, ...deal } = fair;
  assert.ok(names && (table === undefined || table));
  return JSON.stringify([{ ...head, fair: deal }, ...steps]);
}

for (const level of levels)
  test(`the same moves lead to the same game of ${game} against ${level} bots`, () => {
    const first = played(level, 'Ann', steady(7));
    assert.equal(common(played(level, 'Ben', steady(7), { dawdles: true })), common(first));
    assert.notEqual(common(played(level, 'Ann', steady(7), { number: 20_775 })), common(first), 'tomorrow is another deal');
  });

test(`a bot of ${game} that searches gets its past with the job`, () => {
  for (const [level, searches] of [['novice', false], ['club', true]]) {
    const engine = new Engine(wasm), thinker = new Engine(wasm);
    const wish = { game, players: 3, name: 'Ann', bots: ['', level, level], prepared: 7, options: {} };
    const { table, token } = JSON.parse(engine.call('open_table', JSON.stringify(wish), engine.now));
    engine.say(0, { type: 'hello', table, token });
    engine.say(0, { type: 'start' });
    while (engine.of.next_job() >= 0) {
      const job = engine.desk;
      thinker.desk = job;
      thinker.of.do_job();
      assert.equal(job.length > thinker.desk.length, searches); // the answer comes without it
      engine.desk = thinker.desk;
      engine.of.take_answer(++engine.now);
    }
  }
});
