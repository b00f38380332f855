// A hand in the order that you like: by one of the game's orders, or your own by dragging cards or with Shift and an arrow key.
// Every game remembers its order in this browser. The order is for your eyes only; the server never hears of it.
import {useLayoutEffect, useRef, useState} from 'preact/hooks';
import {keep, recall} from './memory';
import {t} from './text/frame';

export interface Order<Card> {
    name: 'suit' | 'value' | 'falling' | 'dealt' | 'kind';
    by?: (one: Card, other: Card) => number; // without it: as the server has them
}

export interface Held<Card> {
    card: Card;
    key: string; // tells twins apart
    at: number; // its place in the hand as the server has it
}

export type Area = (element: HTMLElement | null) => void; // a ref

interface Kept {
    how: string; // the name of an order, or own
    own: string[]; // keys
}

export interface Sorted<Card> {
    held: Held<Card>[];
    order: Order<Card>; // by which other cards can be sorted too
    area: Area; // around the cards, each with data-sort={key}
    menu: ReturnType<typeof Menu>;
}

function keyed<Card extends string | number>(cards: Card[]): Held<Card>[] {
    const seen = new Map<Card, number>();
    return cards.map((card, at) => {
        const before = seen.get(card) ?? 0;
        seen.set(card, before + 1);
        return {card, key: `${card}#${before}`, at};
    });
}

function sortedBy<Card>(held: Held<Card>[], order: Order<Card>, own: string[] | undefined): Held<Card>[] {
    const usual = order.by ? [...held].sort((one, other) => order.by!(one.card, other.card) || one.at - other.at) : held;
    if (!own) return usual;
    const place = ({key}: Held<Card>) => (own.includes(key) ? own.indexOf(key) : own.length); // new cards come last
    return [...usual].sort((one, other) => place(one) - place(other));
}

// Where a card that was dropped goes: its place among the others.
function placeAt(area: Element, dragged: Element, {clientX, clientY}: PointerEvent): number {
    const others = [...area.querySelectorAll('[data-sort]')].filter((one) => one !== dragged);
    const spots = others.map((one) => {
        const {left, top, width, height} = one.getBoundingClientRect();
        return {x: left + width / 2, far: Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY)};
    });
    const nearest = spots.reduce((best, spot, at) => (spot.far < spots[best]!.far ? at : best), 0);
    return clientX < (spots[nearest]?.x ?? 0) ? nearest : nearest + 1;
}

const begins = 8; // pixels to the side make a drag

function useDragging(root: HTMLElement | null, move: (key: string, to: number) => void): void {
    const latest = useRef(move);
    latest.current = move;
    useLayoutEffect(() => { // what is on the screen can be used
        if (!root) return undefined;
        let drag: {card: HTMLElement; x: number; y: number; on: boolean} | undefined;
        const down = (event: PointerEvent) => {
            const card = (event.target as Element).closest<HTMLElement>('[data-sort]');
            drag = card && event.button === 0 ? {card, x: event.clientX, y: event.clientY, on: false} : undefined;
        };
        const follow = (event: PointerEvent) => {
            if (!drag) return;
            const x = event.clientX - drag.x, y = event.clientY - drag.y;
            if (!drag.on && (Math.abs(x) < begins || Math.abs(y) > Math.abs(x))) return;
            if (!drag.on) drag.card.setPointerCapture(event.pointerId);
            drag.on = true;
            drag.card.classList.add('dragged');
            drag.card.style.translate = `${x}px ${y}px`;
        };
        const drop = (event: PointerEvent) => {
            if (!drag) return;
            const {card, on} = drag;
            drag = undefined;
            if (!on) return;
            card.classList.remove('dragged');
            card.style.translate = '';
            if (event.type === 'pointerup') latest.current(card.dataset.sort!, placeAt(root, card, event));
            const swallow = (click: Event) => { // a drag is not a choice
                click.preventDefault();
                click.stopPropagation();
            };
            root.addEventListener('click', swallow, {capture: true, once: true});
            setTimeout(() => root.removeEventListener('click', swallow, true));
        };
        root.addEventListener('pointerdown', down);
        root.addEventListener('pointermove', follow);
        root.addEventListener('pointerup', drop);
        root.addEventListener('pointercancel', drop);
        return () => {
            root.removeEventListener('pointerdown', down);
            root.removeEventListener('pointermove', follow);
            root.removeEventListener('pointerup', drop);
            root.removeEventListener('pointercancel', drop);
        };
    }, [root]);
}

function Menu({how, names, said, onChange}: {how: string; names: (Order<unknown>['name'] | 'own')[]; said: string; onChange: (how: string) => void}) {
    return (
        <span class="sort-menu">
            <select aria-label={t('sort.label')} title={t('sort.label')} value={how} onChange={(event) => onChange(event.currentTarget.value)}>
                {names.map((name) => <option key={name} value={name}>{t(`sort.${name}`)}</option>)}
            </select>
            <span class="hidden-text" role="status">{said}</span>
        </span>
    );
}

// The first of `orders` is the one a game begins with.
export function useSorted<Card extends string | number>(game: string, cards: Card[], orders: Order<Card>[]): Sorted<Card> {
    const [kept, setKept] = useState(() => recall<Kept>(`sort.${game}`, {how: orders[0]!.name, own: []}));
    const [moved, setMoved] = useState<{key: string; to: number}>();
    const [root, area] = useState<HTMLElement | null>(null);
    const order = orders.find(({name}) => name === kept.how) ?? orders[0]!;
    const own = kept.how === 'own' ? kept.own : undefined;
    const held = sortedBy(keyed(cards), order, own);
    const change = (now: Kept) => {
        setKept(now);
        keep(`sort.${game}`, now);
    };
    const move = (key: string, to: number) => {
        const keys = held.map((one) => one.key).filter((one) => one !== key);
        const place = Math.max(0, Math.min(to, keys.length));
        change({how: 'own', own: [...keys.slice(0, place), key, ...keys.slice(place)]});
        setMoved({key, to: place});
    };
    useDragging(root, move);
    useLayoutEffect(() => {
        const press = (event: KeyboardEvent) => {
            const key = (event.target as HTMLElement).dataset.sort;
            const way = {ArrowLeft: -1, ArrowRight: 1}[event.key];
            if (!event.shiftKey || key === undefined || way === undefined) return;
            event.preventDefault();
            move(key, held.findIndex((one) => one.key === key) + way);
        };
        root?.addEventListener('keydown', press);
        return () => root?.removeEventListener('keydown', press);
    });
    useLayoutEffect(() => {
        if (moved && document.activeElement?.matches('body, [data-sort], .felt')) root?.querySelector<HTMLElement>(`[data-sort="${CSS.escape(moved.key)}"]`)?.focus();
    }, [moved, root]);
    const names: (Order<Card>['name'] | 'own')[] = [...orders.map(({name}) => name), ...(own ? ['own' as const] : [])];
    const said = moved && own ? t('sort.moved', {n: moved.to + 1, of: cards.length}) : '';
    const menu = <Menu how={own ? 'own' : order.name} names={names} said={said} onChange={(how) => change({...kept, how})} />;
    return {held, order, area, menu};
}
