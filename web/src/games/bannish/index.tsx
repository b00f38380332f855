// The table of BANNISH.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Fact} from '../../protocol';
import type {GameUi, Plans, Situation, Stage, TableProps} from '../game';
import {Chip} from './chip';
import {useCopies} from './copies';
import {Hand} from './Hand';
import {LookBack} from './LookBack';
import {endedTrick, endOfRound, isScored, standingsIn} from './rules';
import {Score} from './Score';
import {Stars, Stations} from './Stations';
import {cardName, placeName, t} from './text';
import {Trick} from './Trick';
import {tutorial} from './tutorial';
import type {View} from './view';
import {describe, group, outlook} from './words';

// The last round as it lay when it was scored; the next one is dealt with it.
function useScored({view, previous, facts}: TableProps<View>): View | undefined {
    const scored = useRef<View>();
    const shown = [view, previous].find((one) => one && isScored(one));
    if (shown) scored.current = shown;
    else if (previous && view.round > previous.round) scored.current = endOfRound(previous, view, facts);
    return scored.current?.round === view.round ? scored.current : undefined;
}

function Table(table: TableProps<View>) {
    const {view, you, names, order} = table;
    const [aimed, aim] = useState<string>();
    const nameOf = useCopies(view);
    const scored = useScored(table);
    useEffect(() => aim(undefined), [view]);
    const board = scored && (isScored(view) || !view.last) ? scored : undefined;
    const playing = view.phase === 'play' || view.phase === 'take';
    return (
        <div class="bn">
            <div class="middle-part" tabIndex={0}>
                <p class="bn-aim soft">{t('aim')}</p>
                {board ? <Score view={board} names={names} order={order} /> : <Stations table={table} nameOf={nameOf} />}
                <Trick key={board ? 'counted' : 'play'} table={table} nameOf={nameOf} aim={aim} />
                <LookBack table={table} scored={board ? undefined : scored} />
            </div>
            {you !== undefined && playing && <Hand table={table} nameOf={nameOf} seat={you} aimed={aimed} aim={aim} />}
        </div>
    );
}

// A BANNISH is seen in three steps: the second card comes, both are struck, and
// then what is left is dealt with.
function stages(previous: View, next: View, facts: Fact[]): Stage<View>[] {
    const dealt = next.round > previous.round && next.phase === 'play';
    const end = dealt ? endOfRound(previous, next, facts) : next;
    if (!end) return [];
    const shown: Stage<View>[] = [];
    const trick = endedTrick(previous, end);
    if (trick?.bannish) {
        const seats = end.seats.map((seat, at) => ({...seat, taken: previous.seats[at]!.taken, stars: previous.seats[at]!.stars, vp: previous.seats[at]!.vp}));
        const {leader, lead, cards, bannish, winner} = trick;
        const landed: View = {...end, phase: 'play', turn: [], chip: previous.chip, last: previous.last, table: [], gone: previous.gone, seats, trick: {leader, lead, cards}};
        shown.push({view: landed, ms: 420});
        shown.push({view: {...landed, striking: true, trick: {leader, lead, cards, bannish, winner}}, ms: 1100});
    }
    if (dealt) shown.push({view: end, ms: trick?.bannish ? 450 : 1200});
    return shown;
}

// A card that you would play next. It may be none that follows: the rules decide when your turn comes.
function plans({view, you}: Situation<View>): Plans {
    const waits = view.phase === 'play' && you !== undefined && !view.turn.includes(you) && view.turn.length > 0;
    const hand = waits ? (view.seats[you]!.hand ?? []) : [];
    return {actions: [...new Set(hand)].map((card) => `play ${card}`), deal: String(view.round)};
}

function seatNote(seat: number, {view}: Situation<View>) {
    const {stars, place} = standingsIn(view)[seat]!;
    return <span class="bn-note"><Stars n={stars} /> {place > 0 && placeName(place)}</span>;
}

export const bannish: GameUi<View> = {id: 'bannish', Table, describe, group, explain: outlook, stages, Chip, cardName, plans, seatNote, tutorial};
