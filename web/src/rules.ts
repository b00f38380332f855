// The rules themselves, as WebAssembly (src/wasm/rules.c). The page asks them what cards are worth, and
// whether deals are true; it judges nothing itself.
import {Unreachable} from './api';

interface Rules {
    memory: WebAssembly.Memory;
    game_count: () => number;
    game_id: (game: number) => number;
    ask_buffer: (length: number) => number;
    ask: (game: number) => number;
    record_buffer: (length: number) => number;
    record_fault: () => number;
}

let loading: Promise<Rules> | undefined;
let rules: Rules | undefined;
const games = new Map<string, number>();

function textAt({memory}: Rules, at: number): string {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

async function instantiated(file: () => Promise<Response>): Promise<Rules> {
    try {
        const {instance} = await WebAssembly.instantiateStreaming(file());
        const made = instance.exports as unknown as Rules;
        for (let game = 0; game < made.game_count(); game++) games.set(textAt(made, made.game_id(game)), game);
        rules = made;
        return made;
    } catch (error) {
        loading = undefined; // to be tried again
        throw new Unreachable(String(error));
    }
}

export function loadRules(file = () => fetch('/parlor.wasm')): Promise<Rules> {
    loading ??= instantiated(file);
    return loading;
}

// Asks a game about some cards: `ask` in src/rules/game.h. The layout of a game that asks is loaded
// together with the rules.
export function ask(game: string, question: string): unknown {
    if (!rules) throw new Error('the rules are not loaded');
    const bytes = new TextEncoder().encode(question);
    const buffer = rules.ask_buffer(bytes.length);
    if (!buffer) throw new Error(`${game}: ${question}: the question is too long`);
    new Uint8Array(rules.memory.buffer, buffer, bytes.length).set(bytes);
    const answer = JSON.parse(textAt(rules, rules.ask(games.get(game)!))) as {error?: string};
    if (answer.error !== undefined) throw new Error(`${game}: ${question}: ${answer.error}`);
    return answer;
}

// Returns what is wrong with a record, whose deals should come from its seed; empty if nothing is.
export async function faultOf(record: Uint8Array): Promise<string> {
    const loaded = await loadRules();
    const buffer = loaded.record_buffer(record.length);
    if (!buffer) return 'the record is too long';
    new Uint8Array(loaded.memory.buffer, buffer, record.length).set(record);
    return textAt(loaded, loaded.record_fault());
}
