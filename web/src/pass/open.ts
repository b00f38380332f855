// Opens a table for several people on this device.
import {openTable} from '../api';
import {keepKey} from '../keys';
import type {OpenWish} from '../protocol';
import {texts} from '../text/text';
import {notePeople} from './people';

const t = texts('pass');

// Returns the table. The first person has sat down; PassTable seats the others. Who gave no name is called by the seat.
export async function openForPeople(wish: OpenWish, typed: unknown[]): Promise<string> {
    const names = typed.map((name, seat) => String(name).trim() || t('person', {n: seat + 1}));
    const {table, token, seat} = await openTable({...wish, name: names[0]!}, true);
    keepKey({table, token: token!, game: wish.game, name: names[0]!, seat: seat!, at: Date.now(), room: true});
    notePeople(table, names);
    return table;
}
