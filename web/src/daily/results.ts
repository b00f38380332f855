// Results of deals of the day, kept in the browser. A day counts once for each game: its first try that was finished. Days
// are those of the deals, so neither midnight nor a clock that was changed takes anything away or counts twice.
import {isId} from '../ids';
import type {Ending} from '../keys';
import {keep, recall} from '../memory';
import {Store} from '../store';
import {place as triesPlace} from './tries';

export interface DayResult {
    table: string;
    points: number[]; // by seat; yours is seat 0
    winners: number[];
    accuracy?: number; // as the analysis says, once there is one
    luck?: number;
}

type Run = [first: number, last: number]; // days in a row

interface Kept {
    runs: Run[]; // in order; between two of them at least a day is missing
    results: Record<string, DayResult>; // by day, of the latest days
}

const resultsKept = 30;
const place = (game: string) => `daily.${game}`;

// Counts up with every change, for pages that show results.
export const resultsChanged = new Store(0);

const isDay = (day: unknown): day is number => Number.isInteger(day) && Number(day) > 0;
const isNumbers = (list: unknown): list is number[] => Array.isArray(list) && list.length <= 5 && list.every(Number.isFinite);
const isShare = (share: unknown) => share === undefined || Number.isFinite(share);

function isResult(result: Partial<DayResult> | null): result is DayResult {
    return typeof result?.table === 'string' && isNumbers(result.points) && isNumbers(result.winners) && result.points.length > 0 &&
        isShare(result.accuracy) && isShare(result.luck);
}

// Anything could have been written there.
function kept(game: string): Kept {
    const {runs, results} = recall<Partial<Kept> | null>(place(game), null) ?? {};
    const fine = Array.isArray(runs) ? runs.filter((run) => Array.isArray(run) && isDay(run[0]) && isDay(run[1]) && run[0] <= run[1]) : [];
    return {runs: fine, results: Object.fromEntries(Object.entries(results ?? {}).filter(([, result]) => isResult(result)))};
}

// Adds a day, and joins the runs that it connects.
function joined(runs: Run[], day: number): Run[] {
    const sorted = [...runs, [day, day] as Run].sort((a, b) => a[0] - b[0]);
    return sorted.reduce<Run[]>((done, [first, last]) => {
        const before = done.at(-1);
        if (!before || first > before[1] + 1) return [...done, [first, last]];
        return [...done.slice(0, -1), [before[0], Math.max(before[1], last)]];
    }, []);
}

export const resultOn = (game: string, day: number): DayResult | undefined => kept(game).results[day];

function store(game: string, {runs, results}: Kept): void {
    const latest = Object.entries(results).sort(([a], [b]) => Number(b) - Number(a)).slice(0, resultsKept);
    keep(place(game), {runs, results: Object.fromEntries(latest)});
    resultsChanged.set(resultsChanged.get() + 1);
}

// Notes a finished try. The first one counts.
export function noteResult(game: string, day: number, table: string, {points, winners}: Pick<Ending, 'points' | 'winners'>): void {
    const {runs, results} = kept(game);
    if (runs.some(([first, last]) => first <= day && day <= last)) return;
    store(game, {runs: joined(runs, day), results: {...results, [day]: {table, points, winners}}});
}

// Notes what the analysis says of the try that counts.
export function noteFigures(game: string, day: number, table: string, {accuracy, luck}: {accuracy: number; luck: number}): void {
    const {runs, results} = kept(game);
    const result = results[day];
    if (result?.table === table && result.accuracy === undefined) store(game, {runs, results: {...results, [day]: {...result, accuracy, luck}}});
}

export interface Streak {
    now: number; // days in a row until today, or until yesterday while today is still to be played
    best: number;
}

export function streakOf(game: string, today: number): Streak {
    const {runs} = kept(game);
    const current = runs.find(([first, last]) => first <= today && last >= today - 1);
    return {
        now: current ? Math.min(current[1], today) - current[0] + 1 : 0,
        best: Math.max(0, ...runs.map(([first, last]) => last - first + 1)),
    };
}

// ---- the tables at which deals are played here ----

export interface Try {
    table: string;
    game: string;
    day: number;
}

const triesKept = 50;

function tries(): Try[] {
    const list = recall<unknown>(triesPlace, []);
    const fits = (one: Partial<Try> | null): one is Try => isId(one?.table) && typeof one.game === 'string' && Number.isInteger(one.day);
    return Array.isArray(list) ? list.filter(fits) : [];
}

export const tryAt = (table: string): Try | undefined => tries().find((one) => one.table === table);

// The latest try of a day.
export const tryOf = (game: string, day: number): Try | undefined => tries().find((one) => one.game === game && one.day === day);

export function noteTry(one: Try): void {
    keep(triesPlace, [one, ...tries()].slice(0, triesKept));
}
