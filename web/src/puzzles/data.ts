// The puzzles of a game (docs/puzzles.md), and which of them have been solved in this browser.
import {Unreachable} from '../api';
import {fileUrl} from '../base';
import {keep, recall} from '../memory';
import {findText, texts} from '../text/text';

export const t = texts('puzzles');

// A line of a puzzle file. Values, margin and error are thousandths of a win.
export interface Puzzle {
    line: string; // as it is in the file
    game: string;
    players: number;
    options: Record<string, string>;
    seed: string;
    moves: string[];
    seat: number;
    margin: number;
    error: number;
    worlds: number;
    values: number[]; // of the legal moves
    theme: string;
    difficulty: number;
    novice: number; // how many of them found it
    club: number;
}

export const asked = {novices: 16, clubs: 8}; // as src/lab/puzzle.h has them
export const difficulties = [1, 2, 3] as const;

async function load(game: string): Promise<Puzzle[]> {
    const answer = await fetch(fileUrl(`puzzles-${game}.jsonl`)).catch((error: unknown) => { throw new Unreachable(String(error)); });
    if (!answer.ok) throw new Unreachable(answer.statusText);
    const lines = (await answer.text()).trimEnd().split('\n');
    return lines.map((line) => ({...(JSON.parse(line) as Omit<Puzzle, 'line'>), line}));
}

const loading = new Map<string, Promise<Puzzle[]>>();

export function puzzlesOf(game: string): Promise<Puzzle[]> {
    const promise = loading.get(game) ?? load(game);
    loading.set(game, promise);
    promise.catch(() => loading.delete(game)); // to be tried again
    return promise;
}

export const themeName = (game: string, theme: string): string => findText('puzzles', `theme.${game}.${theme}`) ?? theme;

// ---- what has been solved ----

export type Mark = 'new' | 'tried' | 'solved';

// The position itself is its name, so that marks stay if there are other puzzles some day.
const nameOf = ({seed, players, moves}: Puzzle) => `${seed}.${players}.${moves.length}`;

const marksOf = (game: string) => recall<Record<string, Mark>>(`puzzles.${game}`, {});

export const markOf = (puzzle: Puzzle): Mark => marksOf(puzzle.game)[nameOf(puzzle)] ?? 'new';

export function note(puzzle: Puzzle, right: boolean): void {
    if (markOf(puzzle) !== 'solved') keep(`puzzles.${puzzle.game}`, {...marksOf(puzzle.game), [nameOf(puzzle)]: right ? 'solved' : 'tried'});
}

export const solvedIn = (game: string): number => Object.values(marksOf(game)).filter((mark) => mark === 'solved').length;
