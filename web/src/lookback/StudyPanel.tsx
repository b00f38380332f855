// The analysis of a game for people: chances, luck and choices, and what cost most.
import type {ComponentChildren} from 'preact';
import {link} from '../address';
import {Badge} from '../cards';
import type {AnalysedSeat, Analysis, Decision, Result} from '../protocol';
import {useStore} from '../store';
import {t as frame} from '../text/beside';
import {decimal, listed} from '../text/text';
import {Chart} from './Chart';
import {SeatSign} from './SeatSign';
import {beginStudy, studyOf, worst} from './study';
import {t} from './text';

const worstShown = 5;

// A share as points of a hundred.
export function points(share: number, signed = false): string {
    const text = decimal(Math.abs(100 * share));
    return !signed ? text : share < 0 ? `−${text}` : `+${text}`;
}

function WideTable({label, head, children}: {label: string; head: string[]; children: ComponentChildren}) {
    return (
        <div class="wide" tabIndex={0} role="region" aria-label={label}>
            <table class="points">
                <thead><tr><th scope="col">{frame('over.player')}</th>{head.map((word) => <th key={word} scope="col">{word}</th>)}</tr></thead>
                <tbody>{children}</tbody>
            </table>
        </div>
    );
}

function SeatCell({seat, name}: {seat: number; name: string}) {
    return <th scope="row" class="plain"><SeatSign seat={seat} /> {name}</th>;
}

// A number and a bar to the left or to the right of the middle.
function BarCell({share, most}: {share: number; most: number}) {
    const length = (48 * Math.abs(share)) / most;
    return (
        <td>
            {points(share, true)}
            <svg class="balance" viewBox="-50 0 100 10" aria-hidden="true">
                <rect class={share < 0 ? 'down' : 'up'} x={share < 0 ? -length : 0} y="1" width={length} height="8" rx="2" />
                <path d="M0 0V10" />
            </svg>
        </td>
    );
}

function Causes({seats, names}: {seats: AnalysedSeat[]; names: string[]}) {
    const most = Math.max(0.01, ...seats.flatMap(({luck, own, others}) => [luck, own, others].map(Math.abs)));
    return (
        <WideTable label={t('study.causes')} head={[t('study.began'), t('study.luck'), t('study.own'), t('study.others'), t('study.ended')]}>
            {seats.map((seat, at) => (
                <tr key={at}>
                    <SeatCell seat={at} name={names[at]!} />
                    <td>{points(1 / seats.length)}</td>
                    <BarCell share={seat.luck} most={most} />
                    <BarCell share={seat.own} most={most} />
                    <BarCell share={seat.others} most={most} />
                    <td><strong>{points(seat.share)}</strong></td>
                </tr>
            ))}
        </WideTable>
    );
}

function Choices({seats, names}: {seats: AnalysedSeat[]; names: string[]}) {
    const head = [t('study.accuracy'), t('study.decisions'), t('study.mistakes'), t('study.blunders'), t('study.lost')];
    return (
        <WideTable label={t('study.choices')} head={head}>
            {seats.map((seat, at) => (
                <tr key={at}>
                    <SeatCell seat={at} name={names[at]!} />
                    <td><strong>{Math.round(100 * seat.accuracy)} %</strong></td>
                    <td>{seat.decisions}</td>
                    <td>{seat.mistakes}</td>
                    <td>{seat.blunders}</td>
                    <td>{points(seat.lost)}</td>
                </tr>
            ))}
        </WideTable>
    );
}

export function VerdictBadge({decision}: {decision: Decision}) {
    const blunder = decision.verdict === 'blunder';
    return <Badge kind={blunder ? 'bad' : 'gold'}>{blunder ? '▼▼ ' : '▼ '}{t(blunder ? 'study.mark.blunder' : 'study.mark.mistake')} −{points(decision.loss)}</Badge>;
}

function Worst({table, analysis, names, inWords}: {table: string; analysis: Analysis; names: string[]; inWords: InWords}) {
    const list = worst(analysis, worstShown);
    if (list.length === 0) return <p>{t('study.worst.none')}</p>;
    return (
        <ol class="worst">
            {list.map((decision) => (
                <li key={decision.step}>
                    <p><strong>{names[decision.seat]}</strong> <VerdictBadge decision={decision} /></p>
                    <dl class="versus">
                        <dt>{t('judge.taken')}</dt><dd>{inWords(decision, decision.taken)}</dd>
                        <dt>{t('judge.better')}</dt><dd>{inWords(decision, decision.best)}</dd>
                    </dl>
                    <a href={link(`/replay/${table}#step=${decision.step}`)}>{t('study.show', {n: decision.step})}</a>
                </li>
            ))}
        </ol>
    );
}

// Says what brought the winner most.
function decided(analysis: Analysis, result: Result, names: string[]): string {
    const seat = analysis.seats[result.winners[0]!]!;
    const causes = (['luck', 'own', 'others'] as const).map((cause) => ({cause, share: seat[cause]}));
    const most = causes.reduce((a, b) => (b.share > a.share ? b : a));
    const cause = t(`study.won.${most.cause}`, {n: points(most.share, true)});
    return t('study.won', {names: listed(result.winners.map((winner) => names[winner]!)), cause});
}

// An action of a decision as words.
export type InWords = (decision: Decision, action: string) => ComponentChildren;

interface Props {
    table: string;
    names: string[];
    result: Result;
    inWords: InWords;
    at?: number;
    onPick?: (step: number) => void;
}

function Findings({analysis, table, names, result, inWords, at, onPick}: Props & {analysis: Analysis}) {
    return (
        <>
            <p class="lead">{decided(analysis, result, names)}</p>
            <h3>{t('study.chances')}</h3>
            {onPick && <p class="soft">{t('study.chances.line')}</p>}
            <Chart analysis={analysis} names={names} at={at} onPick={onPick} />
            <h3>{t('study.worst')}</h3>
            <Worst table={table} analysis={analysis} names={names} inWords={inWords} />
            <h3>{t('study.causes')}</h3>
            <p class="soft">{t('study.causes.line')}</p>
            <Causes seats={analysis.seats} names={names} />
            <h3>{t('study.choices')}</h3>
            <p class="soft">{t('study.choices.line')}</p>
            <Choices seats={analysis.seats} names={names} />
            <p class="soft">{t('study.simulations', {n: analysis.simulations})}</p>
        </>
    );
}

export function StudyPanel(props: Props) {
    const study = useStore(studyOf(props.table));
    return (
        <section class="panel study" aria-label={t('study.title')}>
            <h2>{t('study.title')}</h2>
            {study.state === 'none' && (
                <div class="row">
                    <button type="button" onClick={() => void beginStudy(props.table)}>{t('study.begin')}</button>
                    <span class="soft">{t('study.line')}</span>
                </div>
            )}
            {study.state === 'running' && (
                <label class="running">
                    {t('study.running', {n: study.progress.done, of: study.progress.of})}
                    <progress value={study.progress.done} max={Math.max(1, study.progress.of)} />
                </label>
            )}
            {study.state === 'failed' && (
                <div class="row" role="alert">
                    <span class="problem">{t('study.failed')} {study.why}</span>
                    <button type="button" onClick={() => void beginStudy(props.table)}>{t('study.again')}</button>
                </div>
            )}
            {study.state === 'done' && <Findings {...props} analysis={study.analysis} />}
        </section>
    );
}
