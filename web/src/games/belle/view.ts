// The view of src/rules/belle.c, and what can be read off it.

import {belleTables as tables} from '../tables';

export const interests = tables.interests.map(({name}) => name);
export type Interest = (typeof interests)[number];
export type Family = (typeof tables.interests)[number]['family'];
export type Effect = (typeof tables.effects)[number]['id'];
export type BelleType = (typeof tables.effects)[number]['type'];

export interface Guest {
    name?: string; // a custom deck has none
    interests: [Interest, Interest, Interest];
    noble?: 'Lord' | 'Lady';
}

export interface Belle {
    name?: string;
    type: BelleType;
    effect: Effect;
    by?: number; // who played it
}

export type CardId = string; // G17, B4

export interface Line {
    cards: CardId[];
    regrets: number[]; // that lie beside them
    costs: number[]; // Regrets to be paid for each
    behind: number;
}

export interface Player {
    points: number;
    regrets: number;
    hand: CardId[];
    unsure: number; // Belle cards beyond those
    party: CardId[][];
    full: boolean[];
    worth: number[];
}

export interface View {
    phase: (typeof tables.phases)[number];
    start: number;
    turn: number[];
    free_skip: boolean;
    lines: Line[]; // Guests and Belles, or one of both
    seats: Player[];
    cards: Record<CardId, Guest | Belle>;
    scoring?: {seat: number; group: number; from: View}; // not the server's: a group is being scored (stages), since that view
}

export const groupMost = 4;
export const groups = [0, 1, 2];

export function isGuest(card: Guest | Belle): card is Guest {
    return 'interests' in card;
}

export function familyOf(interest: Interest): Family {
    return tables.interests.find(({name}) => name === interest)!.family;
}

export function heldBy(player: Player): number {
    return player.hand.length + player.unsure;
}

export function cardsLeft(player: Player): number {
    return heldBy(player) + player.regrets + player.party.flat().length;
}

export function stillInLine(view: View): number {
    return view.lines.reduce((sum, {cards, behind}) => sum + cards.length + behind, 0);
}

// ---- actions ----

// The parts of an action.
export type Move =
    | {kind: 'none'}
    | {kind: 'invite'; card: CardId; to?: number} // a Belle card goes to hand
    | {kind: 'play'; card: CardId; mine?: CardId; target?: CardId; to?: number; seat?: number; group?: number};

const playForms: [RegExp, (found: string[]) => Partial<Extract<Move, {kind: 'play'}>>][] = [
    [/^(G\d+) to (\d)$/, ([, mine, to]) => ({mine, to: Number(to) - 1})],
    [/^(G\d+) with (G\d+)$/, ([, mine, target]) => ({mine, target})],
    [/^from (\d)$/, ([, seat]) => ({seat: Number(seat)})],
    [/^([GB]\d+)$/, ([, target]) => ({target})],
    [/^on (\d)$/, ([, group]) => ({group: Number(group) - 1})],
    [/^on (\d) of (\d)$/, ([, group, seat]) => ({group: Number(group) - 1, seat: Number(seat)})],
];

export function moveOf(action: string): Move {
    const [verb, card = '', ...rest] = action.split(' ');
    if (verb === 'none') return {kind: 'none'};
    if (verb === 'invite') return rest.length ? {kind: 'invite', card, to: Number(rest[1]) - 1} : {kind: 'invite', card};
    const aim = rest.join(' ');
    for (const [form, read] of playForms) {
        const found = form.exec(aim);
        if (found) return {kind: 'play', card, ...read(found)};
    }
    return {kind: 'play', card};
}
