// The deal of the day: which deal, how many players and which bots, the same for everybody. docs/daily.md has the rule.
import type {Level} from '../pages/arrangement';
import type {GameFacts, OpenWish} from '../protocol';
import {settings} from '../settings';

const dayLength = 86_400_000; // milliseconds
const levels = ['novice', 'novice', 'club', 'club', 'expert', 'expert', 'master'] as const; // from Monday to Sunday
const firstMonday = 4; // 1970 began on a Thursday

// Days since 1970, by UTC: the same number everywhere at the same time. It is the number of the prepared deal.
export const dayAt = (now: number): number => Math.floor(now / dayLength);

export const beginOf = (day: number): number => day * dayLength;

// The level of that day, or the strongest of a game that has fewer.
export function levelOn(day: number, {bots}: GameFacts): Level {
    const level = levels[(day - firstMonday + 7) % 7]!;
    return bots.includes(level) ? level : (bots.at(-1) as Level);
}

// Every number of players in turn.
export const playersOn = (day: number, {min_players: least, max_players: most}: GameFacts): number => least + (day % (most - least + 1));

// The table of the day: you are seat 0, the options are the usual ones.
export function dealOn(day: number, facts: GameFacts, hints: boolean): OpenWish {
    const players = playersOn(day, facts);
    const bots = Array.from({length: players}, (_, seat) => (seat === 0 ? '' : levelOn(day, facts)));
    return {game: facts.game, players, bots, prepared: day, hints};
}

// A day as a date in words, wherever the reader is.
export function dateOf(day: number, dateStyle: 'long' | 'full' = 'long'): string {
    return new Intl.DateTimeFormat(settings.get().language, {dateStyle, timeZone: 'UTC'}).format(beginOf(day));
}

// The same for programs, and for names of files.
export const isoOf = (day: number): string => new Date(beginOf(day)).toISOString().slice(0, 10);
