// SCOUT in the browser.
import type {Fact} from '../../protocol';
import type {GameUi, Plans, Situation, Stage} from '../game';
import {Chip} from './chip';
import {Bits, Table} from './Table';
import {tutorial} from './tutorial';
import {cut, lastMoveOf, playOf, setsIn, sheetFromFacts, strength, type View} from './view';
import {cardName, describe, explain, group} from './words';

// The end of a round: its last move, then how it is counted, then the next deal.
function stages(previous: View, next: View, facts: Fact[]): Stage<View>[] {
    const sheet = sheetFromFacts(next, facts);
    if (!sheet || previous.round === next.round) return [];
    const last = lastMoveOf(previous, facts);
    return [{view: last, ms: 900}, {view: {...last, sheet}, ms: 1000}];
}

// A set of your row that would beat what lies there now. Others may beat it first, or weaken what lies there.
function plans({view, you}: Situation<View>): Plans {
    const row = view.phase === 'turn' && you !== undefined && !view.turn.includes(you) ? (view.seats[you]!.hand ?? []) : [];
    return {actions: setsIn(row).filter((set) => view.prior.length === 0 || strength(cut(row, set)) > strength(view.prior)).map(playOf), deal: String(view.round)};
}

export const scout: GameUi<View> = {
    id: 'scout',
    Table,
    describe,
    group,
    explain,
    stages,
    Chip,
    cardName,
    plans,
    seatNote: (seat, {view}) => <Bits seat={view.seats[seat]!} />,
    tutorial,
};
