// The strip of seats: who is here, whose turn it is, points and clocks.
import {useEffect, useState} from 'preact/hooks';
import {countdown, ticks} from '../clock';
import type {GameUi, Situation} from '../games/game';
import type {Reaction, Seat} from '../protocol';
import {t} from '../text/frame';
import type {TableClient} from './client';
import {SeatEmblem} from './emblems';
import {useBeside} from './useBeside';
import {withMinus} from './names';

// Draws again after that many milliseconds, and again.
function useTicks(every: number | undefined): void {
    const [, tick] = useState(0);
    useEffect(() => {
        if (every === undefined) return undefined;
        const timer = setInterval(() => tick((n) => n + 1), every);
        return () => clearInterval(timer);
    }, [every]);
}

function ClockFace({seat, arrived}: {seat: Seat; arrived: number}) {
    const left = (seat.time ?? 0) - (seat.waiting ? Date.now() - arrived : 0);
    useTicks(seat.waiting && seat.time !== undefined ? ticks(left) : undefined);
    if (seat.time === undefined) return null;
    const time = countdown(left);
    return <span class={left <= 10_000 && seat.waiting ? 'clock hurry' : 'clock'} aria-label={t('seat.time', {time})}>{time}</span>;
}

function presence(seat: Seat, own: boolean): string {
    if (seat.kind === 'bot') return ''; // its name says so
    if (seat.bot) return t(seat.why === 'left' ? 'seat.left' : seat.why === 'time' ? 'seat.late' : 'seat.bot.for');
    if (own) return t('seat.you');
    return seat.here ? '' : t('seat.away');
}

// True if somebody else plays who would see a reaction.
export function hasCompany(seats: Seat[], you: number | undefined): boolean {
    return seats.some(({kind}, at) => kind === 'person' && at !== you);
}

interface Props {
    situation: Situation<unknown>;
    ui: GameUi<unknown>;
    arrived: number;
    client?: TableClient; // none in a replay, where nobody reacts
    floating?: Partial<Record<number, Reaction>>;
}

export function Seats({situation, ui, arrived, client, floating = {}}: Props) {
    const {seats, names, order, points, you} = situation;
    const company = hasCompany(seats, you);
    const beside = useBeside();
    return (
        <ol class={`seats seats-${seats.length}`} aria-label={t('seat.players')}>
            {order.map((number) => {
                const seat = seats[number]!;
                const own = number === you;
                const state = presence(seat, own);
                return (
                    <li key={number} class={`seat ${seat.kind}${seat.here ? '' : ' away'}${seat.waiting ? ' waiting' : ''}${own ? ' own' : ''}`} data-spot={`seat-${number}`}>
                        <span class="seat-name" title={names[number]}><SeatEmblem seat={seat} /><span class="seat-called">{names[number]}</span></span>
                        {state && <span class={own && !seat.bot ? 'hidden-text' : 'seat-state'}>{state}</span>}
                        {seat.waiting && <span class="seat-turn">{t('seat.turn')}</span>}
                        <span class="seat-points" title={t('over.points')}>
                            <span aria-hidden="true">{withMinus(String(points[number]))}</span>
                            <span class="hidden-text">{t('seat.points', {n: points[number]!})}</span>
                        </span>
                        <ClockFace seat={seat} arrived={arrived} />
                        {ui.seatNote && <span class="seat-note">{ui.seatNote(number, situation)}</span>}
                        {beside && <beside.Floating reaction={floating[number]} />}
                        {own && client && company && beside && <beside.ReactButton client={client} />}
                    </li>
                );
            })}
        </ol>
    );
}
