// SCOUT in the browser.
import type {Fact} from '../../protocol';
import type {GameUi, Stage} from '../game';
import {Chip} from './chip';
import {examples} from './examples';
import {Bits, Table} from './Table';
import {tutorial} from './tutorial';
import {lastMoveOf, sheetFromFacts, type View} from './view';
import {cardName, describe, explain, group} from './words';

// The end of a round: its last move, then how it is counted, then the next deal.
function stages(previous: View, next: View, facts: Fact[]): Stage<View>[] {
    const sheet = sheetFromFacts(next, facts);
    if (!sheet || previous.round === next.round) return [];
    const last = lastMoveOf(previous, facts);
    return [{view: last, ms: 900}, {view: {...last, sheet}, ms: 1000}];
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
    seatNote: (seat, {view}) => <Bits seat={view.seats[seat]!} />,
    tutorial,
    examples,
};
