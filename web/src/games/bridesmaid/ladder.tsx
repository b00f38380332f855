// The middle of the table: what is to be done, the places with what they bring and
// who has them, and what the last turn brought.
import {listed} from '../../text/text';
import type {Situation, TableProps} from '../game';
import {Bouquet, RobotSign, SeatSign} from './art';
import type {Memory} from './memory';
import {place, signed, t} from './text';
import {moveOf, onTable, robotRival, scored, standings, totals, type Standing, type View} from './view';

export function rivalName(rival: number, {view, names, you}: Situation<View>): string {
    if (view.robot && rival === robotRival) return t('robot');
    return rival === you ? t('you') : names[rival]!;
}

export function RivalSign({rival, view}: {rival: number; view: View}) {
    return view.robot && rival === robotRival ? <RobotSign /> : <SeatSign seat={rival} />;
}

// ---- what is to be done ----

function waiting({view, names, you}: Situation<View>): string {
    return listed(view.turn.filter((seat) => seat !== you).map((seat) => names[seat]!));
}

function displayTask({view, you}: Situation<View>): string {
    const {rank, points} = standings(totals(view)!, view.ranks)[you!]!;
    return t('do.display', {place: place(rank), n: points});
}

function task(situation: Situation<View>): string {
    const {view, you, legal, over} = situation;
    if (over) return t('game.over');
    if (legal.length > 0) {
        const kind = moveOf(legal[0]!).kind;
        if (kind === 'display') return displayTask(situation);
        if (kind === 'hold') return t(view.seats[you!]!.hand!.length > 0 ? 'do.play' : 'do.hold');
        return t(kind === 'robot' ? 'do.give' : `do.${kind}`);
    }
    const seat = you === undefined ? undefined : view.seats[you];
    const names = waiting(situation);
    if (!names) return t('wait.moment');
    if (seat?.chosen !== undefined) return t('wait.chosen', {names});
    if (view.phase === 'play' && seat?.active === false) return t('wait.out', {total: signed(seat.total), names});
    return t('wait.them', {names});
}

export function Head(props: TableProps<View>) {
    const {view} = props;
    const n = Math.min(scored(view) ? view.round : view.round + 1, view.rounds);
    return (
        <header class="bm-head">
            <p class="bm-round">
                <span class="bm-pips" aria-hidden="true">
                    {Array.from({length: view.rounds}, (_, at) => <i key={at} class={at < view.round ? 'done' : at < n ? 'now' : ''} />)}
                </span>
                <span class="bm-round-words">{t(scored(view) ? 'round.over' : 'round', {n, of: view.rounds})}</span>
            </p>
            <p class="bm-task">{task(props)}</p>
        </header>
    );
}

// ---- places ----

function Chip({rival, standing, total, situation}: {rival: number; standing: Standing; total: number; situation: Situation<View>}) {
    const {view, you} = situation;
    const seat = view.seats[rival];
    const down = seat?.aside === null;
    const name = rivalName(rival, situation);
    return (
        <li class={`bm-chip${rival === you ? ' own' : ''}`} data-card={`chip-${rival}`}>
            <RivalSign rival={rival} view={view} />
            <span class="bm-chip-name">{name}</span>
            <b>{signed(total)}{down && <span title={t('hidden')}>+?<span class="hidden-text">{t('hidden')}</span></span>}</b>
            <span class="bm-gain">+{standing.points}</span>
        </li>
    );
}

function Step({rank, at, all, situation}: {rank: number; at: Standing[]; all: number[]; situation: Situation<View>}) {
    const {ranks} = situation.view;
    const prize = ranks[rank]!;
    const best = prize === Math.max(...ranks);
    const there = at.flatMap((standing, rival) => (standing.rank === rank ? [rival] : []));
    return (
        <li class={`bm-step${best ? ' best' : ''}${there.length > 0 ? '' : ' empty'}`} data-rank={rank + 1}>
            <p class="bm-prize">
                {best && <Bouquet />}
                <span class="bm-place">{place(rank)}</span>
                <strong>{t('points', {n: prize})}</strong>
                {best && <span class="bm-best">{t('ladder.best')}</span>}
                {there.length > 1 && <span class="bm-shared">{t('ladder.shared', {n: there.length})}</span>}
            </p>
            <ul class="bm-there" aria-label={place(rank)}>
                {there.map((rival) => <Chip key={rival} rival={rival} standing={at[rival]!} total={all[rival]!} situation={situation} />)}
            </ul>
        </li>
    );
}

export function Ladder(props: TableProps<View>) {
    const {view} = props;
    const all = totals(view);
    const at = all ? standings(all, view.ranks) : [];
    const title = !all ? t('ladder.prizes') : onTable(view) && !scored(view) ? t('ladder.now') : t('ladder.last', {n: view.round});
    return (
        <div role="group" class="bm-ladder" aria-label={t('ladder')}>
            <h2>{title}</h2>
            <ol>{view.ranks.map((_, rank) => <Step key={rank} rank={rank} at={at} all={all ?? []} situation={props} />)}</ol>
        </div>
    );
}

// ---- what happened ----

function endedBy(ended: number[], situation: Situation<View>): string {
    const why = ended.length > 0 ? t('news.last', {name: rivalName(ended[0]!, {...situation, you: undefined})}) : t('news.all');
    return t('news.over', {why});
}

function passedText({passed, view}: Memory): string[] {
    if (passed === 'reserve' || passed === 'draw') return [t(`news.${passed}`)];
    if (passed === 'give') return [t('news.give')];
    return passed === 'display' && view.seats[0]!.reserves === 0 ? [t('news.rest')] : [];
}

export function News({memory, situation}: {memory: Memory; situation: Situation<View>}) {
    const {ended} = memory;
    const told = [...(ended ? [endedBy(ended, situation)] : []), ...passedText(memory)];
    return <p class="bm-news told">{told.join(' ')}</p>;
}

// A tie at the top, and who has it by the order of `single`.
export function SingleNote({situation}: {situation: Situation<View>}) {
    const {options, view, names, over} = situation;
    const order = options.single?.split(',').map(Number);
    if (!order || order.some(Number.isNaN)) return null;
    const most = Math.max(...view.seats.map(({points}) => points));
    const tied = order.filter((seat) => view.seats[seat]!.points === most);
    return (
        <p class="bm-single">
            {over && tied.length > 1
                ? t('single.won', {name: names[tied[0]!]!})
                : t('single', {names: order.map((seat) => names[seat]).join(' › ')})}
        </p>
    );
}
