// Prints how long `expert` takes for a choice in the page's engine: milliseconds of processor time, times four, as on a
// processor a quarter as fast, by game and number of players.
//
//     node bench/expert_choices.mjs [GAMES] [LEVEL] [GAME…]
//
// Bots have all seats but one, which takes any legal move. Each game has a new instance of the engine, as a page has, so
// that the first choices pay for compiling it. It is processor time of the whole process, so a busy machine says the same.
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Engine, run} from '../tests/wasm/engine.mjs';

const [games = '2', level = 'expert', ...wanted] = process.argv.slice(2);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parlor = process.env.PARLOR ?? join(root, 'build/parlor');
const wasm = process.env.ENGINE ?? join(root, 'build/src/engine-simd.wasm');
const slower = 4;
const levels = ['novice', 'club', 'expert', 'master'];
if (!levels.includes(level)) {
    console.error(`expert_choices: there is no level ${level}; there are ${levels.join(', ')}`);
    process.exit(2);
}

const spent = () => {
    const {user, system} = process.cpuUsage();
    return (user + system) / 1000;
};

// The times of all choices of one game.
function choicesOf(game, players, number) {
    const engine = new Engine(wasm);
    const bots = ['', ...Array(players - 1).fill(level)];
    const opened = JSON.parse(engine.call('open_table', JSON.stringify({game, players, name: 'Ann', bots, prepared: number}), engine.now));
    const times = [];
    let table;
    const hear = (messages) => (table = messages.findLast(({type}) => type === 'table') ?? table);
    hear(engine.say(0, {type: 'hello', table: opened.table, token: opened.token}));
    hear(engine.say(0, {type: 'start'}));
    while (table.status === 'playing') {
        if (table.seats[0].waiting) hear(engine.say(0, {type: 'do', do: table.legal[(table.move * 7) % table.legal.length], move: table.move}));
        while (engine.of.next_job() >= 0) {
            const begun = spent();
            engine.of.do_job();
            times.push((spent() - begun) * slower);
            engine.of.take_answer(++engine.now);
        }
        hear(engine.heard());
    }
    return times;
}

for (const {id: game, min_players: least, max_players: most} of run(parlor, 'games', '--json').trim().split('\n').map(JSON.parse)) {
    if (wanted.length > 0 && !wanted.includes(game)) continue;
    for (let players = least; players <= most; players++) {
        const times = Array.from({length: Number(games)}, (_, at) => choicesOf(game, players, at + 1)).flat().sort((a, b) => a - b);
        console.log(`${game}, ${players} players: ${times.length} choices, median ${times[times.length >> 1].toFixed(0)} ms, longest ${times.at(-1).toFixed(0)} ms`);
    }
}
