// Before the start: who sits where, what the host arranges, the link for friends, the chat, and the start with what it
// waits for.
import {useRef, useState} from 'preact/hooks';
import {useFacts} from '../pages/Front';
import {changedOptions, levelsOf, type Arrangement} from '../pages/arrangement';
import {OptionFields, OptionList} from '../pages/TableOptions';
import {knownWho, useWho, type Who} from '../pages/Who';
import type {ClientMessage, TableMessage} from '../protocol';
import {listed} from '../text/text';
import {t} from '../text/beside';
import {wordsFor} from '../text/frame';
import type {TableClient, TableState} from './client';
import {DealDetails, GivenUp} from './DealDetails';
import {Drawer} from './Drawer';
import {SeatEmblem} from './emblems';
import {namesOf} from './names';
import {Floating, Reacted, ReactButton} from './reactions';
import {hasCompany} from './Seats';
import {Chat} from './Talk';
import './room.css';

interface RoomProps {
    client: TableClient;
    table: TableMessage;
    state: TableState;
}

function isHost({status, you, host}: TableMessage): boolean {
    return status === 'open' && you !== undefined && you === host;
}

// The emblems that others have.
function takenBy(table: TableMessage): Map<number, string> {
    const names = namesOf(table.seats);
    return new Map(table.seats.flatMap(({look}, at) => (look !== undefined && at !== table.you ? [[look, names[at]!]] : [])));
}

// ---- the seats ----

function stateOf(table: TableMessage, at: number): string {
    const seat = table.seats[at]!;
    if (seat.kind !== 'person') return '';
    if (table.status === 'starting' && seat.waiting) return t('room.starting.waits');
    const words = [at === table.host ? t('room.host') : '', at === table.you ? t('seat.you') : seat.here ? '' : t('seat.away')];
    return words.filter((word) => word !== '').join(', ');
}

const Cross = () => (
    <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" aria-hidden="true">
        <path d="M6 6l12 12M18 6L6 18" />
    </svg>
);

const Pencil = () => (
    <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true">
        <path d="M4 20l1-5L16 4l4 4L9 19ZM13.5 6.5l4 4" />
    </svg>
);

// What the host is about to do with a seat: choose a bot for it, or take somebody off the table.
type Asking = 'bot' | 'free' | undefined;

function HostButtons({table, at, name, asking, ask, free}: {table: TableMessage; at: number; name: string; asking: Asking; ask: (asking: Asking) => void; free: () => void}) {
    const {kind} = table.seats[at]!;
    return (
        <>
            {kind !== 'person' && (
                <button type="button" class="small" aria-expanded={asking === 'bot'} onClick={() => ask(asking === 'bot' ? undefined : 'bot')}
                    aria-label={t(kind === 'bot' ? 'room.bot.level' : 'room.bot.seat', {n: at + 1})}>
                    {t('room.bot')}<span aria-hidden="true">&nbsp;▾</span>
                </button>
            )}
            {kind !== 'free' && (
                <button type="button" class="plain icon" aria-label={t('room.free', {name})} title={t('room.free', {name})}
                    onClick={() => (kind === 'bot' ? free() : ask(asking === 'free' ? undefined : 'free'))}>
                    <Cross />
                </button>
            )}
        </>
    );
}

function Levels({client, table, at, done}: {client: TableClient; table: TableMessage; at: number; done: () => void}) {
    const facts = useFacts(table.game);
    const {bot} = table.seats[at]!;
    return (
        <div class="seat-ask" role="group" aria-label={t('room.bot.seat', {n: at + 1})}>
            {typeof facts !== 'string' && levelsOf(facts).map((level) => (
                <button type="button" key={level} class="small" aria-pressed={bot === level}
                    onClick={() => {
                        done();
                        void client.ask({type: 'seat', seat: at, bot: level});
                    }}>
                    {wordsFor(`bot.${level}`, level)}
                </button>
            ))}
        </div>
    );
}

interface RowProps extends RoomProps {
    at: number;
    name: string;
    sit: (seat: number) => void;
    edit: () => void;
}

function SeatRow({client, table, state, at, name, sit, edit}: RowProps) {
    const [asking, ask] = useState<Asking>();
    const line = useRef<HTMLLIElement>(null);
    // What had the focus is gone: the next Tab goes on from this seat.
    const done = () => {
        ask(undefined);
        line.current?.focus({preventScroll: true});
    };
    const seat = table.seats[at]!;
    const own = at === table.you;
    const host = isHost(table);
    const free = () => {
        done();
        void client.ask({type: 'seat', seat: at, bot: ''});
    };
    const title = seat.kind === 'free' ? t('seat.number', {n: at + 1}) : name;
    return (
        <li class={`room-seat ${seat.kind}${seat.kind === 'person' && !seat.here ? ' away' : ''}`} tabIndex={-1} ref={line}>
            <span class="room-emblem">
                {own && hasCompany(table.seats, at) ? <ReactButton client={client}><SeatEmblem seat={seat} /></ReactButton> : <SeatEmblem seat={seat} />}
                <Floating reaction={state.floating[at]} />
            </span>
            <span class="room-name">
                <strong title={title}>{title}</strong>
                <span class="soft">{seat.kind === 'free' ? t('seat.free') : stateOf(table, at)}</span>
            </span>
            {own && table.status === 'open' && (
                <button type="button" class="plain icon" aria-label={t('who.change.long')} title={t('who.change.long')} onClick={edit}><Pencil /></button>
            )}
            {seat.kind === 'free' && table.you === undefined && (
                <button type="button" class="main" aria-label={`${t('room.sit')}: ${title}`} onClick={() => sit(at)}>{t('room.sit')}</button>
            )}
            {host && !own && <HostButtons table={table} at={at} name={name} asking={asking} ask={ask} free={free} />}
            {host && asking === 'bot' && seat.kind !== 'person' && <Levels client={client} table={table} at={at} done={done} />}
            {host && asking === 'free' && seat.kind === 'person' && (
                <div class="seat-ask" role="group" aria-label={t('room.free', {name})}>
                    <span>{t('room.free.ask', {name})}</span>
                    <button type="button" class="small main" onClick={free}>{t('room.free.yes')}</button>
                    <button type="button" class="small" onClick={done}>{t('room.free.no')}</button>
                </div>
            )}
        </li>
    );
}

// One seat more or less, as the game allows.
function SeatCount({client, table}: {client: TableClient; table: TableMessage}) {
    const facts = useFacts(table.game);
    if (typeof facts === 'string' || facts.min_players === facts.max_players) return null;
    const set = (players: number) => void client.ask({type: 'arrange', players});
    return (
        <div class="row seat-count">
            <button type="button" class="small" disabled={table.players <= facts.min_players} onClick={() => set(table.players - 1)}><span aria-hidden="true">−&nbsp;</span>{t('room.less')}</button>
            <button type="button" class="small" disabled={table.players >= facts.max_players} onClick={() => set(table.players + 1)}><span aria-hidden="true">+&nbsp;</span>{t('room.more')}</button>
        </div>
    );
}

// ---- the start ----

function statusOf(table: TableMessage, names: string[], free: number): string {
    if (table.status === 'starting') return t('room.starting');
    const away = table.seats.flatMap((seat, at) => (seat.kind === 'person' && !seat.here ? [names[at]!] : []));
    const missing = away.length > 0 ? `${t('room.wait.away', {names: listed(away), n: away.length})} ` : '';
    if (free === 0) return missing + t(table.you === undefined ? 'room.full' : 'room.wait.start');
    if (table.host === undefined) return missing + t('room.wait.nobody');
    return missing + (isHost(table) ? t('room.wait.fill') : t('room.wait.host', {name: names[table.host]!}));
}

function Sitting(props: RoomProps) {
    const {client, table, state} = props;
    const names = namesOf(table.seats);
    const free = table.seats.filter((seat) => seat.kind === 'free').length;
    const seated = table.you !== undefined;
    const [dialog, askWho] = useWho();
    const [refusal, setRefusal] = useState<string>();
    const sit = async (seat: number) => {
        const sitAs = ({name, look}: Who) => client.sit(name, look, seat);
        const known = knownWho();
        setRefusal(undefined);
        if (known) setRefusal(await sitAs(known));
        else askWho({verb: t('who.sit'), taken: takenBy(table), then: sitAs});
    };
    const edit = () => askWho({verb: t('settings.done'), taken: takenBy(table), then: ({name, look}) => client.dress(name, look)});
    const problem = refusal ?? state.problem;
    return (
        <section class="panel room-table" aria-label={t('room.title')}>
            {state.putOff && !seated && <p class="put-off" role="alert">{t('room.putoff')}</p>}
            <ol class="room-seats" aria-label={t('seat.players')}>
                {table.seats.map((_, at) => <SeatRow key={at} {...props} at={at} name={names[at]!} sit={(seat) => void sit(seat)} edit={edit} />)}
            </ol>
            {isHost(table) && <SeatCount client={client} table={table} />}
            <p class="room-status" role="status">{statusOf(table, names, free)}</p>
            {problem && <p class="problem" role="alert">{t('table.refused', {text: problem})}</p>}
            {seated && table.status === 'open' && (
                <div class="row last">
                    <button type="button" class="main" data-do="start" disabled={free > 0} onClick={() => void client.ask({type: 'start'})}>
                        {free > 0 ? t('room.wait.players', {n: free}) : t('room.start')}
                    </button>
                    <button type="button" data-do="leave" onClick={() => void client.leave()}>{t('room.leave')}</button>
                </div>
            )}
            <Reacted floating={state.floating} names={names} />
            {dialog}
        </section>
    );
}

// ---- friends ----

function Invitation({table}: {table: TableMessage}) {
    const [copied, setCopied] = useState(false);
    const link = `${location.origin}/table/${table.table}`;
    const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true), () => undefined);
    return (
        <section class="panel invite">
            <h2>{t('room.invite')}</h2>
            <p class="soft">{t('room.invite.line')}</p>
            <div class="chat-line">
                <input class="link" readOnly value={link} aria-label={t('room.invite')} onFocus={(event) => event.currentTarget.select()} />
                <button type="button" onClick={() => void copy()}>{t(copied ? 'room.copied' : 'room.copy')}</button>
                {'share' in navigator && (
                    <button type="button" onClick={() => void navigator.share({url: link}).catch(() => undefined)}>{t('room.share')}</button>
                )}
            </div>
            <details class="qr-fold" open={matchMedia('(min-width: 700px)').matches}>
                <summary>{t('room.showqr')}</summary>
                <img class="qr" src={`/api/tables/${table.table}/qr.svg?origin=${location.origin}`} alt={t('room.qr')} width="180" height="180" />
            </details>
        </section>
    );
}

// ---- the options ----

function arrangementOf({options, clock, hints, public: listed, watchers_talk}: TableMessage): Arrangement {
    return {options, pace: clock, hints, public: listed, talk: watchers_talk};
}

function Options({client, table}: {client: TableClient; table: TableMessage}) {
    const facts = useFacts(table.game);
    const [wished, setWished] = useState<{at: number; change: Partial<Arrangement>}>(); // shown until the table says so itself
    if (typeof facts === 'string') return null;
    const pending = wished?.at === table.event ? wished.change : {};
    const value = {...arrangementOf(table), ...pending};
    const change = async (some: Partial<Arrangement>) => {
        const {options, pace, talk, ...flags} = some;
        const wish: ClientMessage = {
            type: 'arrange', ...flags,
            ...(options && {options: changedOptions(facts, options)}),
            ...(pace && {clock: {move: pace.move, bank: pace.bank, patience: table.clock.patience}}),
            ...(talk !== undefined && {watchers_talk: talk}),
        };
        setWished({at: table.event, change: {...pending, ...some}});
        if (!(await client.ask(wish))) setWished(undefined);
    };
    const host = table.host === undefined ? undefined : namesOf(table.seats)[table.host];
    return (
        <details class="panel room-options">
            <summary>{t('room.options')}</summary>
            {isHost(table) ? (
                <OptionFields facts={facts} friends value={value} change={(some) => void change(some)} />
            ) : (
                <>
                    {host && table.status === 'open' && <p class="soft">{t('room.options.host', {name: host})}</p>}
                    <OptionList facts={facts} value={value} />
                </>
            )}
        </details>
    );
}

export function WaitingRoom(props: RoomProps) {
    const {client, table, state} = props;
    return (
        <div class="room">
            <div class="room-column">
                <Sitting {...props} />
                <GivenUp table={table} />
                <Options client={client} table={table} />
                <DealDetails table={table} />
            </div>
            <div class="room-column">
                {table.seats.some((seat) => seat.kind === 'free') && <Invitation table={table} />}
                <Drawer client={client} chats={state.chats} seats={table.seats}><Chat client={client} table={table} chats={state.chats} /></Drawer>
            </div>
        </div>
    );
}
