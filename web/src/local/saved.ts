// A game of this device that goes on, as a file: where there is no space it can be kept elsewhere, and opened again. The
// first line says what it is and has the keys of those who play it, the others are the table's events (docs/engine.md).
import {isId} from '../ids';
import {keepKey, keyOf, readKey} from '../keys';
import {WrongRecord} from '../lookback/file';
import {t} from '../lookback/text';
import {keptPeople, keepPeople} from '../pass/people';
import {eventsOf, keepEvents, OpenElsewhere, own, StorageFull} from './kept';
import {checkSavedHere, savedHere} from './tables';
import {noteLocal} from './which';

interface Header {
    parlor: 1;
    game: string;
    saved: {key: unknown; people?: unknown};
}

export async function savedGame(table: string): Promise<File> {
    const key = keyOf(table), people = keptPeople(table);
    const header: Header = {parlor: 1, game: key?.game ?? '', saved: {key, ...(people !== undefined && {people})}};
    return new File([`${JSON.stringify(header)}\n${await savedHere(table)}`], `${header.game}-unfinished.jsonl`, {type: 'application/jsonl'});
}

function headerOf(text: string): Partial<Header> {
    return JSON.parse(text.slice(0, text.indexOf('\n'))) as Partial<Header>; // lookback/file.ts has looked at it
}

export function isSaved(text: string): boolean {
    return headerOf(text).saved instanceof Object;
}

// The events that are not on this device yet. What is here may be the beginning of them, but no other game.
function missing(lines: string[], here: string[], file: string): string[] {
    const both = Math.min(lines.length, here.length);
    if (lines.slice(0, both).some((line, at) => line !== here[at])) throw new WrongRecord(t('open.wrong.differs', {file}));
    return lines.slice(both);
}

const linesIn = (text: string) => text.split('\n').filter(Boolean);

// Keeps the game, and returns its table, where it goes on. `file` is what messages call it.
export async function openSaved(text: string, file: string): Promise<string> {
    const events = text.slice(text.indexOf('\n') + 1), lines = linesIn(events), table = lines[0];
    const {key, people} = headerOf(text).saved!;
    const seat = readKey(key);
    if (!isId(table) || seat?.table !== table) throw new WrongRecord(t('open.wrong.damaged', {file}));
    const {wrong, ...about} = await checkSavedHere(events);
    if (wrong !== undefined) throw new WrongRecord(t('open.wrong.damaged', {file}), wrong);
    try {
        const {release} = await own(table);
        try {
            const fresh = missing(lines, linesIn((await eventsOf(table)) ?? ''), file);
            if (fresh.length > 0) await keepEvents(table, fresh, {game: about.game!, names: about.names!, over: about.over!, seat: seat.seat});
        } finally {
            release();
        }
    } catch (error) {
        if (error instanceof StorageFull) throw new WrongRecord(t('open.wrong.full', {file}));
        if (error instanceof OpenElsewhere) throw new WrongRecord(t('open.wrong.played', {file}));
        throw error;
    }
    noteLocal(table);
    keepKey(seat);
    if (people) keepPeople(table, people);
    return table;
}
