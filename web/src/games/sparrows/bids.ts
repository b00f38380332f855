// The bids (SP-8), and how far some cards are with each: which of them
// count, and what is still missing.
import {sparrowsTables as tables} from '../tables';
import {t} from './text';

export type Suit = (typeof tables.suits)[number];
export type Kind = (typeof tables.bids)[number]['kind'];
type BidId = (typeof tables.bids)[number]['id'];
type BonusId = (typeof tables.bonuses)[number]['id'];

export interface Bid {
    id: string;
    value: number; // as printed; a table may have others
    kind: Kind;
    sizes: readonly number[]; // of the sets it asks for, largest first; or how many cards, in one number
    suit?: Suit;
}

export const bids: Record<string, Bid> = Object.fromEntries(tables.bids.map((bid) => [bid.id, bid]));
export const bonusValues: Record<string, number> = Object.fromEntries(tables.bonuses.map(({id, value}) => [id, value]));

export const bidName = (id: string): string => t(`name.${id as BidId}`);
export const bonusName = (id: string): string => t(`name.${id as BonusId}`);
export const bidNamed = (english: string): string => tables.bids.find(({name}) => name === english)?.id ?? '';
export const bonusNamed = (english: string): string => tables.bonuses.find(({name}) => name === english)?.id ?? '';

// ---- cards ----

export const {suits} = tables;
export const suitOf = (card: string): Suit => card[0] as Suit;
export const numberOf = (card: string): number => Number(card.slice(1));
export const share = (value: number, token: number): number => Math.round(value / token);

// ---- how far ----

export interface Slot {
    card?: string; // that fills it
    number?: number; // what it shows, or asks for
    suit?: Suit;
}

export interface Plan {
    slots: Slot[][]; // sets apart from each other
    kind: Kind;
    have: number;
    need: number; // 0: compared with others
    spoilt: boolean; // can no longer be made, whatever comes
}

const filled = (slots: Slot[][]): number => slots.flat().filter(({card}) => card).length;

function best<T>(options: readonly T[], worth: (option: T) => number): T {
    return options.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}

function sets(sizes: readonly number[], pool: string[]): Slot[][] {
    const by = new Map<number, string[]>();
    for (const card of pool) by.set(numberOf(card), [...(by.get(numberOf(card)) ?? []), card]);
    const ranked = [...by].sort(([a, one], [b, other]) => other.length - one.length || b - a);
    return sizes.map((size, at) =>
        Array.from({length: size}, (_, slot) => ({number: ranked[at]?.[0], card: ranked[at]?.[1][slot]})));
}

// The run of this length that these cards are closest to.
function run(length: number, cards: string[], suit?: Suit): Slot[] {
    const runs = Array.from({length: 11 - length}, (_, first) =>
        Array.from({length}, (_, step): Slot => {
            const number = first + 1 + step;
            return {number, suit, card: cards.find((card) => numberOf(card) === number)};
        }));
    return best(runs, (slots) => filled([slots]));
}

function group(size: number, pool: string[]): Slot[] {
    const suit = best(suits, (one) => pool.filter((card) => suitOf(card) === one).length);
    const cards = pool.filter((card) => suitOf(card) === suit);
    return Array.from({length: size}, (_, at) => ({suit, card: cards[at]}));
}

function extreme(hand: string[], sign: number): Slot[] {
    if (hand.length === 0) return [{}];
    const card = best(hand, (one) => sign * numberOf(one));
    return [{card, number: numberOf(card)}];
}

function different(hand: string[]): Slot[] {
    const firsts = hand.filter((card, at) => hand.findIndex((other) => numberOf(other) === numberOf(card)) === at);
    return Array.from({length: 6}, (_, at) => ({card: firsts[at], number: firsts[at] && numberOf(firsts[at])}) as Slot);
}

function slotsOf({kind, sizes, suit}: Bid, hand: string[], other: string[]): Slot[][] {
    const pool = [...hand, ...other];
    const size = sizes[0]!;
    const ofSuit = (one: Suit, cards: string[]) => cards.filter((card) => suitOf(card) === one);
    switch (kind) {
        case 'sets': return sets(sizes, pool);
        case 'street': return [run(size, pool)];
        case 'group': return [group(size, pool)];
        case 'band': return [best(suits.map((one) => run(size, ofSuit(one, pool), one)), (slots) => filled([slots]))];
        case 'high': return [extreme(hand, 1)];
        case 'low': return [extreme(hand, -1)];
        case 'most': return [ofSuit(suit!, hand).map((card) => ({card, suit}))];
        case 'suits': return [suits.filter((one) => ofSuit(one, other).length > 0).map((one) => ({suit: one, card: ofSuit(one, hand)[0]}))];
        default: return [different(hand)];
    }
}

// `other`: the table, or with Match Together the partner's hand.
export function planOf(bid: Bid, hand: string[], other: string[]): Plan {
    const slots = slotsOf(bid, hand, other);
    const compared = bid.kind === 'high' || bid.kind === 'low' || bid.kind === 'most';
    const have = filled(slots);
    const need = compared ? 0 : slots.flat().length;
    const handOnly = bid.kind === 'suits' || bid.kind === 'different';
    const toCome = 6 - hand.length + (handOnly ? 0 : 6 - other.length);
    return {slots, kind: bid.kind, have, need, spoilt: need - have > toCome};
}

export const countingCards = (plan: Plan): string[] => plan.slots.flat().flatMap(({card}) => card ?? []);

// What a comparison compares: a number, or how many cards.
export function compared({kind, suit}: Bid, hand: string[]): number {
    if (kind === 'most') return hand.filter((card) => suitOf(card) === suit).length;
    return (kind === 'high' ? Math.max : Math.min)(...hand.map(numberOf));
}
