// The view of Six of Sparrows (`describe` in src/rules/sparrows.c), and what a
// round that has been scored leaves of itself: the next one is dealt with the same
// message, so the hands that were shown are found in its sentences.
import type {sparrowsTables} from '../tables';
import {bidNamed, bids as printed, bonusNamed} from './bids';

export interface SeatView {
    cards: number;
    hand?: string[]; // if this viewer sees it
    progress?: {have: number; need: number}[]; // with each bid of the row; need 0: compared with others
    bid?: string;
    token?: number;
    bonus?: string;
    achieved?: boolean;
    bonusAchieved?: boolean;
    chosen?: string; // a sealed choice; 'hidden' if it is not the viewer's
    last?: number; // points of the round before
    points: number;
}

export interface View {
    phase: (typeof sparrowsTables.phases)[number] | 'scored';
    upgrades: boolean;
    target: number;
    round: number; // rounds that are over
    cycle: number;
    dealer: number;
    turn: number[];
    token?: number;
    bids: {id: string; value: number; holder?: number}[];
    bonuses?: {id: string; value: number; open: boolean}[];
    partner?: number;
    table: string[];
    deck: string[];
    discard: string[];
    seats: SeatView[];
}

// Scoring and bidding go by this: the dealer first, then clockwise.
export function fromDealer(view: View): number[] {
    return view.seats.map((_, place) => (view.dealer + place) % view.seats.length);
}

export function holderOf(view: View, bid: string): number | undefined {
    return view.bids.find(({id}) => id === bid)?.holder;
}

// What a bid is worth at this table: one in the row says so.
export function worthOf(view: View, bid: string): number {
    return view.bids.find(({id}) => id === bid)?.value ?? printed[bid]!.value;
}

// Who has claimed a bid between two views of the same round, or in the cycle before this one.
export function claimant(previous: View | undefined, view: View): number | undefined {
    if (previous?.round !== view.round) return undefined;
    const seat = view.seats.findIndex(({bid}, at) => bid && !previous.seats[at]!.bid);
    const earlier = view.cycle > previous.cycle ? view.seats.findIndex(({token}) => token === previous.cycle) : -1;
    return seat >= 0 ? seat : earlier >= 0 ? earlier : undefined;
}

const cardsOf = (text: string): string[] => text.match(/[SPEC]\d+/g) ?? [];

// The round that was scored before this view, as it lay open then. Its phase is 'scored',
// and `round` counts it.
export function scoredRound(previous: View | undefined, next: View, lines: string[]): View | undefined {
    if (previous?.phase === 'scored') return previous;
    const at = lines.reduce((last, line, n) => (/^Round \d+ is scored\. /.test(line) ? n : last), -1);
    const players = next.seats.length;
    if (!previous || at < 0 || next.phase === 'over' || lines.length <= at + players) return undefined;
    const same = previous.round === next.round - 1;
    const dealer = (next.dealer + players - 1) % players;
    const told = lines.slice(at + 1, at + 1 + players).map((line) => /^(.+?) has ((?:[SPEC]\d+ ){5}[SPEC]\d+): (.*); now /.exec(line));
    const seats: SeatView[] = next.seats.map(({last, points}) => ({cards: 6, last, points}));
    let partner: number | undefined;
    told.forEach((match, place) => {
        const seat = seats[(dealer + place) % players]!;
        const [, , cards = '', verdict = ''] = match ?? [];
        seat.hand = cardsOf(cards);
        const bid = /^(.+?) (achieved|failed)(?: with (.+?))?(?:, ([\w ]+) (achieved|failed))?, /.exec(verdict);
        if (!bid) return;
        seat.bid = bidNamed(bid[1]!);
        seat.achieved = bid[2] === 'achieved';
        if (bid[4]) {
            seat.bonus = bonusNamed(bid[4]);
            seat.bonusAchieved = bid[5] === 'achieved';
        }
        const beside = bid[3] === undefined ? -1 : told.findIndex((other) => other?.[1] === bid[3]);
        if (beside >= 0) partner = (dealer + beside) % players;
        const before = same ? previous.seats.find((old) => old.bid === seat.bid)?.token : undefined;
        const claim = lines.slice(0, at).reverse().find((line) => line.includes(` takes ${bid[1]} (`));
        seat.token = before ?? Number(/token (\d+)\.$/.exec(claim ?? '')?.[1] ?? 0);
    });
    const bids = (same ? previous.bids : []).map(({id, value}) => {
        const holder = seats.findIndex(({bid}) => bid === id);
        return holder < 0 ? {id, value} : {id, value, holder};
    });
    const {deck, discard} = previous;
    return {...next, phase: 'scored', cycle: 6, dealer, turn: [], token: undefined, bids, deck, discard, partner, table: cardsOf(lines[at]!), seats};
}
