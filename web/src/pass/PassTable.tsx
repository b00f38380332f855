// A table for several people on one device: each has a seat and a view of their own, and between turns the table is
// covered. While it is, nothing of anybody's view is on the page, seen or unseen.
import {useEffect, useRef, useState} from 'preact/hooks';
import {link} from '../address';
import {dropKey} from '../keys';
import type {TableMessage} from '../protocol';
import {useStore} from '../store';
import {TableClient} from '../table/client';
import {namesOf} from '../table/names';
import {Connected} from '../table/Table';
import {Page} from '../table/Trouble';
import {t as frame} from '../text/frame';
import {texts} from '../text/text';
import {noPlace, peopleAt, placeOf} from './people';

export const t = texts('pass');

interface Clients {
    table: string;
    people: TableClient[]; // by seat
    watcher: TableClient; // sees what everybody may see
}

function useClients(table: string): Clients | undefined {
    const [clients, setClients] = useState<Clients>();
    useEffect(() => {
        const names = peopleAt(table) ?? [];
        const people = names.map((_, seat) => new TableClient(table, placeOf(table, seat)));
        const watcher = new TableClient(table, noPlace);
        setClients({table, people, watcher});
        return () => [...people, watcher].forEach((client) => client.close());
    }, [table]);
    return clients?.table === table ? clients : undefined;
}

// Has everybody sit down, and starts the game.
async function begin({table, people}: Clients): Promise<string | undefined> {
    const names = peopleAt(table)!;
    for (const [seat, client] of people.entries()) {
        const problem = placeOf(table, seat).get() ? undefined : await client.sit(names[seat]!, undefined, seat);
        if (problem !== undefined) {
            dropKey(table); // there is no game to continue
            return problem;
        }
    }
    await people[0]!.ask({type: 'start'});
    return undefined;
}

function useBeginning(clients: Clients, message: TableMessage | undefined): string | undefined {
    const [problem, setProblem] = useState<string>();
    const begun = useRef(false);
    const open = message?.status === 'open';
    useEffect(() => {
        if (!open || begun.current) return;
        begun.current = true;
        void begin(clients).then(setProblem);
    }, [clients, open]);
    return problem;
}

// The people who owe a choice.
function dueIn({seats, status}: TableMessage): number[] {
    if (status !== 'playing') return [];
    return seats.flatMap(({kind, bot, waiting}, seat) => (kind === 'person' && !bot && waiting ? [seat] : []));
}

interface CoverProps {
    names: string[];
    people: number[];
    next: number;
    show: (seat: number) => void;
}

function Cover({names, people, next, show}: CoverProps) {
    const button = useRef<HTMLButtonElement>(null);
    useEffect(() => button.current?.focus(), [next]);
    return (
        <section class="panel cover" aria-label={t('covered')}>
            <h1>{t('to', {name: names[next]!})}</h1>
            <p class="soft">{t('line', {name: names[next]!})}</p>
            <button type="button" class="main" data-do="uncover" ref={button} onClick={() => show(next)}>{t('am', {name: names[next]!})}</button>
            <p class="row soft">
                {t('look')}
                {people.filter((seat) => seat !== next).map((seat) => (
                    <button key={seat} type="button" class="small" data-seat={seat} onClick={() => show(seat)}>{names[seat]}</button>
                ))}
            </p>
        </section>
    );
}

// Who holds the device; nobody: it is on its way. It goes on when somebody else is waited for.
function useHolder(due: number[]): [number | undefined, (seat: number | undefined) => void, number] {
    const [holder, setHolder] = useState<number>();
    const last = useRef(-1);
    const waiting = due.join();
    useEffect(() => {
        const seats = waiting === '' ? [] : waiting.split(',').map(Number);
        setHolder((now) => (now !== undefined && seats.length > 0 && !seats.includes(now) ? undefined : now));
    }, [waiting]);
    if (holder !== undefined) last.current = holder;
    const next = due.find((seat) => seat > last.current) ?? due[0] ?? Math.max(0, last.current);
    return [holder, setHolder, next];
}

function Passing({clients}: {clients: Clients}) {
    const {frame} = useStore(clients.watcher.state);
    const message = frame?.table;
    const problem = useBeginning(clients, message);
    const [holder, setHolder, next] = useHolder(message ? dueIn(message) : []);
    useEffect(() => {
        for (const [seat, client] of clients.people.entries()) client.silent = seat !== holder;
        clients.watcher.silent = holder !== undefined;
    }, [clients, holder]);
    if (problem !== undefined)
        return (
            <section class="panel" role="alert">
                <p class="problem">{problem}</p>
                <a class="button" href={link(`/new/${message?.game ?? ''}`)}>{t('change')}</a>
            </section>
        );
    if (!message || message.status === 'open' || message.status === 'starting') return <p class="loading" role="status">{t('dealing')}</p>;
    if (message.status === 'over')
        return (
            <>
                <Connected client={clients.watcher} />
                <p class="row pass-again"><a class="button" href={link(`/new/${message.game}`)}>{t('again')}</a></p>
            </>
        );
    const names = namesOf(message.seats);
    const people = clients.people.map((_, seat) => seat);
    if (holder === undefined) return <Cover names={names} people={people} next={next} show={setHolder} />;
    return (
        <>
            <div class="holder-line">
                <span>{t('of', {name: names[holder]!})}</span>
                <button type="button" class="small" data-do="cover" onClick={() => setHolder(undefined)}>{t('cover')}</button>
            </div>
            <Connected key={holder} client={clients.people[holder]!} />
        </>
    );
}

export function PassTable({table}: {table: string}) {
    const clients = useClients(table);
    if (!peopleAt(table)) return <Page title={frame('trouble.gone')} line={frame('trouble.gone.line')} />;
    return clients ? <Passing clients={clients} /> : null;
}
