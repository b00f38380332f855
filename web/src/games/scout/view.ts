// The view of SCOUT, and what the layout derives from it: cards, sets and
// moves. The server knows the rules: `legal` lists what you may do.
import type {Fact} from '../../protocol';
import {lastOf, numberIn, textIn, textsIn} from '../facts';
import type {scoutTables} from '../tables';

export interface SeatView {
    cards: number;
    hand?: string[]; // your own, and everybody's once all is open
    known?: string[]; // of another's hand: scouted and still held
    captured: number;
    tokens?: number; // three players and more
    marker?: boolean;
    chips?: number; // two players
    chosen?: 'hidden' | 'keep' | 'flip';
    last?: number;
    points: number;
}

export interface View {
    phase: (typeof scoutTables.phases)[number];
    round: number; // that have ended
    rounds: number;
    start: number;
    turn: number[];
    prior: string[];
    owner?: number;
    scouts: number;
    turns: number;
    exempt?: number;
    seats: SeatView[];
    sheet?: Sheet; // added by stages(): the round that has just ended
}

// ---- cards: '3/7' has the 3 up ----

export const up = (card: string) => Number(card.split('/')[0]);
export const down = (card: string) => Number(card.split('/')[1]);
export const turned = (card: string) => `${down(card)}/${up(card)}`;
export const numbers = (cards: string[]) => cards.map(up).join(' ');

// The same whichever way up.
export function cardId(card: string): string {
    return up(card) < down(card) ? card : turned(card);
}

// ---- sets: a stretch of a row ----

export interface Stretch {
    first: number;
    count: number;
}

export const cut = (row: string[], {first, count}: Stretch) => row.slice(first, first + count);
export const covers = ({first, count}: Stretch, at: number) => at >= first && at < first + count;

// Tells how a card continues from its left neighbour: 0 the same, 1 or -1 a step, else nothing.
export function step(row: string[], at: number): number | undefined {
    const here = row[at], next = row[at + 1];
    if (!here || !next) return undefined;
    const by = up(next) - up(here);
    return Math.abs(by) <= 1 ? by : undefined;
}

// The longest set with this card in it.
export function longestAt(row: string[], at: number): Stretch {
    let best: Stretch = {first: at, count: 1};
    for (const by of [0, 1, -1]) {
        let first = at, last = at;
        while (first > 0 && step(row, first - 1) === by) first--;
        while (step(row, last) === by) last++;
        if (last - first + 1 > best.count) best = {first, count: last - first + 1};
    }
    return best;
}

// All sets that a row has.
export function setsIn(row: string[]): Stretch[] {
    return row.flatMap((_, first) => {
        const sets: Stretch[] = [{first, count: 1}];
        const by = step(row, first);
        for (let count = 2; by !== undefined && step(row, first + count - 2) === by; count++) sets.push({first, count});
        return sets;
    });
}

// Higher is stronger: more cards, then equal numbers, then the lowest number.
export function strength(set: string[]): number {
    const alike = set.length > 1 && up(set[0]!) === up(set[1]!);
    return set.length * 100 + (alike ? 50 : 0) + Math.min(...set.map(up));
}

export function inserted(row: string[], card: string, gap: number): string[] {
    return [...row.slice(0, gap), card, ...row.slice(gap)];
}

// ---- moves ----

export interface Play extends Stretch {
    kind: 'play';
    action: string;
}

// The action that plays a set.
export const playOf = ({first, count}: Stretch): string => `play ${first + 1}${count > 1 ? `-${first + count}` : ''}`;

export interface Take {
    kind: 'scout' | 'double';
    action: string;
    right: boolean;
    card: string; // as it will be held
    gap: number;
}

export type Move = Play | Take | {kind: 'keep' | 'flip'; action: string};

export function moveOf(action: string): Move {
    const [kind, ...rest] = action.split(' ');
    if (kind === 'play') {
        const [first, last = first] = rest[0]!.split('-').map(Number);
        return {kind, action, first: first! - 1, count: last! - first! + 1};
    }
    if (kind === 'scout' || kind === 'double')
        return {kind, action, right: rest[0] === 'right', card: rest[1]!, gap: Number(rest[3]) - 1};
    return {kind: kind as 'keep' | 'flip', action};
}

export interface Moves {
    plays: Play[]; // strongest first
    takes: Take[];
}

export function movesOf(legal: string[], hand: string[]): Moves {
    const all = legal.map(moveOf);
    const plays = all.filter((move): move is Play => move.kind === 'play');
    return {
        plays: plays.sort((a, b) => strength(cut(hand, b)) - strength(cut(hand, a))),
        takes: all.filter((move): move is Take => move.kind === 'scout' || move.kind === 'double'),
    };
}

// ---- what happened between two views ----

export type News =
    | {kind: 'play'; seat: number; cards: string[]; captured: number}
    | {kind: 'scout'; seat: number; card: string; owner: number};

export function newsOf(previous: View | undefined, next: View): News | undefined {
    const seat = previous?.turn[0];
    if (!previous || seat === undefined || previous.round !== next.round || previous.phase === 'rotate') return undefined;
    const cards = next.seats[seat]!.cards - previous.seats[seat]!.cards;
    if (cards < 0) return {kind: 'play', seat, cards: next.prior, captured: previous.prior.length};
    const taken = previous.prior.find((card) => !next.prior.includes(card));
    if (cards > 0 && taken) return {kind: 'scout', seat, card: taken, owner: previous.owner!};
    return undefined;
}

// ---- the end of a round ----

export interface SheetLine {
    captured: number;
    bonus: number; // tokens, or chips that were not spent
    cards: number;
    free: boolean; // pays nothing for them
    points: number;
    total: number;
}

export interface Sheet {
    round: number;
    why: 'empty' | 'scouts' | 'stuck' | 'long';
    who: number | undefined; // whose set it was
    lines: SheetLine[];
}

function sheet(round: number, lines: SheetLine[]): Sheet {
    const empty = lines.findIndex((line) => line.cards === 0);
    const free = lines.findIndex((line) => line.free);
    const why = empty >= 0 ? 'empty' : free < 0 ? 'long' : lines.length === 2 ? 'stuck' : 'scouts';
    const who = empty >= 0 ? empty : free;
    return {round, why, who: who < 0 ? undefined : who, lines};
}

// From the facts, since the next deal comes in the same message.
export function sheetFromFacts(next: View, facts: Fact[]): Sheet | undefined {
    const found = facts.filter(({verb}) => verb === 'scores').map((fact): SheetLine => ({
        captured: numberIn(fact, 'captured'),
        bonus: numberIn(fact, 'paid'),
        cards: numberIn(fact, 'hand'),
        free: numberIn(fact, 'exempt') > 0,
        points: numberIn(fact, 'points'),
        total: numberIn(fact, 'total'),
    }));
    return found.length === next.seats.length ? sheet(next.round, found) : undefined;
}

// When all is over the view has everything.
export function sheetOfEnd(view: View): Sheet {
    return sheet(view.round, view.seats.map((seat, at) => ({
        captured: seat.captured,
        bonus: seat.tokens ?? seat.chips ?? 0,
        cards: seat.cards,
        free: view.exempt === at,
        points: seat.last ?? 0,
        total: seat.points,
    })));
}

// The table as the last move of a round left it, before the sheet is written.
export function lastMoveOf(previous: View, facts: Fact[]): View {
    const seat = previous.turn[0] ?? 0;
    const move = lastOf(facts, 'plays', 'scouts');
    const played = move?.verb === 'plays' ? textsIn(move, 'cards') : undefined;
    const taken = move?.verb === 'scouts' ? textIn(move, 'card') : undefined;
    const seats = previous.seats.map((one, at): SeatView => {
        if (taken && at === previous.owner && one.tokens !== undefined) return {...one, tokens: one.tokens + 1};
        if (at !== seat) return one;
        return {
            ...one,
            cards: one.cards + (played ? -played.length : taken ? 1 : 0),
            captured: one.captured + (played ? previous.prior.length : 0),
            chips: taken && one.chips !== undefined ? one.chips - 1 : one.chips,
            hand: one.hand?.filter((card) => !played?.includes(card)),
        };
    });
    const prior = played ?? previous.prior.filter((card) => card !== taken);
    const scouts = played ? 0 : previous.scouts + 1;
    return {...previous, phase: 'deal', turn: [], prior, owner: played ? seat : previous.owner, scouts, seats};
}
