// The engine of docs/engine.md: one instance, in a worker.
import {put, textAt, type Module} from '../wasm';

interface Exports extends Module {
    input: (length: number) => number;
    random_bytes: () => number;
    randomize: () => void;
    open_table: (now: number) => number;
    events: () => number;
    restore: () => number;
    about_table: (now: number) => number;
    about_seat: (now: number) => number;
    say: (guest: number, now: number) => void;
    part: (guest: number) => void;
    messages: () => number;
    tick: (now: number) => number;
    next_job: () => number;
    desk: () => number;
    desk_size: () => number;
    desk_for: (size: number) => number;
    do_job: () => void;
    take_answer: (now: number) => void;
    rematch_events: () => number;
    open_record: () => number;
    record: () => number;
    steps: (viewer: number, from: number) => number;
    ending: () => number;
    analysis: (decisions: number) => number;
}

// A function that adds one vector to another: only a browser that has vectors calls it valid.
const vectors = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

// Fetches and compiles the engine, in a worker, whose script lies beside it.
export async function compiled(): Promise<WebAssembly.Module> {
    const file = await fetch(new URL(WebAssembly.validate(vectors) ? bundledFiles.simd : bundledFiles.engine, location.href));
    if (!file.ok) throw new Error(`${file.url}: ${file.status}`);
    return WebAssembly.compile(await file.arrayBuffer()); // a host may not know what type it is of
}

export class Engine {
    private constructor(readonly calls: Exports) {}

    // `stop` is asked again and again during searches, and told how far an analysis has come.
    static async of(module: WebAssembly.Module, stop: (done: number, of: number) => number = () => 0): Promise<Engine> {
        const {exports} = await WebAssembly.instantiate(module, {parlor: {stop}});
        const engine = new Engine(exports as unknown as Exports);
        put(engine.calls, engine.calls.random_bytes(), crypto.getRandomValues(new Uint8Array(32)));
        engine.calls.randomize();
        return engine;
    }

    put(text: string): void {
        const bytes = new TextEncoder().encode(text);
        const buffer = this.calls.input(bytes.length);
        if (!buffer) throw new Error('the text is too long');
        put(this.calls, buffer, bytes);
    }

    // The text that a call returns the address of.
    text(at: number): string {
        return textAt(this.calls, at);
    }

    lines(at: number): string[] {
        return this.text(at).split('\n').slice(0, -1);
    }

    // The job on the desk, to be carried to another instance and back.
    get desk(): Uint8Array {
        const {calls} = this;
        return new Uint8Array(calls.memory.buffer, calls.desk(), calls.desk_size()).slice();
    }

    set desk(job: Uint8Array) {
        const at = this.calls.desk_for(job.length);
        if (!at) throw new Error('there is no memory for the job');
        put(this.calls, at, job);
    }
}
