// Puts the game in words: the headline, the news, and what a choice would do.
import {mention} from '../../told';
import type {Situation} from '../game';
import {colourOf, isScored, settle, standings, starsOf, twinIn} from './rules';
import {cardName, colourName, t} from './text';
import type {Code, Trick, View} from './view';

type Moment = Situation<View>;

export const cardIn = (action: string): Code => action.split(' ')[1] ?? '';
const drawn = (card: Code): string => mention(card, cardName(card)); // within a sentence
export const isTake = (action: string): boolean => action.startsWith('take');

function mustFollow({view, you}: Moment): boolean {
    return you !== undefined && !!view.seats[you]!.hand?.some((card) => colourOf(card) === view.trick.lead);
}

// Says what the game waits for.
export function headline(moment: Moment): string {
    const {view, you, names} = moment;
    const seat = view.turn[0];
    const name = names[seat ?? 0]!;
    const mine = seat === you;
    if (view.striking) return t('bannish');
    if (isScored(view)) return t('head.scored', {n: view.round});
    if (seat === undefined) return t('head.wait');
    if (view.phase === 'take') return mine ? t('head.take.you') : t('head.take', {name});
    const {lead} = view.trick;
    if (!lead) return mine ? t('head.lead.you') : t('head.lead', {name});
    const colour = colourName(lead);
    if (!mine) return t('head.follow', {name, colour});
    return mustFollow(moment) ? t('head.follow.you', {colour}) : t('head.free.you', {colour});
}

// Tells how a trick went, once it is over or only its card is to be taken.
export function trickStory(trick: Trick, view: View, names: string[]): string {
    const {cards, bannish, winner, taken} = trick;
    const name = names[winner ?? 0]!;
    const {left, best} = settle(cards);
    const took = taken ? {name, card: cardName(taken), n: starsOf(view, taken)} : undefined;
    if (!bannish) {
        const winning = best ? cardName(best.card) : '';
        return took ? t('news.took', {...took, winning}) : t('news.won', {name, card: winning, colour: colourName(trick.lead!)});
    }
    const struck = t('news.bannish', {name: names[cards.at(-1)!.seat]!, card: cardName(bannish)});
    const [first] = left;
    if (!first || !best) return `${struck} ${t('news.nothing')}`;
    if (left.length === 1) return `${struck} ${t('news.only', {name, card: cardName(first.card), n: starsOf(view, first.card)})}`;
    if (took) return `${struck} ${t('news.rest.took', took)}`;
    const rest = {first: cardName(first.card), colour: colourName(colourOf(first.card)), name, card: cardName(best.card)};
    return `${struck} ${t('news.rest', rest)}`;
}

// Tells what has just happened.
export function news({view, names}: Moment): string {
    const {trick, last, phase} = view;
    const latest = trick.cards.at(-1);
    if (last && !latest) return trickStory(last, view, names);
    if (!latest) return view.chip === undefined ? '' : t('news.first', {round: view.round + 1, name: names[view.chip]!});
    if (phase === 'take' || view.striking) return trickStory(trick, view, names);
    const said = {name: names[latest.seat]!, card: cardName(latest.card), colour: colourName(trick.lead!)};
    if (trick.cards.length === 1) return t('news.lead', said);
    const {best} = settle(trick.cards);
    const winning = best && latest !== best ? ` ${t('news.best', {name: names[best.seat]!, card: cardName(best.card)})}` : '';
    return t(colourOf(latest.card) === trick.lead ? 'news.follow' : 'news.free', said) + winning;
}

function takeWords({view, you}: Moment, card: Code): string {
    const more = (seat: number) => (seat === you ? 1 : 0);
    const n = starsOf(view, card);
    const now = standings(view.seats.map((one, at) => one.stars + n * more(at)), view.seats.map((one, at) => one.taken.length + more(at)));
    const {stars, place, second} = now[you!]!;
    return t('why.take', {n, total: stars, place: t(second ? 'why.take.second' : place === 1 ? 'why.take.first' : 'why.take.other')});
}

// Tells what a choice would do.
export function outlook(action: string, moment: Moment): string {
    const {view, you, names, players} = moment;
    const card = cardIn(action);
    if (you === undefined) return '';
    if (isTake(action)) return takeWords(moment, card);
    const {trick} = view;
    const cards = [...trick.cards, {seat: you, card}];
    const settled = settle(cards);
    const {left, best} = settled;
    const twin = twinIn(cards, settled);
    const n = starsOf(view, card);
    if (twin && best) {
        const said = {card: drawn(card), name: names[best.seat]!, taken: drawn(best.card), n: starsOf(view, best.card)};
        return t(left.length === 1 ? 'why.strike.one' : 'why.strike.rest', said);
    }
    if (twin) return t('why.strike.all', {card: drawn(card)});
    if (!trick.lead) return t('why.lead', {colour: colourName(colourOf(card)), n});
    if (colourOf(card) !== trick.lead) return t('why.off', {colour: colourName(trick.lead), n});
    if (best!.seat !== you) return t('why.low', {card: drawn(best!.card)});
    return t(cards.length === players ? 'why.wins' : 'why.best');
}

export function describe(action: string, {view}: Moment): string {
    const card = cardIn(action);
    if (isTake(action)) return t('do.take', {card: drawn(card), n: starsOf(view, card)});
    return t(view.trick.cards.some((one) => one.card === card) ? 'do.strike' : 'do.play', {card: drawn(card)});
}

export function group(action: string, moment: Moment): string {
    const {lead} = moment.view.trick;
    if (isTake(action)) return t('group.take');
    if (!lead) return t('group.lead');
    return t(mustFollow(moment) ? 'group.follow' : 'group.free', {colour: colourName(lead)});
}
