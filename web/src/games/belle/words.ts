// Puts cards, choices and scores in words.
import {listed} from '../../text/text';
import {mention} from '../../told';
import type {Situation} from '../game';
import {scoreOf, type Score} from './score';
import {t} from './text';
import {isGuest, moveOf, type CardId, type Move, type View} from './view';

type Cards = View['cards'];

export function nameOf(id: CardId, cards: Cards): string {
    return cards[id]?.name ?? id;
}

// A name that tells enough on a button: a Guest with its interests.
function briefly(id: CardId, cards: Cards): string {
    const card = cards[id];
    if (!card || !isGuest(card)) return nameOf(id, cards);
    return `${nameOf(id, cards)} (${card.interests.map((interest) => t(`interest.${interest}`)).join(' ')})`;
}

// A card within a sentence, by its name or, with its interests, by what tells enough.
const drawn = (id: CardId, cards: Cards): string => mention(id, nameOf(id, cards));
const drawnBriefly = (id: CardId, cards: Cards): string => mention(id, briefly(id, cards));

// Everything that is on the card.
export function inWords(id: CardId, cards: Cards, names: string[]): string {
    const card = cards[id];
    if (!card) return id;
    if (isGuest(card)) {
        const noble = card.noble ? `, ${t(`noble.${card.noble}`)}` : '';
        return `${nameOf(id, cards)}${noble}: ${listed(card.interests.map((interest) => t(`interest.${interest}`)))}`;
    }
    const by = card.by === undefined ? '' : ` (${t('played.by', {name: names[card.by]!})})`;
    return `${nameOf(id, cards)}, ${t(`type.${card.type}`)}: ${t(`does.${card.effect}`)}${by}`;
}

export function partsInWords({parts, value}: Score, cards: Cards, ids: CardId[]): string {
    if (parts.length === 0) return t('parts.none');
    const told = parts.map(({interest, effect, points}, at) => {
        if (interest) return `${at ? '+ ' : ''}${t(`interest.${interest}`)} ×${points}`;
        const id = ids.find((one) => {
            const card = cards[one];
            return card && !isGuest(card) && card.effect === effect;
        });
        const sign = points < 0 ? '− ' : at ? '+ ' : '';
        return `${sign}${Math.abs(points)} (${id ? nameOf(id, cards) : ''})`;
    });
    return `${told.join(' ')} = ${value}`;
}

// ---- choices ----

export function costOf(card: CardId, view: View): number {
    const line = view.lines.find(({cards}) => cards.includes(card));
    return line ? line.costs[line.cards.indexOf(card)]! : 0;
}

export function costInWords(cost: number): string {
    return cost === 0 ? t('cost.free') : t('cost.words', {n: cost});
}

function playInWords(move: Extract<Move, {kind: 'play'}>, {view: {cards}, names}: Situation<View>): string {
    const {mine, target, to, seat, group} = move;
    if (mine && to !== undefined) return t('act.move', {mine: drawnBriefly(mine, cards), group: to + 1});
    if (mine) return t('act.swap', {mine: drawnBriefly(mine, cards), target: drawnBriefly(target!, cards)});
    if (target) return t('act.eject', {target: drawnBriefly(target, cards)});
    if (group !== undefined && seat === undefined) return t('act.on', {group: group + 1});
    if (group !== undefined) return t('act.on.of', {name: names[seat!]!, group: group + 1});
    return seat === undefined ? '' : t('act.from', {name: names[seat]!});
}

export function describe(action: string, situation: Situation<View>): string {
    const move = moveOf(action);
    const {view} = situation;
    if (move.kind === 'none') return t('do.none');
    if (move.kind === 'invite') {
        const cost = costInWords(costOf(move.card, view));
        if (move.to === undefined) return t('act.take', {card: drawn(move.card, view.cards), cost});
        return t('act.invite', {card: drawnBriefly(move.card, view.cards), group: move.to + 1, cost});
    }
    const aim = playInWords(move, situation);
    const card = drawn(move.card, view.cards);
    return aim ? `${card}: ${aim}` : t('act.plain', {card});
}

export function group(action: string, {view}: Situation<View>): string {
    const move = moveOf(action);
    if (move.kind === 'none') return t('do.none');
    if (move.kind === 'play') return t('list.play', {card: nameOf(move.card, view.cards)});
    return t(move.to === undefined ? 'list.belle' : 'list.guest');
}

export function explain(action: string, {view, you}: Situation<View>): string {
    const move = moveOf(action);
    if (move.kind === 'none') return t('why.none');
    const card = view.cards[move.card];
    if (move.kind === 'invite' && move.to !== undefined && you !== undefined) {
        const {party, worth} = view.seats[you]!;
        const {value: n, full} = scoreOf([...party[move.to]!, move.card], view.cards);
        if (full) return t('why.full', {n});
        return n > 0 ? t('why.worth', {n, before: worth[move.to]!}) : t('why.start');
    }
    if (!card || isGuest(card)) return '';
    return move.kind === 'invite' ? t('why.take', {words: t(`does.${card.effect}`)}) : t(`does.${card.effect}`);
}
