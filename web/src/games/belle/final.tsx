// The end: every point, group by group.
import {useRef} from 'preact/hooks';
import type {Fact} from '../../protocol';
import type {TableProps} from '../game';
import type {Play} from './index';
import {scoredSince, type Scored} from './scored';
import {Sum} from './sum';
import {t} from './text';
import {cardsLeft, heldBy, stillInLine, type View} from './view';

interface Entry extends Scored {
    left: number; // cards that were still in line: undoing a choice removes its groups
    all: View['cards'];
}

export interface Ledger {
    entries: Entry[];
    whole: boolean; // from the first card on
}

// Every group that has been scored while one looked.
export function useLedger({view, previous, facts}: TableProps<View>): Ledger {
    const kept = useRef<Ledger & {view: View | undefined}>({entries: [], whole: false, view: undefined});
    const ledger = kept.current;
    if (ledger.view === view) return ledger;
    if (ledger.view === undefined) ledger.whole = view.seats.every(({points, party}) => points === 0 && party.flat().length <= 4);
    else if (previous && !view.scoring) enter(ledger, previous, view, facts);
    ledger.view = view;
    return ledger;
}

// Finds what was scored from one view to the next.
function enter(ledger: Ledger, previous: View, view: View, facts: Fact[]): void {
    const left = stillInLine(view);
    const all = {...view.cards, ...previous.cards};
    const before = (previous.scoring?.from ?? previous).seats;
    ledger.entries = ledger.entries.filter((entry) => entry.left >= left);
    if (facts.length === 0 && before.some(({points}, seat) => points !== view.seats[seat]!.points)) ledger.whole = false;
    ledger.entries.push(...scoredSince(previous, facts, all).map((scored) => ({...scored, left, all})));
}

function SeatFinal({play, ledger, seat}: {play: Play; ledger: Ledger; seat: number}) {
    const {view, names, points} = play;
    const player = view.seats[seat]!;
    const scored = ledger.entries.filter((entry) => entry.seat === seat);
    const left = cardsLeft(player);
    const earned = scored.reduce((sum, {score}) => sum + score.value, 0);
    const rest = points[seat]! - left / 2 - earned;
    return (
        <div role="group" class="final-seat" aria-label={names[seat]}>
            <h3>{names[seat]}<strong>{points[seat]}</strong></h3>
            <ol>
                {scored.map(({score, cards, all, left: when, group}) => (
                    <li key={`${when}.${group}.${cards.join()}`}>
                        <Sum score={score} ids={cards} cards={all} bare={t('parts.none')} />
                        <b>{score.value}</b>
                    </li>
                ))}
                {rest !== 0 && <li><span>{t(ledger.whole ? 'final.belles' : 'final.before')}</span><b>{rest}</b></li>}
                <li>
                    <span>{t('final.left', {n: left})} <small>{t('final.cards', {g: player.party.flat().length, b: heldBy(player), r: player.regrets})}</small></span>
                    <b>{left / 2}</b>
                </li>
            </ol>
        </div>
    );
}

export function Final({play, ledger}: {play: Play; ledger: Ledger}) {
    return (
        <div role="group" class="final" aria-label={t('final')}>
            <h2>{t('final')}</h2>
            <div class="final-seats">{play.order.map((seat) => <SeatFinal key={seat} play={play} ledger={ledger} seat={seat} />)}</div>
        </div>
    );
}
