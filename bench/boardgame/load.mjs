// Plays tables of four with server.mjs, as fast as they go, over the WebSocket that boardgame.io's own client uses:
//     load.mjs PORT TABLES SECONDS
// Prints one line of JSON: choices a second and how long each took until its player was told of it.
import {createRequire} from 'node:module';

const {io} = createRequire(import.meta.url)('socket.io-client');
const [port, tables, seconds] = process.argv.slice(2).map(Number);
const samples = [];
let measuring = false;
let games = 0;

function openTable(number, game) {
    const match = `t${number}-${game}`;
    const seats = [0, 1, 2, 3].map((seat) => ({seat, hand: [], sent: 0, at: -1}));
    const sit = (it) => {
        const socket = io(`http://127.0.0.1:${port}/tricks`, {transports: ['websocket'], forceNew: true});
        it.socket = socket;
        const take = (state) => {
            if (it.sent && state._stateID > it.at) {
                if (measuring) samples.push(performance.now() - it.sent);
                it.sent = 0;
            }
            if (state.ctx.gameover) {
                socket.close();
                if (it.seat === 0) {
                    games++;
                    openTable(number, game + 1);
                }
                return;
            }
            const hand = state.G.hands[it.seat];
            if (state.ctx.currentPlayer !== String(it.seat) || it.at === state._stateID || !hand.length) return;
            it.at = state._stateID;
            it.sent = performance.now();
            const card = hand[Math.floor(Math.random() * hand.length)];
            socket.emit('update', {type: 'MAKE_MOVE', payload: {type: 'play', args: [card], playerID: String(it.seat)}},
                state._stateID, match, String(it.seat));
        };
        socket.on('connect', () => socket.emit('sync', match, String(it.seat), undefined, 4));
        socket.on('sync', (_, info) => {
            if (it.seat === 0) seats.slice(1).forEach(sit); // who comes first makes the table: the store fails if two do
            take(info.state);
        });
        socket.on('update', (_, state) => take(state));
    };
    sit(seats[0]);
}

for (let number = 0; number < tables; number++) openTable(number, 0);
await new Promise((done) => setTimeout(done, 5000));
measuring = true;
process.stdout.write('measuring\n');
await new Promise((done) => setTimeout(done, seconds * 1000));
measuring = false;
samples.sort((a, b) => a - b);
const quantiles = Array.from({length: 101}, (_, i) => Number((samples[Math.floor(((samples.length - 1) * i) / 100)] ?? 0).toFixed(2)));
process.stdout.write(`${JSON.stringify({tables, actions_per_s: samples.length / seconds, games, quantiles_ms: quantiles})}\n`);
process.exit(0);
