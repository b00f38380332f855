// A game that is over as a row of moments: how it stood before each step, where choices
// made at the same time are one step.
import {useEffect, useState} from 'preact/hooks';
import {askSteps, type Viewer} from '../api';
import type {Fact, Step} from '../protocol';

export interface Moment {
    step: number; // that is next; the last moment has none
    view: unknown;
    points: number[];
    lines: string[]; // what led here
    facts: Fact[]; // what the lines are made of
    next: Step[]; // what is done now
}

export interface Moments {
    count: number; // steps in all
    list: Moment[]; // grows until the whole game is there
    whole: boolean;
}

// Adds the steps of a page.
function grown(list: Moment[], steps: Step[]): Moment[] {
    const out = [...list];
    for (const step of steps) {
        if (step.view !== undefined) {
            const lines = out.at(-1)?.next.flatMap((done) => done.told ?? []) ?? [];
            const facts = out.at(-1)?.next.flatMap((done) => done.facts ?? []) ?? [];
            out.push({step: step.step, view: step.view, points: step.points!, lines, facts, next: []});
        }
        if (step.actor !== undefined) out.at(-1)!.next.push(step);
    }
    return out;
}

// As a viewer saw them; nobody: they are not wanted.
export function useMoments(table: string, as: Viewer | undefined): Moments | 'failed' | undefined {
    const [known, setKnown] = useState<{as: Viewer; moments: Moments | 'failed'}>();
    useEffect(() => {
        if (as === undefined) return undefined;
        let wanted = true;
        const isOld = () => !wanted; // may change while the server is waited for
        const load = async () => {
            let list: Moment[] = [];
            for (let from: number | undefined = 0; from !== undefined; ) {
                const page = await askSteps(table, as, from);
                if (isOld()) return;
                list = grown(list, page.steps);
                from = page.next;
                setKnown({as, moments: {count: page.count, list, whole: from === undefined}});
            }
        };
        load().catch(() => wanted && setKnown({as, moments: 'failed'}));
        return () => {
            wanted = false;
        };
    }, [table, as]);
    return known && known.as === as ? known.moments : undefined;
}

// The moment at which a step is next, or the last before it.
export function momentOf(list: Moment[], step: number): number {
    let at = list.length - 1;
    while (at > 0 && list[at]!.step > step) at--;
    return Math.max(at, 0);
}
