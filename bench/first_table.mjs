// Prints how long a newcomer with a slow phone waits: from the address of the front page to the first cards of their own.
//
//     node bench/first_table.mjs [RUNS] [GAME…]
//
// The phone is Debian's Chromium at 390 × 844, slowed down by DevTools: 400 ms for every answer, 50 kB/s, the processor at a
// quarter of its speed. Nothing is in its cache. The best and the middle of several runs are printed: on a busy machine
// the best says more.
import {availableParallelism, loadavg} from 'node:os';
import {launch, Server} from '../tests/web/common.mjs';
import {slowPhone, openFirstTable} from '../tests/web/slow_phone.mjs';

const [runs = '5', ...wanted] = process.argv.slice(2);
const server = await new Server('--bot-pace', '0').start();
const browser = await launch();
const {games} = await (await fetch(`${server.url}/api/games`)).json();
const load = () => `${(loadavg()[0] / availableParallelism()).toFixed(1)} per processor`;

console.log(`load ${load()}; ${runs} runs each; milliseconds from the address typed`);
const rows = {};
for (const {game} of games) {
    if (wanted.length > 0 && !wanted.includes(game)) continue;
    const times = [];
    for (let run = 0; run < Number(runs); run++) {
        const phone = await slowPhone(browser);
        times.push(await openFirstTable(phone.page, server.url, game));
        await phone.close();
    }
    times.sort((a, b) => a.cards - b.cards);
    const [best, middle] = [times[0], times[times.length >> 1]];
    rows[game] = {...best, 'cards, middle': middle.cards, load: load()};
}
console.table(rows);
await browser.close();
await server.close();
