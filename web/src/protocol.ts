// The messages of docs/protocol.md. Made by tools/protocol.py from docs/schemas: change them there, and run
// `ninja -C build protocol`.

// A verb of the game's with its fields: seats are numbers, cards their notation; what the viewer may not know is missing
export interface Fact {
    verb: string;
    [field: string]: number | string | (number | string)[];
}

export interface Problem {
    code: 'bad_message' | 'no_such_table' | 'not_found' | 'method' | 'refused' | 'not_legal' | 'too_large' | 'too_many' | 'not_saved' | 'full' | 'forbidden' | 'damaged' | 'lost';
    reason?: string; // Why, for programs: a refusal of the game, the table or the server. Missing where there is no word for it
    text: string; // Why, for people, in the language of hello or of Accept-Language
}

export type Status = 'open' | 'starting' | 'playing' | 'over';

export interface Clock {
    move: number; // An hour or more: a slow game
    bank: number;
    patience: number;
}

export type Reaction = 'clap' | 'laugh' | 'wow' | 'think' | 'sorry' | 'heart' | 'hurry' | 'bye';

export interface Seat {
    kind: 'free' | 'person' | 'bot';
    name: string;
    look?: number; // Of a person
    bot?: string; // Plays now
    why?: 'away' | 'time' | 'left'; // A bot sits in for a person
    here: boolean;
    waiting: boolean; // Owes a choice; at the start, its seal or its salt
    time?: number; // Left for this choice, bank included
}

// Points by seat, of a round or of a part of the game; the columns of a sheet add up to the result's points
export interface SheetColumn {
    round?: number;
    key?: string; // A part: its words are part.KEY in words/TAG/GAME.txt
    points: number[];
    counted?: number[]; // What was counted in a round, where that is not points
}

export interface Result {
    points: number[];
    winners: number[];
    rounds?: number[][];
}

export interface AbandonedStart {
    commitment: string;
    seals: string[];
    missing: string[]; // The names of those who did not answer in time
}

export interface Fair {
    prepared?: number; // Once the game is over
    table?: string; // Once the game is over, and if there are seals
    commitment: string;
    seals?: string[];
    abandoned?: AbandonedStart[]; // Starts that were given up, the first one first
    secret?: string; // Once the game is over
    salts?: string[]; // Once the game is over, by seat
}

export interface TableMessage {
    type: 'table';
    table: string;
    now: number;
    event: number; // How much has happened here
    hash: string;
    status: Status;
    game: string;
    players: number;
    options: Record<string, string>;
    public: boolean;
    hints: boolean;
    watchers_talk: boolean;
    clock: Clock;
    prepared?: number;
    opened: number;
    fair: Fair;
    you?: number; // Left out for onlookers
    host?: number; // The seat of who may arrange the table; left out while nobody sits
    seats: Seat[];
    view?: object; // The game's own
    state?: string; // The view as a state, for those who asked in hello
    layout?: number;
    legal?: string[];
    move?: number;
    may_undo?: boolean;
    log?: {
        from: number;
        lines: string[];
        facts: Fact[][]; // Of the last lines, at most 40
    };
    points?: number[];
    result?: Result;
    sheet?: SheetColumn[];
    decided?: string;
    watchers: number;
    next?: string;
}

export interface ChatMessage {
    type: 'chat';
    number: number;
    at: number;
    seat?: number; // Left out for watchers
    name: string; // Of who said it
    text: string;
}

export interface HintLine {
    do: string;
    value: number; // Share of a win to be expected
    error: number; // Its standard error
    sure: number; // Chance that it is the best
}

export interface HintMessage {
    type: 'hint';
    re?: number;
    lines: HintLine[]; // Best first
}

// The lines before the one that was named, as many as are told at once
export interface LogMessage {
    type: 'log';
    re?: number;
    from: number;
    lines: string[];
}

// What the legal actions are called, in their order
export interface MovesMessage {
    type: 'moves';
    re?: number;
    move: number;
    lines: string[];
}

// A player reacts, now: it is not saved, and nobody hears of it later
export interface ReactionMessage {
    type: 'reaction';
    seat: number;
    reaction: Reaction;
}

export interface OkMessage {
    type: 'ok';
    re?: number;
    seat?: number;
    token?: string;
    behind?: true; // The client has seen events that the server does not have any more
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

// The subprotocol of the WebSocket, with the version of these schemas
export const protocol = 'parlor.2';

// POST /api/tables
export interface OpenWish {
    game: string;
    players: number;
    options?: Record<string, string>;
    name?: string;
    bots?: string[]; // A level by seat, empty for a person
    public?: boolean;
    hints?: boolean;
    prepared?: number;
    watchers_talk?: boolean; // True if it is left out
    look?: number; // Of who sits down; it takes a name
    clock?: ClockWish;
}

export interface ClockWish {
    move?: number;
    bank?: number;
    patience?: number;
}

// 201, the answer to it; seat and token if it had a name
export interface Opened {
    table: string;
    url: string;
    seat?: number;
    token?: string;
    commitment?: string; // As in a table message: with it the seal can be made at once; not with a prepared deal
}

// GET /api/tables/ID
export interface TableFacts {
    table: string;
    status: Status;
    game: string;
    players: number;
    options: Record<string, string>;
    public: boolean;
    hints: boolean;
    watchers_talk: boolean;
    clock: Clock;
    prepared?: number;
    opened: number;
    host?: number;
    seats: Seat[];
    watchers: number;
    result?: Result; // Once the game is over, except in lists, like sheet and decided
    sheet?: SheetColumn[];
    decided?: string;
}

// POST /api/seats
export interface SeatKeys {
    seats: {table: string; token: string}[];
}

// How it is with one of your seats
export interface SeatFacts {
    table: string;
    status: Status;
    game: string;
    players: number;
    seat: number; // Yours
    waiting: boolean; // You owe a choice; at the start, your seal or your salt
    until?: number; // Your time runs out then
    names: string[]; // By seat, empty where nobody sits
    changed: number; // When something last happened there
    result?: Result; // Once the game is over, without rounds
    next?: string; // The rematch
}

// Why nothing can be said of one of them
export interface SeatProblem {
    table: string;
    error: Problem;
}

// The answer to POST /api/seats, in the order of the keys
export interface SeatsFacts {
    seats: (SeatFacts | SeatProblem)[];
}

export interface GameFacts {
    game: string;
    title: string;
    summary: string;
    minutes: number;
    min_players: number;
    max_players: number;
    bots: ('random' | 'novice' | 'club' | 'expert' | 'master')[]; // The levels you can play against, the weakest first
    options: GameOption[];
}

// GET /api/games
export interface Games {
    games: GameFacts[];
    bots: {bot: string; help: string}[];
}

export interface GameOption {
    name: string;
    kind: 'choice' | 'number' | 'text';
    values?: string; // Of a choice: the words, split by |
    least?: number;
    most?: number;
    default: string;
    help: string;
}

// GET /api/tables/ID/steps
export interface StepsPage {
    count: number;
    steps: Step[];
    next?: number;
}

// One of them; the last, number `count`, is the final state
export interface Step {
    step: number;
    actor?: 'chance' | number;
    do?: string | object; // The notation, or the chance event of the record
    facts?: Fact[];
    told?: string[];
    view?: object;
    points?: number[];
}

// 202 of GET /api/tables/ID/analysis: steps so far
export interface Analysing {
    done: number;
    of: number;
}

// 200 of GET /api/tables/ID/analysis, see docs/analysis.md
export interface Analysis {
    game: string;
    players: number;
    options: Record<string, string>;
    names: string[];
    cut: false;
    seed: string;
    simulations: number;
    chances: number[][];
    decisions: Decision[];
    seats: AnalysedSeat[];
}

export type Verdict = 'best' | 'good' | 'mistake' | 'blunder';

export interface Decision {
    step: number;
    seat: number;
    round?: number;
    legal: number;
    taken: string;
    best: string;
    best_told?: string;
    value: number;
    best_value: number;
    loss: number;
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

// How long the texts are that a client sends, at most
export const longest = {name: 24, chat_text: 280};

export type ServerMessage =
    | TableMessage
    | ChatMessage
    | HintMessage
    | OkMessage
    | ErrorMessage
    | ByeMessage
    | LogMessage
    | MovesMessage
    | ReactionMessage;

export type ClientMessage =
    | {
        type: 'hello';
        re?: number;
        table: string;
        token?: string;
        state?: boolean;
        lang?: string; // Of the log
        event?: number; // Of the last table message that was seen
        hash?: string;
    }
    | {
        type: 'sit';
        re?: number;
        name: string;
        seat?: number;
        look?: number; // If somebody has it, the server gives another
    }
    | {type: 'leave'; re?: number}
    | {type: 'seal'; re?: number; seal: string}
    | {type: 'salt'; re?: number; salt: string}
    | {type: 'start'; re?: number}
    | {
        type: 'do';
        re?: number;
        do: string; // The action, up to 255 bytes
        move: number; // How many choices the seat has made before
    }
    | {type: 'undo'; re?: number}
    | {type: 'back'; re?: number}
    | {type: 'hint'; re?: number}
    | {
        type: 'chat';
        re?: number;
        text: string;
        name?: string; // Of a watcher; a player has that of the seat
    }
    | {type: 'rematch'; re?: number}
    | {type: 'ping'; re?: number}
    | {
        type: 'log';
        re?: number;
        before: number; // The line before which lines are wanted
    }
    | {type: 'moves'; re?: number}
    | {type: 'look'; re?: number; look?: number; name?: string}
    | {
        type: 'seat';
        re?: number;
        seat: number;
        bot: string; // The level of the bot that gets the seat; empty to free it
    }
    | {
        type: 'arrange';
        re?: number;
        players?: number;
        options?: Record<string, string>;
        public?: boolean;
        hints?: boolean;
        watchers_talk?: boolean;
        clock?: ClockWish;
    }
    | {type: 'react'; re?: number; reaction: Reaction};
