// boardgame.io with its PostgreSQL store (bgio-postgres), for bench/nodes.py: a trick-taking game of four, whose players
// have thirteen cards each and see only their own. The store's address is in STORE; prints its port.
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);
const {Server, Origins} = require('boardgame.io/server');
const {TurnOrder} = require('boardgame.io/core');
const {PostgresStore} = require('bgio-postgres');

const cards = Array.from({length: 52}, (_, card) => card);

const tricks = {
    name: 'tricks',
    setup: ({random}) => {
        const deck = random.Shuffle(cards);
        return {hands: [0, 1, 2, 3].map((seat) => deck.slice(seat * 13, seat * 13 + 13)), trick: [], taken: [0, 0, 0, 0]};
    },
    playerView: ({G, playerID}) => ({...G, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length))}),
    turn: {minMoves: 1, maxMoves: 1, order: TurnOrder.DEFAULT},
    moves: {
        play: ({G, playerID}, card) => {
            const hand = G.hands[Number(playerID)];
            if (!hand.includes(card)) return 'INVALID_MOVE';
            hand.splice(hand.indexOf(card), 1);
            G.trick.push(card);
            if (G.trick.length === 4) {
                G.taken[G.trick.indexOf(Math.max(...G.trick))]++;
                G.trick = [];
            }
        },
    },
    endIf: ({G}) => (G.hands.every((hand) => hand.length === 0) ? {taken: G.taken} : undefined),
};

const db = new PostgresStore(process.env.STORE, {logging: false, pool: {max: 20}});
const server = Server({games: [tricks], origins: [Origins.LOCALHOST], db});
const running = await server.run({port: 0, callback: () => {}});
process.stdout.write(`port ${running.appServer.address().port}\n`);
