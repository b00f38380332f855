// Instances of the engine for a test in another language: reads a JSON list from each line, [INSTANCE, CALL, INPUT, ARGUMENT…],
// and answers with a line. An instance is made when its name first comes. Besides the engine's functions there are
// say [guest, message], think [other instance or null] and heard; they answer with a list of messages.
// usage: node host.mjs ENGINE.wasm
import { createInterface } from 'node:readline';
import { Engine } from './engine.mjs';

const engines = new Map();
const numbers = new Set(['tick', 'next_job', 'desk_size', 'part']);
const engine = (name) => {
  if (!engines.has(name)) engines.set(name, new Engine(process.argv[2]));
  return engines.get(name);
};

function answer([name, call, input, ...rest]) {
  const it = engine(name);
  switch (call) {
    case 'say': return it.say(rest[0], input);
    case 'think': return it.think(rest[0] ? engine(rest[0]) : it);
    case 'heard': return it.heard();
    case 'open_table': return it.call(call, input, it.now);
    default: return numbers.has(call) ? it.of[call](...rest) ?? null : it.call(call, input ?? undefined, ...rest);
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
