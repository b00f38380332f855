// The hashes of src/wire/deal.h, by which deals are made and checked.
import {blake2b} from './lookback/blake2b';

const encoder = new TextEncoder();

function fromHex(text: string): number[] {
    return (text.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

function hashOf(label: string, ...parts: Iterable<number>[]): string {
    return blake2b(Uint8Array.from([...encoder.encode(`${label}\0`), ...parts.flatMap((part) => [...part])]));
}

export function isHex(text: unknown): text is string {
    return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

export function randomSalt(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function commitmentOf(secret: string): string {
    return hashOf('parlor commitment', fromHex(secret));
}

export function sealOf(commitment: string, table: string, seat: number, salt: string): string {
    return hashOf('parlor seal', fromHex(commitment), encoder.encode(table), [seat], encoder.encode(salt));
}

export function seedOf(secret: string, salts: string[]): string {
    const parts = salts.flatMap((salt) => {
        const bytes = [...encoder.encode(salt)];
        return [bytes.length, ...bytes];
    });
    return hashOf('parlor seed', fromHex(secret), parts);
}
