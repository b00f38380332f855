// The end: who has won, points by round, and what can be done next.
import type {GameUi, Situation} from '../games/game';
import {later} from '../later';
import type {Result, TableMessage} from '../protocol';
import {go} from '../router';
import {listed} from '../text/text';
import {t} from '../text/frame';
import type {TableClient} from './client';

const TableStudy = later(() => import('../lookback/part').then((module) => module.TableStudy));

export function headline(table: TableMessage, names: string[]): string {
    const {winners} = table.result!;
    if (winners.length === 1 && winners[0] === table.you) return t('over.won');
    return t('over.winner', {names: listed(winners.map((seat) => names[seat]!)), n: winners.length});
}

export function Points({result, names}: {result: Result; names: string[]}) {
    const {points, winners, rounds = []} = result;
    return (
        <div class="wide" tabIndex={0} role="region" aria-label={t('over.points')}>
            <table class="points">
                <thead>
                    <tr>
                        <th scope="col">{t('over.player')}</th>
                        <th scope="col">{t('over.total')}</th>
                        {rounds.map((_, at) => <th key={at} scope="col">{t('over.round', {n: at + 1})}</th>)}
                    </tr>
                </thead>
                <tbody>
                    {names.map((name, seat) => (
                        <tr key={seat} class={winners.includes(seat) ? 'winner' : ''}>
                            <th scope="row">{name}</th>
                            <td class="total"><strong>{points[seat]}</strong></td>
                            {rounds.map((round, at) => <td key={at}>{round[seat]}</td>)}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

interface OverProps {
    client: TableClient;
    table: TableMessage;
    situation: Situation<unknown>;
    ui: GameUi<unknown>;
}

export function Over({client, table, situation, ui}: OverProps) {
    return (
        <>
            <section class="panel over" aria-label={t('over.title')}>
                <h2>{headline(table, situation.names)}</h2>
                <Points result={table.result!} names={situation.names} />
                <div class="row">
                    {table.next ? (
                        <button type="button" class="main" onClick={() => go(`/table/${table.next}`)}>{t('over.next')}</button>
                    ) : (
                        table.you !== undefined && (
                            <button type="button" class="main" onClick={() => void client.ask({type: 'rematch'})}>{t('over.rematch')}</button>
                        )
                    )}
                    <a class="button" href={`/replay/${table.table}`}>{t('over.replay')}</a>
                    <a class="button" href={`/api/tables/${table.table}/record`} download={`${table.game}.jsonl`}>{t('over.record')}</a>
                    <a class="button" href={`/verify/${table.table}`}>{t('over.verify')}</a>
                </div>
            </section>
            <TableStudy facts={table} ui={ui} result={table.result!} />
        </>
    );
}
