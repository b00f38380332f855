// How it is with your seats, as the server says: asked for all at once, and again every minute while somebody looks.
import {askSeats} from '../api';
import {allKeys, dropKey, keepKeys, unfinished, type SeatKey} from '../keys';
import type {SeatFacts, SeatProblem} from '../protocol';
import {isLocal} from '../local/which';
import {keep, recall} from '../memory';
import {Store} from '../store';

export type Known = SeatFacts | SeatProblem;

export interface Told {
    at: number; // when the server said it
    state: 'asking' | 'there' | 'failed';
    seats: Map<string, Known>; // by table
}

const perRequest = 100, again = 60_000;

export const told = new Store<Told>({at: 0, state: 'asking', seats: new Map()});

export const isProblem = (known: Known | undefined): known is SeatProblem => known !== undefined && 'error' in known;

// What is over and known is not asked for again; what is over and not known only for the list of all games.
function wanted(all: boolean): SeatKey[] {
    return allKeys().filter(({over, ending, tutorial}) => !tutorial && (over ? all && !ending : true));
}

// Moves what is over to the finished games.
function note(keys: SeatKey[], seats: Map<string, Known>): void {
    const ended = keys.flatMap((key) => {
        const known = seats.get(key.table);
        if (!known || isProblem(known) || !known.result) return [];
        const {points, winners} = known.result;
        return [{...key, game: known.game, over: true, at: key.over ? key.at : known.changed, ending: {points, winners, names: known.names}}];
    });
    if (ended.length > 0) keepKeys(ended);
}

let asking: Promise<void> | undefined;

async function ask(all: boolean): Promise<void> {
    const keys = wanted(all);
    const seats = new Map(told.get().seats);
    try {
        for (let at = 0; at < keys.length; at += perRequest) {
            const some = keys.slice(at, at + perRequest);
            const answer = await askSeats(some.map(({table, token}) => ({table, token})));
            for (const one of answer.seats) seats.set(one.table, one);
        }
        note(keys, seats);
        told.set({at: Date.now(), state: 'there', seats});
    } catch {
        told.set({...told.get(), state: 'failed'});
    }
}

// Asks about the games that go on, or about all of which something is not known; one question at a time.
export function askAgain(all = false): Promise<void> {
    asking ??= ask(all).finally(() => (asking = undefined));
    return asking;
}

const due = 'remove'; // where the tables are noted that are still to be removed

// Removes games of this device for good, and those that could not be removed before: the part that does so may not have
// come without a network. One that is open in another tab stays there.
export async function removeHere(tables: string[]): Promise<void> {
    const here = [...new Set([...recall<string[]>(due, []), ...tables.filter(isLocal)])];
    if (here.length === 0) return;
    keep(due, here);
    const kept = await import('../local/kept').catch(() => undefined);
    if (!kept) return;
    await Promise.allSettled(here.map(kept.forget));
    keep(due, []);
}

// Forgets a table and what was said of it.
export function forget(table: string): void {
    dropKey(table);
    void removeHere([table]);
    const seats = new Map(told.get().seats);
    seats.delete(table);
    told.set({...told.get(), seats});
}

// The tables where a choice of yours is waited for.
export function waiting(): SeatFacts[] {
    const {seats} = told.get();
    return unfinished().flatMap(({table}) => {
        const known = seats.get(table);
        return known && !isProblem(known) && known.waiting ? [known] : [];
    });
}

let timer = 0;

// From the first page on. Without keys nothing is asked.
export function keepAsking(): void {
    if (timer) return;
    const due = () => {
        if (!document.hidden && unfinished().some(({tutorial}) => !tutorial)) void askAgain();
    };
    timer = setInterval(due, again) as unknown as number;
    document.addEventListener('visibilitychange', () => {
        if (!document.hidden && Date.now() - told.get().at >= again) due();
    });
    due();
}
