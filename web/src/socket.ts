// Sockets to the server. They are part of the front page: a connection opens before the rest of the table is loaded.
import {protocol} from './protocol';

// What a transport needs of a WebSocket; a table on this device has something alike (local/tables.ts).
export interface Socket {
    readonly readyState: number; // as of a WebSocket
    onopen: (() => void) | null;
    onmessage: ((event: {data: unknown}) => void) | null;
    onclose: ((event: {code: number; reason: string}) => void) | null;
    send: (text: string) => void;
    close: () => void;
}

function newSocket(): WebSocket {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/play`, protocol);
}

let early: WebSocket | undefined;

const isUsable = (socket: WebSocket | undefined): socket is WebSocket => socket !== undefined && socket.readyState <= WebSocket.OPEN;

// Opens a connection for a table that is about to be opened: the next transport takes it, and need not wait for one. If the
// table is refused, the connection serves the next try.
export function connectEarly(): void {
    if (!isUsable(early)) early = newSocket();
}

export function takeSocket(): Socket {
    const socket = early;
    early = undefined;
    return (isUsable(socket) ? socket : newSocket()) as Socket;
}

// A socket that is closed before it is open makes the browser complain.
export function closeQuietly(socket: Socket): void {
    socket.onmessage = socket.onclose = null;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
}
