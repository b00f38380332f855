// Public tables: open ones to sit down at, others to watch.
import {useEffect} from 'preact/hooks';
import {link} from '../address';
import {askTables} from '../api';
import type {TableFacts} from '../protocol';
import {paceName} from '../clock';
import {SeatEmblem} from '../table/emblems';
import {namesOf} from '../table/names';
import {listed} from '../text/text';
import {gameTitle, t} from '../text/frame';
import {NoAnswer, useLoaded} from './Front';

const lookAgain = 5000; // milliseconds

function Row({table}: {table: TableFacts}) {
    const names = namesOf(table.seats).filter((_, at) => table.seats[at]!.kind !== 'free');
    const free = table.seats.filter((seat) => seat.kind === 'free').length;
    const game = gameTitle(table.game);
    const joins = table.status === 'open' && free > 0;
    return (
        <li class="lobby-row">
            <div>
                <strong>{game}</strong> <span class="emblem-row">{table.seats.map((seat, at) => <SeatEmblem key={at} seat={seat} />)}</span>
                <p class="soft">
                    {names.length > 0 ? `${listed(names)} · ` : ''}
                    {joins ? t('lobby.free', {n: free}) : t('lobby.playing')}
                    {table.clock.move > 0 ? ` · ${paceName(table.clock)}` : ''}
                </p>
            </div>
            <a class={joins ? 'button main' : 'button'} href={link(`/table/${table.table}`)} aria-label={`${t(joins ? 'lobby.join' : 'lobby.watch')}: ${game}`}>
                {t(joins ? 'lobby.join' : 'lobby.watch')}
            </a>
        </li>
    );
}

export function Lobby() {
    const [answer, again] = useLoaded(askTables);
    useEffect(() => {
        const timer = setInterval(() => {
            if (!document.hidden) again();
        }, lookAgain);
        return () => clearInterval(timer);
    }, [again]);
    return (
        <section class="panel sheet">
            <h1>{t('nav.lobby')}</h1>
            {answer === 'failed' && <NoAnswer again={again} />}
            {typeof answer === 'object' && answer.tables.length === 0 && <p>{t('lobby.none')}</p>}
            {typeof answer === 'object' && <ul>{answer.tables.map((table) => <Row key={table.table} table={table} />)}</ul>}
            <div class="row"><a class="button" href={link('/')}>{t('nav.back')}</a></div>
        </section>
    );
}
