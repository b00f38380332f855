// Which tables are on this device, in a worker of the page instead of at a server. The static site has no others.
import {keep, recall} from '../memory';
import {onSite} from '../site';
import {Store} from '../value';

const where = 'here';

// Whether games can only be played on this device: there is no server, or it does not answer.
export const alone = new Store(onSite);

// How the last events of such a table were kept; full: there is no space on the device.
export const kept = new Store<'all' | 'full' | 'not'>('all');

export function isLocal(table: string): boolean {
    return onSite || begunHere(table);
}

// A record that was opened from a file is looked at here, and may have been played anywhere: it names its own table.
export function begunHere(table: string): boolean {
    return recall<string[]>(where, []).includes(table);
}

export function noteLocal(table: string): void {
    const known = recall<string[]>(where, []);
    if (!known.includes(table)) keep(where, [...known, table]);
}
