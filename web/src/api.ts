// What is asked over HTTP.
import type {Games, Opened, OpenWish, Problem, TableFacts} from './protocol';

// A refusal of the server, over HTTP or WebSocket.
export class Refused extends Error {
    constructor(readonly problem: Problem) {
        super(problem.text);
    }
}

// Nobody answers.
export class Unreachable extends Error {}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    let answer: Response;
    try {
        answer = await fetch(path, init);
    } catch (error) {
        throw new Unreachable(String(error));
    }
    const body = (await answer.json().catch(() => undefined)) as T & {error?: Problem};
    if (body === undefined) throw new Unreachable(`${path}: ${answer.status}`);
    if (body.error) throw new Refused(body.error);
    return body;
}

let games: Promise<Games> | undefined;

// They do not change while the server runs.
export function askGames(): Promise<Games> {
    games ??= ask<Games>('/api/games').catch((error: unknown) => {
        games = undefined;
        throw error;
    });
    return games;
}

export function askTables(offset = 0): Promise<{tables: TableFacts[]}> {
    return ask(`/api/tables?offset=${offset}`);
}

export function askTable(id: string): Promise<TableFacts> {
    return ask(`/api/tables/${id}`);
}

export function openTable(wish: OpenWish): Promise<Opened> {
    return ask('/api/tables', {method: 'POST', body: JSON.stringify(wish)});
}
