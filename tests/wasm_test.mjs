// The rules as WebAssembly: no imports, and the same thousand seeded games give
// the same hash here as in the native program.
// usage: node wasm_test.mjs RULES.wasm PARLOR
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasm, parlor] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
assert.deepEqual(WebAssembly.Module.imports(module), [], 'the module imports something');

const rules = new WebAssembly.Instance(module).exports;
const text = (at) => {
  const bytes = new Uint8Array(rules.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
};

const here = [];
for (let game = 0; game < rules.game_count(); game++) {
  const hash = BigInt.asUintN(64, rules.game_signature(game, 1000));
  here.push(`${text(rules.game_id(game))} signature ${hash.toString(16).padStart(16, '0')}`);
}
const native = execFileSync(parlor, ['bench', '--signature'], { encoding: 'utf8' })
  .trim().split('\n').map((line) => line.replace(/ decisions .*/, ''));

assert.ok(here.length > 0);
assert.deepEqual(here, native);
console.log(here.join('\n'));
console.log(`${here.length} passed, 0 failed`);
