// Games between bots from the same seeds, by the program and by the engine in node and in Chromium: the same records, byte
// for byte. The program plays them once, and then both others at the same time.
// usage: node bots_test.mjs GAME ENGINE.wasm ENGINE-SIMD.wasm PARLOR [LEVEL…]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import { launch, scaled } from '../web/common.mjs';
import { headOf, recordsOf } from './engine.mjs';

const [game, plain, simd, parlor, ...wanted] = process.argv.slice(2);
const games = { // by level
  random: scaled(5, 6, 60),
  novice: scaled(5, 6, 60),
  club: scaled(1, 2, 20),
  expert: scaled(1, 1, 4),
  master: scaled(0, 0, 1), // takes long, and searches as hints do, which server/engine_test.py compares
};
const every = 10; // of these games one is played by the other module as well
const memoryMost = 64 << 20;

const browser = await launch();
after(() => browser.close());

// Plays games from the beginnings of records to their ends, in a worker of either kind.
async function play(bytes, heads, level) {
  const { instance: { exports: of } } = await WebAssembly.instantiate(bytes, { parlor: { stop: () => 0 } });
  const text = (at) => {
    const there = new Uint8Array(of.memory.buffer, at);
    return new TextDecoder().decode(there.subarray(0, there.indexOf(0)));
  };
  const call = (name, words) => {
    const input = new TextEncoder().encode(words);
    new Uint8Array(of.memory.buffer, of.input(input.length), input.length).set(input);
    const wrong = text(of[name]());
    if (wrong) throw new Error(wrong);
  };
  const records = heads.map((head) => {
    call('open_record', head);
    call('play_on', level);
    return text(of.record());
  });
  return { records, memory: of.memory.buffer.byteLength };
}

function inNode(...work) {
  const worker = new Worker(`const {parentPort} = require('node:worker_threads');
    ${play}
    parentPort.once('message', async (work) => parentPort.postMessage(await play(...work)));`, { eval: true });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(work);
  });
}

async function inChromium(bytes, ...rest) {
  const page = await browser.newPage();
  try {
    return await page.evaluate(async ([source, wasm, ...more]) => {
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage([Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0)), ...more]);
      });
    }, [`${play}\nonmessage = async ({data}) => postMessage(await play(...data));`, bytes.toString('base64'), ...rest]);
  } finally {
    await page.close();
  }
}

const some = (records) => records.filter((_, at) => at % every === 0);

// Browsers take the module with vectors if they can, so that one plays all games there.
async function compare(where, how, module, native, level) {
  const { records, memory } = await how(readFileSync(module), native.map(headOf), level);
  assert.equal(records.length, native.length);
  records.forEach((record, at) => assert.ok(record === native[at], `${game}, ${level}, ${where}: this game goes on differently: ${headOf(native[at])}`));
  assert.ok(memory < memoryMost, 'memory grows with games');
}

for (const [level, number] of Object.entries(games).filter(([name, count]) => count > 0 && (wanted.length === 0 || wanted.includes(name))))
  test(`${number} games of ${game} by ${level} bots go as in the program`, async () => {
    const native = recordsOf(parlor, game, level, number);
    assert.equal(native.length, number);
    const node = async () => {
      await compare('node', inNode, plain, native, level);
      await compare('node with vectors', inNode, simd, some(native), level);
    };
    const chromium = async () => {
      await compare('Chromium with vectors', inChromium, simd, native, level);
      await compare('Chromium', inChromium, plain, some(native), level);
    };
    await Promise.all([node(), chromium()]);
  });
