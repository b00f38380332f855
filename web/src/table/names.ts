// The names of players on the screen.
import type {Seat} from '../protocol';
import {t, wordsFor} from '../text/frame';
import {mention} from '../told';

// A name that is safe in a sentence: one written from right to left does not reverse the
// text beside it, and characters that would only do that are left out.
export function isolated(name: string): string {
    const shown = name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(shown) ? `\u2068${shown}\u2069` : shown;
}

function botTitle(level: string): string {
    return t('bot.name', {level: wordsFor(`bot.${level}`, level)});
}

// Players who would be called the same are numbered.
function numbered(titles: string[]): string[] {
    return titles.map((title, at) => {
        const twins = titles.filter((other) => other === title).length;
        const before = titles.slice(0, at).filter((other) => other === title).length;
        return twins > 1 ? `${title} ${before + 1}` : title;
    });
}

export function namesOf(seats: Seat[]): string[] {
    return numbered(seats.map((seat) => (seat.kind === 'bot' ? botTitle(seat.bot!) : isolated(seat.name))));
}

// The same for the names of a record, where a bot is called bot:LEVEL.
export function namesInRecord(names: string[]): string[] {
    return numbered(names.map((name) => (name.startsWith('bot:') ? botTitle(name.slice('bot:'.length)) : isolated(name))));
}

// Numbers below zero with a true minus, as everywhere on the page.
export const withMinus = (text: string): string => text.replace(/(^|[\s(=:])-(?= ?\d)/g, '$1−');

// A sentence of the log, in which {0} stands for the name of seat 0 and {R4|R4} for a card: its notation and its name.
export function sentence(line: string, names: string[], cardName?: (card: string) => string): string {
    return withMinus(line).replace(/\{(?:(\d)|([^{|}]+)\|([^{|}]+))\}/g, (_, seat: string | undefined, card: string, name: string) =>
        seat === undefined ? mention(card, cardName?.(card) ?? name) : (names[Number(seat)] ?? ''));
}

// Seats clockwise, beginning with your own.
export function orderOf(players: number, you: number | undefined): number[] {
    return Array.from({length: players}, (_, at) => ((you ?? 0) + at) % players);
}
