// Cards, sets and places in words.
import {mention} from '../../told';
import type {Situation} from '../game';
import {cut, down, inserted, longestAt, moveOf, turned, up, type Take, type View} from './view';
import {t} from './text';

export const cardName = (card: string) => t('card', {up: up(card), down: down(card)});

// A card and cards within a sentence. In a row they are called by the numbers that are up.
const drawn = (card: string) => mention(card, cardName(card));
const drawnRow = (cards: string[]) => cards.map((card) => mention(card, String(up(card)))).join(' ');

export function setName(set: string[]): string {
    const low = Math.min(...set.map(up));
    if (set.length === 1) return t('set.one', {low});
    return t(up(set[0]!) === up(set[1]!) ? 'set.same' : 'set.run', {count: set.length, low});
}

export function handOf({view, you}: Pick<Situation<View>, 'view' | 'you'>): string[] {
    return you === undefined ? [] : (view.seats[you]?.hand ?? []);
}

export function gapName(hand: string[], gap: number): string {
    const last = hand[gap - 1], next = hand[gap];
    if (!last) return next ? t('gap.first', {next: up(next)}) : '';
    return next ? t('gap.between', {last: up(last), next: up(next)}) : t('gap.last', {last: up(last)});
}

// The set that a scouted card becomes part of.
export function madeBy(hand: string[], {card, gap}: Pick<Take, 'card' | 'gap'>): string[] {
    const row = inserted(hand, card, gap);
    return cut(row, longestAt(row, gap));
}

export const longestOf = (row: string[]) =>
    row.map((_, at) => cut(row, longestAt(row, at))).reduce((best, set) => (set.length > best.length ? set : best), []);

export function describe(action: string, situation: Situation<View>): string {
    const move = moveOf(action);
    const hand = handOf(situation);
    switch (move.kind) {
        case 'keep':
        case 'flip': return t(move.kind);
        case 'play': return t('play', {set: drawnRow(cut(hand, move))});
        default: {
            const lies = situation.view.prior.includes(move.card) ? move.card : turned(move.card);
            const end = t(move.right ? 'end.r' : 'end.l', {card: drawn(lies)});
            return t(`do.${move.kind}`, {end, up: up(move.card), where: gapName(hand, move.gap)});
        }
    }
}

export function group(action: string): string {
    const {kind} = moveOf(action);
    return t(kind === 'keep' || kind === 'flip' ? 'group.start' : `group.${kind}`);
}

export function explain(action: string, situation: Situation<View>): string {
    const move = moveOf(action);
    const hand = handOf(situation);
    const captured = situation.view.prior.length;
    if (move.kind === 'play') {
        const set = drawnRow(cut(hand, move));
        const left = hand.length - move.count;
        return captured > 0 ? t('why.play', {set, n: captured, left}) : t('why.open', {n: move.count});
    }
    if (!('card' in move)) {
        const row = move.kind === 'flip' ? hand.map(turned) : hand;
        return t('why.keep', {set: drawnRow(longestOf(row))});
    }
    const made = madeBy(hand, move);
    return made.length > 1 ? t('why.makes', {set: drawnRow(made)}) : t('why.alone');
}
