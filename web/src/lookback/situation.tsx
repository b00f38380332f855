// A moment of a game that is over, as layouts are given it; and the actions of an analysis as people read them.
import type {Viewer} from '../api';
import type {GameUi, Situation} from '../games/game';
import type {Decision, Result, TableFacts} from '../protocol';
import {useStore} from '../store';
import {namesOf, orderOf, sentence} from '../table/names';
import {Told} from '../told';
import {momentOf, useMoments, type Moment, type Moments} from './moments';
import {StudyPanel, type InWords} from './StudyPanel';
import {studyOf} from './study';

export interface Looked {
    facts: Pick<TableFacts, 'table' | 'players' | 'options' | 'seats'>;
    names: string[];
    ui: GameUi<unknown>;
}

export function situationAt({facts, names, ui}: Looked, list: Moment[], at: number, as: Viewer): Situation<unknown> {
    const moment = list[at]!;
    const you = typeof as === 'number' ? as : undefined;
    const seats = facts.seats.map(({kind, name, bot}, seat) => ({
        kind, name, bot: kind === 'bot' ? bot : undefined, here: true, waiting: moment.next.some(({actor}) => actor === seat),
    }));
    return {
        view: moment.view,
        previous: list[at - 1]?.view,
        passed: [],
        lines: moment.lines.map((line) => sentence(line, names, ui.cardName)),
        facts: moment.facts,
        you,
        players: facts.players,
        options: facts.options,
        seats,
        names,
        order: orderOf(facts.players, you),
        points: moment.points,
        legal: [],
        over: moment.next.length === 0,
    };
}

// Actions in the words of the layout, which needs to see the cards of the player who chose; nothing until they are there.
export function wordsWith(game: Looked, open: Moments | 'failed' | undefined): InWords {
    return (decision: Decision, action: string) => {
        const list = typeof open === 'object' ? open.list : [];
        const at = momentOf(list, decision.step);
        const step = list[at]?.next.find((one) => one.step === decision.step);
        if (!step) return '…';
        const {taken, best, best_told: better = best} = decision;
        const called = {[best]: better, [taken]: (step.told ?? []).map((line) => sentence(line, game.names)).join(' ')};
        const situation = {...situationAt(game, list, at, 'all'), you: decision.seat, called};
        return <Told sentence={game.ui.describe(action, situation)} Chip={game.ui.Chip} view={situation.view} />;
    };
}

// The analysis beside a table that is over. Its moments are asked for once there is one.
export function TableStudy({facts, ui, result}: {facts: Looked['facts']; ui: GameUi<unknown>; result: Result}) {
    const done = useStore(studyOf(facts.table)).state === 'done';
    const open = useMoments(facts.table, done ? 'all' : undefined);
    const names = namesOf(facts.seats);
    return <StudyPanel table={facts.table} names={names} result={result} inWords={wordsWith({facts, names, ui}, open)} />;
}
