// The frame around every game: seats, the game's own layout, the bar, log and
// chat; before the start the waiting room, at the end the result.
import type {ComponentChildren} from 'preact';
import {useEffect, useErrorBoundary, useLayoutEffect, useRef, useState} from 'preact/hooks';
import {isLocal} from '../local/which';
import {link} from '../address';
import {Deeds} from '../cards';
import {isTry} from '../daily/tries';
import type {GameUi, Situation, TableProps, Tutorial} from '../games/game';
import {useGame} from '../games/registry';
import {later} from '../later';
import {markActed, play, snapshot, type Snapshot} from '../motion';
import {isPassed, passPart} from '../pass/which';
import type {TableMessage} from '../protocol';
import {settings} from '../settings';
import {useStore} from '../store';
import {gameTitle, t} from '../text/frame';
import {spoken, Told} from '../told';
import {Announcer, headline} from './Announcer';
import {Bar} from './Bar';
import {owes, TableClient, type Frame, type TableState} from './client';
import {ForeignBanner, PreparedBanner} from './DealBanners';
import {useForced, type Forced} from './forced';
import {lessonAt, useLessons} from './lessons';
import {loadBeside} from './load';
import {namesOf, orderOf, sentence} from './names';
import {usePlans, type Planning} from './plans';
import {Seats} from './Seats';
import {SoundButton} from './SoundButton';
import {Banner, Behind, Closed, Page, Unkept} from './Trouble';
import {useBeside} from './useBeside';

const WaitingRoom = later(() => Promise.all([import('./WaitingRoom'), loadBeside()]).then(([module]) => module.WaitingRoom));

const PassTable = later(() => passPart().then((part) => part.PassTable));

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

// Who did what has just happened, other than the viewer.
function actorsIn({facts, table}: Frame): number[] {
    const seats = facts.flatMap(({verb, who}) => (verb !== 'scores' && typeof who === 'number' ? [who] : []));
    return [...new Set(seats)].filter((seat) => seat !== table.you);
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
        if (state.frame) markActed(actorsIn(state.frame));
    }, [state.frame]);
    return area;
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
export function Layout({ui, ...props}: TableProps<unknown> & {ui: GameUi<unknown>}) {
    const [error, forget] = useErrorBoundary((what) => console.error(what)) as [unknown, () => void];
    const failed = useRef<unknown>();
    const beside = useBeside();
    if (error) failed.current ??= props.view;
    useEffect(() => {
        if (!error || failed.current === props.view) return;
        failed.current = undefined;
        forget();
    }, [error, forget, props.view]);
    const Shown = error ? beside?.generic.Table : ui.Table;
    return Shown && <Deeds.Provider value={(action) => spoken(ui.describe(action, props))}><Shown {...props} /></Deeds.Provider>;
}

// A tab in the background shows that it is waited for.
function useTurnInTitle(game: string, due: boolean): void {
    useEffect(() => {
        document.title = due ? t('table.title.due', {game: gameTitle(game)}) : `${gameTitle(game)} – ${t('app.name')}`;
    }, [game, due]);
}

// Cancels what has not been sent; false if there is nothing.
function cancel(client: TableClient, {picked}: TableState, forced: Forced | undefined, planning: Planning): boolean {
    if (picked !== undefined) client.pick(undefined);
    else if (forced) forced.stop();
    else if (planning.plan !== undefined) planning.choose(undefined);
    else return false;
    return true;
}

// The bar goes with the last move, and the focus with it: it moves on to the result.
function useFocusAtEnd(area: {current: HTMLElement | null}, over: boolean): void {
    const before = useRef(over);
    useEffect(() => {
        const result = area.current?.querySelector<HTMLElement>('.over');
        const lost = document.activeElement === document.body || document.activeElement?.matches('.felt');
        if (over && !before.current && result && lost) {
            result.tabIndex = -1;
            result.focus({preventScroll: true});
        }
        before.current = over;
    }, [area, over]);
}

function Playing({client, state, ui, tutorial}: PlayingProps) {
    const frame = state.frame!;
    const over = frame.table.status === 'over' && !frame.staged;
    const [read, next] = useLessons(frame.table);
    const lesson = tutorial && !frame.staged ? lessonAt(tutorial, frame.table, read) : undefined;
    const situation = situationOf(state, ui, lesson && !lesson.only && owes(frame) ? [] : lesson?.only);
    const beside = useBeside();
    const area = useMotion(client, state);
    useFocusAtEnd(area, over);
    useTurnInTitle(ui.id, owes(frame));
    const planning = usePlans(client, state, ui, situation, tutorial !== undefined);
    const forced = useForced(client, state, tutorial !== undefined || planning.plan !== undefined);
    const early = planning.actions.length > 0; // moves can be planned
    const choose = (action: string) => {
        if (early && planning.actions.includes(action)) planning.choose(action === planning.plan ? undefined : action);
        if (!situation.legal.includes(action)) return;
        if (settings.get().confirm) client.pick(action);
        else void client.choose(action);
    };
    const hint = Array.isArray(state.hint) ? state.hint : [];
    const log = [...state.older, ...frame.log].map((line) => sentence(line, situation.names, ui.cardName));
    return (
        <div class="playing fit">
            <div class="main-column" ref={area}>
                <Seats situation={situation} ui={ui} arrived={state.arrived} client={client} floating={state.floating} />
                <Latest lines={situation.lines.length > 0 ? situation.lines : log.slice(-1)} ui={ui} view={situation.view} />
                {tutorial && beside && <beside.Coach lesson={lesson} owes={owes(frame)} area={area} onNext={next} />}
                <section class={`felt game-${ui.id}${early ? ' planning' : ''}`} aria-label={t('table.area')} tabIndex={-1} data-move={frame.table.move} data-staged={frame.staged}>
                    <Layout
                        ui={ui}
                        {...situation}
                        legal={early ? planning.actions : situation.legal}
                        planning={early}
                        choose={choose}
                        picked={early ? planning.plan : (state.picked ?? state.sending)}
                        hint={hint}
                        suggested={hint[0]?.do}
                    />
                </section>
                {frame.table.status === 'playing' ? (
                    <Bar client={client} state={state} situation={situation} ui={ui} choose={choose} forced={forced} planning={planning} />
                ) : (
                    <End counted={!frame.staged}>{beside && <beside.Over client={client} table={frame.table} situation={situation} ui={ui} />}</End>
                )}
            </div>
            <Announcer frame={frame} situation={situation} due={owes(frame)} result={over ? headline(frame.table, situation.names) : undefined} />
            {beside && <beside.Aside client={client} state={state} situation={situation} ui={ui} log={log} area={area} cancel={() => cancel(client, state, forced, planning)} />}
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
    const watchers = isPassed(table.table) ? 0 : table.watchers; // people who pass the device around all sit
    return (
        <div class="title-line">
            <h1>{gameTitle(table.game)}</h1>
            {watchers > 0 && <span class="soft">{t('table.watchers', {n: watchers})}</span>}
            <span class="title-links">
                <a class="quiet" href={link(`/rules/${table.game}`)} target="_blank" rel="noopener">{t('game.rules')}</a>
                <SoundButton />
            </span>
        </div>
    );
}

// True if no cards have been dealt yet.
function before({status}: TableMessage): boolean {
    return status === 'open' || status === 'starting';
}

export function Connected({client, tutorial}: {client: TableClient; tutorial?: Tutorial | undefined}) {
    const state = useStore(client.state);
    const {link, frame} = state;
    const ui = useGame(frame?.table.game);
    const shown = frame && !before(frame.table) ? ui : !state.starting && frame;
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
            {isLocal(client.id) && <Unkept table={client.id} />}
            {!shown && link.state !== 'lost' && <p class="loading" role="status">{t('trouble.connecting')}</p>}
            {frame && <Title table={frame.table} />}
            {frame?.table.prepared !== undefined && !tutorial && !isTry(client.id) && <PreparedBanner number={frame.table.prepared} />}
            {state.foreign && <ForeignBanner />}
            {frame && before(frame.table) && !state.starting && <WaitingRoom client={client} table={frame.table} state={state} />}
            {frame && ui && !before(frame.table) && <Playing client={client} state={state} ui={ui} tutorial={tutorial} />}
        </>
    );
}

function OwnTable({table, tutorial}: {table: string; tutorial?: Tutorial | undefined}) {
    const client = useClient(table);
    return client ? <Connected client={client} tutorial={tutorial} /> : null;
}

export function TablePage({table, tutorial}: {table: string; tutorial?: Tutorial}) {
    return isPassed(table) ? <PassTable table={table} /> : <OwnTable table={table} tutorial={tutorial} />;
}
