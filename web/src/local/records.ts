// Saved records that were opened here: each is kept like a game of this device, with its own lines in place of events.
import {keepEvents, eventsOf, StorageFull} from './kept';
import {WrongRecord} from '../lookback/file';
import {t} from '../lookback/text';
import {checkHere} from './tables';
import {noteLocal} from './which';

// A game's id, by the seed that it alone has: a record that is opened twice is the same game.
function idOf(record: string): string {
    const seed = /"seed":"([0-9a-f]{32})/.exec(record)?.[1] ?? '';
    const bytes = (seed.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

// The lines of the first game; a file may have several.
function firstGame(record: string): string[] {
    const lines = record.trimEnd().split('\n');
    return lines.slice(0, 1 + lines.findIndex((line) => line.startsWith('{"result"')));
}

// Keeps a record and returns the id under which it can be looked at. `file` is what messages call it.
export async function openRecord(record: string, file: string): Promise<string> {
    const {wrong, unfinished, game = '', names = [], ending} = await checkHere(record);
    if (wrong) throw new WrongRecord(t('open.wrong.damaged', {file}), wrong);
    if (unfinished) throw new WrongRecord(t('open.wrong.unfinished', {file}));
    const table = idOf(record), there = await eventsOf(table);
    if (there === undefined) {
        try {
            await keepEvents(table, firstGame(record), {game, names, over: true, ending});
        } catch (error) {
            throw error instanceof StorageFull ? new WrongRecord(t('open.wrong.full', {file})) : error;
        }
    }
    noteLocal(table);
    return table;
}
