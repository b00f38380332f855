// The engine (src/wasm/engine.h) in node: an instance as the page's worker has it.
import { execFileSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';

export class Engine {
  // `stop` is asked while the engine thinks: true ends that.
  constructor(path, stop = () => 0) {
    this.module = new WebAssembly.Module(readFileSync(path));
    this.of = new WebAssembly.Instance(this.module, { parlor: { stop } }).exports;
    this.now = 1_700_000_000_000;
    randomFillSync(new Uint8Array(this.of.memory.buffer, this.of.random_bytes(), 32));
    this.of.randomize();
  }

  bytes(at, length) {
    return new Uint8Array(this.of.memory.buffer, at, length);
  }

  text(at) {
    const bytes = this.bytes(at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  put(text) {
    const bytes = Buffer.from(text);
    const at = this.of.input(bytes.length);
    if (!at) throw new Error('the input is too long');
    this.bytes(at, bytes.length).set(bytes);
  }

  // Calls a function that returns a text, with this input if there is one.
  call(name, input, ...rest) {
    if (input !== undefined) this.put(input);
    return this.text(this.of[name](...rest));
  }

  say(guest, message) {
    this.put(typeof message === 'string' ? message : JSON.stringify(message));
    this.of.say(guest, ++this.now);
    return this.heard();
  }

  // The messages since it was last asked, by guest.
  heard() {
    return this.call('messages').split('\n').slice(0, -1).map((line) => {
      const space = line.indexOf(' ');
      return { guest: Number(line.slice(0, space)), text: line.slice(space + 1), ...JSON.parse(line.slice(space + 1)) };
    });
  }

  get desk() {
    return this.bytes(this.of.desk(), this.of.desk_size()).slice();
  }

  set desk(job) {
    const at = this.of.desk_for(job.length); // the memory may be another afterwards
    this.bytes(at, job.length).set(job);
  }

  // Has all that is to be thought about thought about, by another instance if there is one.
  think(other = this) {
    while (this.of.next_job() >= 0) {
      if (other !== this) other.desk = this.desk;
      other.of.do_job();
      if (other !== this) this.desk = other.desk;
      this.of.take_answer(++this.now);
    }
    return this.heard();
  }
}

// How much a test does: tests/support/scale.h says it in C.
export const scaled = (light, usual, deep) => ({ light, usual, deep })[process.env.PARLOR_TESTS ?? 'usual'];

// What the program says.
export const run = (parlor, ...args) => execFileSync(parlor, args, { encoding: 'utf8', maxBuffer: 1 << 30 });

// The records of games that bots of the program play, for every number of players in turn.
export function recordsOf(parlor, game, level, number) {
  const { min_players: least, max_players: most } = run(parlor, 'games', '--json').trim().split('\n').map(JSON.parse)
    .find(({ id }) => id === game);
  const counts = most - least + 1;
  return Array.from({ length: counts }, (_, at) => {
    const share = Math.floor((number + counts - 1 - at) / counts);
    if (share === 0) return [];
    return run(parlor, 'sim', game, '--games', String(share), '--bots', level, '--players', String(least + at), '--seed', `2${at}`,
      '--records', '-', '--quiet').split(/(?=^\{"parlor")/m).filter((text) => text.startsWith('{"parlor"'));
  }).flat();
}

// What a record begins with: enough to play the game again.
export const headOf = (record) => record.slice(0, record.indexOf('\n') + 1);
