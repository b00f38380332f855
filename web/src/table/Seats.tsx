// The strip of seats: who is here, whose turn it is, points and clocks.
import {useEffect, useState} from 'preact/hooks';
import type {GameUi, Situation} from '../games/game';
import type {Seat} from '../protocol';
import {t} from '../text/frame';
import {withMinus} from './names';

function useSecond(active: boolean): void {
    const [, tick] = useState(0);
    useEffect(() => {
        if (!active) return undefined;
        const timer = setInterval(() => tick((n) => n + 1), 1000);
        return () => clearInterval(timer);
    }, [active]);
}

function ClockFace({seat, arrived}: {seat: Seat; arrived: number}) {
    useSecond(seat.waiting && seat.time !== undefined);
    if (seat.time === undefined) return null;
    const left = Math.max(0, Math.ceil((seat.time - (seat.waiting ? Date.now() - arrived : 0)) / 1000));
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    return <span class={left <= 10 && seat.waiting ? 'clock hurry' : 'clock'} aria-label={t('seat.time', {time})}>{time}</span>;
}

function presence(seat: Seat, own: boolean): string {
    if (seat.kind === 'bot') return ''; // its name says so
    if (seat.bot) return t('seat.bot.for');
    if (own) return t('seat.you');
    return seat.here ? '' : t('seat.away');
}

interface Props {
    situation: Situation<unknown>;
    ui: GameUi<unknown>;
    arrived: number;
}

export function Seats({situation, ui, arrived}: Props) {
    const {seats, names, order, points, you} = situation;
    return (
        <ol class={`seats seats-${seats.length}`} aria-label={t('seat.players')}>
            {order.map((number) => {
                const seat = seats[number]!;
                const own = number === you;
                const state = presence(seat, own);
                return (
                    <li key={number} class={`seat${seat.waiting ? ' waiting' : ''}${own ? ' own' : ''}`} data-spot={`seat-${number}`}>
                        <span class="seat-name">{names[number]}</span>
                        {state && <span class="seat-state">{state}</span>}
                        {seat.waiting && <span class="seat-turn">{t('seat.turn')}</span>}
                        <span class="seat-points" title={t('over.points')}>
                            <span aria-hidden="true">{withMinus(String(points[number]))}</span>
                            <span class="hidden-text">{t('seat.points', {n: points[number]!})}</span>
                        </span>
                        <ClockFace seat={seat} arrived={arrived} />
                        {ui.seatNote && <span class="seat-note">{ui.seatNote(number, situation)}</span>}
                    </li>
                );
            })}
        </ol>
    );
}
