// The rules and the table as WebAssembly: no imports, the same thousand seeded
// games give the same hash here as in the native program, records are found
// to be what they are, true or falsified, and puzzles are replayed.
// usage: node wasm_test.mjs PARLOR.wasm PARLOR
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const [wasm, parlor] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
const rules = new WebAssembly.Instance(module).exports;

const text = (at) => {
  const bytes = new Uint8Array(rules.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
};
const games = Array.from({ length: rules.game_count() }, (_, game) => text(rules.game_id(game)));

function give(given) {
  const bytes = Buffer.from(given);
  const buffer = rules.record_buffer(bytes.length);
  assert.ok(buffer, 'there is no buffer for the text');
  new Uint8Array(rules.memory.buffer, buffer, bytes.length).set(bytes);
}

function fault(record) {
  give(record);
  return text(rules.record_fault());
}

function shown(puzzle) {
  give(puzzle);
  return JSON.parse(text(rules.puzzle_shown()));
}

function played(game, players, more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-wasm-'));
  const path = join(folder, 'game.jsonl');
  execFileSync(parlor, ['sim', game, '--games', '1', '--bots', 'random', '--players', String(players), '--seed', '7',
    '--records', path, '--quiet', ...more]);
  const record = readFileSync(path, 'utf8');
  rmSync(folder, { recursive: true });
  return record;
}

const facts = execFileSync(parlor, ['games', '--json'], { encoding: 'utf8' }).trim().split('\n').map(JSON.parse);

test('the module imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('a thousand games go as in the program', () => {
  const here = games.map((game, number) =>
    `${game} signature ${BigInt.asUintN(64, rules.game_signature(number, 1000)).toString(16).padStart(16, '0')}`);
  const native = execFileSync(parlor, ['bench', '--signature'], { encoding: 'utf8' })
    .trim().split('\n').map((line) => line.replace(/ decisions .*/, ''));
  assert.ok(here.length > 0);
  assert.deepEqual(here, native);
});

for (const { id, min_players: least, max_players: most } of facts)
  for (const players of new Set([least, most]))
    test(`deals of ${id} for ${players} come from their seed, and a false one does not`, () => {
      const record = played(id, players);
      assert.equal(fault(record), '');
      const other = record.replace(/"seed":"(.)/, (_, digit) => `"seed":"${digit === '0' ? '1' : '0'}`);
      if (record.includes('{"chance":')) // five of Bridesmaid are dealt nothing
        assert.match(fault(other), /what was dealt does not come from the seed|is dealt here/);
      assert.equal(fault(record), '', 'what was said of another record stays');
    });

test('what is no whole game is refused, with the reason', () => {
  const record = played('scout', 3, ['--legal']);
  const lines = record.trimEnd().split('\n');
  assert.equal(fault(record), '');
  assert.match(fault(''), /not the record of a whole game/);
  assert.match(fault('{"parlor":1}\n'), /line 1/);
  assert.match(fault(`${lines.slice(0, -1).join('\n')}\n`), /not the record of a whole game/);
  assert.match(fault(record + record), /more than one game/);
  assert.match(fault(record.slice(0, -1)), /cut off/);
  assert.match(fault(record.replace('"points":[', '"points":[1')), /not the result of the game/);
  assert.match(fault(record.replace(/"legal":\["[^"]*",?/, '"legal":[')), /list of legal actions/);
});

test('a record that is far too long is not taken', () => {
  assert.equal(rules.record_buffer(0x7fffffff), 0);
  assert.equal(rules.record_buffer(0xffffffff), 0);
  assert.equal(fault(played('bannish', 5)), '');
});

const puzzlesOf = (game) => new URL(`../puzzles/${game}.jsonl`, import.meta.url);

for (const game of games.filter((game) => existsSync(puzzlesOf(game))))
  test(`${game}: puzzles are shown as their seats see them`, () => {
    const lines = readFileSync(puzzlesOf(game), 'utf8').trimEnd().split('\n');
    for (const line of lines) {
      const puzzle = JSON.parse(line);
      const { legal, best, points, view } = shown(line);
      assert.equal(best, puzzle.best);
      assert.equal(legal.length, puzzle.values.length);
      assert.ok(legal.includes(puzzle.second));
      assert.equal(Math.max(...puzzle.values), puzzle.values[legal.indexOf(best)]);
      assert.equal(points.length, puzzle.players);
      assert.equal(typeof view, 'object');
    }
    assert.deepEqual(Object.keys(shown(lines[0].replace('"moves":[', '"moves":["fly",'))), ['error']);
    assert.deepEqual(Object.keys(shown('')), ['error']);
  });
