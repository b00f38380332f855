// The bids (SP-8), and what the rules say about how far some cards are with each.
import {ask} from '../../rules';
import {sparrowsTables as tables} from '../tables';
import {t} from './text';

export type Suit = (typeof tables.suits)[number];
export type Kind = (typeof tables.bids)[number]['kind'];
type BidId = (typeof tables.bids)[number]['id'];
export type BonusId = (typeof tables.bonuses)[number]['id'];

export interface Bid {
    id: string;
    value: number; // as printed; a table may have others
    kind: Kind;
    sizes: readonly number[]; // of the sets it asks for, largest first; or how many cards, in one number
    suit?: Suit;
}

export const bids: Record<string, Bid> = Object.fromEntries(tables.bids.map((bid) => [bid.id, bid]));
export const bonusValues: Record<string, number> = Object.fromEntries(tables.bonuses.map(({id, value}) => [id, value]));

export const bidName = (id: string): string => t(`bid.${id as BidId}`);
export const bonusName = (id: string): string => t(`bonus.${id as BonusId}`);

// ---- cards ----

export const {suits} = tables;
export const suitOf = (card: string): Suit => card[0] as Suit;
export const numberOf = (card: string): number => Number(card.slice(1));
// Computes what a bid of this value is worth with this token.
export const share = (value: number, token: number): number => ask('sparrows', `share ${value} ${token}`) as number;

// ---- how far ----

export interface Slot {
    card?: string; // that fills it
    number?: number; // what it shows, or asks for
    suit?: Suit;
}

export interface Plan {
    slots: Slot[][]; // sets apart from each other
    kind: Kind;
    have: number; // cards; or what is compared with others, a number or how many cards
    need: number; // 0: compared with others
    spoilt: boolean; // can no longer be made, whatever comes
}

// Asks the rules how far a hand is with a bid (src/rules/sparrows_ask.c). `other`: the
// table, or with Match Together the partner's hand.
export function planOf({id, kind}: Bid, hand: string[], other: string[]): Plan {
    return {...(ask('sparrows', ['plan', id, ...hand, '/', ...other].join(' ')) as Omit<Plan, 'kind'>), kind};
}

export const countingCards = (plan: Plan): string[] => plan.slots.flat().flatMap(({card}) => card ?? []);
