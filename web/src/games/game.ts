// The interface of a game's layout, and the data it gets. docs/web.md says how to add one.
import type {ComponentChildren, ComponentType} from 'preact';
import type {Fact, HintLine, Seat} from '../protocol';
import type {ChipProps} from '../told';

// Everything known at this moment. View is the game's own JSON (`describe` in
// src/rules/GAME.c): what this viewer may see and nothing else.
export interface Situation<View> {
    view: View;
    previous: View | undefined; // what was shown before, for comparing; none for the first
    passed: View[]; // what came between the two and was not shown
    lines: string[]; // sentences that are new with this view, to be shown by Told (told.tsx)
    facts: Fact[]; // what happened, to be read instead of sentences
    you: number | undefined; // nobody for onlookers
    players: number;
    options: Record<string, string>; // of this table
    seats: Seat[];
    names: string[]; // by seat, as they are to be shown
    order: number[]; // seats clockwise, beginning with you (or seat 0)
    points: number[];
    legal: string[]; // actions you may choose now; empty if you owe none, or while a reveal is staged
    called?: Record<string, string>; // what the server calls them, for a layout that does not know the game
    over: boolean; // everything is open then
}

export interface TableProps<View> extends Situation<View> {
    // Chooses a legal action; anything else is ignored. It is sent at once, or shown
    // in the bar to be confirmed where the person wants that.
    choose: (action: string) => void;
    picked: string | undefined; // chosen and not yet confirmed, or on its way
    suggested: string | undefined; // the best of the hint that was asked for, to be lit up
    hint: HintLine[]; // all of it, best first
    planning: boolean; // not your turn: `legal` has what you may plan, `choose` plans it, and `picked` is the plan
}

// A view that is shown for a moment on the way to the next one.
export interface Stage<View> {
    view: View;
    ms: number; // at normal speed
}

// Moves that may be planned while others choose: they need not be legal then, but must mean the same when your turn comes.
export interface Plans {
    actions: string[];
    deal: string; // names the deal; a plan ends with it
}

// One step of a tutorial. Lessons of the same move come one after the other.
export interface Lesson {
    move: number | 'over'; // comes when you owe a choice and have made this many before, or at the end
    text: () => string; // asked for when it is shown, so that the language may change
    light?: string; // CSS selector of what it speaks of, within the table
    only?: string[]; // the actions that may be chosen now; without it there is a button Next
}

// A first game that is guided: a real table with a prepared deal (docs/protocol.md),
// where novices play the others and choose the same every time.
export interface Tutorial {
    players: number;
    options?: Record<string, string>;
    prepared: number;
    lessons: Lesson[];
}

export interface GameUi<View> {
    id: string;
    Table: ComponentType<TableProps<View>>; // everything but the seats' strip and the bar
    describe: (action: string, situation: Situation<View>) => string; // a few words, for a button; cards as mentions (told.tsx)
    group?: (action: string, situation: Situation<View>) => string; // its heading in the list of moves
    explain?: (action: string, situation: Situation<View>) => string; // a sentence why, beside a hint
    stages?: (previous: View, next: View, facts: Fact[]) => Stage<View>[]; // reveals, before `next` itself
    Chip?: ComponentType<ChipProps<View>>; // a card in a line of text
    cardName?: (card: string) => string; // what a card is called in the log, where the server has no name for it but its notation
    plans?: (situation: Situation<View>) => Plans; // for games in which a move can be judged before your turn (table/plans.ts)
    seatNote?: (seat: number, situation: Situation<View>) => ComponentChildren; // below a name in the strip
    listed?: boolean; // choices are made in the list of moves, which is open from the start
    tutorial?: Tutorial;
}
