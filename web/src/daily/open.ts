// Opens tables of the deal of the day, on this device: they need no server.
import {askTable, openTable} from '../api';
import {isId} from '../ids';
import {keepKey} from '../keys';
import {forget} from '../local/kept';
import {keep, recall} from '../memory';
import {knownWho} from '../pages/Who';
import type {GameFacts} from '../protocol';
import {t} from '../text/frame';
import {dealOn} from './day';
import {noteTry} from './results';

// Returns the table, where you sit.
export async function openDeal(facts: GameFacts, day: number): Promise<string> {
    const {name, look} = knownWho() ?? {name: t('who.alone'), look: 0};
    const {table, token, seat} = await openTable({...dealOn(day, facts, false), name, look}, true);
    noteTry({game: facts.game, day, table});
    keepKey({table, token: token!, game: facts.game, name, seat: seat!, at: Date.now(), room: false});
    return table;
}

// A table at which a master has played your part of a day's deal: the one that is there, or a new one in its place.
export async function masterTable(facts: GameFacts, day: number): Promise<string> {
    const where = `daily.master.${facts.game}`;
    const {day: dayThere, table: there = ''} = recall<{day?: number; table?: string} | null>(where, null) ?? {};
    const isThere = isId(there) && (await askTable(there).then(() => true, () => false)); // it can be forgotten like any other game
    if (isThere && dayThere === day) return there;
    const {table, token} = await openTable({...dealOn(day, facts, true), name: t('bot.master'), look: 0}, true);
    await (await import('../local/tables')).playedByHints(table, token!);
    keep(where, {day, table});
    if (isThere) await forget(there).catch(() => undefined);
    return table;
}
