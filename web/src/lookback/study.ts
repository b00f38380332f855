// The analysis of a game: asked for once, looked at in several places.
import {askAnalysis, Refused} from '../api';
import {keyOf, noteKey} from '../keys';
import type {Analysis, Analysing, Decision} from '../protocol';
import {Store} from '../store';

export type Study = {state: 'none'} | {state: 'running'; progress: Analysing} | {state: 'done'; analysis: Analysis} | {state: 'failed'; why: string};

const lookAgain = 700; // milliseconds
const studies = new Map<string, Store<Study>>();

export function studyOf(table: string): Store<Study> {
    if (!studies.has(table)) studies.set(table, new Store<Study>({state: 'none'}));
    return studies.get(table)!;
}

async function askUntilDone(table: string, store: Store<Study>): Promise<Analysis> {
    for (;;) {
        const answer = await askAnalysis(table);
        if ('chances' in answer) return answer;
        store.set({state: 'running', progress: answer});
        await new Promise((resolve) => setTimeout(resolve, lookAgain));
    }
}

// What it says of your own play is kept with the game.
function note(table: string, {seats}: Analysis): void {
    const own = seats[keyOf(table)?.seat ?? -1];
    if (own) noteKey(table, {figures: {accuracy: own.accuracy, luck: own.luck}});
}

export async function beginStudy(table: string): Promise<void> {
    const store = studyOf(table);
    const {state} = store.get();
    if (state === 'running' || state === 'done') return;
    store.set({state: 'running', progress: {done: 0, of: 0}});
    try {
        const analysis = await askUntilDone(table, store);
        note(table, analysis);
        store.set({state: 'done', analysis});
    } catch (error) {
        store.set({state: 'failed', why: error instanceof Refused ? error.message : ''});
    }
}

export function isMistake(decision: Decision): boolean {
    return decision.verdict === 'mistake' || decision.verdict === 'blunder';
}

// Lists what cost most, worst first.
export function worst(analysis: Analysis, most: number): Decision[] {
    return analysis.decisions.filter(isMistake).sort((a, b) => b.loss - a.loss).slice(0, most);
}

export function analysisOf(study: Study): Analysis | undefined {
    return study.state === 'done' ? study.analysis : undefined;
}
