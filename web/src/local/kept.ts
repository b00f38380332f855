// The games of this device, kept in IndexedDB: for each table the lines that its engine's events() returned
// (docs/engine.md), in order, and a row that says what it is. Only one tab plays a table at a time. A tab that has lost
// it to another one can write nothing more: every write looks at the owner in the same transaction.

export interface About {
    game: string;
    names: string[]; // by seat
    seat?: number; // yours
    over: boolean;
    ending?: {points: number[]; winners: number[]};
}

export interface KeptTable extends About {
    id: string;
    changed: number; // ms since 1970
}

// There is no more space. The lines stay in memory, and the next keepEvents() of the table tries again to write them.
export class StorageFull extends Error {}

// Another tab has the table.
export class OpenElsewhere extends Error {}

export interface Ownership {
    lost: Promise<void>; // another tab has taken the table over
    release: () => void;
}

interface Row {
    id: string;
    owner?: string;
    batches: number; // how often lines were added
    changed: number;
    about?: About; // missing: nothing has happened yet
}

// What this tab calls itself at a table.
interface Owner {
    name: string;
    noted: boolean; // in the table's row; if there is no space, the first write that succeeds does it
}

interface Queue {
    lines: string[]; // not on disk yet
    about: About | undefined;
    last: Promise<void>; // the write before; it never fails
}

const queues = new Map<string, Queue>();
const owners = new Map<string, Owner>(); // of the tables of this tab

// ---- the database ----

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('parlor', 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore('tables', {keyPath: 'id'});
            request.result.createObjectStore('events'); // [table, batch] -> lines
        };
        request.onsuccess = () => {
            const opened = request.result;
            const close = () => {
                opened.close();
                opening = undefined; // to be opened again
            };
            opened.onversionchange = close; // a newer page wants to change its form
            opened.onclose = close;
            resolve(opened);
        };
        request.onerror = () => {
            opening = undefined;
            reject(translated(request.error));
        };
    });
    return opening;
}

function translated(error: DOMException | null): Error {
    return error?.name === 'QuotaExceededError' ? new StorageFull() : error ?? new Error('IndexedDB');
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(translated(request.error));
    });
}

// Does all or nothing of `work`, and returns when it is on disk.
async function transact<T>(mode: IDBTransactionMode, work: (tables: IDBObjectStore, events: IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = (await database()).transaction(['tables', 'events'], mode, {durability: 'strict'});
    const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(translated(transaction.error));
    });
    done.catch(() => undefined); // what `work` says comes first
    try {
        const result = await work(transaction.objectStore('tables'), transaction.objectStore('events'));
        await done;
        return result;
    } catch (error) {
        try {
            transaction.abort();
        } catch {
            // it has ended by itself
        }
        throw error;
    }
}

const batchesOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

const rowOf = (tables: IDBObjectStore, table: string) => answer(tables.get(table) as IDBRequest<Row | undefined>);

// ---- who plays a table ----

const lockOf = (table: string) => `parlor.table.${table}`;
const grace = 1000; // a page that is loaded again may find its old self still there

// Locks the table for this tab, or takes the lock away from another one. Browsers have locks only for pages of https and
// localhost; elsewhere the tab that came last has the table.
function lock(table: string, take: boolean): Promise<Ownership> {
    let release!: () => void;
    const until = new Promise<void>((resolve) => (release = resolve));
    if (!('locks' in navigator)) return Promise.resolve({release, lost: new Promise(() => undefined)});
    return new Promise((resolve, reject) => {
        const lost = new Promise<void>((tell) => {
            const ask = (how: LockOptions): Promise<boolean> => navigator.locks.request(lockOf(table), how, async (held) => {
                if (!held) return false;
                resolve({release, lost});
                await until;
                return true;
            });
            // One that is free is had, however long a busy browser takes to say so.
            const had = take ? ask({steal: true}) : ask({ifAvailable: true}).then((first) => (first ? true : ask({signal: AbortSignal.timeout(grace)})));
            had.catch(() => {
                tell(); // if it was held
                reject(new OpenElsewhere()); // if it was not
            });
        });
    });
}

async function note(table: string, owner: Owner): Promise<void> {
    await transact('readwrite', async (tables) => {
        const row = await rowOf(tables, table);
        await answer(tables.put({batches: 0, changed: Date.now(), ...row, id: table, owner: owner.name} satisfies Row));
    });
    owner.noted = true;
}

// Makes this tab the one that plays the table. Rejects with OpenElsewhere if another one does, unless `take` is true: then
// the other one loses it. To be called where keepEvents() will be.
export async function own(table: string, take = false): Promise<Ownership> {
    const {lost, release} = await lock(table, take);
    const owner = {name: Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(''), noted: false};
    const letGo = () => {
        if (owners.get(table) === owner) {
            owners.delete(table);
            queues.delete(table);
        }
        release();
    };
    owners.set(table, owner);
    try {
        await note(table, owner);
    } catch (error) {
        if (!(error instanceof StorageFull)) {
            letGo();
            throw error;
        }
    }
    return {lost, release: letGo};
}

// ---- events ----

async function write(table: string, queue: Queue): Promise<void> {
    const {about, lines} = queue, count = lines.length, owner = owners.get(table);
    if (count === 0) return; // an earlier write took them along
    await transact('readwrite', async (tables, events) => {
        const row = await rowOf(tables, table);
        if (owner?.noted !== false && row?.owner !== owner?.name) throw new OpenElsewhere();
        const batches = row?.batches ?? 0;
        await answer(events.add(lines.slice(0, count).map((line) => `${line}\n`).join(''), [table, batches]));
        await answer(tables.put({id: table, owner: owner?.name, batches: batches + 1, changed: Date.now(), about: about ?? row?.about} satisfies Row));
    });
    if (owner) owner.noted = true;
    lines.splice(0, count);
}

// Adds lines to a table; they are on disk when this resolves, in the order of the calls. Rejects with StorageFull,
// OpenElsewhere or what else the browser says; the game can go on in memory. With no lines it tries again to write those
// that wait. A table that nobody owns, such as a rematch that was just opened, may be begun by anybody; its lines do not
// wait if that fails.
export function keepEvents(table: string, lines: string[], about?: About): Promise<void> {
    const queue = queues.get(table) ?? {lines: [], about: undefined, last: Promise.resolve()};
    queues.set(table, queue);
    queue.lines.push(...lines);
    queue.about = about ?? queue.about;
    const written = queue.last.then(() => write(table, queue));
    queue.last = written.catch(() => {
        if (!owners.has(table)) queues.delete(table);
    });
    return written;
}

// Returns all lines of a table, for the engine's restore().
export function eventsOf(table: string): Promise<string | undefined> {
    return transact('readonly', async (_, events) => {
        const batches = await answer(events.getAll(batchesOf(table)) as IDBRequest<string[]>);
        return batches.length > 0 ? batches.join('') : undefined;
    });
}

// ---- all tables ----

// Returns what is known of all tables, the latest first.
export async function keptTables(): Promise<KeptTable[]> {
    const rows = await transact('readonly', (tables) => answer(tables.getAll() as IDBRequest<Row[]>));
    const known = rows.flatMap(({id, changed, about}) => (about ? [{id, changed, ...about}] : []));
    return known.sort((a, b) => b.changed - a.changed);
}

// Removes a table. Rejects with OpenElsewhere while it is played, here too.
export async function forget(table: string): Promise<void> {
    const {release} = await lock(table, false);
    try {
        await transact('readwrite', async (tables, events) => {
            await Promise.all([answer(tables.delete(table)), answer(events.delete(batchesOf(table)))]);
        });
        queues.delete(table);
    } finally {
        release();
    }
}

// Asks the browser not to clear all this when the disk is full: once there is a game worth it. Some browsers ask the
// person. To be called from the page, not from a worker.
export async function askToStay(): Promise<boolean> {
    try {
        return (await navigator.storage.persisted()) || (await navigator.storage.persist());
    } catch {
        return false; // an old browser, or a page without https
    }
}
