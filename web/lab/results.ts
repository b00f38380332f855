// The types of results.json; docs/lab.md explains each figure.
export interface Figure {
    mean: number | null; // null: there was no such game
    low: number | null;
    high: number | null;
    n: number;
}

export interface Histogram {
    from: number;
    step: number;
    counts: number[];
}

export interface Place {
    wins: Figure;
    points: Figure;
}

export interface Length {
    mean: Figure;
    p5: Figure;
    median: Figure;
    p95: Figure;
    histogram: Histogram;
}

export interface Feature {
    name: string;
    events: number;
    per_game: Figure;
    games: Figure;
    seats: Figure;
    gain: Figure;
    gain_per_event: Figure;
    points_gain: Figure;
}

export interface Grid {
    title: string;
    hit: string;
    columns: string[];
    rows: {name: string; cells: {share: Figure; points?: Figure}[]}[];
}

export type Explained = Record<'player' | 'seat' | 'deal' | 'match' | 'rest', Figure>;

export interface Figures {
    deals: number;
    games: number;
    places: Place[];
    points: {winner: Figure; loser: Figure; margin: Figure; winners: Histogram; losers: Histogram; places: Histogram[]};
    length: {decisions: Length; turns: Length; rounds?: Length};
    course: {choices: Figure; forced: Figure; decisions_per_turn: Figure; leader_wins: Figure; leader_alone: Figure}[];
    lead: {changes: Figure; decided: Figure; runaway: Figure; comeback: Figure; by_changes: number[]; by_decided: number[]};
    ties: {shared_wins: Figure; by_winners: number[]};
    kingmaking: {cannot_win: Figure; decides: Figure};
    features: Feature[];
    grid?: Grid;
    bids?: {worth: Figure; values: {name: string; value: number; chance: Figure; achieved: Figure; worth: Figure; even_value: Figure; blind_value: Figure}[]};
    skill?: {
        ladder: {name: string; against: string; wins: Figure; points_ahead: Figure}[];
        variance: {line_up: string[]; wins: Explained; points: Explained};
    };
}

export interface Variant {
    label: string;
    players: number;
    options: Record<string, string>;
    bots: string[];
    figures: Figures;
    difference?: Omit<Figures, 'places'> & {places?: Place[]};
}

export interface Results {
    version: string;
    game: string;
    title: string;
    seed: string;
    deals: number;
    skill_deals: number;
    first: string | null; // what the first place does
    varied: string | null;
    variants: Variant[];
}
