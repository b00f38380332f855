// Time in words: for a move, in reserve, and what is left of it.
import {t} from './text/frame';

const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

// Milliseconds for a move, and in reserve for the whole game.
export interface Pace {
    move: number;
    bank: number;
}

// The paces that are offered. From an hour a move on it is a slow game, which goes on while nobody looks.
export const paces: Pace[] = [
    {move: 0, bank: 0},
    {move: 30 * second, bank: minute},
    {move: 2 * minute, bank: 4 * minute},
    {move: hour, bank: 0},
    {move: day, bank: 0},
    {move: 3 * day, bank: 0},
];

// A length of time in its largest unit.
export function duration(ms: number): string {
    const whole = (unit: number) => Math.round((ms / unit) * 10) / 10;
    if (ms >= day) return t('time.days', {n: whole(day)});
    if (ms >= hour) return t('time.hours', {n: whole(hour)});
    if (ms >= minute && ms % minute === 0) return t('time.minutes', {n: ms / minute});
    return t('time.seconds', {n: Math.round(ms / second)});
}

// How long a move may take: "30 s a move".
export function paceName({move}: Pace): string {
    return move === 0 ? t('clock.none') : t('clock.move', {time: duration(move)});
}

// The same with all that follows from it.
export function paceLine({move, bank}: Pace): string {
    if (move === 0 && bank === 0) return t('clock.none.line');
    if (move >= hour) return t('clock.slow.line', {time: duration(move)});
    return t('clock.line', {time: duration(move), bank: bank > 0 ? duration(bank) : ''});
}

// What is left on a clock, in two units at most.
export function countdown(ms: number): string {
    const left = Math.max(0, Math.ceil(ms / second));
    const minutes = Math.floor(left / 60), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    if (days > 0) return t('time.left.days', {d: days, h: hours % 24});
    if (hours > 0) return t('time.left.hours', {h: hours, m: minutes % 60});
    return `${minutes}:${String(left % 60).padStart(2, '0')}`;
}

// How long the face of a clock stays true.
export function ticks(ms: number): number {
    return ms > hour ? minute : second;
}
