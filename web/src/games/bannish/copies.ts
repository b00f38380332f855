// Every card exists twice, exactly alike. To glide from place to place each copy
// needs a name that it keeps: one that stays where it was keeps its name, and so
// the other is the one that moved.
import {useRef} from 'preact/hooks';
import type {Code, View} from './view';

type Where = string; // hand-0, trick-1, taken-2
type Copies = [Where | undefined, Where | undefined];

function placesIn(view: View): Map<Code, Where[]> {
    const places = new Map<Code, Where[]>();
    const put = (card: Code, where: Where) => places.set(card, [...(places.get(card) ?? []), where]);
    view.seats.forEach(({hand = [], taken}, seat) => {
        for (const card of hand) put(card, `hand-${seat}`);
        for (const card of taken) put(card, `taken-${seat}`);
    });
    for (const {seat, card} of view.trick.cards) put(card, `trick-${seat}`);
    return places;
}

function named([one, other]: Copies, now: Where[]): Copies {
    const left = [...now];
    const stays = (was: Where | undefined) => {
        const at = was ? left.indexOf(was) : -1;
        return at < 0 ? undefined : left.splice(at, 1)[0];
    };
    const named: Copies = [stays(one), stays(other)];
    const moved = one && !named[0] ? [0, 1] : [1, 0];
    for (const at of moved) named[at] ??= left.shift();
    return named;
}

export type NameOf = (where: Where, card: Code, before: number) => string;

// `before` is how many of the same card were named at this place already.
export function useCopies(view: View): NameOf {
    const kept = useRef({view: undefined as View | undefined, copies: new Map<Code, Copies>()});
    if (kept.current.view !== view) {
        const before = kept.current.copies;
        const copies = new Map([...placesIn(view)].map(([card, now]) => [card, named(before.get(card) ?? [undefined, undefined], now)]));
        kept.current = {view, copies};
    }
    return (where, card, before) => {
        const copies = kept.current.copies.get(card) ?? [];
        const places = [0, 1].filter((at) => copies[at] === where);
        return `${card}-${places[before] ?? 'x'}`;
    };
}

// Counts the copies of a card before this one.
export function sameBefore(cards: Code[], at: number): number {
    return cards.slice(0, at).filter((card) => card === cards[at]).length;
}
