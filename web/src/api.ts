// Requests over HTTP, or to the worker that has a table of this device (local/tables.ts).
import {fileUrl} from './base';
import {games} from './games/list';
import {isId} from './ids';
import {alone, isLocal} from './local/which';
import type {Analysis, Analysing, Games, Opened, OpenWish, Problem, SeatKeys, SeatsFacts, StepsPage, TableFacts} from './protocol';
import {Refused, Unreachable} from './refused';
import {settings} from './settings';
import {onSite} from './site';

export {Refused, Unreachable};

const here = () => import('./local/tables');

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

type Keys = SeatKeys['seats'];

function unlessUnreachable(error: unknown): undefined {
    if (!(error instanceof Unreachable)) throw error;
}

const patience = 10_000; // milliseconds: some networks swallow everything

// Finds out whether there is a server to play at, and its games.
export async function lookForServer(): Promise<void> {
    if (onSite) return;
    const answer = await ask<Games>('/api/games', {signal: AbortSignal.timeout(patience), priority: 'low'}).catch(unlessUnreachable);
    alone.set(!answer);
    if (answer) games.set(answer.games);
}

export function askTables(offset = 0): Promise<{tables: TableFacts[]}> {
    return ask(`/api/tables?offset=${offset}`);
}

export function askTable(id: string): Promise<TableFacts> {
    return isLocal(id) ? here().then(({factsHere}) => factsHere(id)) : ask(`/api/tables/${id}`);
}

// At the server, or on this device.
export async function openTable(wish: OpenWish, local = onSite): Promise<Opened> {
    if (local) return (await here()).openHere(wish);
    const opened = await ask<Opened>('/api/tables', {method: 'POST', body: JSON.stringify(wish), priority: 'high'}); // before parts of the script that are on their way
    if (!isId(opened.table)) throw new Unreachable('the answer is not a table');
    return opened;
}

// How it is with these seats.
export async function askSeats(seats: Keys): Promise<SeatsFacts> {
    const [local, others] = [true, false].map((is) => seats.filter(({table}) => isLocal(table) === is)) as [Keys, Keys];
    const {seatHere} = local.length > 0 ? await here() : {seatHere: undefined};
    const known = await Promise.all(local.map(({table, token}) => seatHere!(table, token)));
    return {seats: [...known, ...(others.length > 0 ? await askServer(others) : [])]};
}

async function askServer(seats: Keys): Promise<SeatsFacts['seats']> {
    const answer = await ask<SeatsFacts>('/api/seats', {method: 'POST', body: JSON.stringify({seats})});
    if (!Array.isArray(answer.seats) || answer.seats.length !== seats.length) throw new Unreachable('the answer is not about these seats');
    return answer.seats;
}

// ---- games that are over, and rules ----

async function askAnswer(path: string): Promise<Response> {
    const answer = await reach(path);
    if (answer.ok) return answer;
    const refusal = (await answer.json().catch(() => undefined)) as {error?: Problem} | undefined;
    throw refusal?.error ? new Refused(refusal.error) : new Unreachable(`${path}: ${answer.status}`);
}

export async function askRecord(table: string): Promise<string> {
    return isLocal(table) ? (await here()).recordHere(table) : (await askAnswer(`/api/tables/${table}/record`)).text();
}

// The rules, and the language they are in: English where there are none in the page's.
export async function askRules(game: string): Promise<{text: string; language: string}> {
    const {language} = settings.get();
    const answer = onSite ? undefined : await askAnswer(`/api/rules/${game}?lang=${language}`).catch(unlessUnreachable);
    if (!answer) return {text: await (await askAnswer(fileUrl(`rules/${language}/${game}.md`))).text(), language};
    return {text: await answer.text(), language: answer.headers.get('content-language') ?? 'en'};
}

// As a seat saw it, an onlooker ('watch'), or with everything open ('all').
export type Viewer = number | 'watch' | 'all';

export async function askSteps(table: string, as: Viewer, from: number): Promise<StepsPage> {
    if (isLocal(table)) return (await here()).stepsHere(table, as === 'all' ? -2 : as === 'watch' ? -1 : as, from);
    return ask(`/api/tables/${table}/steps?as=${as}&from=${from}&lang=${settings.get().language}`);
}

export function askAnalysis(table: string): Promise<Analysis | Analysing> {
    return isLocal(table) ? here().then(({analysisHere}) => analysisHere(table)) : ask(`/api/tables/${table}/analysis`);
}
