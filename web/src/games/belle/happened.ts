// What a choice has done, read off the views before and after it.
import {scoreOf, type Score} from './score';
import {groups, heldBy, type CardId, type View} from './view';

export interface Scored {
    seat: number;
    group: number;
    cards: CardId[];
    score: Score;
}

export interface Happened {
    seat: number;
    kind: 'invite' | 'take' | 'play' | 'none';
    card?: CardId;
    group?: number; // the card went there,
    owner?: number; // of this player
    target?: CardId; // or it was aimed at this card
    paid: number; // Regrets
    got: number;
    gained: number; // points, at once
    scored: Scored[];
    cards: View['cards']; // all that were in sight
    left: number; // cards still to be invited
}

export function stillInLine(view: View): number {
    return view.lines.reduce((sum, {cards, behind}) => sum + cards.length + behind, 0);
}

function placeOf(card: CardId, view: View): {owner: number; group: number} | undefined {
    for (const [owner, {party}] of view.seats.entries()) {
        const group = party.findIndex((cards) => cards.includes(card));
        if (group >= 0) return {owner, group};
    }
    return undefined;
}

// The mover's groups as they lay when they were scored.
function scoredGroups(seat: number, before: CardId[][], after: View, cards: View['cards']): Scored[] {
    return groups.flatMap((group) => {
        const ids = before[group]!;
        const stayed = after.seats[seat]!.party[group]!.length >= ids.length;
        const score = scoreOf(ids, cards);
        return score.full && !stayed ? [{seat, group, cards: ids, score}] : [];
    });
}

function invited(before: View, after: View): Happened | undefined {
    const seat = before.turn[0]!;
    const cards = {...after.cards, ...before.cards};
    const inLine = new Set(after.lines.flatMap((line) => line.cards));
    for (const line of before.lines) {
        const place = line.cards.findIndex((card) => !inLine.has(card));
        if (place < 0) continue;
        const card = line.cards[place]!;
        const isBelle = card.startsWith('B');
        // With all groups full Step 3 came first: then its groups are gone already.
        const {party, full} = before.seats[seat]!;
        const now = after.seats[seat]!.party;
        const lies = now.findIndex((ids) => ids.includes(card));
        const group = lies >= 0 ? lies : party.findIndex((ids, at) => ids.length === 3 && !full[at] && now[at]!.length < 3);
        if (!isBelle && group < 0) return undefined;
        const filled = party.map((ids, at) => (!isBelle && at === group ? [...ids, card] : ids));
        return {
            seat, card, cards, kind: isBelle ? 'take' : 'invite', group: isBelle ? undefined : group,
            paid: line.costs[place]!, got: line.regrets[place]!, gained: 0,
            scored: scoredGroups(seat, filled, after, cards), left: stillInLine(after),
        };
    }
    return undefined;
}

function aimOf(card: CardId, seat: number, before: View, after: View): Pick<Happened, 'group' | 'owner' | 'target'> {
    const lies = placeOf(card, after);
    if (lies) return lies;
    const all = before.seats.flatMap(({party}) => party.flat());
    const moved = all.filter((id) => {
        const [from, to] = [placeOf(id, before), placeOf(id, after)];
        return from?.owner !== to?.owner || from?.group !== to?.group;
    });
    const target = moved.find((id) => placeOf(id, before)!.owner !== seat) ?? moved[0];
    const robbed = after.seats.findIndex((player, at) => at !== seat && heldBy(player) < heldBy(before.seats[at]!));
    if (target) return {target, ...placeOf(target, before)};
    return robbed >= 0 ? {owner: robbed} : {};
}

function played(before: View, after: View): Happened | undefined {
    const seat = before.turn[0]!;
    const [was, is] = [before.seats[seat]!, after.seats[seat]!];
    const cards = {...after.cards, ...before.cards};
    const all = scoredGroups(seat, was.party, after, cards);
    const scored = all.length === groups.length ? all : []; // Step 3 comes first only with all of them (BL-6)
    const earned = scored.reduce((sum, {score}) => sum + score.value, 0);
    const common = {seat, cards, paid: 0, scored, left: stillInLine(after)};
    const card = was.hand.find((id) => !is.hand.includes(id));
    if (card)
        return {
            ...common, kind: 'play', card, got: Math.max(0, is.regrets - was.regrets), gained: is.points - was.points - earned,
            ...aimOf(card, seat, before, after),
        };
    return heldBy(was) === heldBy(is) ? {...common, kind: 'none', got: 0, gained: 0} : undefined;
}

// Nothing if it cannot be told: several choices at once, or a card that was hidden.
export function happened(previous: View, after: View): Happened | undefined {
    const before = previous.scoring?.from ?? previous;
    const gone = stillInLine(before) - stillInLine(after);
    if (before.turn.length !== 1) return undefined;
    const told = before.phase === 'play' && gone === 0 ? played(before, after)
        : before.phase === 'invite' && gone === 1 ? invited(before, after) : undefined;
    // The next player's Step 3 may come first (BL-6), with nothing in between.
    const next = after.turn[0];
    if (told && next !== undefined && next !== told.seat && before.seats[next]!.full.every(Boolean))
        told.scored.push(...scoredGroups(next, before.seats[next]!.party, after, told.cards));
    return told;
}
