// The engine in the browser: bots there make the choices of the program, in both modules (tests/wasm/bots_test.mjs has
// more games, in node).
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {headOf, recordsOf, run} from '../wasm/engine.mjs';
import {launch, parlor, root, scaled} from './common.mjs';

const modules = {
    plain: process.env.ENGINE ?? join(root, 'build/src/engine.wasm'),
    simd: process.env.ENGINE_SIMD ?? join(root, 'build/src/engine-simd.wasm'),
};
const games = {random: scaled(10, 100, 200), novice: scaled(10, 100, 200), club: scaled(1, 3, 200), expert: scaled(0, 1, 200),
    master: scaled(0, 0, 200)};

const browser = await launch();
after(() => browser.close());

// Plays games in a worker of a page, from the beginnings of records to their ends.
async function play(wasm, heads, level) {
    const page = await browser.newPage();
    try {
        return await page.evaluate(async ([bytes, beginnings, bots]) => {
            const work = `onmessage = async ({data: [bytes, heads, level]}) => {
                const wasm = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
                const {instance: {exports: of}} = await WebAssembly.instantiate(wasm, {parlor: {stop: () => 0}});
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
                postMessage(heads.map((head) => {
                    call('open_record', head);
                    call('play_on', level);
                    return text(of.record());
                }));
            }`;
            const worker = new Worker(URL.createObjectURL(new Blob([work], {type: 'text/javascript'})));
            return new Promise((resolve, reject) => {
                worker.onmessage = ({data}) => resolve(data);
                worker.onerror = ({message}) => reject(new Error(message));
                worker.postMessage([bytes, beginnings, bots]);
            });
        }, [readFileSync(wasm).toString('base64'), heads, level]);
    } finally {
        await page.close();
    }
}

for (const {id: game} of run(parlor, 'games', '--json').trim().split('\n').map(JSON.parse))
    test(`bots of ${game} choose in the browser what they choose in the program`, async () => {
        for (const [level, number] of Object.entries(games)) {
            const native = recordsOf(parlor, game, level, number);
            for (const [name, wasm] of Object.entries(modules)) {
                const some = name === 'plain' ? native : native.slice(0, Math.ceil(number / 10));
                const here = await play(wasm, some.map(headOf), level);
                assert.ok(here.every((record, at) => record === some[at]), `${game}, ${level}, ${name}`);
                assert.equal(here.length, some.length);
            }
        }
    });
