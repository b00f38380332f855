// A card, large enough to read: under a mouse that rests on it, under a finger that holds it, or for the key +. It lies where it
// covers the fewest choices, takes no clicks, and holding a card does not play it.
import type {RefObject} from 'preact';
import {useLayoutEffect, useRef, useState} from 'preact/hooks';
import {settings} from '../settings';

const rest = 550, hold = 420; // milliseconds until a mouse or a finger has it
const slip = 10; // pixels that a finger may move meanwhile
const cards = '.felt .card:has(.card-face)';
const margin = 8;
const grid = 16; // rows in which it is tried where there is no room beside the card

interface Shown {
    card: Element;
    by: 'mouse' | 'finger' | 'key';
}

const cardOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(cards) : null);

// What you may press next and can see: not below the edge of a part that scrolls.
function choicesInSight(card: Element): Element[] {
    return [...document.querySelectorAll('.felt button:not(:disabled), .bar button, .bar summary')].filter((one) => {
        const {left, top, width, height} = one.getBoundingClientRect();
        return one !== card && one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
}

// How much of the choices a box would cover, and of the card itself.
function covered(box: DOMRect, card: Element, choices: Element[]): number {
    const overlap = (element: Element) => {
        const {left, top, right, bottom} = element.getBoundingClientRect();
        return Math.max(0, Math.min(right, box.right) - Math.max(left, box.left)) * Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top));
    };
    return choices.reduce((sum, one) => sum + overlap(one), 4 * overlap(card));
}

// The best place for a panel of this size: beside the card if that covers nothing, else wherever it covers least.
function placeFor(card: Element, width: number, height: number): {x: number; y: number} {
    const {left, top, right, bottom} = card.getBoundingClientRect();
    const fit = (at: number, size: number, room: number) => Math.max(margin, Math.min(at, room - size - margin));
    const centre = {x: (left + right - width) / 2, y: (top + bottom - height) / 2};
    const beside = [right + margin, left - width - margin, centre.x, 0, innerWidth];
    const rows = [centre.y, top - height - margin, bottom + margin, ...Array.from({length: grid + 1}, (_, at) => (at * innerHeight) / grid)];
    const places = rows.flatMap((y) => beside.map((x) => ({x: fit(x, width, innerWidth), y: fit(y, height, innerHeight)})));
    const choices = choicesInSight(card);
    const cost = places.map(({x, y}) => covered(new DOMRect(x, y, width, height), card, choices) + Math.hypot(x - centre.x, y - centre.y) / 10);
    return places[cost.indexOf(Math.min(...cost))]!;
}

// Watches the table for a resting mouse, a holding finger and the key.
function useEnlarged(area: RefObject<HTMLElement>): Shown | undefined {
    const [shown, setShown] = useState<Shown>();
    const now = useRef<Shown>();
    now.current = shown;
    useLayoutEffect(() => { // what is on the screen can be used
        const root = area.current!;
        let timer = 0, at = {x: 0, y: 0}, held = false; // held: the finger's next click does not count
        const stop = () => clearTimeout(timer);
        const close = () => {
            stop();
            if (now.current) setShown(undefined);
        };
        const wait = (card: Element, by: Shown['by'], ms: number) => {
            stop();
            timer = setTimeout(() => {
                if (!card.isConnected) return;
                held = by === 'finger';
                setShown({card, by});
            }, ms) as unknown as number;
        };
        const over = (event: PointerEvent) => {
            const card = event.pointerType === 'mouse' ? cardOf(event.target) : null;
            if (card === now.current?.card || event.pointerType !== 'mouse') return;
            close();
            if (card) wait(card, 'mouse', rest);
        };
        const down = (event: PointerEvent) => {
            close();
            held = false;
            const card = event.pointerType === 'mouse' ? null : cardOf(event.target);
            at = {x: event.clientX, y: event.clientY};
            if (card) wait(card, 'finger', hold);
        };
        const move = (event: PointerEvent) => {
            if (event.pointerType !== 'mouse' && !held && Math.hypot(event.clientX - at.x, event.clientY - at.y) > slip) stop();
        };
        const up = (event: PointerEvent) => {
            if (event.pointerType !== 'mouse') close();
        };
        const click = (event: Event) => {
            if (!held) return;
            held = false;
            event.preventDefault();
            event.stopPropagation();
        };
        const menu = (event: Event) => {
            if (held || (timer && cardOf(event.target) && matchMedia('(pointer: coarse)').matches)) event.preventDefault();
        };
        // + shows the focused card or the first; then arrows go through all of them, choices or not.
        const key = (event: KeyboardEvent) => {
            const {key: pressed, target} = event;
            const all = [...root.querySelectorAll(cards)].filter((card) => card.checkVisibility());
            const here = now.current && all.indexOf(now.current.card);
            const plus = pressed === '+' && settings.get().keys && !(target as Element).closest('input, textarea, select, dialog');
            const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[pressed];
            if (here === undefined) {
                const card = plus ? (cardOf(document.activeElement) ?? all[0]) : undefined;
                if (!card) {
                    close();
                    return;
                }
                setShown({card, by: 'key'});
            } else if (step !== undefined && now.current?.by === 'key') {
                setShown({card: all[(here + step + all.length) % all.length]!, by: 'key'});
            } else {
                close();
                if (!plus && pressed !== 'Escape') return;
            }
            event.preventDefault();
            event.stopPropagation();
        };
        const heard = new AbortController();
        const {signal} = heard;
        root.addEventListener('pointerover', over, {signal});
        root.addEventListener('pointerleave', close, {signal});
        root.addEventListener('pointerdown', down, {signal, capture: true});
        root.addEventListener('pointermove', move, {signal});
        root.addEventListener('click', click, {signal, capture: true});
        root.addEventListener('contextmenu', menu, {signal});
        document.addEventListener('pointerup', up, {signal});
        document.addEventListener('pointercancel', up, {signal});
        document.addEventListener('keydown', key, {signal, capture: true});
        document.addEventListener('scroll', close, {signal, capture: true});
        return () => {
            stop();
            heard.abort();
        };
    }, [area]);
    return shown;
}

// `moment`: with another one the card may lie elsewhere or be gone.
export function Enlarged({area, game, moment}: {area: RefObject<HTMLElement>; game: string; moment: unknown}) {
    const shown = useEnlarged(area);
    const panel = useRef<HTMLDivElement>(null);
    const since = useRef({card: shown?.card, moment});
    if (since.current.card !== shown?.card) since.current = {card: shown?.card, moment};
    const card = shown && shown.card.isConnected && since.current.moment === moment ? shown.card : undefined;
    useLayoutEffect(() => {
        if (!card || !panel.current) return;
        panel.current.querySelector('svg')?.remove();
        panel.current.prepend(card.querySelector('svg')!.cloneNode(true));
        const {x, y} = placeFor(card, panel.current.offsetWidth, panel.current.offsetHeight);
        Object.assign(panel.current.style, {left: `${x}px`, top: `${y}px`});
    }, [card]);
    if (!card) return null;
    return (
        <div class={`enlarged game-${game}`} ref={panel} role={shown!.by === 'key' ? 'status' : undefined}>
            {(card.getAttribute('aria-label') ?? '').split('; ').map((part) => <p key={part}>{part}</p>)}
        </div>
    );
}
