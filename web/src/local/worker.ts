// The worker that holds a table of this device: an instance of the engine, and another worker that thinks for its bots.
// local/tables.ts is the page's end. Whatever happens is kept before anybody is told of it. If it cannot be kept, the game
// goes on in memory, and the page is told so.
import type {ClientMessage, Problem, ServerMessage, TableFacts} from '../protocol';
import {compiled, Engine} from './engine';
import {eventsOf, keepEvents, OpenElsewhere, own, StorageFull, type About} from './kept';
import type {Found, Thought} from './thinker';

// What is asked of a table; the worker of one that is being played answers for that one only.
export type Question =
    | {what: 'open'; wish: string} // as POST /api/tables; the worker holds this table from then on
    | {what: 'play'; table: string} // holds this table from then on
    | {what: 'byHints'; table: string; token: string} // plays this seat to the end of the game, with the best move of each hint
    | {what: 'record'; table: string}
    | {what: 'facts'; table: string; language: string}
    | {what: 'seat'; table: string; token: string}
    | {what: 'steps'; table: string; viewer: number; from: number; language: string}
    | {what: 'save'; table: string} // all events of the table that is played
    | {what: 'check'; record: string} // of no table yet; answered with a Check
    | {what: 'checkSaved'; events: string}; // likewise

// What a record is, if its game can be looked at.
export interface Check extends Partial<About> {
    wrong?: string; // what the rules say
    unfinished?: boolean;
}

export type Order =
    | {re: number; question: Question}
    | {guest: number; text: string; pace: number} // pace: milliseconds before a bot's choice is made
    | {guest: number; parts: true}
    | {ends: true};

export type Report =
    | {re: number; text: string}
    | {re: number; failed: string}
    | {guest: number; text: string}
    | {next: string} // a rematch is at this table, and kept
    | {kept: 'all' | 'full' | 'not'} // how the last events were kept; full: there is no space
    | {elsewhere: true}; // another tab has taken the table

const longestTimer = 2 ** 31 - 1;

let engine: Engine;
let module: WebAssembly.Module;
let held: string | undefined; // the table that is played here
let events = ''; // all of its lines, on disk or not
let you: number | undefined; // the seat of the first guest
let pace = 0;
let thinker: Worker | undefined;
let thinking = false;
let timer = 0;

const report = (what: Report) => postMessage(what);

// ---- one thing after the other ----

let last: Promise<void> = compiled().then(async (made) => {
    module = made;
    engine = await Engine.of(module);
});

// An error ends the worker: the page starts another one, from what was kept.
function next(step: () => Promise<void> | void): void {
    last = last.then(step).catch((error: unknown) => {
        setTimeout(() => {
            throw error;
        });
    });
}

// ---- keeping and telling ----

function about(): About {
    engine.put('en');
    const {game, seats, status, result} = JSON.parse(engine.text(engine.calls.about_table(Date.now()))) as TableFacts;
    return {
        game, names: seats.map(({kind, name, bot}) => (kind === 'bot' ? `bot:${bot}` : name)), seat: you, over: status === 'over',
        ...(result && {ending: {points: result.points, winners: result.winners}}),
    };
}

async function keep(table: string, lines: string[], what?: About): Promise<void> {
    try {
        await keepEvents(table, lines, what);
        report({kept: 'all'});
    } catch (error) {
        if (error instanceof OpenElsewhere) report({elsewhere: true});
        else report({kept: error instanceof StorageFull ? 'full' : 'not'});
    }
}

// Keeps what has happened, and then tells it.
async function settle(): Promise<void> {
    const {calls} = engine;
    const due = calls.tick(Date.now());
    const lines = engine.lines(calls.events()), messages = engine.lines(calls.messages()), again = engine.lines(calls.rematch_events());
    if (again.length > 0) {
        await keep(again[0]!, again);
        report({next: again[0]!});
    }
    for (const message of messages) if (message.startsWith('0 {"type":"table"')) you = seatIn(message);
    events += lines.map((line) => `${line}\n`).join('');
    if (lines.length > 0) await keep(held!, lines, about());
    for (const message of messages) {
        const space = message.indexOf(' ');
        report({guest: Number(message.slice(0, space)), text: message.slice(space + 1)});
    }
    think();
    clearTimeout(timer);
    if (due > 0) timer = setTimeout(() => next(settle), Math.min(longestTimer, Math.max(0, due - Date.now()))) as unknown as number;
}

function seatIn(message: string): number | undefined {
    const seat = /"you":(\d+)/.exec(message)?.[1];
    return seat === undefined ? undefined : Number(seat);
}

// ---- bots and hints ----

function think(): void {
    if (thinking || engine.calls.next_job() < 0) return;
    thinking = true;
    const since = Date.now();
    thinker ??= newThinker();
    thinker.onmessage = ({data}: MessageEvent<Found>) => {
        if ('job' in data) setTimeout(() => next(() => take(data.job)), Math.max(0, since + pace - Date.now()));
    };
    thinker.postMessage({module, job: engine.desk} satisfies Thought);
}

function newThinker(): Worker {
    const worker = new Worker(new URL(bundledFiles.thinker, location.href));
    worker.onerror = ({message}) => next(() => Promise.reject(new Error(message)));
    return worker;
}

function take(job: Uint8Array): Promise<void> {
    thinking = false;
    engine.desk = job;
    engine.calls.take_answer(Date.now());
    return settle();
}

// ---- what the page asks ----

let header: Header | undefined; // of the record that is looked at

// The first line of a record (docs/records.md), as far as it matters here.
interface Header {
    game: string;
    players: number;
    options: Record<string, string>;
    names: string[];
}

function openRecord(record: string): string {
    engine.put(record);
    const wrong = engine.text(engine.calls.open_record());
    if (!wrong) header = JSON.parse(record.slice(0, record.indexOf('\n'))) as Header;
    return wrong;
}

// What a game that is over came to, or why that cannot be said.
function ending(language: string): Pick<TableFacts, 'result' | 'sheet' | 'decided'> & {error?: Problem} {
    engine.put(language);
    return JSON.parse(engine.text(engine.calls.ending())) as ReturnType<typeof ending>;
}

function check(record: string): Check {
    const wrong = openRecord(record);
    if (wrong) return {wrong};
    const {result} = ending('en');
    return result ? {game: header!.game, names: header!.names, over: true, ending: {points: result.points, winners: result.winners}} : {unfinished: true};
}

function checkSaved(lines: string): Check {
    engine.put(lines);
    const wrong = engine.text(engine.calls.restore());
    return wrong ? {wrong} : about();
}

// A record says of its table what those who look back need.
function factsOfRecord(table: string, {game, players, options, names}: Header, language: string): TableFacts {
    const seats = names.map((name) => {
        const bot = /^bot:(.*)/.exec(name)?.[1];
        return {...(bot === undefined ? {kind: 'person' as const, name} : {kind: 'bot' as const, name: '', bot}), here: false, waiting: false};
    });
    return {
        table, status: 'over', game, players, options, public: false, hints: false, watchers_talk: false,
        clock: {move: 0, bank: 0, patience: 0}, opened: 0, seats, watchers: 0, ...ending(language),
    };
}

// Has the table stand as it was kept. What begins with a bracket is a record.
async function restore(table: string): Promise<void> {
    const lines = (await eventsOf(table)) ?? '';
    header = undefined;
    if (lines.startsWith('{')) {
        openRecord(lines);
        return;
    }
    if (table === held) events = lines;
    engine.put(lines);
    engine.calls.restore(); // if it fails, anyone who asks for the table hears that there is none
}

async function hold(table: string): Promise<void> {
    held = table;
    try {
        const {lost} = await own(table, true);
        void lost.then(() => report({elsewhere: true}));
    } catch {
        // there is no storage; the page hears of it with the first event
    }
}

async function answer(question: Question): Promise<string> {
    const {calls} = engine, now = Date.now();
    switch (question.what) {
        case 'open': return open(question.wish);
        case 'check': return JSON.stringify(check(question.record));
        case 'checkSaved': return JSON.stringify(checkSaved(question.events));
        case 'save': return events;
        case 'play':
            await hold(question.table);
            await restore(question.table);
            return '';
        default:
    }
    if (question.table !== held) await restore(question.table);
    switch (question.what) {
        case 'byHints': return playByHints(question.table, question.token);
        case 'record': return engine.text(calls.record());
        case 'facts':
            if (header) return JSON.stringify(factsOfRecord(question.table, header, question.language));
            engine.put(question.language);
            return engine.text(calls.about_table(now));
        case 'seat':
            engine.put(question.token);
            return engine.text(calls.about_seat(now));
        case 'steps':
            engine.put(question.language);
            return engine.text(calls.steps(question.viewer, question.from));
    }
}

// Nobody watches, so the engine thinks here, without a pause.
async function playByHints(table: string, token: string): Promise<string> {
    const {calls} = engine;
    const now = {status: 'open', move: 0, waits: false};
    const say = (message: ClientMessage) => {
        engine.put(JSON.stringify(message));
        calls.say(0, Date.now());
        hear();
    };
    const hear = () => {
        for (const line of engine.lines(calls.messages())) {
            const message = JSON.parse(line.slice(line.indexOf(' ') + 1)) as ServerMessage;
            if (message.type === 'table') Object.assign(now, {status: message.status, move: message.move, waits: message.seats[message.you!]!.waiting});
            if (message.type === 'hint') say({type: 'do', do: message.lines[0]!.do, move: now.move});
        }
    };
    say({type: 'hello', table, token});
    say({type: 'start'});
    while (now.status === 'playing') {
        if (now.waits) say({type: 'hint'});
        calls.next_job();
        calls.do_job();
        calls.take_answer(Date.now());
        hear();
    }
    calls.part(0);
    await settle();
    return '';
}

async function open(wish: string): Promise<string> {
    engine.put(wish);
    const text = engine.text(engine.calls.open_table(Date.now()));
    const {table} = JSON.parse(text) as {table?: string};
    if (table !== undefined) {
        await hold(table);
        await settle();
    }
    return text;
}

async function obey(order: Order): Promise<void> {
    if ('ends' in order) {
        close();
    } else if ('question' in order) {
        const {re, question} = order;
        try {
            report({re, text: await answer(question)});
        } catch (error) {
            report({re, failed: String(error)});
        }
    } else if ('parts' in order) {
        engine.calls.part(order.guest);
    } else {
        pace = order.pace;
        engine.put(order.text);
        engine.calls.say(order.guest, Date.now());
        await settle();
    }
}

onmessage = ({data}: MessageEvent<Order>) => next(() => obey(data));
