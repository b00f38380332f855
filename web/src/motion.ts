// Cards glide from where they were to where they are. Before a change everything
// with data-card="key" is looked at; after it, whatever has the same key and lies
// elsewhere starts from its old place. A new card comes from data-from="spot", one
// that goes moves to its data-to="spot", spots being elements with data-spot. Several spots may be
// named, the first one in sight counts. Seats that have acted light up.
import {paced, prefersStill} from './settings';

const glide = 380; // milliseconds
const easing = 'cubic-bezier(.22,.8,.3,1)';

interface Place {
    box: DOMRect;
    ghost: HTMLElement | undefined; // a copy of what may go
    to: string | undefined;
}

export type Snapshot = Map<string, Place>;

function cardsIn(root: ParentNode): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>('[data-card]')];
}

function boxOfSpot(spot: string | undefined): DOMRect | undefined {
    const boxes = (spot?.split(' ') ?? []).map((one) => document.querySelector(`[data-spot="${CSS.escape(one)}"]`)?.getBoundingClientRect());
    return boxes.find((box) => box && box.width > 0);
}

export function snapshot(root: ParentNode): Snapshot {
    const places: Snapshot = new Map();
    if (prefersStill()) return places;
    for (const card of cardsIn(root)) {
        const to = card.dataset.to;
        places.set(card.dataset.card!, {
            box: card.getBoundingClientRect(),
            ghost: to ? (card.cloneNode(true) as HTMLElement) : undefined,
            to,
        });
    }
    return places;
}

function offset(from: DOMRect, to: DOMRect): string {
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    return `translate(${x}px, ${y}px) scale(${to.width > 0 ? from.width / to.width : 1})`;
}

// What is to fly, found before anything does: each animation makes the browser lay out the page again if it is asked for a
// place after it.
type Flight = () => void;

function glideOf(card: HTMLElement, from: DOMRect, delay: number): Flight | undefined {
    const box = card.getBoundingClientRect();
    const near = Math.abs(from.left - box.left) < 2 && Math.abs(from.top - box.top) < 2;
    if (near || box.width === 0) return undefined;
    return () => card.animate([{transform: offset(from, box), zIndex: 5}, {transform: 'none', zIndex: 5}], {
        duration: paced(glide), delay: paced(delay), easing, fill: 'backwards',
    });
}

function departureOf(place: Place): Flight | undefined {
    const target = boxOfSpot(place.to);
    const ghost = place.ghost;
    if (!ghost || !target) return undefined;
    for (const name of ['data-card', 'data-to', 'data-from', 'data-action', 'id']) ghost.removeAttribute(name);
    ghost.setAttribute('aria-hidden', 'true');
    ghost.inert = true;
    ghost.classList.add('ghost');
    Object.assign(ghost.style, {
        left: `${place.box.left}px`, top: `${place.box.top}px`, width: `${place.box.width}px`, height: `${place.box.height}px`,
    });
    return () => {
        document.body.append(ghost);
        const flight = ghost.animate([{transform: 'none', opacity: 1}, {transform: offset(target, place.box), opacity: 0.2}], {
            duration: paced(glide), easing, fill: 'forwards',
        });
        flight.onfinish = flight.oncancel = () => ghost.remove();
    };
}

// After the change. New cards that come from the same spot come one by one.
export function play(root: ParentNode, before: Snapshot): void {
    if (prefersStill() || before.size === 0) return;
    const gone = new Map(before);
    const flights: (Flight | undefined)[] = [];
    let dealt = 0;
    for (const card of cardsIn(root)) {
        const key = card.dataset.card!;
        const place = before.get(key);
        const from = place?.box ?? boxOfSpot(card.dataset.from);
        gone.delete(key);
        if (from && from.width > 0) flights.push(glideOf(card, from, place ? 0 : 40 * dealt++));
    }
    for (const place of gone.values()) flights.push(departureOf(place));
    for (const begin of flights) begin?.();
}

// Marks the seats that did something, for a moment.
export function markActed(seats: number[]): void {
    if (prefersStill()) return;
    for (const seat of seats) {
        const there = document.querySelector(`.seats [data-spot="seat-${seat}"]`);
        there?.animate([{background: 'var(--lit)', color: '#2b211a'}, {}], {duration: paced(1100), easing: 'ease-out'});
    }
}
