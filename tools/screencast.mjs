// Makes the moving picture of the README, and web-*.jpg beside it: node tools/screencast.mjs docs/pictures/parlor.webp
//
// It films the browser client at a server of its own: the front page, a round of SCOUT played by mouse against
// three bots, and the tables of the other games. The deals are prepared (docs/protocol.md), so the same cards come
// every time; the banner that says so is hidden. Nothing depends on how fast the machine is: messages of the
// server wait until the last one has been filmed, and motion is stepped by hand. It needs build/parlor and what the
// tests of the browser client need (tools/install test), and takes about two minutes.
//
// The file is an animated WebP. Chromium compresses each frame, or rather the part of it that has changed.
import {renameSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {launch, Server} from '../tests/web/common.mjs';

const size = {width: 1200, height: 860}; // of the window, in pixels
const picture = {width: 960, height: 688};
const quality = 0.55; // of the compression, from 0 to 1
const glideSteps = [80, 200]; // milliseconds after which a card on its way is filmed; it takes 380

// ---- the file ----

function number(value, bytes) {
    const out = Buffer.alloc(bytes);
    out.writeUIntLE(value, 0, bytes);
    return out;
}

function chunk(name, ...parts) {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.from(name), number(body.length, 4), body, Buffer.alloc(body.length % 2)]);
}

// The chunk of a still WebP file that has a name.
function chunkOf(file, name) {
    let at = 12;
    while (file.toString('latin1', at, at + 4) !== name) at += 8 + file.readUInt32LE(at + 4) + file.readUInt32LE(at + 4) % 2;
    return chunk(name, file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4)));
}

// The frames as one file that is shown again and again. A frame is {x, y, width, height, ms, colours, mask}: two WebP
// files, one with its colours and one that is transparent where the frame before shows through.
function animation(width, height, frames) {
    const animatedWithAlpha = 0x12;
    const parts = frames.map(({x, y, width: w, height: h, ms, colours, mask}) => chunk('ANMF',
        number(x / 2, 3), number(y / 2, 3), number(w - 1, 3), number(h - 1, 3), number(ms, 3), number(0, 1),
        ...(mask ? [chunkOf(mask, 'ALPH')] : []), chunkOf(colours, 'VP8 ')));
    const head = chunk('VP8X', number(animatedWithAlpha, 4), number(width - 1, 3), number(height - 1, 3));
    return chunk('RIFF', Buffer.from('WEBP'), head, chunk('ANIM', number(0, 4), number(0, 2)), ...parts);
}

// In a page of its own: compresses a picture where it differs from the one before it, in squares as the compression has
// them. It smears colours across their edges: a square is drawn again if something has changed close to it, and colours
// reach further than the mask. Returns nothing if the pictures are the same.
async function compress({png, width, height, quality}) {
    const side = 16, smear = 3, around = 8, across = Math.ceil(width / side);
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const before = globalThis.before;
    const pixels = globalThis.before = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    const changed = new Set();
    const note = (x, y) => x >= 0 && x < width && y >= 0 && y < height && changed.add(Math.floor(y / side) * across + Math.floor(x / side));
    for (let at = 0; at < pixels.length; at++) {
        const x = at % width, y = (at - x) / width;
        if (pixels[at] !== before?.[at]) for (const dy of [-smear, smear]) for (const dx of [-smear, smear]) note(x + dx, y + dy);
    }
    if (changed.size === 0) return undefined;
    const squares = Array.from(changed, (square) => ({left: square % across * side, top: Math.floor(square / across) * side}));
    const lefts = squares.map(({left}) => left), tops = squares.map(({top}) => top);
    const [x, y] = [Math.min(...lefts), Math.min(...tops)];
    const cut = {x, y, width: Math.min(width, Math.max(...lefts) + side) - x, height: Math.min(height, Math.max(...tops) + side) - y};

    const encode = async (alpha, margin) => {
        const drawing = new OffscreenCanvas(cut.width, cut.height), pen = drawing.getContext('2d', {alpha});
        for (const {left, top} of squares) {
            const area = [left - margin, top - margin, side + 2 * margin, side + 2 * margin];
            pen.drawImage(canvas, ...area, area[0] - x, area[1] - y, area[2], area[3]);
        }
        const blob = await drawing.convertToBlob({type: 'image/webp', quality});
        return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
    };
    const whole = squares.length * side * side >= cut.width * cut.height;
    return {...cut, colours: await encode(false, around), mask: whole ? undefined : await encode(true, 0)};
}

// A screenshot of a page once it looks the same twice in a row: Chromium may draw a part more finely a moment later.
async function settled(page) {
    let last = await page.screenshot(), next;
    while (!last.equals(next = await page.screenshot())) last = next;
    return next;
}

class Camera {
    frames = [];

    constructor(darkroom) {
        this.darkroom = darkroom;
    }

    async film(page, ms) {
        const png = (await settled(page)).toString('base64');
        const frame = await this.darkroom.evaluate(compress, {png, ...picture, quality});
        if (!frame) {
            this.frames.at(-1).ms += ms;
            return;
        }
        const bytes = (text) => text && Buffer.from(text, 'base64');
        this.frames.push({...frame, ms, colours: bytes(frame.colours), mask: bytes(frame.mask)});
    }
}

// ---- the stage ----

// In every page: motion stands still until it is stepped, and there is an arrow for the mouse.
function prepare() {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function paused(...how) {
        const motion = animate.apply(this, how);
        motion.pause();
        return motion;
    };
    globalThis.point = (x, y) => {
        let arrow = document.getElementById('arrow');
        if (!arrow) {
            const svg = 'http://www.w3.org/2000/svg';
            arrow = document.createElementNS(svg, 'svg');
            const path = arrow.appendChild(document.createElementNS(svg, 'path'));
            path.setAttribute('d', 'M2 2 V25 L8 20 L12 29 L16 27 L12 18 H20 Z');
            path.setAttribute('fill', '#fff');
            path.setAttribute('stroke', '#222');
            path.setAttribute('stroke-width', '1.6');
            arrow.id = 'arrow';
            arrow.setAttribute('width', '24');
            arrow.setAttribute('height', '32');
            Object.assign(arrow.style, {position: 'fixed', zIndex: 9999, pointerEvents: 'none'});
            document.documentElement.append(arrow);
        }
        Object.assign(arrow.style, {left: `${x - 2}px`, top: `${y - 2}px`});
    };
}

// In the page: sets all motion to a moment, or ends it. What the style sheets move is at its end at once.
function step(ms) {
    const banner = document.querySelector('.banner.prepared');
    if (banner) banner.style.display = 'none';
    for (const motion of document.getAnimations()) {
        if (ms === undefined || motion instanceof CSSTransition || motion instanceof CSSAnimation) motion.finish();
        else motion.currentTime = ms;
    }
}

const drawn = (page) => page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 100)));

class Stage {
    waiting = []; // messages of the server
    arrived = () => {};
    mouse = {x: 1000, y: 700};

    static async open(browser, server, camera, {moving}) {
        const stage = new Stage();
        const context = await browser.newContext({
            viewport: size, colorScheme: 'light', reducedMotion: moving ? 'no-preference' : 'reduce', locale: 'en-GB',
        });
        const settings = JSON.stringify({speed: moving ? 'normal' : 'off', confirm: false});
        await context.addInitScript((text) => localStorage.setItem('parlor.settings', text), settings);
        await context.addInitScript(prepare);
        Object.assign(stage, {server, camera, moving, page: await context.newPage()});
        await stage.page.routeWebSocket(/./, (socket) => stage.connect(socket));
        return stage;
    }

    // Connects the page to the server. Views of the table, and what comes after them, wait until next() asks for them.
    connect(socket) {
        Object.assign(this, {socket, waiting: []});
        const server = socket.connectToServer();
        socket.onMessage((message) => server.send(message));
        server.onMessage((message) => {
            this.waiting.push(message);
            this.deliver(false);
            this.arrived();
        });
    }

    // Hands the page what waits up to the next view of the table; with `table` that view too, which is returned.
    deliver(table) {
        while (this.waiting.length > 0) {
            const isTable = this.waiting[0].startsWith('{"type":"table"');
            if (isTable && !table) return undefined;
            const message = this.waiting.shift();
            this.socket.send(message);
            if (isTable) return JSON.parse(message);
        }
        return undefined;
    }

    // Shows the next view of the table.
    async next() {
        let table;
        while (!(table = this.deliver(true))) await new Promise((resolve) => (this.arrived = resolve));
        await drawn(this.page);
        return table;
    }

    async still(ms) {
        await this.page.evaluate(step);
        await this.camera.film(this.page, ms);
    }

    // Keeps a still of its own beside the film.
    async picture(name) {
        await this.page.evaluate(step);
        await settled(this.page);
        await this.page.screenshot({path: join(dirname(out), `web-${name}.jpg`), type: 'jpeg', quality: 80});
    }

    // Shows views until it is our turn again, or a number of them, each for a while, with the motion that leads to it.
    async watch(ms, most = Infinity) {
        for (let due = false, shown = 0; !due && shown < most; shown++) {
            const {seats, you} = await this.next();
            due = seats[you].waiting && seats.filter(({waiting}) => waiting).length === 1;
            for (const at of ms > 0 && this.moving ? glideSteps : []) {
                await this.page.evaluate(step, at);
                await this.camera.film(this.page, 70);
            }
            await this.page.evaluate(step);
            if (ms > 0) await this.camera.film(this.page, ms);
        }
    }

    // Opens a table and waits for the first turn.
    async sit(game, players, prepared, bots) {
        const name = 'Ann';
        const opened = await this.server.open({game, players, name, prepared, bots: ['', ...bots]});
        await this.page.goto(this.server.url);
        await this.page.evaluate((key) => localStorage.setItem('parlor.seats', JSON.stringify([key])), {...opened, game, name, at: 0});
        await this.page.goto(`${this.server.url}/table/${opened.table}`);
        await this.watch(0);
    }

    // Moves the arrow to something, and clicks on it.
    async click(selector, ms, {film = true} = {}) {
        const target = this.page.locator(selector).first();
        await target.waitFor();
        const box = await target.boundingBox();
        const [from, to] = [this.mouse, {x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height * 0.6)}];
        for (const part of film ? [0.4, 0.8, 1] : [1]) {
            const at = {x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part)};
            await this.page.mouse.move(at.x, at.y);
            await this.page.evaluate(({x, y}) => globalThis.point(x, y), at);
            await drawn(this.page);
            if (film) await this.still(part < 1 ? 50 : 350);
        }
        this.mouse = to;
        await this.page.mouse.click(to.x, to.y);
        await drawn(this.page);
        if (film && ms > 0) await this.still(ms);
    }

    async hint(ms) {
        await this.click('[data-do=hint]', 0);
        await this.page.locator('.hint').waitFor();
        await drawn(this.page);
        await this.still(ms);
    }

    // Follows hints for some turns, unseen.
    async follow(turns) {
        for (let turn = 0; turn < turns; turn++) {
            await this.page.locator('[data-do=hint]').click();
            await this.page.locator('.hint button').click();
            await this.watch(0);
        }
    }
}

// ---- the film ----

async function film(browser, server, camera) {
    const stage = await Stage.open(browser, server, camera, {moving: true});
    await stage.page.goto(server.url);
    await stage.page.locator('main a, main button').first().waitFor();
    await drawn(stage.page);
    await stage.still(1800);
    await stage.picture('front');

    await stage.sit('scout', 4, 7, ['club', 'expert', 'master']);
    await stage.still(900);
    await stage.click('[data-action=keep]', 0);
    await stage.watch(500);
    await stage.follow(2);
    await stage.still(600);
    for (let turn = 0; turn < 3; turn++) {
        await stage.hint(2000 - 500 * turn);
        if (turn === 2) await stage.picture('scout');
        await stage.click('.hint button', 0);
        if (turn < 2) await stage.watch(600);
    }
    await stage.watch(1500, 1);

    const shelf = await Stage.open(browser, server, camera, {moving: false});
    for (const [game, players, turns] of [['belle', 3, 8], ['bridesmaid', 4, 3], ['sparrows', 3, 6], ['bannish', 4, 5]]) {
        await shelf.sit(game, players, 7, ['club', 'expert', 'master'].slice(0, players - 1));
        await shelf.follow(turns);
        await shelf.still(1800);
        await shelf.picture(game);
    }
}

const [out] = process.argv.slice(2);
if (!out || process.argv.length > 3) {
    console.error('usage: screencast.mjs OUT.webp');
    process.exit(2);
}
const server = await new Server('--bot-pace', '300').start();
const browser = await launch();
try {
    const darkroom = await browser.newPage();
    const camera = new Camera(darkroom);
    await film(browser, server, camera);
    const bytes = animation(picture.width, picture.height, camera.frames);
    writeFileSync(`${out}.new`, bytes);
    renameSync(`${out}.new`, out);
    const seconds = camera.frames.reduce((sum, {ms}) => sum + ms, 0) / 1000;
    console.log(`${out}: ${camera.frames.length} frames, ${seconds} s, ${bytes.length} bytes`);
} finally {
    await browser.close();
    await server.close();
}
