// Which tables are on this device, in a worker of the page instead of at a server. The static site has no others.
import {keep, recall} from '../memory';
import {onSite} from '../site';

const where = 'here';

export function isLocal(table: string): boolean {
    return onSite || recall<string[]>(where, []).includes(table);
}

export function noteLocal(table: string): void {
    const known = recall<string[]>(where, []);
    if (!known.includes(table)) keep(where, [...known, table]);
}

export function dropLocal(table: string): void {
    keep(where, recall<string[]>(where, []).filter((one) => one !== table));
}
