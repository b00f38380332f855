// At the end of a deal of the day: notes the result, has the game analysed, and shows both.
import {useEffect} from 'preact/hooks';
import {link} from '../address';
import {analysisOf, beginStudy, studyOf} from '../lookback/study';
import type {TableMessage} from '../protocol';
import {useStore} from '../store';
import {dayAt} from './day';
import {noteFigures, noteResult, tryAt, type Try} from './results';
import {Score} from './Score';
import {t} from './share';

// Notes what the analysis says once there is one.
export function useFigures({game, day, table}: Try): void {
    const analysis = analysisOf(useStore(studyOf(table)));
    useEffect(() => {
        const own = analysis?.seats[0];
        if (own) noteFigures(game, day, table, own);
    }, [analysis, game, day, table]);
}

export function DayEnd({table}: {table: TableMessage}) {
    const of = tryAt(table.table);
    return of ? <Ended of={of} table={table} /> : null;
}

function Ended({of, table}: {of: Try; table: TableMessage}) {
    useFigures(of);
    const {result} = table;
    useEffect(() => {
        if (!result) return;
        noteResult(of.game, of.day, of.table, result);
        void beginStudy(of.table);
    }, [of.game, of.day, of.table, result]);
    return (
        <section class="panel day-end" aria-label={t('title')}>
            <h2>{t('title')}</h2>
            <Score game={of.game} day={of.day} today={dayAt(Date.now())} />
            <a class="button" href={link('/today')}>{t('all')}</a>
        </section>
    );
}
