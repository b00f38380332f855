// The end: every point, group by group.
import {useRef} from 'preact/hooks';
import type {TableProps} from '../game';
import {happened, stillInLine, type Happened, type Scored} from './happened';
import type {Play} from './index';
import {scoreOf} from './score';
import {Sum} from './sum';
import {t} from './text';
import {cardsLeft, heldBy, type View} from './view';

interface Entry extends Scored {
    left: number; // cards that were still in line: a choice taken back takes its groups back
    all: View['cards'];
}

export interface Ledger {
    entries: Entry[];
    whole: boolean; // from the first card on
}

// A stage is always seen; what comes after it may be told together with the next choice.
function stagedGroup(view: View, {seat, group}: {seat: number; group: number}): Scored {
    const cards = view.seats[seat]!.party[group]!;
    return {seat, group, cards, score: scoreOf(cards, view.cards)};
}

// Every group that has been scored while one looked.
export function useLedger({view, previous, passed, lines}: TableProps<View>): Ledger {
    const kept = useRef<Ledger & {view: View | undefined}>({entries: [], whole: false, view: undefined});
    const ledger = kept.current;
    if (ledger.view === view) return ledger;
    if (ledger.view === undefined) ledger.whole = view.seats.every(({points, party}) => points === 0 && party.flat().length <= 4);
    else {
        let before = previous;
        for (const now of [...passed, view]) {
            enter(ledger, before, now, lines.length > 0);
            before = now;
        }
    }
    ledger.view = view;
    return ledger;
}

// What has been scored from one view to the next.
function enter(ledger: Ledger, previous: View | undefined, view: View, told: boolean): void {
    const left = stillInLine(view);
    ledger.entries = ledger.entries.filter((entry) => entry.left >= left);
    const event: Happened | undefined = previous && told ? happened(previous, view) : undefined;
    // A stage comes without words, and shows the points of its choice already.
    if (!event && !view.scoring && previous?.seats.some(({points}, seat) => points !== view.seats[seat]!.points)) ledger.whole = false;
    for (const scored of view.scoring ? [stagedGroup(view, view.scoring)] : (event?.scored ?? [])) {
        const known = ledger.entries.some((one) => one.left === left && one.seat === scored.seat && one.group === scored.group);
        if (!known) ledger.entries.push({...scored, left, all: event?.cards ?? view.cards});
    }
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
                    <li key={`${when}.${group}`}>
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
