// All rules and the table as WebAssembly (src/wasm/rules.c): the page asks them whether the deals of a record are true,
// and what a puzzle looks like.
import {fileUrl} from '../base';
import type {Fact} from '../protocol';
import {instantiated, put, textAt, type Module} from '../wasm';

interface Rules extends Module {
    record_buffer: (length: number) => number;
    record_fault: () => number;
    puzzle_shown: () => number;
}

let loading: Promise<Rules> | undefined;

function loaded(): Promise<Rules> {
    loading ??= instantiated<Rules>(() => fetch(fileUrl('parlor.wasm'))).catch((error: unknown) => {
        loading = undefined; // to be tried again
        throw error;
    });
    return loading;
}

// Hands bytes to the rules; false if they are too long.
function given(rules: Rules, bytes: Uint8Array): boolean {
    const buffer = rules.record_buffer(bytes.length);
    if (buffer) put(rules, buffer, bytes);
    return buffer !== 0;
}

// Returns what is wrong with a record, whose deals should come from its seed; empty if nothing is.
export async function faultOf(record: Uint8Array): Promise<string> {
    const rules = await loaded();
    return given(rules, record) ? textAt(rules, rules.record_fault()) : 'the record is too long';
}

// A position as its seat sees it (src/wasm/puzzle.c).
export interface Position {
    view: unknown;
    previous: unknown;
    facts: Fact[];
    points: number[];
    legal: string[];
    best: string;
}

// Replays a line of a puzzle file.
export async function positionOf(line: string): Promise<Position> {
    const rules = await loaded();
    const shown = given(rules, new TextEncoder().encode(line)) ? textAt(rules, rules.puzzle_shown()) : '{"error":"too long"}';
    const answer = JSON.parse(shown) as Position & {error?: string};
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
}
