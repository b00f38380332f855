// Drawings for the page of rules.
import type {ComponentChildren, ComponentType} from 'preact';
import {Card} from '../../cards';
import type {TableProps} from '../game';
import {Back, Face, HoldFace, StartFace} from './art';
import {Ladder} from './ladder';
import {everyCard} from './rivals';
import {cardName, signed, t} from './text';
import {sum, type SeatView, type View} from './view';

function Drawing({children}: {children: ComponentChildren}) {
    return <div class="felt game-bridesmaid bm-example">{children}</div>;
}

const Up = ({card}: {card: number}) => <Card size="small" label={cardName(card)}><Face card={card} /></Card>;
const Down = ({sealed}: {sealed?: boolean}) => <Card size="small" label={t('card.down')}><Back sealed={sealed} /></Card>;
const Hold = () => <Card size="small" label={t('card.hold')}><HoldFace word={t('card.hold')} /></Card>;
const Start = ({wild}: {wild: boolean}) => <Card size="small" label={t(wild ? 'wild.label' : 'start.label')}><StartFace wild={wild} /></Card>;
const Arrow = () => <span class="bm-arrow" aria-hidden="true">→</span>;
const Sum = ({cards}: {cards: number[]}) => <b class="bm-total">{signed(sum(cards))}</b>;

// The places of a round that ended with these totals.
function Places({totals, ranks, robot}: {totals: number[]; ranks: number[]; robot?: number}) {
    const seats = totals.map((total): SeatView => ({
        played: [], total, active: false, cards: 0, reserves: 0, displayed: [], wild: false, points: 0, last: {played: [], total, points: 0},
    }));
    const view: View = {
        phase: 'over', round: 1, rounds: 3, turn: [], ranks, seats,
        robot: robot === undefined ? undefined : {pile: [], total: robot, seen: []},
    };
    const props = {view, names: ['Ann', 'Ben', 'Cat', 'Dan', 'Eve'], options: {}} as unknown as TableProps<View>;
    return <Ladder {...props} />;
}

export const examples: Record<string, ComponentType> = {
    'AB-1': () => <Drawing>{everyCard.map((card) => <Up key={card} card={card} />)}<Hold /><Start wild={false} /></Drawing>,
    'AB-4': () => <Drawing><Down sealed /><Down sealed /><Down sealed /><Arrow /><Up card={6} /><Up card={2} /><Hold /></Drawing>,
    'AB-7': () => <Drawing><Up card={1} /><Up card={3} /><Hold /><Down /><Sum cards={[1, 3]} /><Arrow /><Up card={1} /><Up card={3} /><Up card={10} /><Sum cards={[1, 3, 10]} /></Drawing>,
    'AB-8': () => <Drawing><Up card={-3} /><Start wild={false} /><Arrow /><Start wild /></Drawing>,
    'AB-11': () => <Drawing><Places totals={[10, 6, 6, 0, -8]} ranks={[1, 3, 2, 1, 0]} /></Drawing>,
    'AB-17': () => <Drawing><Places totals={[5, 15]} ranks={[1, 2, 0]} robot={5} /></Drawing>,
};
