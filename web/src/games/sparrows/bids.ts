// The bids as data (SP-8), and how far some cards are with each: which of them
// count, and what is still missing.
import {settings} from '../../settings';

export type Suit = 'S' | 'P' | 'E' | 'C';
export type Kind = 'sets' | 'street' | 'group' | 'band' | 'high' | 'low' | 'most' | 'suits' | 'different';

export interface Bid {
    id: string;
    value: number;
    kind: Kind;
    sizes: number[]; // of the sets it asks for, largest first; or how many cards, in one number
    suit?: Suit;
    names: {en: string; 'zh-Hant': string};
}

// id, value, kind, what of it, name in both languages
const rows = `
two_pair 40 sets 22 Two Pairs,兩對
three_pair 60 sets 222 Three Pairs,三對
one_trio 80 sets 3 One Trio,三同
two_trio 140 sets 33 Two Trio,雙三同
three_trio 180 sets 333 Three Trio,三組三同
one_quatro 160 sets 4 One Quatro,四同
two_quatro 200 sets 44 Two Quatro,雙四同
straight_short 20 street 3 Short Street,短街
straight_mid 80 street 5 Medium Street,中街
straight_long 140 street 7 Long Street,長街
flush_short 20 group 4 Short Group,小群
flush_mid 100 group 5 Medium Group,中群
flush_long 180 group 6 Long Group,大群
full_house_regular 80 sets 32 Full House,滿屋
full_house_medium 100 sets 322 Full Villa,滿墅
full_house_long 160 sets 3322 Full Mansion,滿莊
full_house_extreme 180 sets 33222 Full Estate,滿園
straight_flush_short 80 band 2 Short Band,短隊
straight_flush_mid 140 band 3 Medium Band,中隊
straight_flush_long 180 band 4 Long Band,長隊
straight_flush_extreme 200 band 5 Superlong Band,超長隊
high_card 100 high 1 High Card,最高牌
low_card 100 low 1 Low Card,最低牌
majority_sparrows 100 most S Sparrow Majority,麻雀最多
majority_parrots 100 most P Parrot Majority,鸚鵡最多
majority_eagles 100 most E Eagle Majority,老鷹最多
majority_chickens 100 most C Chicken Majority,雞最多
flush_hand 100 suits 1 Hand Group,齊鳥
no_duplicates 140 different 6 No Duplicates,不重複`;

export const bids: Record<string, Bid> = {};
for (const row of rows.trim().split('\n')) {
    const [, id, value, kind, what, en, chinese] = /^(\w+) (\d+) (\w+) (\w+) (.+),(.+)$/.exec(row)!;
    const sizes = kind === 'most' ? [1] : Array.from(what!, Number);
    bids[id!] = {
        id: id!, value: Number(value), kind: kind as Kind, sizes,
        suit: kind === 'most' ? (what as Suit) : undefined, names: {en: en!, 'zh-Hant': chinese!},
    };
}

const bonusNames: Record<string, {en: string; 'zh-Hant': string}> = {
    win_all: {en: 'Win All', 'zh-Hant': '全勝'},
    win_none: {en: 'Win None', 'zh-Hant': '全空'},
    together: {en: 'Match Together', 'zh-Hant': '同心'},
};
export const bonusValues: Record<string, number> = {win_all: 200, win_none: 200, together: 100};

export const bidName = (id: string): string => bids[id]!.names[settings.get().language];
export const bonusName = (id: string): string => bonusNames[id]![settings.get().language];
export const bidNamed = (name: string): string => Object.values(bids).find(({names}) => names.en === name)?.id ?? '';
export const bonusNamed = (name: string): string => Object.keys(bonusNames).find((id) => bonusNames[id]!.en === name) ?? '';

// ---- cards ----

export const suits: Suit[] = ['S', 'P', 'E', 'C'];
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

function best<T>(options: T[], worth: (option: T) => number): T {
    return options.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}

function sets(sizes: number[], pool: string[]): Slot[][] {
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
