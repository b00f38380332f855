// Keys on their way to another browser: as a file, or as links that QR codes show. A link has the keys behind the #,
// which no browser sends to a server; it has nothing but tables and tokens, since the server tells the rest.
import {isId} from '../ids';
import {allKeys, keepKeys, mostKeys, readKey, type SeatKey} from '../keys';

const mark = 'parlor seats';
const idLength = 22;
const perLink = 16; // keys: a code with more is hard to read for a phone
export const linkedMost = 64; // keys: more are better moved as a file

// ---- files ----

export function fileOf(keys: SeatKey[]): string {
    const seats = keys.map(({table, token, game, name, seat, at, over, tutorial, ending, figures}) =>
        ({table, token, game, name, seat, at, over, tutorial, ending, figures}));
    return JSON.stringify({parlor: mark, version: 1, seats}, null, 1);
}

export type Wrong = 'json' | 'other' | 'version' | 'many' | 'entry';

// What is wrong with a file; for an entry, which.
export class WrongFile extends Error {
    constructor(readonly why: Wrong, readonly entry = 0) {
        super(why);
    }
}

function entryOf(value: unknown, at: number): SeatKey {
    const {game, name, seat, at: time} = (value ?? {}) as Partial<SeatKey>;
    const key = readKey(value);
    const sound = typeof game === 'string' && /^[a-z]{1,32}$/.test(game) && typeof name === 'string' && name.length <= 64 &&
        Number.isInteger(seat) && seat! >= 0 && seat! < 5 && Number.isFinite(time) && time! >= 0;
    if (!key || !sound) throw new WrongFile('entry', at + 1);
    return key;
}

export function keysIn(text: string): SeatKey[] {
    let file: {parlor?: unknown; version?: unknown; seats?: unknown} | null;
    try {
        file = JSON.parse(text) as typeof file;
    } catch {
        throw new WrongFile('json');
    }
    if (file?.parlor !== mark || !Array.isArray(file.seats)) throw new WrongFile('other');
    if (file.version !== 1) throw new WrongFile('version');
    if (file.seats.length > 2 * mostKeys) throw new WrongFile('many');
    return file.seats.map(entryOf);
}

// ---- links ----

export interface Pair {
    table: string;
    token: string;
}

// The links for these keys, with those of games to go on with first.
export function linksOf(origin: string, keys: SeatKey[]): string[] {
    const wanted = [...keys.filter(({over}) => !over), ...keys.filter(({over}) => over)].slice(0, linkedMost);
    const links: string[] = [];
    for (let at = 0; at < wanted.length; at += perLink)
        links.push(`${origin}/games#keys=1.${wanted.slice(at, at + perLink).map(({table, token}) => table + token).join('')}`);
    return links;
}

// The keys behind the # of an address; undefined if there are none, 'wrong' if they are damaged.
export function pairsIn(hash: string): Pair[] | 'wrong' | undefined {
    if (!hash.startsWith('#keys=')) return undefined;
    const text = /^#keys=1\.([\w-]+)$/.exec(hash)?.[1] ?? '';
    if (text === '' || text.length % (2 * idLength) !== 0 || text.length > linkedMost * 2 * idLength) return 'wrong';
    const pairs: Pair[] = [];
    for (let at = 0; at < text.length; at += 2 * idLength)
        pairs.push({table: text.slice(at, at + idLength), token: text.slice(at + idLength, at + 2 * idLength)});
    return pairs.every(({table, token}) => isId(table) && isId(token)) ? pairs : 'wrong';
}

// ---- both ----

// Those of tables that this browser has no key of. Where a table is named twice, the first counts.
export function newAmong<Key extends Pair>(keys: Key[]): Key[] {
    const known = new Set(allKeys().map(({table}) => table));
    return keys.filter(({table}) => {
        const fresh = !known.has(table);
        known.add(table);
        return fresh;
    });
}

// Takes the new ones, all at once; returns how many that were.
export function takeKeys(keys: SeatKey[]): number {
    const fresh = newAmong(keys);
    if (fresh.length > 0) keepKeys(fresh);
    return fresh.length;
}
