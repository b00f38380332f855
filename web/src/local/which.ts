// Which tables are on this device, in a worker of the page instead of at a server. The static site has no others.
import {keep, recall} from '../memory';
import {onSite} from '../site';
import {Store} from '../value';

const where = 'here';

// How the last events of such a table were kept; full: there is no space on the device.
export const kept = new Store<'all' | 'full' | 'not'>('all');

export function isLocal(table: string): boolean {
    return onSite || recall<string[]>(where, []).includes(table);
}

export function noteLocal(table: string): void {
    const known = recall<string[]>(where, []);
    if (!known.includes(table)) keep(where, [...known, table]);
}
