// Moves, bids and news in words.
import {lastOf, textIn} from '../facts';
import type {Situation} from '../game';
import {bidName, bids, bonusName, planOf, share, type Bid, type Plan} from './bids';
import {cardName} from './art';
import {t} from './text';
import {claimant, worthOf, type View} from './view';

type Here = Situation<View>;

export interface Move {
    kind: 'pass' | 'bid' | 'partner' | 'late';
    bid?: string; // none for a late bid that is declined
    bonus?: string;
    seat: number;
}

export function moveOf(action: string): Move {
    const [kind, what = '', bonus] = action.split(' ');
    return {kind: kind as Move['kind'], bid: what in bids ? what : undefined, bonus: bonus?.slice(1), seat: Number(what)};
}

export function asks({kind, sizes, suit}: Bid): string {
    if (kind === 'sets') {
        const words = ([[4, 'quatro'], [3, 'trio'], [2, 'pair']] as const).map(([size, word]) => {
            const n = sizes.filter((one) => one === size).length;
            return n > 0 ? t(`ask.${word}`, {n}) : '';
        });
        return words.filter(Boolean).join(t('ask.and'));
    }
    return kind === 'most' ? t(`ask.most.${suit!}`) : t(`ask.${kind}`, {n: sizes[0]!});
}

export function bidWithBonus(bid: string, bonus: string | undefined): string {
    return bonus ? t('with', {bid: bidName(bid), bonus: bonusName(bonus)}) : bidName(bid);
}

export function describe(action: string, {names}: Here): string {
    const {kind, bid, bonus, seat} = moveOf(action);
    if (kind === 'partner') return t('partner', {name: names[seat]!});
    if (bid) return t(kind === 'late' ? 'late' : 'bid', {bid: bidWithBonus(bid, bonus)});
    return t(kind === 'late' ? 'late.none' : 'pass');
}

export function group(action: string): string {
    const {kind, bonus} = moveOf(action);
    if (kind === 'partner' || kind === 'late') return t(`group.${kind}`);
    return bonus ? t('group.bonus', {bonus: bonusName(bonus)}) : t('group.plain');
}

export function explain(action: string, {view, you}: Here): string {
    const {kind, bid} = moveOf(action);
    if (kind === 'partner') return t('explain.partner');
    if (!bid) return t(kind === 'pass' && view.cycle < 6 ? 'explain.pass' : 'explain.none');
    const {have, need} = planFor(view, bid, you);
    const n = share(worthOf(view, bid), view.token!);
    return t(need > 0 ? 'explain.bid' : 'explain.compare', {asks: asks(bids[bid]!), have, need, n});
}

// The cards that a bid of this seat is judged with, beside its own (SP-11).
export function poolPart(view: View, seat: number, bid: string): string[] {
    const {bid: own, bonus} = view.seats[seat]!;
    if (own !== bid || bonus !== 'together') return view.table;
    return view.partner === undefined ? [] : (view.seats[view.partner]!.hand ?? []);
}

// Tells how far the holder of a bid is with it, if that is visible, or else the viewer.
export function planFor(view: View, bid: string, you: number | undefined): Plan {
    const holder = view.bids.find(({id}) => id === bid)?.holder;
    const seat = holder !== undefined && view.seats[holder]!.hand ? holder : you;
    if (seat === undefined) return planOf(bids[bid]!, [], view.table);
    return planOf(bids[bid]!, view.seats[seat]!.hand ?? [], poolPart(view, seat, bid));
}

// Puts the progress in a few words.
export function progress(plan: Plan, cycle: number): string {
    const {kind, have, need, spoilt} = plan;
    if (spoilt) return t(cycle < 6 ? 'have.spoilt' : 'have.not');
    if (kind === 'most') return t('have.most', {n: have});
    if (kind === 'high' || kind === 'low') return have > 0 ? t(`have.${kind}`, {n: have}) : t('have.none');
    if (have < need) return `${t('have', {have, need})} · ${t('have.more', {n: need - have})}`;
    return t(kind === 'suits' && cycle < 6 ? 'have.sofar' : 'have.sure');
}

// Tells what happened with this view: sentences, or none if nothing did.
export function newsOf({previous, view, you, names, facts}: Here): string[] {
    if (!previous) return [];
    if (view.phase === 'over' || view.phase === 'scored') return [t('news.shown')];
    if (previous.round !== view.round || previous.phase === 'scored') return newRound(previous, view, names);
    const told: string[] = [];
    const seat = claimant(previous, view);
    if (seat !== undefined) {
        const {bid, bonus, token} = view.seats[seat]!;
        const values = {name: names[seat]!, bid: bidWithBonus(bid!, bonus), token: token!};
        const missed = lastOf(facts, 'misses');
        const wanted = missed && textIn(missed, 'bid');
        told.push(t(seat === you ? 'news.you' : 'news.claim', values));
        if (wanted) told.push(t('news.late', {bid: bidName(wanted), name: names[seat]!}));
    } else if (view.cycle > previous.cycle || (previous.phase === 'bid' && view.phase !== 'bid')) {
        told.push(t('news.nobody'));
    }
    const laid = view.table.filter((card) => !previous.table.includes(card));
    if (laid.length > 0) told.push(t('news.dealt', {cards: laid.map(cardName).join(', ')}));
    return told;
}

function newRound(previous: View, view: View, names: string[]): string[] {
    const fresh = view.bids.filter(({id}) => !previous.bids.some((old) => old.id === id)).map(({id}) => bidName(id));
    return [
        t('news.begin', {name: names[view.dealer]!}),
        ...(previous.discard.some((id) => !view.discard.includes(id)) ? [t('news.shuffled')] : []),
        ...(fresh.length > 0 ? [t('news.bids', {n: fresh.length, bids: fresh.join(', ')})] : []),
    ];
}
