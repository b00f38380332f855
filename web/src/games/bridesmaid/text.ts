// The texts of the layout of Always a Bridesmaid.
import {texts, type Under} from '../../text/text';
import type {BridesmaidWords} from '../../text/words';

export const t = texts('bridesmaid');

// With a true minus sign.
export function signed(n: number): string {
    return n < 0 ? `−${-n}` : String(n);
}

export function cardsText(cards: number[]): string {
    return cards.map(signed).join(' ') || '–';
}

export function place(rank: number): string {
    return t(`place.${rank as 0 | 1 | 2 | 3 | 4}`);
}

// "6, bouquet", for those who do not see it.
export function cardName(card: number): string {
    return `${signed(card)}, ${t(`card.${String(card) as Exclude<Under<BridesmaidWords, 'card'>, 'down' | 'turns'>}`)}`;
}
