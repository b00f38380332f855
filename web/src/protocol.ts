// The messages of docs/protocol.md, as docs/schemas has them.

import type {AbandonedStart} from './deal';

export type Status = 'open' | 'starting' | 'playing' | 'over';

export interface Problem {
    code:
        | 'bad_message' | 'no_such_table' | 'not_found' | 'method' | 'refused' | 'not_legal' | 'too_large'
        | 'too_many' | 'not_saved' | 'full' | 'forbidden' | 'damaged' | 'lost';
    text: string;
}

export interface Clock {
    move: number;
    bank: number;
    patience: number;
}

export interface Seat {
    kind: 'free' | 'person' | 'bot';
    name: string;
    bot?: string; // plays now
    why?: 'away' | 'time' | 'left'; // a bot sits in for a person
    here: boolean;
    waiting: boolean;
    time?: number; // left for this choice, bank included
}

export interface Result {
    points: number[];
    winners: number[];
    rounds?: number[][];
}

export interface Fair {
    prepared?: number; // of a game that is over
    table?: string; // likewise
    commitment: string;
    secret?: string;
    seals?: string[]; // by seat; none where the deal is prepared
    salts?: string[];
    abandoned?: AbandonedStart[];
}

// What the lobby and the table itself both tell.
export interface TableFacts {
    table: string;
    status: Status;
    game: string;
    players: number;
    options: Record<string, string>;
    public: boolean;
    hints: boolean;
    clock: Clock;
    prepared?: number;
    opened: number;
    seats: Seat[];
    watchers: number;
}

export interface TableMessage extends TableFacts {
    type: 'table';
    now: number;
    event: number;
    hash: string; // of the events; comes back in hello
    fair: Fair;
    you?: number;
    view?: unknown; // the game's own
    legal?: string[];
    move?: number;
    may_undo?: boolean;
    log?: {from: number; lines: string[]; facts: Fact[][]};
    points?: number[];
    result?: Result;
    next?: string;
}

export interface ChatMessage {
    type: 'chat';
    number: number;
    at: number;
    seat: number;
    name: string;
    text: string;
}

export interface HintLine {
    do: string;
    value: number; // share of a win to be expected
    error: number; // its standard error
    sure: number; // chance that it is the best
}

export interface HintMessage {
    type: 'hint';
    re?: number;
    lines: HintLine[];
}

// Older lines of the log.
export interface LogMessage {
    type: 'log';
    re?: number;
    from: number;
    lines: string[];
}

export interface OkMessage {
    type: 'ok';
    re?: number;
    seat?: number;
    token?: string;
    behind?: true; // to hello: what was seen is not there any more
}

export interface ErrorMessage {
    type: 'error';
    re?: number;
    error: Problem;
}

export interface ByeMessage {
    type: 'bye';
    text: string;
    again: boolean;
}

export type ServerMessage = TableMessage | ChatMessage | HintMessage | LogMessage | OkMessage | ErrorMessage | ByeMessage;

export type ClientMessage =
    | {type: 'hello'; table: string; token?: string; state?: boolean; lang?: string; event?: number; hash?: string}
    | {type: 'sit'; name: string; seat?: number}
    | {type: 'leave' | 'start' | 'undo' | 'back' | 'hint' | 'rematch' | 'ping'}
    | {type: 'seal'; seal: string}
    | {type: 'salt'; salt: string}
    | {type: 'do'; do: string; move: number}
    | {type: 'chat'; text: string}
    | {type: 'log'; before: number};

// ---- HTTP ----

export interface GameOption {
    name: string;
    kind: 'choice' | 'number' | 'text';
    values?: string;
    least?: number;
    most?: number;
    default: string;
    help: string;
}

export interface GameFacts {
    game: string;
    title: string;
    summary: string;
    minutes: number;
    min_players: number;
    max_players: number;
    options: GameOption[];
}

export interface Games {
    games: GameFacts[];
    bots: {bot: string; help: string}[];
}

export interface OpenWish {
    game: string;
    players: number;
    options?: Record<string, string>;
    name?: string;
    bots?: string[];
    public?: boolean;
    hints?: boolean;
    prepared?: number;
    clock?: Partial<Clock>;
}

export interface Opened {
    table: string;
    url: string;
    seat?: number;
    token?: string;
}

// What happened: a verb of the game's with its fields (src/rules/GAME.h). Seats are numbers,
// cards their notation; what the viewer may not know is missing.
export interface Fact {
    verb: string;
    [field: string]: string | number | (string | number)[] | undefined;
}

// A step of a game that is over. View and points are those before it; of choices made
// at the same time only the first has them, and the last of all has nothing else.
export interface Step {
    step: number;
    actor?: 'chance' | number;
    do?: unknown; // the notation of a choice, where the viewer may know it
    facts?: Fact[];
    told?: string[];
    view?: unknown;
    points?: number[];
}

export interface StepsPage {
    count: number;
    steps: Step[];
    next?: number;
}

// An analysis on its way, in steps.
export interface Analysing {
    done: number;
    of: number;
}

export type Verdict = 'best' | 'good' | 'mistake' | 'blunder';

export interface Decision {
    step: number;
    seat: number;
    round?: number;
    legal: number;
    taken: string;
    best: string;
    best_told?: string; // of mistakes and blunders
    value: number;
    best_value: number;
    loss: number; // of a share of the win
    error: number;
    verdict: Verdict;
    change: number;
}

export interface AnalysedSeat {
    share: number;
    luck: number;
    own: number;
    others: number;
    decisions: number;
    accuracy: number;
    mistakes: number;
    blunders: number;
    lost: number;
}

// docs/analysis.md
export interface Analysis {
    simulations: number;
    chances: number[][]; // by seat, before the first step and after every step
    decisions: Decision[];
    seats: AnalysedSeat[];
}

// The first and the last line of a record (docs/records.md), as far as they matter here.
export interface RecordHeader {
    game: string;
    players: number;
    seed: string;
    names: string[];
    fair?: Fair & {secret: string; salts: string[]};
}
