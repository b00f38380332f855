// The frame around every game: seats, the game's own layout, the bar, log and
// chat; before the start the waiting room, at the end the result.
import type {ComponentChildren} from 'preact';
import {useEffect, useErrorBoundary, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {GameUi, Situation, TableProps, Tutorial} from '../games/game';
import {generic} from '../games/generic';
import {useGame} from '../games/registry';
import {play, snapshot, type Snapshot} from '../motion';
import type {TableMessage} from '../protocol';
import {go} from '../router';
import {settings} from '../settings';
import {useStore} from '../store';
import {gameTitle, t} from '../text/frame';
import {spoken, Told} from '../told';
import {Bar} from './Bar';
import {owes, TableClient, type TableState} from './client';
import {Coach, lessonAt, useLessons} from './Coach';
import {ForeignBanner, GivenUp, PreparedBanner} from './Deal';
import {Drawer} from './Drawer';
import {namesOf, orderOf, sentence} from './names';
import {Over} from './Over';
import {Seats} from './Seats';
import {Chat, Log} from './Talk';
import {Banner, Behind, Closed, Page} from './Trouble';
import {WaitingRoom} from './WaitingRoom';

function situationOf(state: TableState, ui: GameUi<unknown>, only: string[] | undefined): Situation<unknown> {
    const {table, previous, passed, lines, facts} = state.frame!;
    const legal = owes(state.frame!) && !state.sending ? (table.legal ?? []) : [];
    const names = namesOf(table.seats);
    return {
        view: table.view,
        previous,
        passed,
        lines: lines.map((line) => sentence(line, names, ui.cardName)),
        facts,
        you: table.you,
        players: table.players,
        options: table.options,
        seats: table.seats,
        names,
        order: orderOf(table.players, table.you),
        points: table.points ?? table.seats.map(() => 0),
        called: Object.fromEntries(Object.entries(state.called).map(([action, words]) => [action, sentence(words, names)])),
        legal: only ? legal.filter((action) => only.includes(action)) : legal,
        over: table.status === 'over',
    };
}

// Cards glide whenever another frame is shown.
function useMotion(client: TableClient, state: TableState) {
    const area = useRef<HTMLDivElement>(null);
    const before = useRef<Snapshot>(new Map());
    useLayoutEffect(() => {
        client.onBeforeShow = () => {
            if (area.current) before.current = snapshot(area.current);
        };
    }, [client]);
    useLayoutEffect(() => {
        if (area.current) play(area.current, before.current);
        before.current = new Map();
    }, [state.frame]);
    return area;
}

// Announces the news to screen readers.
function Announcer({situation, due}: {situation: Situation<unknown>; due: boolean}) {
    return (
        <div class="hidden-text" role="log" aria-live="polite" aria-atomic="true">
            {situation.lines.map(spoken).join(' ')} {due ? t('table.yourturn') : ''}
        </div>
    );
}

// Shows what has just happened, if the log is out of sight.
function Latest({lines, ui, view}: {lines: string[]; ui: GameUi<unknown>; view: unknown}) {
    return <p class="latest" aria-hidden="true"><Told sentence={lines.slice(-3).join(' ')} Chip={ui.Chip} view={view} /></p>;
}

interface PlayingProps {
    client: TableClient;
    state: TableState;
    ui: GameUi<unknown>;
    tutorial: Tutorial | undefined;
}

// A layout that fails must not end the game: the next view gets another chance, and
// meanwhile there is the outline.
function Layout({ui, ...props}: TableProps<unknown> & {ui: GameUi<unknown>}) {
    const [error, forget] = useErrorBoundary((what) => console.error(what)) as [unknown, () => void];
    const failed = useRef<unknown>();
    if (error) failed.current ??= props.view;
    useEffect(() => {
        if (!error || failed.current === props.view) return;
        failed.current = undefined;
        forget();
    }, [error, forget, props.view]);
    const Shown = error ? generic.Table : ui.Table;
    return <Shown {...props} />;
}

// A tab in the background shows that it is waited for.
function useTurnInTitle(game: string, due: boolean): void {
    useEffect(() => {
        document.title = `${due ? '● ' : ''}${gameTitle(game)} – ${t('app.name')}`;
    }, [game, due]);
}

function Playing({client, state, ui, tutorial}: PlayingProps) {
    const frame = state.frame!;
    const [read, next] = useLessons(frame.table);
    const lesson = tutorial && !frame.staged ? lessonAt(tutorial, frame.table, read) : undefined;
    const situation = situationOf(state, ui, lesson && !lesson.only && owes(frame) ? [] : lesson?.only);
    const area = useMotion(client, state);
    useTurnInTitle(ui.id, owes(frame));
    const choose = (action: string) => {
        if (!situation.legal.includes(action)) return;
        if (settings.get().confirm) client.pick(action);
        else void client.choose(action);
    };
    const hint = Array.isArray(state.hint) ? state.hint : [];
    const log = [...state.older, ...frame.log].map((line) => sentence(line, situation.names, ui.cardName));
    return (
        <div class="playing fit">
            <div class="main-column" ref={area}>
                <Seats situation={situation} ui={ui} arrived={state.arrived} />
                <Latest lines={situation.lines.length > 0 ? situation.lines : log.slice(-1)} ui={ui} view={situation.view} />
                {tutorial && <Coach lesson={lesson} owes={owes(frame)} area={area} onNext={next} />}
                <section class={`felt game-${ui.id}`} aria-label={t('table.area')} data-move={frame.table.move} data-staged={frame.staged}>
                    <Layout
                        ui={ui}
                        {...situation}
                        choose={choose}
                        picked={state.picked ?? state.sending}
                        hint={hint}
                        suggested={hint[0]?.do}
                    />
                </section>
                {frame.table.status === 'playing' ? (
                    <Bar client={client} state={state} situation={situation} ui={ui} choose={choose} />
                ) : (
                    <End counted={!frame.staged}><Over client={client} table={frame.table} situation={situation} ui={ui} /></End>
                )}
            </div>
            <Drawer chats={state.chats.length}>
                <GivenUp table={frame.table} />
                <Log lines={log} ui={ui} view={situation.view} unheard={state.unheard} onEarlier={() => void client.earlier()} />
                <Chat client={client} chats={state.chats} mayTalk={frame.table.you !== undefined} />
                {frame.table.you !== undefined && frame.table.status === 'playing' && <LeaveButton client={client} />}
            </Drawer>
            <Announcer situation={situation} due={owes(frame)} />
        </div>
    );
}

// The result lies over the table, which stays where it was. The bar, in the same place as ever, shows one or the other.
function End({counted, children}: {counted: boolean; children: ComponentChildren}) {
    const [looking, look] = useState(false);
    return (
        <>
            {counted && <div class={looking ? 'end-sheet aside' : 'end-sheet'}>{children}</div>}
            <section class="bar" aria-label={t('table.actions')}>
                <div class="bar-line">
                    <p class="bar-status">{t('over.title')}</p>
                    {counted && <button type="button" data-do="look" onClick={() => look(!looking)}>{t(looking ? 'over.points' : 'table.area')}</button>}
                </div>
            </section>
        </>
    );
}

function useClient(id: string): TableClient | undefined {
    const [client, setClient] = useState<TableClient>();
    useEffect(() => {
        const made = new TableClient(id);
        setClient(made);
        return () => made.close();
    }, [id]);
    return client?.id === id ? client : undefined;
}

function Title({table}: {table: TableMessage}) {
    return (
        <div class="title-line">
            <h1>{gameTitle(table.game)}</h1>
            {table.watchers > 0 && <span class="soft">{t('table.watchers', {n: table.watchers})}</span>}
            <a class="quiet" href={`/rules/${table.game}`} target="_blank" rel="noopener">{t('game.rules')}</a>
        </div>
    );
}

// Leaving gives the seat to a bot; if you only look away, you keep it.
function LeaveButton({client}: {client: TableClient}) {
    const [asking, setAsking] = useState(false);
    const leave = async () => {
        await client.leave();
        go('/');
    };
    if (!asking) return <button type="button" class="small" onClick={() => setAsking(true)}>{t('table.leave')}</button>;
    return (
        <span class="row" role="group" aria-label={t('table.leave')}>
            <span>{t('table.leave.ask')}</span>
            <button type="button" class="small main" onClick={() => void leave()}>{t('table.leave')}</button>
            <button type="button" class="small" onClick={() => setAsking(false)}>{t('table.stay')}</button>
        </span>
    );
}

// True if no cards have been dealt yet.
function before({status}: TableMessage): boolean {
    return status === 'open' || status === 'starting';
}

function Connected({client, tutorial}: {client: TableClient; tutorial: Tutorial | undefined}) {
    const state = useStore(client.state);
    const {link, frame} = state;
    const ui = useGame(frame?.table.game);
    if (link.state === 'closed') return <Closed client={client} link={link} />;
    if (ui === 'failed')
        return (
            <Page title={t('trouble.server')}>
                <button type="button" class="main" onClick={() => location.reload()}>{t('trouble.again')}</button>
            </Page>
        );
    return (
        <>
            {link.state === 'lost' && <Banner client={client} link={link} />}
            {state.behind && <Behind client={client} />}
            {!(frame && ui) && link.state !== 'lost' && <p class="loading" role="status">{t('trouble.connecting')}</p>}
            {frame && <Title table={frame.table} />}
            {frame?.table.prepared !== undefined && !tutorial && <PreparedBanner number={frame.table.prepared} />}
            {state.foreign && <ForeignBanner />}
            {frame && before(frame.table) && <WaitingRoom client={client} table={frame.table} problem={state.problem} />}
            {frame && ui && !before(frame.table) && <Playing client={client} state={state} ui={ui} tutorial={tutorial} />}
        </>
    );
}

export function TablePage({table, tutorial}: {table: string; tutorial?: Tutorial}) {
    const client = useClient(table);
    return client ? <Connected client={client} tutorial={tutorial} /> : null;
}
