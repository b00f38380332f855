// Requests over HTTP.
import {isId} from './ids';
import type {Analysis, Analysing, Games, Opened, OpenWish, Problem, SeatKeys, SeatsFacts, StepsPage, TableFacts} from './protocol';
import {settings} from './settings';
import {hearTitles} from './text/frame';

// A refusal of the server, over HTTP or WebSocket.
export class Refused extends Error {
    constructor(readonly problem: Problem) {
        super(problem.text);
    }
}

// Nobody answers.
export class Unreachable extends Error {}

// Refusals and rules come in the language of the page, whatever the browser's is.
async function reach(path: string, init?: RequestInit): Promise<Response> {
    try {
        return await fetch(path, {...init, headers: {'Accept-Language': settings.get().language}});
    } catch (error) {
        throw new Unreachable(String(error));
    }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    const answer = await reach(path, init);
    const body = (await answer.json().catch(() => undefined)) as (T & {error?: Problem}) | undefined;
    if (body === undefined) throw new Unreachable(`${path}: ${answer.status}`);
    if (body.error) throw new Refused(body.error);
    return body;
}

let games: Promise<Games> | undefined;

// They do not change while the server runs.
export function askGames(): Promise<Games> {
    games ??= ask<Games>('/api/games').then((answer) => {
        hearTitles(answer.games);
        return answer;
    }).catch((error: unknown) => {
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

export async function openTable(wish: OpenWish): Promise<Opened> {
    const opened = await ask<Opened>('/api/tables', {method: 'POST', body: JSON.stringify(wish)});
    if (!isId(opened.table)) throw new Unreachable('the answer is not a table');
    return opened;
}

// How it is with these seats, in their order.
export async function askSeats(seats: SeatKeys['seats']): Promise<SeatsFacts> {
    const answer = await ask<SeatsFacts>('/api/seats', {method: 'POST', body: JSON.stringify({seats})});
    if (!Array.isArray(answer.seats) || answer.seats.length !== seats.length) throw new Unreachable('the answer is not about these seats');
    return answer;
}

// ---- games that are over, and rules ----

async function askAnswer(path: string): Promise<Response> {
    const answer = await reach(path);
    if (answer.ok) return answer;
    const refusal = (await answer.json().catch(() => undefined)) as {error?: Problem} | undefined;
    throw refusal?.error ? new Refused(refusal.error) : new Unreachable(`${path}: ${answer.status}`);
}

export async function askRecord(table: string): Promise<string> {
    return (await askAnswer(`/api/tables/${table}/record`)).text();
}

// The rules, and the language they are in: English where there are none in the page's.
export async function askRules(game: string): Promise<{text: string; language: string}> {
    const answer = await askAnswer(`/api/rules/${game}?lang=${settings.get().language}`);
    return {text: await answer.text(), language: answer.headers.get('content-language') ?? 'en'};
}

// As a seat saw it, an onlooker ('watch'), or with everything open ('all').
export type Viewer = number | 'watch' | 'all';

export function askSteps(table: string, as: Viewer, from: number): Promise<StepsPage> {
    return ask(`/api/tables/${table}/steps?as=${as}&from=${from}&lang=${settings.get().language}`);
}

export function askAnalysis(table: string): Promise<Analysis | Analysing> {
    return ask(`/api/tables/${table}/analysis`);
}
