// BLAKE2b (RFC 7693) without a key, for the few hundred bytes that deals are checked
// by: plain rather than quick.
const mask = (1n << 64n) - 1n;
const block = 128; // bytes

const start = [
    0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

function digits(row: string): number[] {
    return Array.from(row, (digit) => parseInt(digit, 16));
}

// The order of a block's words in each round; the last two are as the first two.
const orders = [
    '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d', '2c6a0b834d75fe19',
    'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0', '0123456789abcdef', 'ea489fd61c02b753',
].map(digits);

// The four words that are mixed together: columns, then diagonals.
const quarters = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e'].map(digits);

function turned(word: bigint, right: bigint): bigint {
    return ((word >> right) | (word << (64n - right))) & mask;
}

function mix(v: bigint[], [a, b, c, d]: number[], x: bigint, y: bigint): void {
    const half = (word: bigint, first: bigint, second: bigint) => {
        v[a!] = (v[a!]! + v[b!]! + word) & mask;
        v[d!] = turned(v[d!]! ^ v[a!]!, first);
        v[c!] = (v[c!]! + v[d!]!) & mask;
        v[b!] = turned(v[b!]! ^ v[c!]!, second);
    };
    half(x, 32n, 24n);
    half(y, 16n, 63n);
}

function compress(h: bigint[], words: bigint[], counted: number, last: boolean): void {
    const v = [...h, ...start];
    v[12]! ^= BigInt(counted);
    if (last) v[14]! ^= mask;
    for (const order of orders)
        quarters.forEach((quarter, at) => mix(v, quarter, words[order[2 * at]!]!, words[order[2 * at + 1]!]!));
    for (let at = 0; at < 8; at++) h[at]! ^= v[at]! ^ v[at + 8]!;
}

// The hash of some bytes, in hex; `size` bytes long.
export function blake2b(bytes: Uint8Array, size = 32): string {
    const blocks = Math.max(1, Math.ceil(bytes.length / block));
    const padded = new Uint8Array(blocks * block);
    padded.set(bytes);
    const view = new DataView(padded.buffer);
    const h = [...start];
    h[0]! ^= 0x01010000n ^ BigInt(size);
    for (let at = 0; at < blocks; at++) {
        const words = Array.from({length: 16}, (_, n) => view.getBigUint64(at * block + n * 8, true));
        compress(h, words, Math.min(bytes.length, (at + 1) * block), at === blocks - 1);
    }
    const out = new DataView(new ArrayBuffer(64));
    h.forEach((word, at) => out.setBigUint64(at * 8, word, true));
    return [...new Uint8Array(out.buffer, 0, size)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
