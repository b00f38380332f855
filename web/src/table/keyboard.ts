// Keys at the table, the same for all games. Arrows go from one choice to the next, digits choose, Escape cancels, and after a
// move the focus is on the choice nearest to the last one. A choice is a button within the felt that has data-action, is a card
// or has data-choice; data-key names the digit that a choice always has. A row of cards is one stop of the Tab key.
import type {RefObject} from 'preact';
import {useLayoutEffect, useRef} from 'preact/hooks';
import {settings} from '../settings';

const isChoice = ':is([data-action], .card, [data-choice]):not(:disabled, [aria-disabled=true])';
const roves = ':is(.card, .bid, .gap)'; // a row of them is one stop of the Tab key; other buttons are stops of their own
const looks = ['class', 'data-action', 'disabled', 'aria-disabled', 'hidden', 'open'];

// All that may be chosen now, in reading order.
function choicesIn(area: Element): HTMLElement[] {
    return [...area.querySelectorAll<HTMLElement>(`.felt button${isChoice}`)].filter((one) => one.checkVisibility());
}

// The choices by digit: cards first, then other buttons. A card that is only there to be looked at has none.
function digitsIn(area: Element): Map<string, HTMLElement> {
    const lit = choicesIn(area).filter((one) => !one.matches('.card:not(.lit)'));
    const digits = new Map(lit.filter((one) => one.dataset.key).map((one) => [one.dataset.key!, one]));
    const rest = lit.filter((one) => !one.dataset.key);
    const inOrder = [...rest.filter((one) => one.matches(roves)), ...rest.filter((one) => !one.matches(roves))];
    const free = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((digit) => !digits.has(digit));
    inOrder.slice(0, free.length).forEach((one, at) => digits.set(free[at]!, one));
    const main = area.querySelector<HTMLElement>('.bar [data-do=confirm]') ?? lit.find((one) => one.matches('.main'));
    if (main) digits.set('0', main);
    return digits;
}

interface Point {
    x: number;
    y: number;
}

function centreOf(element: Element): Point {
    const {left, top, width, height} = element.getBoundingClientRect();
    return {x: left + width / 2, y: top + height / 2};
}

function nearest(from: Point, choices: HTMLElement[], aside = 1): HTMLElement | undefined {
    const far = (one: HTMLElement) => {
        const {x, y} = centreOf(one);
        return Math.hypot((x - from.x) * aside, y - from.y);
    };
    return choices.reduce<HTMLElement | undefined>((best, one) => (best && far(best) <= far(one) ? best : one), undefined);
}

// Left and right go through all choices, up and down to the nearest one there.
function stepFrom(active: Element | null, choices: HTMLElement[], key: string, last: Point | undefined): HTMLElement | undefined {
    const at = choices.indexOf(active as HTMLElement);
    if (at < 0) return last ? nearest(last, choices) : choices.at(key === 'ArrowLeft' ? -1 : 0);
    if (key === 'ArrowLeft' || key === 'ArrowRight') return choices[(at + (key === 'ArrowLeft' ? -1 : 1) + choices.length) % choices.length];
    const from = centreOf(active!);
    const way = key === 'ArrowUp' ? -1 : 1;
    return nearest(from, choices.filter((one) => (centreOf(one).y - from.y) * way > 8), 0.5);
}

// What has the keys itself: fields, the list of moves, log and chat.
const elsewhere = 'input, textarea, select, dialog, .moves-list, .side-column';

export interface Keys {
    cancel: () => boolean; // what the layout knows nothing of; false if there is nothing to cancel
    help: () => void; // shows the keys
}

// The keyboard of one table, from its first frame to its last.
class Keyboard {
    private last: Point | undefined; // where the focus was within the felt
    private within = false; // it was there, and nobody has taken it elsewhere
    private byKeys = false; // the last input was a key
    private frame = 0; // in which the page is looked at again
    private readonly observer = new MutationObserver(() => this.changed());

    constructor(private readonly area: HTMLElement, private readonly keys: () => Keys) {
        document.addEventListener('keydown', this.press);
        document.addEventListener('pointerdown', this.point, true);
        document.addEventListener('focusin', this.note);
        this.observer.observe(area, {subtree: true, childList: true, attributes: true, attributeFilter: looks});
        this.refresh();
    }

    close(): void {
        document.removeEventListener('keydown', this.press);
        document.removeEventListener('pointerdown', this.point, true);
        document.removeEventListener('focusin', this.note);
        this.observer.disconnect();
        cancelAnimationFrame(this.frame);
    }

    private readonly point = () => this.show(false);

    private show(byKeys: boolean): void {
        this.byKeys = byKeys;
        this.area.classList.toggle('by-keys', byKeys);
    }

    // Remembers where you play. Confirm and the bar take the focus by themselves; that is not leaving.
    private readonly note = (event: FocusEvent) => {
        const target = event.target as Element;
        if (target.closest('.felt') && target.matches('button')) {
            this.within = true;
            this.last = centreOf(target);
        } else if (!target.matches('.bar, .felt, [data-do=confirm]')) {
            this.within = false;
        }
        this.rove();
    };

    // To look at the page lays it out, which the next frame does anyway; but somebody who plays by keys may press one before.
    private changed(): void {
        cancelAnimationFrame(this.frame);
        if (this.byKeys) this.refresh();
        else this.frame = requestAnimationFrame(() => this.refresh());
    }

    // The page has changed: other choices, other digits, and perhaps the focus is lost.
    private refresh(): void {
        const choices = choicesIn(this.area);
        const active = document.activeElement;
        const lost = active === document.body || !active?.isConnected || active.matches('.bar, .felt');
        if (this.byKeys && this.within && lost) {
            const next = this.last && nearest(this.last, choices);
            const waiting = this.area.querySelector<HTMLElement>('.felt');
            (next ?? waiting)?.focus({preventScroll: true});
        }
        for (const one of this.area.querySelectorAll('[data-number]')) one.removeAttribute('data-number');
        for (const [digit, one] of digitsIn(this.area)) one.dataset.number ??= digit;
        this.rove();
    }

    private rove(): void {
        const rows = new Map<Element | null, HTMLElement[]>();
        for (const one of choicesIn(this.area).filter((choice) => choice.matches(roves))) {
            const row = one.closest('ol, ul, [role=group]');
            rows.set(row, [...(rows.get(row) ?? []), one]);
        }
        for (const stops of rows.values()) {
            const stop = stops.find((one) => one === document.activeElement) ?? stops.find((one) => one.getAttribute('tabindex') === '0') ?? stops[0];
            for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
        }
    }

    private readonly press = (event: KeyboardEvent) => {
        const target = event.target as Element;
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (target.closest(elsewhere) || document.querySelector('dialog[open]')) return;
        if (target !== document.body && !this.area.contains(target)) return;
        if (this.answer(event, target)) event.preventDefault();
    };

    private answer(event: KeyboardEvent, target: Element): boolean {
        const {key, shiftKey} = event;
        if (key.startsWith('Arrow') && !shiftKey) return this.walk(key, target);
        if (key === 'Enter' || key === ' ') {
            this.show(true);
            return event.repeat && target.matches('button'); // a key that is held down is one choice, not several
        }
        if (key === 'Tab') {
            this.show(true);
            this.within = false; // between two stops nothing has the focus, and it is not to be fetched back
        }
        if (key === 'Escape') return this.cancel();
        if (event.repeat || !settings.get().keys) return false;
        if (key === '?') {
            this.keys().help();
            return true;
        }
        const chosen = /^\d$/.test(key) ? digitsIn(this.area).get(key) : undefined;
        if (!chosen) return false;
        this.show(true);
        chosen.focus({preventScroll: true});
        chosen.click();
        return true;
    }

    private walk(key: string, target: Element): boolean {
        const scrolls = target.matches('.middle-part') && target.scrollHeight > target.clientHeight;
        if (scrolls && (key === 'ArrowUp' || key === 'ArrowDown')) return false;
        const next = stepFrom(document.activeElement, choicesIn(this.area), key, this.last);
        this.show(true);
        next?.focus();
        return next !== undefined;
    }

    private cancel(): boolean {
        if (this.keys().cancel()) return true;
        const button = this.area.querySelector<HTMLElement>('.felt [data-do=back]:not(:disabled)');
        button?.click();
        return button !== null;
    }
}

export function useKeyboard(area: RefObject<HTMLElement>, keys: Keys): void {
    const now = useRef(keys);
    now.current = keys;
    useLayoutEffect(() => { // what is on the screen can be used
        const keyboard = new Keyboard(area.current!, () => now.current);
        return () => keyboard.close();
    }, [area]);
}
