// The way to a table. A transport carries messages both ways and keeps itself
// alive; what they mean is for table/client.ts.
import {Refused, Unreachable} from './api';
import {isId} from './ids';
import type {Seen} from './keys';
import {isLocal} from './local/which';
import {protocol, type ByeMessage, type ChatMessage, type ClientMessage, type HintMessage, type LogMessage, type MovesMessage, type OkMessage, type Problem,
    type ReactionMessage, type ServerMessage, type TableMessage} from './protocol';
import {settings} from './settings';

export type Answer = OkMessage | HintMessage | LogMessage | MovesMessage;

export type Link =
    | {state: 'connecting'} // for the first time
    | {state: 'open'}
    | {state: 'lost'; again: number} // tries again at this time
    | {state: 'closed'; why: 'elsewhere' | 'gone' | 'lost' | 'token' | 'refused' | 'distrust'; text: string}; // will not by itself

export interface Listener {
    table: (message: TableMessage) => void;
    chat: (message: ChatMessage) => void;
    reaction: (message: ReactionMessage) => void;
    link: (link: Link) => void;
    behind: () => void; // the server has lost some of what was seen
}

export interface Transport {
    ask: (message: ClientMessage) => Promise<Answer>; // rejects with Refused or Unreachable
    reconnect: () => void; // at once
    close: () => void;
}

// What a transport needs of a WebSocket; a table on this device has something alike (local/tables.ts).
export interface Socket {
    readonly readyState: number; // as of a WebSocket
    onopen: (() => void) | null;
    onmessage: ((event: {data: unknown}) => void) | null;
    onclose: ((event: {code: number; reason: string}) => void) | null;
    send: (text: string) => void;
    close: () => void;
}

interface Waiting {
    resolve: (answer: Answer) => void;
    reject: (why: Error) => void;
}

const elsewhere = 4000; // the close code for the same seat at another place
const pingEvery = 20_000;
const silenceMost = 10_000; // after a ping
const firstPause = 500;
const longestPause = 10_000;

function newSocket(): WebSocket {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/play`, protocol);
}

let early: WebSocket | undefined;

// Opens a connection for a table that is about to be opened: the next transport takes it, and need not wait for one.
export function connectEarly(): WebSocket {
    early = newSocket();
    return early;
}

async function takeSocket(table: string): Promise<Socket> {
    if (isLocal(table)) return (await import('./local/tables')).connect(table);
    const socket = early;
    early = undefined;
    return (socket && socket.readyState <= WebSocket.OPEN ? socket : newSocket()) as Socket;
}

export class SocketTransport implements Transport {
    private socket: Socket | undefined;
    private attempts = 0; // to connect
    private readonly waiting = new Map<number, Waiting>();
    private asked = 0;
    private failures = 0; // since it was last open
    private bye: ByeMessage | undefined;
    private done = false;
    private retry = 0;
    private pinger = 0;
    private heard = 0; // when anything last came
    private readonly awake = () => this.look();

    constructor(
        private readonly table: string,
        private readonly token: () => string | undefined, // asked for at every connection
        private readonly seen: () => Seen | undefined, // likewise
        private readonly listener: Listener,
    ) {
        addEventListener('online', this.awake);
        document.addEventListener('visibilitychange', this.awake);
        this.listener.link({state: 'connecting'});
        this.connect();
    }

    ask(message: ClientMessage): Promise<Answer> {
        const socket = this.socket;
        if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Unreachable('not connected'));
        const re = ++this.asked;
        socket.send(JSON.stringify({...message, re}));
        return new Promise((resolve, reject) => this.waiting.set(re, {resolve, reject}));
    }

    reconnect(): void {
        this.done = false;
        clearTimeout(this.retry);
        this.drop();
        this.connect();
    }

    close(): void {
        this.done = true;
        clearTimeout(this.retry);
        removeEventListener('online', this.awake);
        document.removeEventListener('visibilitychange', this.awake);
        this.drop();
    }

    private connect(): void {
        const attempt = ++this.attempts;
        takeSocket(this.table).then(
            (socket) => (attempt === this.attempts ? this.use(socket) : socket.close()),
            () => attempt === this.attempts && this.tryLater(),
        );
    }

    private use(socket: Socket): void {
        this.socket = socket;
        this.bye = undefined;
        if (socket.readyState === WebSocket.OPEN) this.greet();
        else socket.onopen = () => this.greet();
        socket.onmessage = (event) => this.hear(event.data);
        socket.onclose = (event) => {
            if (this.socket === socket) this.lost(event.code, event.reason);
        };
    }

    private greet(): void {
        const token = this.token();
        this.heard = Date.now();
        this.ask({type: 'hello', table: this.table, lang: settings.get().language, ...(token && {token}), ...this.seen()}).then(
            (answer) => {
                this.failures = 0;
                if (answer.type === 'ok' && answer.behind) this.listener.behind();
                this.pinger = setInterval(() => this.look(), pingEvery) as unknown as number;
                this.listener.link({state: 'open'});
            },
            (error: unknown) => this.refused(error),
        );
    }

    // The table does not exist, or this token does not open it.
    private refused(error: unknown): void {
        if (!(error instanceof Refused)) return; // the connection is lost, and that is dealt with
        const {code, text} = error.problem;
        const passing = code === 'too_many' || code === 'not_saved' || code === 'full';
        if (passing) {
            this.socket?.close();
            return;
        }
        this.end({state: 'closed', why: this.reason(code), text});
    }

    private reason(code: Problem['code']): 'gone' | 'lost' | 'token' | 'refused' {
        if (code === 'no_such_table' || code === 'bad_message') return 'gone';
        if (code === 'lost') return 'lost';
        return code === 'refused' && this.token() ? 'token' : 'refused';
    }

    // Anything but a message ends the connection. Ids become addresses and keys, so wrong ones are dropped.
    private hear(data: unknown): void {
        let message: ServerMessage;
        try {
            message = JSON.parse(data as string) as ServerMessage;
        } catch {
            this.socket?.close();
            return;
        }
        if (message.type === 'table' && message.next !== undefined && !isId(message.next)) delete message.next;
        if (message.type === 'ok' && message.token !== undefined && !isId(message.token)) delete message.token;
        this.take(message);
    }

    private take(message: ServerMessage): void {
        this.heard = Date.now();
        switch (message.type) {
            case 'table': this.listener.table(message); break;
            case 'chat': this.listener.chat(message); break;
            case 'reaction': this.listener.reaction(message); break;
            case 'bye': this.bye = message; break;
            case 'error': this.answered(message.re)?.reject(new Refused(message.error)); break;
            case 'ok':
            case 'log':
            case 'moves':
            case 'hint': this.answered(message.re)?.resolve(message); break;
        }
    }

    private answered(re: number | undefined): Waiting | undefined {
        const waiting = re === undefined ? undefined : this.waiting.get(re);
        if (re !== undefined) this.waiting.delete(re);
        return waiting;
    }

    private lost(code: number, reason: string): void {
        const bye = this.bye;
        this.drop();
        if (this.done) return;
        const text = bye?.text ?? reason;
        if (code === elsewhere) this.end({state: 'closed', why: 'elsewhere', text});
        else if (bye && !bye.again) this.end({state: 'closed', why: 'refused', text});
        else this.tryLater();
    }

    private tryLater(): void {
        const pause = Math.min(longestPause, firstPause * 2 ** this.failures++) * (0.75 + Math.random() / 2);
        this.listener.link({state: 'lost', again: Date.now() + pause});
        this.retry = setTimeout(() => this.connect(), pause) as unknown as number;
    }

    // Is the other end still there? Timers sleep with the tab, so it is asked on waking too.
    private look(): void {
        if (this.done) return;
        if (!this.socket) {
            this.reconnect();
            return;
        }
        const asked = Date.now();
        const socket = this.socket;
        this.ask({type: 'ping'}).catch(() => undefined);
        setTimeout(() => {
            if (this.socket === socket && this.heard < asked) this.reconnect();
        }, silenceMost);
    }

    private end(link: Link): void {
        this.done = true;
        this.drop();
        this.listener.link(link);
    }

    // Drops the socket; calls that wait for an answer get none.
    private drop(): void {
        const socket = this.socket;
        this.attempts++;
        this.socket = undefined;
        clearInterval(this.pinger);
        if (socket) {
            socket.onopen = socket.onmessage = socket.onclose = null;
            socket.close();
        }
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        for (const one of waiting) one.reject(new Unreachable('the connection was lost'));
    }
}
