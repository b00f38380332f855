// The keys of your seats: anybody who has a token has the seat. Kept in the
// browser, for reloading and for "continue".
import {isId} from './ids';
import {keep, recall} from './memory';
import type {PledgeStart} from './table/pledge';

// The last event of a table that this browser saw, to tell a server that has lost some of it.
export interface Seen {
    event: number;
    hash: string;
}

export function isSeen(seen: Partial<Seen> | undefined): seen is Seen {
    return Number.isInteger(seen?.event) && typeof seen?.hash === 'string' && /^[0-9a-f]{32}$/.test(seen.hash);
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
}

const most = 40;

// Storage is bound to the origin, but anything could have been written there.
function all(): SeatKey[] {
    const kept = recall<unknown>('seats', []);
    if (!Array.isArray(kept)) return [];
    return kept.filter((key: Partial<SeatKey> | null): key is SeatKey => isId(key?.table) && isId(key.token));
}

export function keyOf(table: string): SeatKey | undefined {
    return all().find((key) => key.table === table);
}

export function keepKey(key: SeatKey): void {
    if (!isId(key.table) || !isId(key.token)) return; // no server of ours makes such
    const others = all().filter((other) => other.table !== key.table);
    keep('seats', [key, ...others].sort((a, b) => b.at - a.at).slice(0, most));
}

export function dropKey(table: string): void {
    keep('seats', all().filter((key) => key.table !== table));
}

// Games to go on with, the latest first.
export function unfinished(): SeatKey[] {
    return all().filter((key) => !key.over);
}
