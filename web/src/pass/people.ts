// The people who pass this device around at a table: their names by seat, and the keys of their seats. The first of them
// has the usual key of the table (keys.ts), so that the game is in the list of your games.
import {readKey, usualPlace, type KeyPlace, type SeatKey} from '../keys';
import {keep, recall} from '../memory';
import {place} from './which';

interface Kept {
    names: string[]; // of seats 0, 1, …
    keys: unknown[]; // of seats 1, 2, …
}

const most = 20; // tables, the latest

const isKept = (one: Partial<Kept> | null): one is Kept => Array.isArray(one?.names) && Array.isArray(one.keys);

function all(): Record<string, Kept> {
    const kept = recall<Record<string, Kept> | null>(place, null);
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, one]) => isKept(one)));
}

// The names of those who pass the device around at a table; undefined if nobody does.
export function peopleAt(table: string): string[] | undefined {
    const names = all()[table]?.names;
    return names && names.length > 1 && names.length <= 5 && names.every((name) => typeof name === 'string') ? names : undefined;
}

// What is known of them, to be saved with the game; and the same from a file, which says what it likes.
export function keptPeople(table: string): unknown {
    return all()[table];
}

export function keepPeople(table: string, people: unknown): void {
    if (isKept(people as Partial<Kept> | null)) keep(place, {...all(), [table]: people});
}

export function notePeople(table: string, names: string[]): void {
    const others = Object.entries(all()).filter(([id]) => id !== table).slice(-most + 1);
    keep(place, Object.fromEntries([...others, [table, {names, keys: []}]]));
}

// Nobody's: a client that has it watches.
export const noPlace: KeyPlace = {get: () => undefined, keep: () => undefined, drop: () => undefined};

export function placeOf(table: string, seat: number): KeyPlace {
    if (seat === 0) return usualPlace(table);
    const put = (key: SeatKey | undefined) => {
        const kept = all();
        const {names, keys} = kept[table] ?? {names: [], keys: []};
        const changed = Array.from({length: Math.max(keys.length, seat)}, (_, at) => (at === seat - 1 ? (key ?? null) : (keys[at] ?? null)));
        keep(place, {...kept, [table]: {names, keys: changed}});
    };
    return {get: () => readKey(all()[table]?.keys[seat - 1]), keep: put, drop: () => put(undefined)};
}
