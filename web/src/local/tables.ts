// Tables on this device, without a server: the same messages, and the same answers as over HTTP, from a worker with the
// engine (docs/engine.md). Most of the page need not know: api.ts, transport.ts and all that uses them ask here if
// isLocal() says so (which.ts).
//
// - openHere(wish) opens a table. The wish is that of POST /api/tables: options, `prepared` for a deal that is the same
//   for everybody, and `bots` with a level for each seat, '' for a person. With a name you sit at the first such seat; the
//   answer has your token, to be kept with keepKey(). Then go to /table/ID, where the TableClient plays it.
// - Several people on one device are several guests: each has a connection of its own, connect(table), which says hello
//   with that person's token; one without a token can send `sit` and gets one. All of them talk to the same worker.
//   A TableClient makes its own; it takes the token from keys.ts.
// - factsHere, recordHere, stepsHere, seatHere and analysisHere are what the server answers at /api/tables/ID and so on. The
//   games need not be over, except for record, steps and analysis. askTable() and the like of api.ts call them.
// - `kept` of which.ts says how the last events were kept (kept.ts): 'full' if the device has no space.
import {Refused, Unreachable} from '../refused';
import type {Analysing, Analysis, Opened, OpenWish, Problem, SeatFacts, SeatProblem, StepsPage, TableFacts} from '../protocol';
import {fileUrl} from '../base';
import {paced, settings} from '../settings';
import type {Socket} from '../socket';
import {askToStay} from './kept';
import type {Found, Thought} from './thinker';
import {kept, noteLocal} from './which';
import type {Check, Order, Question, Report} from './worker';

const mostGuests = 16;
const botPace = 700; // milliseconds, so that people see what happens
const decisions = 10; // of a master: the effort of an analysis, as at the server
const elsewhere = 4000, broken = 1006; // codes of a connection that closes

const workerOf = (file: string) => new Worker(fileUrl(`assets/${file}`));

// ---- a worker, and those who talk to it ----

interface Waiting {
    resolve: (text: string) => void;
    reject: (why: Error) => void;
}

class Host {
    private readonly worker = workerOf(bundledFiles.table);
    private readonly waiting = new Map<number, Waiting>();
    private readonly guests: (LocalSocket | undefined)[] = [];
    private asked = 0;

    constructor() {
        this.worker.onmessage = ({data}: MessageEvent<Report>) => this.hear(data);
        this.worker.onerror = () => this.end(broken);
    }

    ask(question: Question): Promise<string> {
        const re = ++this.asked;
        this.order({re, question});
        return new Promise((resolve, reject) => this.waiting.set(re, {resolve, reject}));
    }

    // Gives a guest a number; -1: there are too many.
    admit(guest: LocalSocket): number {
        const number = Array.from({length: mostGuests}, (_, at) => at).findIndex((at) => !this.guests[at]);
        if (number >= 0) this.guests[number] = guest;
        return number;
    }

    say(guest: number, text: string): void {
        this.order({guest, text, pace: paced(botPace)});
    }

    // The last one to leave ends the worker, once everything is kept. What cannot be kept is only there.
    part(guest: number): void {
        this.guests[guest] = undefined;
        this.order({guest, parts: true});
        if (this.guests.some(Boolean) || kept.get() !== 'all') return;
        this.forget();
        this.order({ends: true});
    }

    private order(order: Order): void {
        this.worker.postMessage(order);
    }

    private hear(told: Report): void {
        if ('guest' in told) this.guests[told.guest]?.hear(told.text);
        else if ('next' in told) noteLocal(told.next);
        else if ('kept' in told) kept.set(told.kept);
        else if ('elsewhere' in told) this.end(elsewhere);
        else this.answered(told);
    }

    private answered(told: Extract<Report, {re: number}>): void {
        const waiting = this.waiting.get(told.re);
        this.waiting.delete(told.re);
        if ('failed' in told) waiting?.reject(new Unreachable(told.failed));
        else waiting?.resolve(told.text);
    }

    end(code: number): void {
        this.worker.terminate();
        this.forget();
        for (const {reject} of this.waiting.values()) reject(new Unreachable('the worker has ended'));
        for (const guest of this.guests.splice(0)) guest?.closed(code);
    }

    private forget(): void {
        for (const [table, host] of hosts) if (host === this) hosts.delete(table);
        if (reader === this) reader = undefined;
    }
}

const hosts = new Map<string, Host>(); // tables that are played in this tab
let reader: Host | undefined; // looks at all others

// ---- a connection ----

class LocalSocket implements Socket {
    readyState: number = WebSocket.CONNECTING;
    onopen: (() => void) | null = null;
    onmessage: ((event: {data: unknown}) => void) | null = null;
    onclose: ((event: {code: number; reason: string}) => void) | null = null;
    private readonly host: Host;
    private readonly guest: number;

    constructor(table: string) {
        const there = hosts.get(table);
        this.host = there ?? new Host();
        hosts.set(table, this.host);
        this.guest = this.host.admit(this);
        const ready = there ? Promise.resolve() : this.host.ask({what: 'play', table});
        ready.then(() => this.opened(), () => this.closed(broken));
    }

    send(text: string): void {
        this.host.say(this.guest, text);
    }

    close(): void {
        if (this.readyState === WebSocket.CLOSED) return;
        this.readyState = WebSocket.CLOSED;
        this.host.part(this.guest);
    }

    hear(text: string): void {
        this.onmessage?.({data: text});
    }

    closed(code: number): void {
        this.readyState = WebSocket.CLOSED;
        this.onclose?.({code, reason: ''});
    }

    private opened(): void {
        if (this.readyState !== WebSocket.CONNECTING) return;
        if (this.guest < 0) {
            this.closed(broken);
            return;
        }
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
    }
}

export function connect(table: string): Socket {
    return new LocalSocket(table);
}

// ---- what api.ts asks a server for ----

const language = () => settings.get().language;

// What an answer of the engine says, unless it is a refusal.
function read(text: string): unknown {
    const body = JSON.parse(text) as {error?: Problem};
    if (body.error) throw new Refused(body.error);
    return body;
}

function ask(question: Exclude<Question, {what: 'open' | 'play' | 'check' | 'checkSaved'}>): Promise<string> {
    return (hosts.get(question.table) ?? theReader()).ask(question);
}

function theReader(): Host {
    reader ??= new Host();
    return reader;
}

// Says what a record is, or what is wrong with it.
export async function checkHere(record: string): Promise<Check> {
    return JSON.parse(await theReader().ask({what: 'check', record})) as Check;
}

// The same of the events of a game that goes on.
export async function checkSavedHere(events: string): Promise<Check> {
    return JSON.parse(await theReader().ask({what: 'checkSaved', events})) as Check;
}

// All events of a table that is played in this tab.
export function savedHere(table: string): Promise<string> {
    return ask({what: 'save', table});
}

export async function openHere(wish: OpenWish): Promise<Opened> {
    const host = new Host();
    try {
        const opened = read(await host.ask({what: 'open', wish: JSON.stringify(wish)})) as Opened;
        hosts.set(opened.table, host);
        noteLocal(opened.table);
        void askToStay(); // now there is something to keep
        return opened;
    } catch (error) {
        host.end(broken);
        throw error;
    }
}

// Has the engine play the seat of a token to the end of a table that was just opened, with the best move of each hint.
export async function playedByHints(table: string, token: string): Promise<void> {
    await ask({what: 'byHints', table, token});
    connect(table).close(); // ends the worker
}

export async function factsHere(table: string): Promise<TableFacts> {
    return read(await ask({what: 'facts', table, language: language()})) as TableFacts;
}

export async function recordHere(table: string): Promise<string> {
    const record = await ask({what: 'record', table});
    if (record.startsWith('{"error"')) read(record);
    return record;
}

// A viewer is a seat, -1 for an onlooker, or -2 for everything.
export async function stepsHere(table: string, viewer: number, from: number): Promise<StepsPage> {
    return read(await ask({what: 'steps', table, viewer, from, language: language()})) as StepsPage;
}

export async function seatHere(table: string, token: string): Promise<SeatFacts | SeatProblem> {
    return {...(JSON.parse(await ask({what: 'seat', table, token})) as SeatFacts | SeatProblem), table};
}

// ---- analysis ----

interface Study {
    progress: Analysing;
    analysis?: Analysis;
    error?: unknown;
}

const studies = new Map<string, Study>();

async function analyse(table: string, study: Study): Promise<Analysis> {
    const record = await recordHere(table);
    const worker = workerOf(bundledFiles.thinker);
    try {
        const text = await new Promise<string>((resolve, reject) => {
            worker.onmessage = ({data}: MessageEvent<Found>) => {
                if ('analysis' in data) resolve(data.analysis);
                else if ('of' in data) study.progress = data;
            };
            worker.onerror = ({message}) => reject(new Unreachable(message));
            worker.postMessage({record, decisions} satisfies Thought);
        });
        return read(text) as Analysis;
    } finally {
        worker.terminate();
    }
}

function begin(table: string): Study {
    const study: Study = {progress: {done: 0, of: 0}};
    studies.set(table, study);
    analyse(table, study).then((analysis) => (study.analysis = analysis), (error: unknown) => (study.error = error));
    return study;
}

// How far it has come, or the analysis if it is done; the first question begins it. After a failure another one begins.
export function analysisHere(table: string): Promise<Analysis | Analysing> {
    const study = studies.get(table) ?? begin(table);
    if (study.error === undefined) return Promise.resolve(study.analysis ?? study.progress);
    studies.delete(table);
    return Promise.reject(study.error as Error);
}
