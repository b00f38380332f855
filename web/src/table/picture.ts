// A result as a picture: the game, who took part, the totals and the day. Drawn on a canvas, in colours that do not depend
// on the page's. Other pictures to share are drawn with the same means.
import type {Result, Seat} from '../protocol';
import {settings} from '../settings';
import {gameTitle, t} from '../text/frame';
import {minus} from '../text/text';
import {ranking} from './ranking';

export const width = 1200, height = 630; // as pages that show links expect it
export const margin = 80;
export const paper = '#fbf6ec', gold = '#f0c75e', soft = '#cfdccb';
const top = 210;

interface Drawn {
    game: string;
    result: Result;
    seats: Seat[];
    names: string[];
    at: number;
}

export const serif = 'Georgia, "Noto Serif TC", serif', sans = 'system-ui, "Noto Sans TC", sans-serif';

function background(pen: CanvasRenderingContext2D): void {
    const felt = pen.createRadialGradient(width / 2, height / 3, 50, width / 2, height / 2, width * 0.7);
    felt.addColorStop(0, '#2f6b4c');
    felt.addColorStop(1, '#163826');
    pen.fillStyle = felt;
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = 'rgb(251 246 236 / 35%)';
    pen.lineWidth = 3;
    pen.strokeRect(24, 24, width - 48, height - 48);
}

// What people see as one letter each.
function lettersOf(text: string): string[] {
    return Array.from(new Intl.Segmenter().segment(text), ({segment}) => segment);
}

// The text, shortened to a width.
function fitted(pen: CanvasRenderingContext2D, text: string, most: number): string {
    if (pen.measureText(text).width <= most) return text;
    const letters = lettersOf(text);
    while (letters.length > 1 && pen.measureText(`${letters.join('')}…`).width > most) letters.pop();
    return `${letters.join('')}…`;
}

export function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign = 'left'): void {
    pen.font = font;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y);
}

// A disc with the first letter: everybody has a colour by their seat.
function disc(pen: CanvasRenderingContext2D, name: string, seat: number, x: number, y: number, radius: number): void {
    pen.fillStyle = ['#c8553d', '#3d7ea6', '#b8860b', '#7a5ea8', '#4f8a5b'][seat % 5]!;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
    pen.textBaseline = 'middle';
    write(pen, (lettersOf(name.replace(/[\u2066-\u2069]/g, ''))[0] ?? '').toLocaleUpperCase(), x, y + 2, `700 ${radius}px ${sans}`, paper, 'center');
    pen.textBaseline = 'alphabetic';
}

function row(pen: CanvasRenderingContext2D, {result, names}: Drawn, seat: number, y: number, size: number): void {
    const won = result.winners.includes(seat);
    const radius = size * 0.42, colour = won ? gold : paper;
    disc(pen, names[seat]!, seat, margin + radius, y - size * 0.32, radius);
    pen.font = `${won ? 700 : 500} ${size * 0.8}px ${sans}`;
    const name = fitted(pen, `${won ? '★ ' : ''}${names[seat]!}`, width - 2 * margin - 320);
    write(pen, name, margin + 2 * radius + 24, y, pen.font, colour);
    write(pen, minus(result.points[seat]!), width - margin, y, `700 ${size * 0.9}px ${sans}`, colour, 'right');
}

// The ground of every picture: the game and a line, and where it is from.
function ground(pen: CanvasRenderingContext2D, game: string, line: string): void {
    background(pen);
    write(pen, gameTitle(game), margin, 118, `700 64px ${serif}`, paper);
    write(pen, line, margin, 164, `400 28px ${sans}`, soft);
    write(pen, t('app.name'), width - margin, height - 52, `700 26px ${serif}`, soft, 'right');
    write(pen, location.host, margin, height - 52, `400 24px ${sans}`, soft);
}

// A picture as a file; `draw` draws what is its own.
export async function pictureOf(game: string, line: string, date: string, draw: (pen: CanvasRenderingContext2D) => void): Promise<File> {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d')!;
    ground(pen, game, line);
    draw(pen);
    const blob = await new Promise<Blob>((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(game))), 'image/png'));
    return new File([blob], `parlor-${game}-${date}.png`, {type: 'image/png'});
}

export function drawResult(drawn: Drawn): Promise<File> {
    const {game, result, at} = drawn;
    const day = new Intl.DateTimeFormat(settings.get().language, {dateStyle: 'long'}).format(at);
    const step = Math.min(88, (height - top - 80) / result.points.length);
    return pictureOf(game, day, new Date(at).toISOString().slice(0, 10), (pen) =>
        ranking(result).forEach((seat, place) => row(pen, drawn, seat, top + step * (place + 0.75), step * 0.72)));
}
