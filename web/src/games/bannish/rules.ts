// Asks the rules what the table needs to show: who wins a trick so far,
// who is second, how a round has ended.
import type {Fact} from '../../protocol';
import {ask} from '../../rules';
import {lastOf, textIn} from '../facts';
import {bannishTables as tables} from '../tables';
import type {Code, Played, Trick, View} from './view';

const order: readonly string[] = tables.colours;

export const colourOf = (card: Code): string => card.charAt(0);
export const numberOf = (card: Code): number => Number(card.charAt(1));
export const starsOf = (view: View, card: Code): number => view.stars[numberOf(card) - 1] ?? 0;

export function starsOfAll(view: View, cards: Code[]): number {
    return cards.reduce((sum, card) => sum + starsOf(view, card), 0);
}

// ---- a trick ----

export interface Settled {
    left: Played[]; // without the twins (BN-5)
    best: Played | undefined; // BN-6, BN-7
}

// As the rules say (src/rules/bannish_ask.c).
export function settle(cards: Played[]): Settled {
    const {left, best} = ask('bannish', ['trick', ...cards.map(({card}) => card)].join(' ')) as {left: number[]; best?: number};
    return {left: left.map((place) => cards[place]!), best: best === undefined ? undefined : cards[best]};
}

// The card that lies in a trick twice.
export const twinIn = (cards: Played[], {left}: Settled): Code | undefined => cards.find((one) => !left.includes(one))?.card;

// The trick that a card has just ended, if it has.
export function endedTrick(previous: View, next: View): Trick | undefined {
    if (previous.phase !== 'play') return undefined;
    if (next.phase === 'take') return next.trick;
    return next.trick.cards.length === 0 ? next.last : undefined;
}

// ---- a round ----

export interface Standing {
    stars: number;
    place: number; // 1 is the highest total; 0 has no stars and is left out
    second: boolean; // would get the victory point
}

// BN-10 and BN-11, for any moment, as the rules say.
export function standings(stars: number[], cards: number[]): Standing[] {
    const question = stars.map((one, seat) => `${one}/${cards[seat]!}`);
    const answer = ask('bannish', ['standings', ...question].join(' ')) as Omit<Standing, 'stars'>[];
    return answer.map((standing, seat) => ({...standing, stars: stars[seat]!}));
}

// During a round by the cards taken alone, as hands are hidden; at its end by all.
export function standingsIn(view: View): Standing[] {
    const {seats} = view;
    if (isScored(view)) return standings(seats.map((seat) => seat.total ?? 0), seats.map((seat) => seat.taken.length + seat.cards));
    return standings(seats.map((seat) => seat.stars), seats.map((seat) => seat.taken.length));
}

// A round is over and the next is not dealt.
export const isScored = (view: View): boolean => view.phase === 'over' || (view.phase === 'deal' && view.round > 0);

function without(cards: Code[], card: Code): Code[] {
    const at = cards.indexOf(card);
    return at < 0 ? cards : cards.filter((_, place) => place !== at);
}

// A round ends and the next is dealt in one step: the table as it lay in between.
export function endOfRound(previous: View, next: View, facts: Fact[]): View | undefined {
    const seat = previous.turn[0];
    const done = lastOf(facts, 'plays', 'takes');
    const card = done && textIn(done, 'card');
    if (seat === undefined || !card || next.round !== previous.round + 1) return undefined;
    const played = previous.phase === 'play';
    const cards = played ? [...previous.trick.cards, {seat, card}] : previous.trick.cards;
    const settled = settle(cards);
    const {best} = settled;
    const taken = played ? best?.card : card;
    const last: Trick = {
        leader: previous.trick.leader, lead: colourOf(cards[0]!.card), cards, bannish: twinIn(cards, settled), winner: best?.seat, taken,
    };
    const seats = previous.seats.map((one, at) => {
        const won = taken && at === best?.seat ? [...one.taken, taken].sort(byColour) : one.taken;
        const mine = played && at === seat;
        return {
            ...one,
            cards: one.cards - (mine ? 1 : 0),
            hand: one.hand && mine ? without(one.hand, card) : one.hand,
            taken: won,
            stars: starsOfAll(previous, won),
            vp: next.seats[at]!.vp,
            total: next.seats[at]!.total,
        };
    });
    const second = seats.flatMap((one, at) => (one.vp > previous.seats[at]!.vp ? [at] : []));
    const gone = [...previous.gone, ...without(cards.map((one) => one.card), taken ?? '')];
    return {
        ...previous, phase: 'deal', round: next.round, turn: [], chip: next.chip, table: [], gone, seats, second, last,
        trick: {leader: next.chip ?? 0, cards: []},
    };
}

export function byColour(a: Code, b: Code): number {
    return order.indexOf(colourOf(a)) - order.indexOf(colourOf(b)) || numberOf(a) - numberOf(b);
}

export function byNumber(a: Code, b: Code): number {
    return numberOf(a) - numberOf(b) || byColour(a, b);
}
