// How a deal of the day went, as text and as a picture to share: place, points, accuracy, luck and streak, and nothing of
// the deal.
import {link} from '../address';
import {placeOf} from '../table/ranking';
import {gold, margin, paper, pictureOf, sans, soft, width, write} from '../table/picture';
import {gameTitle} from '../text/frame';
import {decimal, minus, texts} from '../text/text';
import {dateOf, isoOf} from './day';
import type {DayResult, Streak} from './results';

export const t = texts('daily');

const blocks = 10; // that accuracy is shown with
const clearLuck = 0.03; // share of a win; less is neither good nor bad

export interface Outcome {
    game: string;
    day: number;
    result: DayResult;
    streak: Streak;
}

export const filled = (accuracy: number): number => Math.round(blocks * accuracy);

export const percent = (accuracy: number): string => `${Math.round(100 * accuracy)} %`;

// An arrow, and points of a hundred.
export function luckOf(luck: number): string {
    const arrow = luck >= clearLuck ? '▲' : luck <= -clearLuck ? '▼' : '●';
    return `${arrow} ${luck < 0 ? '−' : '+'}${decimal(Math.abs(100 * luck))}`;
}

export function placeLine(result: DayResult): string {
    const place = placeOf(result, 0);
    const points = t('points', {n: result.points[0]!, said: minus(result.points[0]!)});
    return `${place === 1 ? t(result.winners.length > 1 ? 'shared' : 'won', {of: result.points.length}) : t('place', {n: place, of: result.points.length})}, ${points}`;
}

export function shareText({game, day, result, streak}: Outcome): string {
    const {accuracy, luck} = result;
    return [
        `${gameTitle(game)} · ${t('title')} · ${dateOf(day)}`,
        placeLine(result),
        ...(accuracy === undefined ? [] : [`${'🟩'.repeat(filled(accuracy))}${'⬜'.repeat(blocks - filled(accuracy))} ${t('accuracy')} ${percent(accuracy)}`]),
        ...(luck === undefined ? [] : [`${t('luck')} ${luckOf(luck)}`]),
        ...(streak.now > 1 ? [t('streak', {n: streak.now})] : []),
        new URL(link('/today'), location.href).href,
    ].join('\n');
}

function bar(pen: CanvasRenderingContext2D, accuracy: number, y: number): void {
    const side = 52, step = 66;
    for (let at = 0; at < blocks; at++) {
        pen.fillStyle = at < filled(accuracy) ? gold : 'rgb(251 246 236 / 22%)';
        pen.beginPath();
        pen.roundRect(margin + at * step, y - side, side, side, 10);
        pen.fill();
    }
}

export function drawOutcome({game, day, result, streak}: Outcome): Promise<File> {
    const {accuracy, luck} = result;
    return pictureOf(game, `${t('title')} · ${dateOf(day)}`, isoOf(day), (pen) => {
        write(pen, placeLine(result), margin, 274, `700 54px ${sans}`, result.winners.includes(0) ? gold : paper);
        if (accuracy !== undefined) {
            bar(pen, accuracy, 380);
            write(pen, `${t('accuracy')} ${percent(accuracy)}`, width - margin, 368, `500 36px ${sans}`, paper, 'right');
        }
        if (luck !== undefined) write(pen, `${t('luck')} ${luckOf(luck)}`, margin, 470, `500 40px ${sans}`, paper);
        if (streak.now > 1) write(pen, t('streak', {n: streak.now}), width - margin, 470, `500 40px ${sans}`, soft, 'right');
    });
}
