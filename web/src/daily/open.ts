// Opens tables of the deal of the day, on this device: they need no server.
import {openTable} from '../api';
import {keepKey} from '../keys';
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

// A table at which a master has played your part of a day's deal: the one that is there, or a new one.
export async function masterTable(facts: GameFacts, day: number): Promise<string> {
    const where = `daily.master.${facts.game}`;
    const known = recall<{day?: number; table?: string}>(where, {});
    if (known.day === day && known.table) return known.table;
    const {table, token} = await openTable({...dealOn(day, facts, true), name: t('bot.master'), look: 0}, true);
    await (await import('../local/tables')).playedByHints(table, token!);
    keep(where, {day, table});
    return table;
}
