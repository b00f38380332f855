// What players are called on the screen.
import type {Seat} from '../protocol';
import {t, wordsFor} from '../text/frame';

function titleOf(seat: Seat): string {
    return seat.kind === 'bot' ? t('bot.name', {level: wordsFor(`bot.${seat.bot!}`, seat.bot!)}) : seat.name;
}

// Players who would be called the same are numbered.
export function namesOf(seats: Seat[]): string[] {
    const titles = seats.map(titleOf);
    return titles.map((title, at) => {
        const twins = titles.filter((other) => other === title).length;
        const before = titles.slice(0, at).filter((other) => other === title).length;
        return twins > 1 ? `${title} ${before + 1}` : title;
    });
}

// A sentence of the log with these names. The server calls a bot "bot:club", and puts
// the number of the seat behind a name that several have: "bot:club (2)".
export function sentence(line: string, seats: Seat[], names: string[]): string {
    return seats.reduce((text, seat, at) => {
        if (names[at] === seat.name) return text;
        const shared = seats.filter((other) => other.name === seat.name).length > 1;
        return text.replaceAll(shared ? `${seat.name} (${at})` : seat.name, names[at]!);
    }, line);
}

// Seats clockwise, beginning with one's own.
export function orderOf(players: number, you: number | undefined): number[] {
    return Array.from({length: players}, (_, at) => ((you ?? 0) + at) % players);
}
