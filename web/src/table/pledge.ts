// Does this browser's part so that nobody can choose the deal, and remembers enough to notice
// if somebody tries: see src/client/pledge.h, which does the same for the terminal.
import {commitmentOf, isHex, randomSalt, sealOf} from '../deal';
import type {ClientMessage, Fair, Opened, TableMessage} from '../protocol';

export interface PledgeStart {
    commitment: string; // as it was first shown
    salt: string; // our own
    sealed?: boolean; // the seal has been sent
    shown?: boolean; // so has the salt
    seals?: string[]; // as they were once all of them were there
    ahead?: boolean; // seal and salt were sent before the table was seen: it need not have taken them yet
}

// The reasons not to trust a server, as the texts name them.
export type Distrust = 'changed' | 'takenback' | 'seals' | 'without' | 'unsealed' | 'end';

export type Outcome =
    | {send?: ClientMessage; foreign?: boolean} // foreign: another seal stands for our seat than ours
    | {distrust: Distrust};

const same = (a: string[], b: string[]) => a.length === b.length && a.every((seal, at) => seal === b[at]);

// True if these seals are those that we know. What was sent ahead may be missing; nobody else's may have come.
const agrees = ({seals, ahead}: PledgeStart, shown: string[]) =>
    !seals || (ahead ? shown.every((seal, at) => seal === '' || seal === seals[at]) : same(seals, shown));

// True if starts that ended without a game are among those that were given up.
export function startsAreTold(starts: PledgeStart[], fair: Fair): boolean {
    return starts.every((start) => {
        const told = fair.abandoned?.find(({commitment}) => commitment === start.commitment);
        return start.commitment === fair.commitment || (told !== undefined && agrees(start, told.seals));
    });
}

// True if secret and salts match commitment and seals.
export function saltsHold({commitment, secret, seals, salts}: Fair, table: string): boolean {
    return (
        commitmentOf(secret!) === commitment &&
        seals!.every((seal, seat) => (seal === '' ? salts![seat] === '' : seal === sealOf(commitment, table, seat, salts![seat]!)))
    );
}

function lookBefore(start: PledgeStart, {table, status, seats, you, fair}: TableMessage): Outcome {
    const seals = fair.seals!;
    const fixed = status === 'starting' && seats.every((seat, at) => (seat.kind === 'person') === (seals[at] !== ''));
    if (start.seals && !fixed && !start.ahead) return {distrust: 'takenback'};
    if (fixed) {
        start.seals ??= [...seals];
        delete start.ahead;
    }
    if (!agrees(start, seals)) return {distrust: 'seals'};
    if (you === undefined) return {};
    const seal = sealOf(start.commitment, table, you, start.salt);
    if (seals[you] !== seal && (status === 'open' || seals[you] === '')) {
        start.sealed = true;
        return {send: {type: 'seal', seal}};
    }
    if (!fixed || seals[you] !== seal) return {};
    start.shown = true;
    return {send: {type: 'salt', salt: start.salt}};
}

// `known`: we have seen the table before the game began.
function lookAfter(start: PledgeStart, known: boolean, {table, you, fair}: TableMessage): Outcome {
    if (you !== undefined && known && !start.seals && !start.sealed) return {distrust: 'without'};
    start.seals ??= [...fair.seals!];
    delete start.ahead;
    if (!same(start.seals, fair.seals!)) return {distrust: 'seals'};
    if (you === undefined || !start.sealed) return {};
    if (sealOf(start.commitment, table, you, start.salt) !== fair.seals![you]) return {foreign: true};
    if (!start.shown) return {distrust: 'without'};
    return fair.secret === undefined || (saltsHold(fair, table) && fair.salts![you] === start.salt) ? {} : {distrust: 'end'};
}

// Looks at a table, and says what to do. The starts are changed; they are to be remembered
// before anything is sent.
export function look(starts: PledgeStart[], message: TableMessage): Outcome {
    const {fair, status} = message;
    if (!fair.seals) return starts.length > 0 ? {distrust: 'unsealed'} : {};
    if (!startsAreTold(starts, fair)) return {distrust: 'changed'};
    let start = starts.at(-1);
    const known = start?.commitment === fair.commitment;
    if (start?.commitment !== fair.commitment) {
        start = {commitment: fair.commitment, salt: randomSalt()};
        starts.push(start);
    }
    return status === 'open' || status === 'starting' ? lookBefore(start, message) : lookAfter(start, known, message);
}

// Our part in the deal of a table that we have just opened with bots on all other seats: there is no other seal to wait
// for, and if one comes later it is not among those that are remembered here.
export function pledgeAlone({table, seat, commitment}: Opened, players: number): PledgeStart[] {
    if (seat === undefined || !isHex(commitment)) return [];
    const salt = randomSalt();
    const seals = Array.from({length: players}, (_, at) => (at === seat ? sealOf(commitment, table, seat, salt) : ''));
    return [{commitment, salt, sealed: true, shown: true, seals, ahead: true}];
}

// What goes ahead, for a table that has not been seen yet.
export function sentAhead({salt, seals, ahead}: PledgeStart): ClientMessage[] {
    const seal = ahead && seals?.find((one) => one !== '');
    return seal ? [{type: 'seal', seal}, {type: 'start'}, {type: 'salt', salt}] : [];
}

// Checks stored data, which anybody could have written.
export function startsFrom(kept: unknown): PledgeStart[] {
    if (!Array.isArray(kept)) return [];
    return kept.filter((start: Partial<PledgeStart> | null): start is PledgeStart => isHex(start?.commitment) && isHex(start.salt));
}
