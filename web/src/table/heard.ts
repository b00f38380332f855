// How far the chats of tables have been read, between visits.
import {keep, recall} from '../memory';

const most = 50; // tables, those with the latest lines last

// Storage may hold anything.
function all(): [table: string, number: number][] {
    const kept = recall<unknown>('heard', []);
    if (!Array.isArray(kept)) return [];
    return kept.filter((entry): entry is [string, number] => Array.isArray(entry) && typeof entry[0] === 'string' && Number.isInteger(entry[1]));
}

// The number of the last line that was in sight; -1 if none was.
export function heardAt(table: string): number {
    return all().find(([one]) => one === table)?.[1] ?? -1;
}

export function keepHeard(table: string, number: number): void {
    keep('heard', [...all().filter(([one]) => one !== table), [table, number]].slice(-most));
}
