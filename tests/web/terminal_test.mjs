// A person in a browser and one at a terminal, at the same table: each sees what the
// other does.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {house, parlor, patience, playFromList, turn, Visitor} from './common.mjs';

const {server, browser} = await house();

// Somebody at `parlor join`, through pipes.
class Person {
    constructor(table, name) {
        const env = {...process.env, XDG_STATE_HOME: join(server.data, name)};
        this.said = '';
        this.heard = () => {};
        this.process = spawn(parlor, ['join', `${server.url}/table/${table}`, '--name', name], {env, stdio: ['pipe', 'pipe', 'inherit']});
        this.gone = new Promise((resolve) => this.process.once('exit', resolve));
        after(() => this.process.kill()); // where the test has failed
        this.process.stdout.setEncoding('utf8');
        this.process.stdout.on('data', (text) => {
            this.said += text;
            this.heard();
        });
    }

    type(line) {
        this.process.stdin.write(`${line}\n`);
    }

    // Waits until something holds of what has been said from a place on.
    async until(isSo, from = 0) {
        const late = AbortSignal.timeout(patience);
        while (!isSo(this.said.slice(from))) {
            if (late.aborted) assert.fail(`nothing more is said: ${this.said.slice(-2000)}`);
            await new Promise((resolve) => {
                this.heard = resolve;
                late.onabort = resolve;
            });
        }
    }

    // Takes the first move whenever one is asked for, till the end.
    async play() {
        const over = () => / wins?\.\n/.test(this.said);
        for (let typed = 0; ; typed = this.said.length, this.type('1')) {
            await this.until((said) => over() || said.endsWith('> '), typed);
            if (over()) return;
        }
    }

    async leave() {
        this.type('quit');
        assert.equal(await this.gone, 0);
    }
}

// As Ben is told.
const playsTold = (text) => text.split('\n').map((line) => /^(?:Ann plays|You play) [\d/ ]*\d/.exec(line)?.[0]).filter(Boolean);
const playsIn = (facts) => facts.filter(({verb}) => verb === 'plays').map(({who, cards}) => `${['Ann plays', 'You play'][who]} ${cards.join(' ')}`);

test('a browser and a terminal play a game with each other', async () => {
    const ann = await Visitor.come(browser, server);
    const opened = await server.open({game: 'scout', players: 2, name: 'Ann'});
    await ann.goTo(opened, 'scout', 'Ann');
    const ben = new Person(opened.table, 'Ben');
    await ben.until((said) => said.includes('Ben, that is you'));
    ben.type('start');
    await turn(ann.page);
    ben.type('say hello from a terminal');
    await ann.page.getByText('hello from a terminal').first().waitFor();
    await ann.page.locator('.chat-line [name=text]').fill('hello from a browser');
    await ann.page.locator('.chat-line [name=text]').press('Enter');
    await ben.until((said) => said.includes('Ann: hello from a browser'));
    await Promise.all([playFromList(ann.page), ben.play()]);
    const log = ann.frames.filter(({way, text}) => way === 'in' && text.startsWith('{"type":"table"'))
        .flatMap(({text}) => JSON.parse(text).log?.facts ?? []).flat();
    const [seen, said] = [playsIn(log), playsTold(ben.said)];
    assert.ok(said.some((line) => line.startsWith('Ann')) && said.some((line) => line.startsWith('You')));
    assert.deepEqual(said, seen);
    await ben.leave();
    await ann.leave();
});
