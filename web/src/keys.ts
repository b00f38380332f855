// The keys of your seats: anybody who has a token has the seat. Kept in the browser, for reloading, for "continue" and
// for the list of your games. Games that are over are kept apart, the older ones with little of what they had: so that a
// move stores few keys, and years of games fit.
import {isId} from './ids';
import {keep, recall} from './memory';
import {Store} from './store';
import type {PledgeStart} from './table/pledge';

// The last event of a table that this browser saw, to tell a server that has lost some of it.
export interface Seen {
    event: number;
    hash: string;
}

export function isSeen(seen: Partial<Seen> | undefined): seen is Seen {
    return Number.isInteger(seen?.event) && typeof seen?.hash === 'string' && /^[0-9a-f]{32}$/.test(seen.hash);
}

// How a game ended, by seat.
export interface Ending {
    points: number[];
    winners: number[];
    names: string[];
}

// What its analysis says of your play: shares from 0 to 1.
export interface Figures {
    accuracy: number;
    luck: number;
}

export interface SeatKey {
    table: string;
    token: string;
    game: string;
    name: string;
    seat: number;
    at: number; // when it was last used
    over?: boolean; // the game is; nothing to continue
    tutorial?: boolean;
    room?: boolean; // others could sit down there: somebody says when it starts
    seen?: Seen; // of the table, last
    starts?: PledgeStart[]; // our part in the deal, and what it was to be made of
    ending?: Ending; // once the game is over and it is known
    figures?: Figures; // once there was an analysis
}

export const mostKeys = 2000; // of games that are over; the oldest go first
const mostStarts = 100; // finished games whose deals can still be compared with our own part

const live = 'seats', past = 'seats.over'; // where they are kept

// Counts up with every change, for pages that show keys.
export const keysChanged = new Store(0);

const isNumbers = (list: unknown, players: number): list is number[] =>
    Array.isArray(list) && list.length <= players && list.every((item) => typeof item === 'number' && Number.isFinite(item));

function isEnding(ending: Partial<Ending> | undefined): ending is Ending {
    const {points, winners, names} = ending ?? {};
    return Array.isArray(names) && names.length <= 5 && names.every((name) => typeof name === 'string') && isNumbers(points, 5) &&
        points.length === names.length && isNumbers(winners, 5);
}

function isFigures(figures: Partial<Figures> | undefined): figures is Figures {
    return Number.isFinite(figures?.accuracy) && Number.isFinite(figures?.luck);
}

// A key as it was stored or sent, if it is one. Storage is bound to the origin, but anything could have been written there.
export function readKey(value: unknown): SeatKey | undefined {
    const key = (value ?? {}) as Partial<SeatKey>;
    if (!isId(key.table) || !isId(key.token)) return undefined;
    const {table, token, over, tutorial, room, seen, starts, ending, figures} = key;
    return {
        table, token,
        game: typeof key.game === 'string' ? key.game : '',
        name: typeof key.name === 'string' ? key.name : '',
        seat: Number.isInteger(key.seat) ? key.seat! : 0,
        at: Number.isFinite(key.at) ? key.at! : 0,
        ...(over === true && {over}),
        ...(tutorial === true && {tutorial}),
        ...(!over && room === true && {room}),
        ...(!over && isSeen(seen) && {seen}),
        ...(starts && {starts}),
        ...(isEnding(ending) && {ending}),
        ...(isFigures(figures) && {figures}),
    };
}

function kept(where: string): SeatKey[] {
    const list = recall<unknown>(where, []);
    return Array.isArray(list) ? list.map(readKey).filter((key) => key !== undefined) : [];
}

const latestFirst = (a: SeatKey, b: SeatKey) => b.at - a.at;

// All keys, the latest first; of each table one.
export function allKeys(): SeatKey[] {
    const going = kept(live);
    const tables = new Set(going.map(({table}) => table));
    return [...going, ...kept(past).filter(({table}) => !tables.has(table))].sort(latestFirst);
}

export function keyOf(table: string): SeatKey | undefined {
    const same = (key: SeatKey) => key.table === table;
    return kept(live).find(same) ?? kept(past).find(same);
}

// Stores several at once. What is there already of a table is replaced.
export function keepKeys(keys: SeatKey[]): void {
    const fine = keys.filter(({table, token}) => isId(table) && isId(token)); // no server of ours makes others
    const tables = new Set(fine.map(({table}) => table));
    const going = kept(live).filter(({table}) => !tables.has(table));
    const all = [...fine, ...going];
    keep(live, all.filter(({over}) => !over).sort(latestFirst));
    const finished = all.filter(({over}) => over).map((key) => readKey(key)!);
    if (finished.length > 0) {
        const others = new Set(finished.map(({table}) => table));
        const sorted = [...finished, ...kept(past).filter(({table}) => !others.has(table))].sort(latestFirst).slice(0, mostKeys);
        keep(past, sorted.map(({starts, ...key}, at) => (starts && at < mostStarts ? {...key, starts} : key)));
    }
    keysChanged.set(keysChanged.get() + 1);
}

export function keepKey(key: SeatKey): void {
    keepKeys([key]);
}

export function dropKeys(which: (key: SeatKey) => boolean): void {
    for (const where of [live, past]) keep(where, kept(where).filter((key) => !which(key)));
    keysChanged.set(keysChanged.get() + 1);
}

export function dropKey(table: string): void {
    dropKeys((key) => key.table === table);
}

// Games to go on with, the latest first.
export function unfinished(): SeatKey[] {
    return kept(live).filter((key) => !key.over).sort(latestFirst);
}

// Notes something about a game that is in the list.
export function noteKey(table: string, change: Pick<SeatKey, 'ending' | 'figures'>): void {
    const key = keyOf(table);
    if (key) keepKey({...key, ...change});
}

// Where the client of a table keeps the key of its seat.
export interface KeyPlace {
    get: () => SeatKey | undefined;
    keep: (key: SeatKey) => void;
    drop: () => void;
}

export const usualPlace = (table: string): KeyPlace => ({get: () => keyOf(table), keep: keepKey, drop: () => dropKey(table)});
