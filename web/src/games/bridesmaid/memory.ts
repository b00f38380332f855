// Remembers what earlier views told and the current one does not: in which
// order cards were laid, what the last turn brought, how the round ended.
import {useRef} from 'preact/hooks';
import {revealed, robotRival, without, type Phase, type Shown, type View} from './view';

export interface Memory {
    view: View;
    order: number[][]; // played cards by seat, the latest last
    shown: Shown[]; // the last cards revealed, till the next ones are or a round begins
    shownIn: number; // rounds scored when they were
    ended: number[] | undefined; // who was active when the last round ended; forgotten at the next reveal
    passed: Phase | undefined; // the phase that all have chosen in, if nothing was revealed since
}

function activeIn({seats, robot}: View): number[] {
    const active = seats.flatMap((seat, at) => (seat.active ? [at] : []));
    return robot?.active ? [...active, robotRival] : active;
}

function inOrder(old: number[], played: number[]): number[] {
    const kept = old.filter((card) => played.includes(card));
    return [...kept, ...without(played, kept)];
}

function remember(old: Memory | undefined, view: View): Memory {
    if (!old) return {view, order: view.seats.map(({played}) => played), shown: [], shownIn: 0, ended: undefined, passed: undefined};
    const fresh = revealed(old.view, view);
    const shownIn = fresh.length > 0 ? old.view.round : old.shownIn;
    const begins = view.phase === 'play' && view.round > shownIn;
    const shown = begins ? [] : fresh.length > 0 ? fresh : old.shown;
    const order = view.seats.map(({played}, at) => inOrder(old.order[at]!, played));
    let {ended, passed} = fresh.length > 0 ? {ended: undefined, passed: undefined} : old;
    if (view.round > old.view.round) {
        const held = fresh.flatMap(({rival, cards}) => (cards.length === 0 ? [rival] : []));
        ended = activeIn(old.view).filter((rival) => !held.includes(rival));
    }
    const left = old.view.phase;
    if (left !== view.phase && left !== 'play' && left !== 'aside') passed = left;
    return {view, order, shown, shownIn, ended, passed};
}

export function useMemory(view: View): Memory {
    const kept = useRef<Memory>();
    if (kept.current?.view !== view) kept.current = remember(kept.current, view);
    return kept.current;
}
