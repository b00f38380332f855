// What players are called on the screen.
import type {Seat} from '../protocol';
import {t, type FrameText} from '../text/frame';

const botName = /bot:(\w+)/g;

function botTitle(level: string): string {
    return t('bot.name', {level: t(`bot.${level}` as FrameText)});
}

// Bots of the same level are numbered.
export function namesOf(seats: Seat[]): string[] {
    const plain = seats.map((seat) => (seat.kind === 'bot' ? botTitle(seat.bot!) : seat.name));
    return plain.map((name, at) => {
        const twin = seats[at]!.kind === 'bot' && plain.filter((other) => other === name).length > 1;
        return twin ? `${name} ${plain.slice(0, at + 1).filter((other) => other === name).length}` : name;
    });
}

// A sentence of the log as it is shown.
export function sentence(line: string): string {
    return line.replace(botName, (_, level: string) => botTitle(level));
}

// Seats clockwise, beginning with one's own.
export function orderOf(players: number, you: number | undefined): number[] {
    return Array.from({length: players}, (_, at) => ((you ?? 0) + at) % players);
}
