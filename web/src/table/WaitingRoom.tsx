// Before the start: who sits where, the link for friends, the start and what it waits for.
import {useState} from 'preact/hooks';
import type {TableMessage} from '../protocol';
import {changeSettings, settings} from '../settings';
import {t} from '../text/frame';
import type {TableClient} from './client';
import {DealDetails, GivenUp} from './Deal';
import {namesOf} from './names';

function Invitation({table}: {table: TableMessage}) {
    const [copied, setCopied] = useState(false);
    const link = `${location.origin}/table/${table.table}`;
    const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true), () => undefined);
    return (
        <section class="panel invite">
            <h2>{t('room.invite')}</h2>
            <p>{t('room.invite.line')}</p>
            <input class="link" readOnly value={link} aria-label={t('room.invite')} onFocus={(event) => event.currentTarget.select()} />
            <div class="row">
                <button type="button" onClick={() => void copy()}>{t(copied ? 'room.copied' : 'room.copy')}</button>
                {'share' in navigator && (
                    <button type="button" onClick={() => void navigator.share({url: link}).catch(() => undefined)}>{t('room.share')}</button>
                )}
            </div>
            <img class="qr" src={`/api/tables/${table.table}/qr.svg?origin=${location.origin}`} alt={t('room.qr')} width="180" height="180" />
        </section>
    );
}

interface RoomProps {
    client: TableClient;
    table: TableMessage;
    problem: string | undefined;
}

function stateOf(table: TableMessage, at: number): string {
    const seat = table.seats[at]!;
    if (seat.kind === 'free') return t('seat.free');
    if (table.status === 'starting') return seat.waiting ? t('room.starting.waits') : '';
    if (at === table.you) return t('seat.you');
    return seat.here ? '' : t('seat.away');
}

function statusOf(table: TableMessage, free: number): string {
    if (table.status === 'starting') return t('room.starting');
    if (free > 0) return t('room.wait.seats', {n: free});
    return t(table.you === undefined ? 'room.full' : 'room.wait.start');
}

function Sitting({client, table, problem}: RoomProps) {
    const names = namesOf(table.seats);
    const free = table.seats.filter((seat) => seat.kind === 'free').length;
    const seated = table.you !== undefined;
    const [name, setName] = useState(settings.get().name || t('new.name.usual'));
    const sit = (seat: number) => {
        changeSettings({name});
        void client.sit(name.trim(), seat);
    };
    return (
        <section class="panel">
            <h2>{t('room.title')}</h2>
            {!seated && free > 0 && (
                <label class="field">
                    {t('new.name')}
                    <input value={name} maxLength={24} autocomplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
                </label>
            )}
            <ol class="room-seats">
                {table.seats.map((seat, at) => {
                    const title = t('seat.number', {n: at + 1});
                    return (
                        <li key={at}>
                            <span class="seat-name">{seat.kind === 'free' ? title : names[at]}</span>
                            {seat.kind === 'free' && !seated ? (
                                <button type="button" class="main" disabled={name.trim() === ''} aria-label={`${t('room.sit')}: ${title}`} onClick={() => sit(at)}>
                                    {t('room.sit')}
                                </button>
                            ) : (
                                <span class="soft">{stateOf(table, at)}</span>
                            )}
                        </li>
                    );
                })}
            </ol>
            <p role="status">{statusOf(table, free)}</p>
            {problem && <p class="problem" role="alert">{t('table.refused', {text: problem})}</p>}
            {seated && table.status === 'open' && (
                <div class="row">
                    <button type="button" class="main" disabled={free > 0} onClick={() => void client.ask({type: 'start'})}>{t('room.start')}</button>
                    <button type="button" onClick={() => void client.leave()}>{t('room.leave')}</button>
                </div>
            )}
        </section>
    );
}

export function WaitingRoom(props: RoomProps) {
    const {table} = props;
    return (
        <div class="room">
            <div>
                <Sitting {...props} />
                <GivenUp table={table} />
                <DealDetails table={table} />
            </div>
            {table.seats.some((seat) => seat.kind === 'free') && <Invitation table={table} />}
        </div>
    );
}
