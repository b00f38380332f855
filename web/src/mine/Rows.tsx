// Your games, one a row: on the front page those to go on with, and on a page of their own all of them.
import type {ComponentChildren} from 'preact';
import {useState} from 'preact/hooks';
import {link} from '../address';
import {fromNow} from '../clock';
import {GamePicture} from '../games/registry';
import type {Ending, SeatKey} from '../keys';
import {namesInRecord, withMinus} from '../table/names';
import {placeOf} from '../table/ranking';
import {gameTitle} from '../text/frame';
import {listed, texts} from '../text/text';
import {forget, isProblem, type Known} from './seats';

export const t = texts('mine');

// How much time is left for a choice.
function timeLeft(until: number): string {
    const minutes = Math.max(0, Math.floor((until - Date.now()) / 60_000));
    if (minutes < 1) return t('left.soon');
    if (minutes < 120) return t('left.minutes', {n: minutes});
    return minutes < 48 * 60 ? t('left.hours', {n: Math.floor(minutes / 60)}) : t('left.days', {n: Math.floor(minutes / 1440)});
}

export type Kind = 'turn' | 'going' | 'open' | 'over' | 'lost';

export function kindOf(key: SeatKey, known: Known | undefined): Kind {
    if (isProblem(known)) return 'lost';
    if (key.over || known?.status === 'over') return 'over';
    if (known?.waiting && known.status === 'playing') return 'turn';
    return known?.status === 'open' || known?.status === 'starting' ? 'open' : 'going';
}

// The others at the table.
function company(key: SeatKey, known: Known | undefined): string {
    const names = (isProblem(known) ? undefined : known?.names) ?? key.ending?.names ?? [];
    const shown = namesInRecord(names).filter((_, seat) => seat !== key.seat && names[seat] !== '');
    return shown.length > 0 ? t('row.with', {names: listed(shown)}) : t('row.as', {name: key.name});
}

function place(ending: Ending, seat: number): string {
    const {points, winners} = ending;
    if (winners.includes(seat)) return winners.length > 1 ? t('row.shared') : t('row.won');
    return t('row.place', {n: placeOf(ending, seat), of: points.length});
}

function state(key: SeatKey, known: Known | undefined): string {
    const kind = kindOf(key, known);
    if (isProblem(known)) return known.error.text;
    if (kind === 'over') return key.ending ? place(key.ending, key.seat) : t('row.over');
    if (key.tutorial) return t('row.tutorial');
    if (kind === 'turn') return known?.until ? `${t('row.turn')} · ${timeLeft(known.until)}` : t('row.turn');
    return t(kind === 'open' ? 'row.open' : 'row.going');
}

export function Forget({what, onForget}: {what: string; onForget: () => void}) {
    const [asking, setAsking] = useState(false);
    if (!asking) return <button type="button" class="plain small forget" aria-label={`${t('forget')}: ${what}`} onClick={() => setAsking(true)}>{t('forget')}</button>;
    return (
        <span class="row forget" role="group" aria-label={t('forget.ask')}>
            <span>{t('forget.ask')}</span>
            <button type="button" class="small main" onClick={onForget}>{t('forget')}</button>
            <button type="button" class="small" onClick={() => setAsking(false)}>{t('cancel')}</button>
        </span>
    );
}

interface Props {
    keyOfSeat: SeatKey;
    known: Known | undefined;
    children?: ComponentChildren; // what else there is to say of a game that is over
}

export function GameRow({keyOfSeat: key, known, children}: Props) {
    const kind = kindOf(key, known);
    const game = gameTitle(key.game);
    const href = key.tutorial ? `/tutorial/${key.game}` : kind === 'over' ? `/replay/${key.table}` : `/table/${key.table}`;
    const says = state(key, known), others = company(key, known);
    const points = kind === 'over' && key.ending ? key.ending.points.map((own) => withMinus(String(own))).join(' : ') : '';
    const changed = !known || isProblem(known) ? key.at : known.changed;
    return (
        <li class={`game-row row-${kind}`} data-table={key.table}>
            <a class="game-row-main" href={kind === 'lost' ? undefined : link(href)}>
                <span class="game-row-picture" aria-hidden="true"><GamePicture game={key.game} /></span>
                <span class="game-row-words">
                    <strong>{game}</strong> <span class={kind === 'turn' ? 'row-state due' : 'row-state'}>{says}</span>
                    <span class="soft game-row-more">{others} · {points && `${points} · `}{fromNow(changed)}</span>
                </span>
            </a>
            {children}
            <Forget what={`${game}, ${others}`} onForget={() => forget(key.table)} />
        </li>
    );
}
