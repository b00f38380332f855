// Checks that a server dealt as it and the players had committed to: computes the hashes of
// src/wire/deal.h, and every deal again by the rules themselves (src/wasm/rules.c).
import {commitmentOf, sealOf, seedOf} from '../deal';
import type {Fair} from '../protocol';
import {faultOf} from './record';
import {startsAreTold, type PledgeStart} from '../table/pledge';

// This browser's own part in the deal: it is in the record, or it is not; the start it
// saw was given up, and the game began without it; or it has nothing to compare.
export type Own = 'good' | 'bad' | 'left' | 'none';

// The first line of a record (docs/records.md), as far as it matters here.
interface RecordHeader {
    game: string;
    players: number;
    seed: string;
    names: string[];
    fair?: Fair & {secret: string; salts: string[]};
}

export interface Checked {
    header: RecordHeader;
    commitment: boolean; // the secret is the one that the server was committed to
    salts: boolean; // everybody but bots has a salt, and it is the one that was sealed
    own: Own;
    seed: boolean; // the seed follows from the secret and the salts
    deals: string; // empty: all of them come from the seed; else what is wrong
    dealt: number; // how many deals there were
}

type RecordFair = NonNullable<RecordHeader['fair']>;

function saltsFit({fair, names}: RecordHeader): boolean {
    const {seals, salts, table, commitment} = fair!;
    return (
        seals !== undefined && table !== undefined &&
        names.every((name, seat) =>
            name.startsWith('bot:')
                ? seals[seat] === '' && salts[seat] === ''
                : seals[seat] === sealOf(commitment, table, seat, salts[seat] ?? ''))
    );
}

function ownPart(fair: RecordFair, starts: PledgeStart[]): Own {
    const last = starts.at(-1);
    if (!last) return 'none';
    if (!startsAreTold(starts, fair)) return 'bad';
    if (last.commitment !== fair.commitment) return 'left';
    const same = last.seals !== undefined && last.seals.every((seal, seat) => seal === fair.seals?.[seat]);
    if (!last.sealed) return same ? 'none' : 'bad'; // an onlooker
    return same && last.shown && fair.salts.includes(last.salt) ? 'good' : 'bad';
}

// A record without a `fair` object comes from no server: there is nothing to check but
// the deals. Undefined: this is not a record at all.
export async function check(record: string, starts: PledgeStart[]): Promise<Checked | undefined> {
    let header: RecordHeader | null;
    try {
        header = JSON.parse(record.slice(0, record.indexOf('\n'))) as RecordHeader | null;
    } catch {
        return undefined;
    }
    if (typeof header?.seed !== 'string') return undefined;
    const {fair} = header;
    return {
        header,
        commitment: fair !== undefined && commitmentOf(fair.secret) === fair.commitment,
        salts: fair !== undefined && saltsFit(header),
        own: fair === undefined ? 'none' : ownPart(fair, starts),
        seed: fair !== undefined && seedOf(fair.secret, fair.salts) === header.seed,
        deals: await faultOf(new TextEncoder().encode(record)),
        dealt: record.split('\n{"chance":').length - 1,
    };
}
