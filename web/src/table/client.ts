// One table as this browser knows it: what the server has said, what of it is
// being shown, and what the person is about to do.
import {Refused, Unreachable} from '../api';
import type {Stage} from '../games/game';
import {gameUi, hasLayout} from '../games/registry';
import {isSeen, keepKey, keyOf, usualPlace, type Ending, type KeyPlace, type Seen} from '../keys';
import {heardAt, keepHeard} from './heard';
import {look, sentAhead, startsFrom, type PledgeStart} from './pledge';
import {startsNow} from './rematch';
import type {ChatMessage, ClientMessage, Fact, HintLine, HintMessage, LogMessage, MovesMessage, OkMessage, Reaction, ReactionMessage, TableMessage} from '../protocol';
import {paced} from '../settings';
import {alertTurn} from '../alerts';
import {sound} from '../sound';
import {Store} from '../store';
import {t} from '../text/frame';
import {SocketTransport, type Answer, type Link, type Transport} from '../transport';

// The content of the screen: a message of the server, or a stage on the way to it.
export interface Frame {
    table: TableMessage;
    previous: unknown; // the view that was shown before
    passed: unknown[]; // views between the two that nobody would have seen
    lines: string[]; // new sentences
    facts: Fact[]; // what they are made of
    log: string[]; // all of them since the server first told us
    staged: boolean; // not yet the real thing: nothing can be chosen
}

export interface TableState {
    link: Link;
    frame: Frame | undefined;
    arrived: number; // when its message came, for clocks
    older: string[]; // sentences before those, which were asked for
    unheard: number; // lines of the log before these
    chats: ChatMessage[];
    floating: Partial<Record<number, Reaction>>; // by seat, for a moment
    putOff: boolean; // the host has freed this seat
    heard: number; // the last line of the chat that was in sight
    picked: string | undefined; // to be confirmed
    sending: string | undefined; // on its way
    hint: HintLine[] | 'thinking' | undefined;
    called: Record<string, string>; // legal actions in the server's words, of games without a layout
    problem: string | undefined; // of the last thing asked for
    behind: boolean; // the server has lost some of what was seen
    foreign: boolean; // the deal has another seal for this seat than ours
    starting: boolean; // the start was asked for with the table, and has not failed
}

interface Queued {
    frame: Frame;
    ms: number; // to be shown for, at least
}

const manyWaiting = 4; // frames; from then on it goes faster
const floats = 2500; // milliseconds that a reaction is seen

function sentences(lines: string[]): string[] {
    return lines.flatMap((line) => line.split('\n')).filter((line) => line !== '');
}

export class TableClient {
    readonly state: Store<TableState>;
    onBeforeShow: () => void = () => undefined; // the screen is about to change
    draft = ''; // of a line for the chat
    silent = false; // nobody looks at it
    private readonly transport: Transport;
    private readonly steps: string[] = []; // the log as the server numbers it
    private queue: Queued[] = [];
    private timer = 0;
    private until = 0; // the frame on the screen stays till then
    private latest: TableMessage | undefined;
    private resend: {action: string; move: number} | undefined;
    private sent: {move: number; taken: boolean} | undefined; // the last choice; taken: the server has said so
    private begun = false;
    private leaving = false;
    private reacted = 0; // when, last
    private since: number | undefined; // when this visit began, by the server's clock
    private told = -1; // the last line of the chat that was shown over the table
    private readonly landing = new Map<number, number>(); // timers that end reactions, by seat
    private learnt: number | undefined; // the move whose actions the server was last asked to put in words
    private readonly starts: PledgeStart[]; // our part in the deal
    private readonly offered = new Set<string>(); // what of it was sent over this connection

    constructor(readonly id: string, private readonly place: KeyPlace = usualPlace(id)) {
        this.state = new Store<TableState>({
            link: {state: 'connecting'}, frame: undefined, arrived: 0, older: [], unheard: 0, chats: [], floating: {}, putOff: false, heard: heardAt(id),
            picked: undefined, sending: undefined, hint: undefined, called: {}, problem: undefined, behind: false, foreign: false,
            starting: false,
        });
        this.starts = startsFrom(place.get()?.starts);
        this.transport = new SocketTransport(id, () => place.get()?.token, () => this.seen(), {
            table: (message) => this.take(message),
            chat: (message) => this.hear(message),
            reaction: (message) => this.float(message),
            link: (link) => this.linked(link),
            behind: () => this.change({behind: true}),
            greeted: () => this.startAhead(),
        });
    }

    close(): void {
        clearTimeout(this.timer);
        for (const timer of this.landing.values()) clearTimeout(timer);
        this.transport.close();
    }

    reconnect(): void {
        this.transport.reconnect();
    }

    // The person has read that the server has lost something.
    goOn(): void {
        this.change({behind: false});
    }

    // The key does not fit: without it you can watch.
    forgetKey(): void {
        this.place.drop();
        this.transport.reconnect();
    }

    // ---- what the person does ----

    pick(action: string | undefined): void {
        this.change({picked: action, problem: undefined});
    }

    async choose(action: string): Promise<void> {
        const table = this.latest;
        if (!table?.legal?.includes(action) || this.state.get().sending) return;
        const move = table.move!;
        const sent = {move, taken: false};
        this.sent = sent;
        this.change({picked: undefined, sending: action, problem: undefined, hint: undefined});
        try {
            await this.transport.ask({type: 'do', do: action, move});
            sent.taken = true; // until the table comes that shows it, nothing else can be chosen
            sound('card');
        } catch (error) {
            if (error instanceof Unreachable) {
                this.resend = {action, move}; // sent twice it counts once
                return;
            }
            this.failed(error);
            this.change({sending: undefined});
        }
    }

    async hint(): Promise<void> {
        this.change({hint: 'thinking', problem: undefined});
        const move = this.latest?.move;
        const answer = (await this.ask({type: 'hint'})) as HintMessage | undefined;
        if (this.state.get().hint !== 'thinking') return;
        this.change({hint: answer && this.latest?.move === move && this.allows(answer.lines) ? answer.lines : undefined});
    }

    // Others may have chosen while it was thought about, or taken a choice back; a hint must still be possible.
    private allows(lines: HintLine[]): boolean {
        return lines.every((line) => this.latest?.legal?.includes(line.do));
    }

    // Older lines of the log: a newcomer is told the last ones only.
    async earlier(): Promise<void> {
        const before = this.state.get().unheard;
        const answer = (await this.ask({type: 'log', before})) as LogMessage | undefined;
        const {older, unheard} = this.state.get();
        if (answer && unheard === before && answer.from + answer.lines.length === before)
            this.change({older: [...sentences(answer.lines), ...older], unheard: answer.from});
    }

    // Names the legal actions of a game that the page does not know. Later the same notation may mean another.
    private async learnMoves({game, legal, move}: TableMessage): Promise<void> {
        if (hasLayout(game) || !legal?.length || move === this.learnt) return;
        this.learnt = move;
        this.change({called: {}});
        const answer = (await this.transport.ask({type: 'moves'}).catch(() => undefined)) as MovesMessage | undefined;
        if (answer && answer.move === this.learnt && answer.lines.length === legal.length)
            this.change({called: Object.fromEntries(legal.map((action, at) => [action, answer.lines[at]!]))});
    }

    // Takes a seat; returns why not.
    async sit(name: string, look: number | undefined, seat: number): Promise<string | undefined> {
        this.leaving = false;
        const answer = await this.tried({type: 'sit', name, seat, ...(look !== undefined && {look})});
        if (typeof answer === 'string') return answer;
        const {token, seat: taken} = answer as OkMessage;
        if (token) this.place.keep({table: this.id, token, game: this.latest?.game ?? '', name, seat: taken!, at: Date.now(), room: true});
        this.change({putOff: false});
        return undefined;
    }

    // Changes name and emblem in the waiting room; returns why not.
    async dress(name: string, look: number): Promise<string | undefined> {
        const answer = await this.tried({type: 'look', name, look});
        if (typeof answer === 'string') return answer;
        const key = this.place.get();
        if (key) this.place.keep({...key, name});
        return undefined;
    }

    // Says something; returns why not, so that nothing that was written is lost.
    async say(text: string, name: string | undefined): Promise<string | undefined> {
        const answer = await this.tried({type: 'chat', text, ...(name !== undefined && {name})});
        return typeof answer === 'string' ? answer : undefined;
    }

    // One a second is enough; the server thinks so too, and one that is lost is not missed.
    react(reaction: Reaction): void {
        if (Date.now() - this.reacted < 1000) return;
        this.reacted = Date.now();
        this.transport.ask({type: 'react', reaction}).catch(() => undefined);
    }

    // The chat was in sight as far as this line.
    read(number: number): void {
        if (number <= this.state.get().heard) return;
        this.change({heard: number});
        keepHeard(this.id, number);
    }

    // True once for each line that came during this visit and has not been seen.
    isNews({number, at}: ChatMessage): boolean {
        const fresh = number > Math.max(this.told, this.state.get().heard) && this.since !== undefined && at > this.since;
        if (fresh) this.told = number;
        return fresh;
    }

    async leave(): Promise<void> {
        const open = this.latest?.status === 'open';
        this.leaving = open;
        if ((await this.ask({type: 'leave'})) && open) this.place.drop();
    }

    // The answer, or why there is none.
    private async tried(message: ClientMessage): Promise<Answer | string> {
        try {
            this.change({problem: undefined});
            return await this.transport.ask(message);
        } catch (error) {
            return error instanceof Refused ? error.problem.text : t('trouble.lost');
        }
    }

    // The rest of what can be asked for; a refusal is shown.
    async ask(message: ClientMessage): Promise<Answer | undefined> {
        try {
            this.change({problem: undefined});
            return await this.transport.ask(message);
        } catch (error) {
            this.failed(error);
            return undefined;
        }
    }

    // ---- what the server says ----

    private change(change: Partial<TableState>): void {
        this.state.set({...this.state.get(), ...change});
    }

    private failed(error: unknown): void {
        if (!(error instanceof Refused)) return; // a lost connection has its own banner
        sound('refuse');
        this.change({problem: error.problem.text, hint: undefined});
    }

    private linked(link: Link): void {
        if (link.state === 'closed' && (link.why === 'gone' || link.why === 'lost')) this.place.drop(); // nothing to continue
        if (link.state !== 'open') {
            this.offered.clear();
            this.learnt = undefined; // an answer may be lost with the connection
            if (this.sent?.taken) this.change({sending: undefined}); // so may the table
        }
        this.change(link.state === 'open' ? {link} : {link, hint: undefined});
    }

    // The last event seen here, in this visit or before.
    private seen(): Seen | undefined {
        const seen = this.latest ?? this.place.get()?.seen;
        return isSeen(seen) ? {event: seen.event, hash: seen.hash} : undefined;
    }

    private hear(message: ChatMessage): void {
        const chats = this.state.get().chats.filter((other) => other.number !== message.number);
        this.change({chats: [...chats, message].sort((a, b) => a.number - b.number)});
    }

    // A reaction floats at its seat until the next one from there, or until it has been seen.
    private float({seat, reaction}: ReactionMessage): void {
        clearTimeout(this.landing.get(seat));
        this.change({floating: {...this.state.get().floating, [seat]: reaction}});
        this.landing.set(seat, setTimeout(() => {
            const {[seat]: _, ...others} = this.state.get().floating;
            this.change({floating: others});
        }, floats) as unknown as number);
    }

    // Notices that somebody else has freed our seat: the key opens nothing any more.
    private keepSeat(before: TableMessage | undefined, message: TableMessage): void {
        if (before?.you === undefined || message.you !== undefined || message.status !== 'open') return;
        this.place.drop();
        if (!this.leaving) this.change({putOff: true});
    }

    private take(message: TableMessage): void {
        const before = this.latest;
        this.keepSeat(before, message);
        if (!this.takePart(message)) return;
        this.since ??= message.now;
        const fresh = this.takeLog(message);
        this.latest = message;
        this.remember(message);
        const log = sentences(this.steps);
        const stages = this.stagesTo(before, message, fresh.facts);
        this.queue.push(...stages, {
            frame: {table: message, previous: stages.at(-1)?.frame.table.view ?? before?.view, passed: [], ...fresh, log, staged: false},
            ms: 0,
        });
        this.sendAgain(message);
        this.beginAgain(message);
        this.beginAlone(message);
        void this.learnMoves(message);
        this.showNext();
    }

    // Our part in the deal; false if the server does not do its own. What is sent is remembered first.
    private takePart(message: TableMessage): boolean {
        const outcome = look(this.starts, message);
        if ('distrust' in outcome) {
            this.transport.close();
            this.change({link: {state: 'closed', why: 'distrust', text: outcome.distrust}});
            return false;
        }
        if (outcome.foreign && !this.state.get().foreign) this.change({foreign: true});
        if (message.you === undefined) this.offered.clear();
        const offer = outcome.send && JSON.stringify(outcome.send);
        if (!outcome.send || this.offered.has(offer!)) return true;
        this.offered.add(offer!);
        const key = this.place.get();
        if (key) this.place.keep({...key, starts: this.starts});
        this.transport.ask(outcome.send).catch((error: unknown) => {
            this.offered.delete(offer!); // once more with the next table
            this.failed(error);
        });
        return true;
    }

    // With bots on all other seats everything that the start needs goes with hello, in one message after the other: a
    // newcomer with a slow connection waits for one answer instead of four.
    private startAhead(): void {
        const start = this.starts.at(-1);
        if (this.latest || !start) return;
        for (const message of sentAhead(start)) {
            this.begun = true;
            this.offered.add(JSON.stringify(message));
            this.change({starting: true});
            this.transport.ask(message).catch((error: unknown) => {
                this.begun = false;
                this.offered.delete(JSON.stringify(message));
                this.change({starting: false});
                this.failed(error);
            });
        }
    }

    // A rematch that was asked for here starts once everybody has come along.
    private beginAgain(message: TableMessage): void {
        if (this.begun || !startsNow(message)) return;
        this.begun = true;
        this.transport.ask({type: 'start'}).catch(() => undefined); // somebody has left again, or was faster
    }

    // With bots on all other seats there is nobody to wait for.
    private beginAlone(message: TableMessage): void {
        const alone = message.seats.every((seat, at) => seat.kind === 'bot' || at === message.you);
        if (this.begun || message.status !== 'open' || message.you === undefined || !alone) return;
        if (this.place.get()?.room && !message.fair.abandoned) return; // until somebody has said so
        this.begun = true;
        void this.ask({type: 'start'});
    }

    private takeLog(message: TableMessage): {lines: string[]; facts: Fact[]} {
        if (!message.log) return {lines: [], facts: []};
        const {from, lines, facts} = message.log;
        const first = this.latest === undefined;
        if (first) this.change({unheard: from});
        while (this.steps.length < from) this.steps.push(''); // a newcomer is told the last ones only
        this.steps.splice(from, this.steps.length, ...lines);
        return first ? {lines: [], facts: []} : {lines: sentences(lines), facts: facts.flat()};
    }

    private stagesTo(before: TableMessage | undefined, message: TableMessage, facts: Fact[]): Queued[] {
        const stages = gameUi(message.game)?.stages;
        if (!stages || before?.view === undefined || message.view === undefined || facts.length === 0) return [];
        const {points, seats, status} = before; // the end is not given away
        const log = this.state.get().frame?.log ?? [];
        let previous: unknown = before.view;
        return stages(before.view, message.view, facts).map(({view, ms}: Stage<unknown>) => {
            const table = {...message, view: view as object, points, seats, status, legal: [], result: undefined};
            const frame: Frame = {table, previous, passed: [], lines: [], facts: [], log, staged: true};
            previous = view;
            return {frame, ms};
        });
    }

    // A frame stays for as long as it asked for; with many waiting they hurry.
    private showNext(): void {
        clearTimeout(this.timer);
        const wait = this.until - Date.now();
        if (this.queue.length === 0) return;
        if (wait > 0) {
            this.timer = setTimeout(() => this.showNext(), wait) as unknown as number;
            return;
        }
        const {frame, ms} = this.queue.shift()!;
        if (paced(ms) === 0 && this.queue.length > 0) {
            this.handOn(frame);
            this.showNext();
            return;
        }
        this.until = Date.now() + paced(this.queue.length >= manyWaiting ? ms / 4 : ms);
        this.show(frame);
        this.showNext();
    }

    // Nobody would see it: what it tells goes with the next one.
    private handOn({table, previous, passed, lines, facts}: Frame): void {
        const {frame} = this.queue[0]!;
        this.queue[0]!.frame = {
            ...frame, previous, passed: [...passed, table.view, ...frame.passed], lines: [...lines, ...frame.lines],
            facts: [...facts, ...frame.facts],
        };
    }

    private show(frame: Frame): void {
        const old = this.state.get();
        const turned = owes(frame) && !(old.frame && owes(old.frame) && old.frame.table.move === frame.table.move);
        this.onBeforeShow();
        this.sounds(frame, turned);
        const stillLegal = old.picked !== undefined && frame.table.legal?.includes(old.picked);
        const sameMove = old.frame?.table.move === frame.table.move && owes(frame);
        this.change({
            frame, arrived: Date.now(),
            picked: stillLegal ? old.picked : undefined,
            hint: sameMove ? old.hint : undefined,
            sending: frame.table.move === this.sent?.move ? old.sending : undefined,
        });
    }

    // What a frame sounds like: one thing, the most important.
    private sounds({table, staged, facts}: Frame, turned: boolean): void {
        const before = this.state.get().frame?.table.status;
        if (this.silent) return;
        if (staged) sound('reveal');
        else if (table.status === 'over' && before === 'playing') sound(table.result?.winners.includes(table.you ?? -1) ? 'win' : 'end');
        else if (turned) alertTurn(table.game, this.id);
        else if (facts.length > 0) sound('card');
    }

    // A choice that a lost connection has swallowed, if it is still owed.
    private sendAgain(message: TableMessage): void {
        const again = this.resend;
        if (!again) return;
        this.resend = undefined;
        this.change({sending: undefined});
        if (message.move === again.move) void this.choose(again.action);
    }

    private remember(message: TableMessage): void {
        const key = this.place.get();
        if (!key || message.you === undefined) return;
        this.place.keep({
            ...key, game: message.game, seat: message.you, at: Date.now(), over: message.status === 'over',
            seen: {event: message.event, hash: message.hash}, starts: this.starts, ...(message.result && {ending: endingOf(message)}),
            room: key.room ?? message.seats.some((seat, at) => seat.kind !== 'bot' && at !== message.you),
        });
        const stays = message.seats[message.you]!.why !== 'left'; // else the seat is free there
        if (message.next && stays && !keyOf(message.next))
            keepKey({
                ...key, table: message.next, at: Date.now(), over: false, tutorial: false, room: undefined, seen: undefined, starts: undefined,
                ending: undefined, figures: undefined,
            });
    }
}

// Bots are called as in a record, so that every language has its own words for them.
function endingOf({result, seats}: TableMessage): Ending {
    const {points, winners} = result!;
    return {points, winners, names: seats.map(({kind, name, bot}) => (kind === 'bot' ? `bot:${bot}` : name))};
}

// True if the viewer owes a choice now.
export function owes(frame: Frame): boolean {
    const {you, seats, status} = frame.table;
    return status === 'playing' && !frame.staged && you !== undefined && seats[you]!.waiting && !seats[you]!.bot;
}
