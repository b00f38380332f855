// Sockets to the server. This is loaded with the front page, so that one can open before the rest of the table is there.
import {protocol} from './protocol';

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

export function takeSocket(): WebSocket {
    const socket = early;
    early = undefined;
    return isUsable(socket) ? socket : newSocket();
}

// A socket that is closed before it is open makes the browser complain.
export function closeQuietly(socket: WebSocket): void {
    socket.onmessage = socket.onclose = null;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
}
