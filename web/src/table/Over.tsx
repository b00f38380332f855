// The end: who has won, totals and what they are made of, what decided it, and what can be done next.
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {dailyPart} from '../daily/tries';
import type {GameUi, Situation} from '../games/game';
import {later, Nothing} from '../later';
import {loadLookback} from '../lookback/load';
import type {TableMessage} from '../protocol';
import {go} from '../router';
import {t} from '../text/beside';
import {headline} from './Announcer';
import type {TableClient} from './client';
import {sentence} from './names';
import {RecordLink} from './RecordLink';
import {useGoingAlong, wishToStart} from './rematch';
import {Rounds, Sheet} from './Sheet';

const TableStudy = later(() => loadLookback().then((module) => module.TableStudy));
const DayEnd = later(() => dailyPart().then((part) => part.DayEnd), Nothing); // above the totals, which must not jump
const Share = later(() => import('./Share').then((module) => module.Share));

// The way to the next game: the player who asks goes there at once, the others after a moment.
function Again({client, table}: {client: TableClient; table: TableMessage}) {
    const [asked, setAsked] = useState(false);
    const along = useGoingAlong(table);
    const {next} = table;
    useEffect(() => {
        if (!asked || next === undefined) return;
        wishToStart(next);
        go(`/table/${next}`);
    }, [asked, next]);
    const ask = async () => {
        setAsked(true);
        if (!(await client.ask({type: 'rematch'}))) setAsked(false);
    };
    if (along && !asked)
        return (
            <div class="along" role="alertdialog" aria-label={t('over.rematch')}>
                <p role="timer">{along.name ? t('along.by', {name: along.name, n: along.left}) : t('along', {n: along.left})}</p>
                <button type="button" class="main" data-do="along" onClick={() => go(`/table/${next}`)}>{t('along.now')}</button>
                <button type="button" data-do="stay" onClick={along.stay}>{t('along.stay')}</button>
            </div>
        );
    if (next) return <button type="button" class="main" data-do="next" onClick={() => go(`/table/${next}`)}>{t('over.next')}</button>;
    if (table.you === undefined) return null;
    return <button type="button" class="main" data-do="rematch" disabled={asked} onClick={() => void ask()}>{t('over.rematch')}</button>;
}

interface OverProps {
    client: TableClient;
    table: TableMessage;
    situation: Situation<unknown>;
    ui: GameUi<unknown>;
}

export function Over({client, table, situation, ui}: OverProps) {
    const [shares, setShares] = useState(false);
    const {names} = situation;
    const points = {game: table.game, result: table.result!, sheet: table.sheet ?? [], names, you: table.you};
    return (
        <>
            {table.prepared !== undefined && <DayEnd table={table} />}
            <section class="panel over" aria-label={t('over.title')}>
                <h2>{headline(table, names)}</h2>
                <Sheet {...points} />
                {table.decided && <p class="decided">{sentence(table.decided, names)}</p>}
                <div class="row over-ways">
                    <Again client={client} table={table} />
                    <a class="button" href={link(`/replay/${table.table}`)}>{t('over.replay')}</a>
                    <button type="button" data-do="shares" aria-expanded={shares} onClick={() => setShares(!shares)}>{t('share')}</button>
                </div>
                {shares && <Share table={table.table} game={table.game} result={table.result!} seats={table.seats} names={names} at={table.now} />}
                <Rounds {...points} />
                <p class="over-more">
                    <RecordLink table={table.table} game={table.game} look="quiet">{t('over.record')}</RecordLink>
                    <a class="quiet" href={link(`/verify/${table.table}`)}>{t('over.verify')}</a>
                    <a class="quiet" href={link('/games')}>{t('nav.games')}</a>
                </p>
            </section>
            <TableStudy facts={table} ui={ui} result={table.result!} />
        </>
    );
}
