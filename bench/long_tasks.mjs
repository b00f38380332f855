// Prints the longest tasks of the page's main thread while a game of this device is played against experts, from the tap
// that opens the table on: milliseconds of processor time, as Chromium's trace has them, so that a busy machine says the same.
//
//     node bench/long_tasks.mjs [MOVES] [GAME…]
//
// What a task did is printed beside it: script, style, layout, painting. The page makes the moves itself, since a test's own
// questions would be tasks too. The window is 1440 × 900, and with SIZE=phone 390 × 844.
/* global document */
import {launch, Server} from '../tests/web/common.mjs';

const [moves = '12', ...wanted] = process.argv.slice(2);
const size = process.env.SIZE === 'phone' ? {width: 390, height: 844} : {width: 1440, height: 900};
const shown = 3; // tasks a game
const kinds = { // by the names of events in the trace
    script: ['v8.callFunction', 'FunctionCall', 'EvaluateScript', 'v8.run', 'RunMicrotasks', 'EventDispatch', 'TimerFire', 'HandlePostMessage'],
    compiling: ['v8.compile'],
    garbage: ['MinorGC', 'MajorGC'],
    style: ['UpdateLayoutTree', 'ParseAuthorStyleSheet'],
    layout: ['Layout'],
    painting: ['PrePaint', 'Paint', 'Layerize', 'HitTest'],
};
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind])));

// Runs in the page. Takes what the layout offers or, where that takes several clicks, a move of the list; a click is a task.
const play = (most) => new Promise((resolve) => {
    const felt = () => document.querySelector('.felt')?.dataset.move;
    let made = 0, last;
    const choose = (offered) => {
        if (offered.length === 0) return false;
        last = felt();
        offered[(++made * 7) % offered.length].click();
        return true;
    };
    const look = () => {
        if (document.querySelector('.over') || made >= most) return resolve(made);
        const list = document.querySelector('.bar.due .moves');
        if (list && felt() !== last && !choose(document.querySelectorAll('.felt [data-action]:not(:disabled)'))) {
            if (!list.open) list.querySelector('summary').click();
            else choose(list.querySelectorAll('[data-action]'));
        }
        return setTimeout(look, 20);
    };
    look();
});

async function traced(devtools, work) {
    const events = [];
    devtools.on('Tracing.dataCollected', ({value}) => value.forEach((one) => events.push(one)));
    const done = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {
        includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
    }});
    await work();
    await devtools.send('Tracing.end');
    await done;
    return events;
}

// The longest tasks of the main thread, with the time of what was done in each.
function tasksIn(events) {
    const main = new Set(events.filter(({name, args}) => name === 'thread_name' && args.name === 'CrRendererMain').map(({pid, tid}) => `${pid} ${tid}`));
    const there = events.filter(({ph, pid, tid}) => ph === 'X' && main.has(`${pid} ${tid}`));
    const tasks = there.filter(({name}) => name === 'RunTask');
    tasks.sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
    return tasks.slice(0, shown).map((task) => ({at: task.ts, ms: task.tdur / 1000, parts: partsOf(task, there)}));
}

const contains = (outer, inner) => outer !== inner && outer.pid === inner.pid && outer.tid === inner.tid && outer.ts <= inner.ts && outer.ts + outer.dur >= inner.ts + inner.dur;

// The milliseconds of each kind of work in a task, without those of other kinds within it.
function partsOf(task, events) {
    const known = events.filter((event) => kindOf.has(event.name) && contains(task, event));
    const parts = {};
    for (const event of known) {
        const inner = known.filter((other) => contains(event, other));
        const direct = inner.filter((one) => !inner.some((other) => contains(other, one)));
        const own = event.tdur - direct.reduce((sum, {tdur}) => sum + tdur, 0);
        const kind = kindOf.get(event.name);
        parts[kind] = (parts[kind] ?? 0) + own / 1000;
    }
    return parts;
}

const server = await new Server('--bot-pace', '0').start();
const browser = await launch();
const {games} = await (await fetch(`${server.url}/api/games`)).json();
for (const {game} of games) {
    if (wanted.length > 0 && !wanted.includes(game)) continue;
    const context = await browser.newContext({viewport: size, locale: 'en-GB'});
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('parlor.settings', JSON.stringify({confirm: false, sound: false, forced: false, premoves: false})));
    await page.goto(`${server.url}/new/${game}`);
    await page.getByLabel('On this device').check();
    await page.locator('[name=level][value=expert]').check();
    const devtools = await context.newCDPSession(page);
    const events = await traced(devtools, async () => {
        await page.locator('[data-do=open]').evaluate((button) => button.click());
        await page.evaluate(play, Number(moves));
    });
    const began = events.reduce((least, {ts}) => (ts > 0 ? Math.min(least, ts) : least), Infinity);
    console.log(game);
    for (const {at, ms, parts} of tasksIn(events)) {
        const told = Object.entries(parts).sort((a, b) => b[1] - a[1]).map(([kind, took]) => `${kind} ${took.toFixed(1)}`).join(', ');
        console.log(`  ${ms.toFixed(1)} ms, ${((at - began) / 1e6).toFixed(1)} s after the tap: ${told}`);
    }
    await context.close();
}
await browser.close();
await server.close();
