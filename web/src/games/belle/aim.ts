// Choosing step by step: what has been selected so far, what can come next.
import {moveOf, type CardId, type Move} from './view';

export interface Chosen {
    card?: CardId; // from a line or from the hand
    mine?: CardId; // then one of your Guests, for MOVE_OWN and SWAP
}

export interface Aims {
    starts: Set<CardId>; // cards that a move begins with
    mine: Set<CardId>; // your Guests to choose first
    cards: Map<CardId, string>; // cards that complete a move
    groups: Map<string, string>; // `seat.group` that completes one
    seats: Map<number, string>; // players who do
    plain: string | undefined; // nothing more to choose
    none: string | undefined; // Step 1 without a card
}

function complete(move: Exclude<Move, {kind: 'none'}>, action: string, you: number, aims: Aims): void {
    if (move.kind === 'invite') {
        if (move.to === undefined) aims.plain = action;
        else aims.groups.set(`${you}.${move.to}`, action);
        return;
    }
    const group = move.to ?? move.group;
    if (group !== undefined) aims.groups.set(`${move.seat ?? you}.${group}`, action);
    else if (move.target) aims.cards.set(move.target, action);
    else if (move.seat !== undefined) aims.seats.set(move.seat, action);
    else aims.plain = action;
}

export function aimsOf(legal: string[], chosen: Chosen, you: number): Aims {
    const aims: Aims = {
        starts: new Set(), mine: new Set(), cards: new Map(), groups: new Map(), seats: new Map(), plain: undefined, none: undefined,
    };
    for (const action of legal) {
        const move = moveOf(action);
        if (move.kind === 'none') {
            aims.none = action;
            continue;
        }
        aims.starts.add(move.card);
        if (move.card !== chosen.card) continue;
        const mine = move.kind === 'play' ? move.mine : undefined;
        if (mine) aims.mine.add(mine);
        if (mine === chosen.mine) complete(move, action, you, aims);
    }
    return aims;
}

// The selection that leads to an action.
export function chosenFor(action: string): Chosen {
    const move = moveOf(action);
    if (move.kind === 'none') return {};
    return move.kind === 'play' && move.mine ? {card: move.card, mine: move.mine} : {card: move.card};
}
