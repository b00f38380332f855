// The view of Six of Sparrows (`describe` in src/rules/sparrows.c), and what a
// round that has been scored leaves of itself: the next one is dealt with the same
// message, so the hands that were shown are found in its facts.
import type {Fact} from '../../protocol';
import {lastOf, numberIn, numbersIn, textIn, textsIn} from '../facts';
import type {sparrowsTables} from '../tables';
import {bids as printed} from './bids';

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

// The value of a bid at this table: one in the row has it.
export function worthOf(view: View, bid: string): number {
    return view.bids.find(({id}) => id === bid)?.value ?? printed[bid]!.value;
}

// Finds who claimed a bid between two views of the same round, or in the cycle before this one.
export function claimant(previous: View | undefined, view: View): number | undefined {
    if (previous?.round !== view.round) return undefined;
    const seat = view.seats.findIndex(({bid}, at) => bid && !previous.seats[at]!.bid);
    const earlier = view.cycle > previous.cycle ? view.seats.findIndex(({token}) => token === previous.cycle) : -1;
    return seat >= 0 ? seat : earlier >= 0 ? earlier : undefined;
}

// The result of a seat when a round was scored.
function scoredSeat(fact: Fact, {last, points}: SeatView): SeatView {
    const seat: SeatView = {cards: 6, last, points, hand: textsIn(fact, 'cards')};
    const [bid, bonus] = [textIn(fact, 'bid'), textIn(fact, 'bonus')];
    if (bid === undefined || bid === 'none') return seat;
    Object.assign(seat, {bid, achieved: numberIn(fact, 'met') > 0, token: numberIn(fact, 'token')});
    if (bonus !== undefined && bonus !== 'none') Object.assign(seat, {bonus, bonusAchieved: numberIn(fact, 'bonus_met') > 0});
    return seat;
}

// The round that was scored before this view, as it lay open then. Its phase is 'scored',
// and `round` counts it.
export function scoredRound(previous: View | undefined, next: View, facts: Fact[]): View | undefined {
    if (previous?.phase === 'scored') return previous;
    const players = next.seats.length;
    const scored = lastOf(facts, 'scored');
    const sums = facts.filter(({verb}) => verb === 'scores').slice(-players);
    if (!previous || !scored || next.phase === 'over' || sums.length < players) return undefined;
    const dealer = (next.dealer + players - 1) % players;
    const bySeat = (seat: number) => sums.find((fact) => numberIn(fact, 'who') === seat)!;
    const seats = next.seats.map((seat, at) => scoredSeat(bySeat(at), seat));
    const partner = sums.flatMap((fact) => numbersIn(fact, 'partner'))[0];
    const same = previous.round === next.round - 1;
    const bids = (same ? previous.bids : []).map(({id, value}) => {
        const holder = seats.findIndex(({bid}) => bid === id);
        return holder < 0 ? {id, value} : {id, value, holder};
    });
    const {deck, discard} = previous;
    return {...next, phase: 'scored', cycle: 6, dealer, turn: [], token: undefined, bids, deck, discard, partner, table: textsIn(scored, 'table'), seats};
}
