// Whether a server dealt as it was bound to, worked out here: the hashes of
// src/server/fair.h, and every deal again by the rules themselves (src/wasm/rules.c).
import {Unreachable} from '../api';
import type {RecordHeader} from '../protocol';
import {blake2b} from './blake2b';

export interface Checked {
    header: RecordHeader;
    commitment: boolean; // the secret is the one that the server was committed to
    seed: boolean; // the seed follows from the secret and the salts
    deals: string; // empty: all of them come from the seed; else what is wrong
    dealt: number; // how many deals there were
}

interface Rules {
    memory: WebAssembly.Memory;
    record_room: (length: number) => number;
    record_fault: () => number;
}

let rules: Promise<Rules> | undefined;

function loadRules(): Promise<Rules> {
    rules ??= WebAssembly.instantiateStreaming(fetch('/parlor.wasm')).then(
        ({instance}) => instance.exports as unknown as Rules,
        (error: unknown) => {
            rules = undefined;
            throw new Unreachable(String(error));
        },
    );
    return rules;
}

function textAt(memory: WebAssembly.Memory, at: number): string {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

async function faultOf(record: Uint8Array): Promise<string> {
    const {memory, record_room: roomFor, record_fault: fault} = await loadRules();
    const room = roomFor(record.length);
    if (!room) return 'the record is too long';
    new Uint8Array(memory.buffer, room, record.length).set(record);
    return textAt(memory, fault());
}

function fromHex(text: string): number[] {
    return (text.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

function hashOf(label: string, secret: string, more: number[] = []): string {
    return blake2b(Uint8Array.from([...new TextEncoder().encode(`${label}\0`), ...fromHex(secret), ...more]));
}

function saltBytes(salts: string[]): number[] {
    return salts.flatMap((salt) => {
        const bytes = [...new TextEncoder().encode(salt)];
        return [bytes.length, ...bytes];
    });
}

// A record without a `fair` object comes from no server: there is nothing to check but
// the deals. Undefined: this is no record at all.
export async function check(record: string): Promise<Checked | undefined> {
    let header: RecordHeader | null;
    try {
        header = JSON.parse(record.slice(0, record.indexOf('\n'))) as RecordHeader | null;
    } catch {
        return undefined;
    }
    if (typeof header?.seed !== 'string') return undefined;
    const {fair} = header;
    return {
        header,
        commitment: fair !== undefined && hashOf('parlor commitment', fair.secret) === fair.commitment,
        seed: fair !== undefined && hashOf('parlor seed', fair.secret, saltBytes(fair.salts)) === header.seed,
        deals: await faultOf(new TextEncoder().encode(record)),
        dealt: record.split('\n{"chance":').length - 1,
    };
}
