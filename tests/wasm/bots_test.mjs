// Games between bots from the same seeds, by the program and by the engine: the same records, byte for byte.
// usage: node bots_test.mjs GAME ENGINE.wasm ENGINE-SIMD.wasm PARLOR
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, headOf, recordsOf, scaled } from './engine.mjs';

const [game, plain, simd, parlor] = process.argv.slice(2);
const games = { // by level
  random: scaled(5, 20, 200),
  novice: scaled(5, 20, 200),
  club: scaled(1, 8, 200),
  expert: scaled(1, 2, 200),
  master: scaled(0, 0, 200), // searches as hints do, which server/engine_test.py compares
};
const every = 10; // of these games one is played by the module with vectors as well

// The game that begins as a record does, played by the bots of the engine.
function played(engine, record, level) {
  assert.equal(engine.call('open_record', headOf(record)), '');
  assert.equal(engine.call('play_on', level), '');
  return engine.call('record');
}

for (const [level, number] of Object.entries(games).filter(([, count]) => count > 0))
  test(`${number} games of ${game} by ${level} bots go as in the program`, () => {
    const engines = [new Engine(plain), new Engine(simd)];
    const native = recordsOf(parlor, game, level, number);
    assert.equal(native.length, number);
    native.forEach((record, at) => {
      for (const engine of at % every === 0 ? engines : engines.slice(0, 1))
        assert.ok(played(engine, record, level) === record, `${game}, ${level}: game ${at} differs`);
    });
    for (const engine of engines) assert.ok(engine.of.memory.buffer.byteLength < 64 << 20, 'memory grows with games');
  });
