// The type of what a viewer knows of BANNISH: `describe` in src/rules/bannish.c.
import type {bannishTables} from '../tables';

export type Code = string; // colour and number: R4

export interface Played {
    seat: number;
    card: Code;
}

export interface Trick {
    leader: number;
    lead?: string; // the colour of the first card
    cards: Played[];
    bannish?: Code; // the card that lies in it twice
    winner?: number;
    taken?: Code;
}

export interface SeatView {
    cards: number; // in hand
    hand?: Code[]; // your own, or all of them when they are open
    lacks: string[]; // colours not followed in this round
    taken: Code[];
    stars: number; // of the cards taken
    vp: number;
    total?: number; // stars of the last round that was scored
}

export interface View {
    phase: (typeof bannishTables.phases)[number];
    round: number; // rounds that are over
    turn: number[];
    chip?: number;
    stars: number[]; // of the numbers 1 to 6
    trick: Trick;
    table: Code[]; // of the trick, may be taken
    last?: Trick;
    gone: Code[];
    second?: number[]; // at the end of a round
    seats: SeatView[];
    striking?: boolean; // made here: the moment of a BANNISH, on the way to the next view
}
