// Time in words: for a move, in reserve, what is left of it, and how long ago something was.
import {t} from './text/frame';

const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

// Milliseconds for a move, and in reserve for the whole game.
export interface Pace {
    move: number;
    bank: number;
}

// The paces that are offered.
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

// The game goes on while nobody looks.
export const isSlow = ({move}: Pace): boolean => move >= hour;

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

// A time that has passed or is to come, in words: "3 hours ago", "in 2 days".
export function fromNow(at: number): string {
    const minutes = Math.round((at - Date.now()) / 60_000);
    const form = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: 'auto'});
    const far = Math.abs(minutes);
    if (far < 60) return form.format(minutes, 'minute');
    return far < 48 * 60 ? form.format(Math.round(minutes / 60), 'hour') : form.format(Math.round(minutes / 1440), 'day');
}
