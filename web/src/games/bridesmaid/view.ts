// The view of Always a Bridesmaid, and what can be worked out from it. `describe`
// in src/rules/bridesmaid.c writes it.
import {ask} from '../../rules';
import type {bridesmaidTables} from '../tables';

export type Phase = (typeof bridesmaidTables.phases)[number];

export interface LastRound {
    played: number[]; // the card set aside among them
    aside?: number;
    total: number;
    points: number;
}

export interface SeatView {
    played: number[]; // face up, this round
    total: number; // of those
    active?: boolean; // while a round lies on the table
    aside?: number | null; // null: face down, and not yours
    cards: number; // Accessories in hand
    hand?: number[]; // your own, or everybody's at the end
    known?: number[]; // of a hidden hand: cards that everybody has seen
    unseen?: number[]; // in hand, in the Reserve or set aside
    reserves: number;
    reserve?: number[];
    displayed: number[];
    wild: boolean;
    chosen?: number[] | 'hidden'; // empty: hold, or nothing set aside
    last?: LastRound;
    points: number;
}

export interface RobotShare {
    dealt: number[];
    given: number[];
}

export interface RobotView {
    pile: (number | 'hold')[]; // what is face up
    total: number;
    active?: boolean;
    seen: number[];
    '0'?: RobotShare;
    '1'?: RobotShare;
    removed?: number;
    last?: number; // its total of the last round
}

export interface View {
    phase: Phase;
    round: number; // rounds scored
    rounds: number;
    turn: number[]; // seats that are waited for
    ranks: number[]; // points by rank
    seats: SeatView[];
    robot?: RobotView;
}

export const robotRival = 2; // its place beside seats 0 and 1
export const robotPile = 5;
export const holdBack = 'hold';

export function sum(cards: number[]): number {
    return cards.reduce((total, card) => total + card, 0);
}

export function without(cards: number[], gone: number[]): number[] {
    return cards.filter((card) => !gone.includes(card));
}

export function onTable({phase}: View): boolean {
    return phase === 'play' || phase === 'aside' || phase === 'display' || phase === 'over';
}

// True if the cards on the table have been scored.
export function scored({phase}: View): boolean {
    return phase === 'display' || phase === 'over';
}

// A card that still lies face down, if the viewer knows it.
export function asideKnown(view: View, seat: SeatView): number {
    return typeof seat.aside === 'number' && !scored(view) ? seat.aside : 0;
}

// The round that is being looked at: the one on the table, or the last one.
export function totals(view: View): number[] | undefined {
    const {seats, robot} = view;
    if (onTable(view)) {
        const all = seats.map((seat) => seat.total + asideKnown(view, seat));
        return robot ? [...all, robot.total] : all;
    }
    if (view.round === 0) return undefined;
    const last = seats.map((seat) => seat.last!.total);
    return robot ? [...last, robot.last!] : last;
}

export interface Standing {
    rank: number; // from 0
    tied: number; // how many share it, at least 1
    points: number; // for each of them
}

// AB-10, AB-11, as the rules say (src/rules/bridesmaid_ask.c).
export function standings(all: number[], ranks: number[]): Standing[] {
    return ask('bridesmaid', ['standings', ...all, '/', ...ranks].join(' ')) as Standing[];
}

// Computes the rank of a seat with this much more.
export function standingWith(view: View, seat: number, more: number): Standing & {total: number} {
    const all = totals(view)!;
    all[seat]! += more;
    return {...standings(all, view.ranks)[seat]!, total: all[seat]!};
}

// ---- actions ----

export interface Move {
    kind: 'reserve' | 'robot' | 'draw' | 'play' | 'hold' | 'aside' | 'display';
    cards: number[];
}

export function moveOf(action: string): Move {
    const [kind, ...words] = action.split(' ');
    return {kind: kind as Move['kind'], cards: words.filter((word) => word !== 'none').map(Number)};
}

// ---- what a turn brought ----

export interface Shown {
    rival: number;
    cards: number[]; // none: held back
}

// The card set aside, last of all.
function lastPlayed({played, aside}: LastRound): {open: number[]; aside: number[]} {
    const turned = aside === undefined ? [] : [aside];
    return {open: without(played, turned), aside: turned};
}

function robotShown(before: RobotView, after: RobotView): Shown[] {
    const fresh = after.pile.slice(before.pile.length);
    if (!before.active || fresh.length === 0) return [];
    return [{rival: robotRival, cards: fresh.filter((card): card is number => card !== holdBack)}];
}

// The cards revealed between two views; none if nothing was.
export function revealed(before: View, after: View): Shown[] {
    const over = after.round > before.round;
    if (before.phase !== 'play' || after === before) return [];
    const shown = before.seats.flatMap((seat, rival) => {
        const now = after.seats[rival]!;
        const cards = without(over ? lastPlayed(now.last!).open : now.played, seat.played);
        const held = seat.active && cards.length === 0 && (over || now.active === false);
        return cards.length > 0 || held ? [{rival, cards}] : [];
    });
    if (shown.length > 0 && before.robot) return [...shown, ...robotShown(before.robot, after.robot!)];
    return shown;
}

// ---- stages ----

// Everybody has chosen, and nothing is turned up yet.
function sealed(before: View, shown: Shown[]): View {
    const seats = before.seats.map((seat, at): SeatView => {
        const own = shown.find(({rival}) => rival === at);
        return own ? {...seat, chosen: seat.hand ? own.cards : 'hidden'} : seat;
    });
    return {...before, turn: [], seats};
}

// The turn is open, the cards set aside are not. Nobody is asked for a card, so the
// phase is not `play`.
function opened(before: View, after: View, shown: Shown[]): View {
    const seats = before.seats.map((seat, at): SeatView => {
        const {chosen: _chosen, ...rest} = seat;
        const own = shown.find(({rival}) => rival === at);
        if (!own) return rest;
        const total = seat.total + sum(own.cards);
        const hand = seat.hand && without(seat.hand, own.cards);
        const wild = seat.wild || own.cards.some((card) => card < 0);
        return {
            ...rest, played: [...seat.played, ...own.cards], total, hand, wild,
            cards: seat.cards - own.cards.length, active: own.cards.length > 0,
        };
    });
    return {...before, phase: 'aside', turn: [], seats, robot: before.robot && openedRobot(before.robot, after.robot!, shown)};
}

function openedRobot(before: RobotView, after: RobotView, shown: Shown[]): RobotView {
    const own = shown.find(({rival}) => rival === robotRival);
    if (!own) return before;
    return {...before, pile: after.pile, total: before.total + sum(own.cards), active: own.cards.length > 0};
}

// The round as it was scored, where the next view has put its cards away already.
function asScored(open: View, after: View): View {
    const seats = open.seats.map((seat, at): SeatView => {
        const {last, points, wild} = after.seats[at]!;
        const {open: laid, aside} = lastPlayed(last!);
        return {...seat, played: [...laid, ...aside], aside: last!.aside, total: last!.total, last, points, wild};
    });
    const robot = open.robot && {...open.robot, total: after.robot!.last!};
    return {...open, phase: 'display', round: after.round, seats, robot};
}

export function stages(before: View, after: View): {view: View; ms: number}[] {
    const shown = revealed(before, after);
    const over = after.round > before.round;
    const open = opened(before, after, shown);
    const steps = shown.length > 0 ? [{view: sealed(before, shown), ms: 450}] : [];
    if (shown.length > 0) steps.push({view: open, ms: 650});
    if (over && !scored(after)) steps.push({view: asScored(open, after), ms: 850});
    return steps;
}
