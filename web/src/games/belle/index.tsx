// Belle of the Ball: two lines, three groups, and what one holds.
import {useRef, useState} from 'preact/hooks';
import {Card} from '../../cards';
import type {Fact} from '../../protocol';
import {useSorted} from '../../sorting';
import {Told} from '../../told';
import type {GameUi, Stage, TableProps} from '../game';
import {aimsOf, chosenFor, type Aims, type Chosen} from './aim';
import {BelleSign, Face, Regret} from './art';
import {Chip} from './chip';
import {Final, useLedger} from './final';
import {Parties, Party} from './party';
import {Ask} from './ask';
import {chooserIn, scoredSince} from './scored';
import {t} from './text';
import {tutorial} from './tutorial';
import {heldBy, type CardId, type View} from './view';
import {costInWords, describe, explain, group, inWords} from './words';

// Shared by the parts of the table.
export interface Play extends TableProps<View> {
    aims: Aims;
    chosen: Chosen;
    select: (chosen: Chosen) => void;
    hovered: CardId | undefined; // a card of a line that is pointed at
    look: (card: CardId | undefined) => void; // pointed at: read it, and see where it fits
}

// ---- the lines ----

interface PlaceProps {
    play: Play;
    line: View['lines'][number];
    at: number;
    deck: string;
}

function Place({play, line, at, deck}: PlaceProps) {
    const {view, you, names, aims, chosen, select, look, suggested} = play;
    const id = line.cards[at]!;
    const lies = line.regrets[at]!;
    const cost = line.costs[at]!;
    const may = aims.starts.has(id);
    const far = you !== undefined && cost > view.seats[you]!.regrets;
    const costWords = far ? t('cost.far', {n: cost}) : costInWords(cost);
    const wanted = chosen.card ?? play.hovered;
    const skipped = wanted !== undefined && view.phase === 'invite' && !view.free_skip && aims.starts.has(wanted) && at < line.cards.indexOf(wanted);
    const label = [inWords(id, view.cards, names), costWords, ...(lies ? [t('cost.lies', {n: lies})] : [])].join('; ');
    return (
        <li class={skipped ? 'place skipped' : 'place'}>
            <Card
                id={id} from={deck} label={label} selected={chosen.card === id} lit={may && !chosen.card}
                dimmed={far || (aims.starts.size > 0 && !may)} suggested={suggested !== undefined && chosenFor(suggested).card === id}
                onClick={may ? () => select(chosen.card === id ? {} : {card: id}) : undefined} onHover={(over) => look(over ? id : undefined)}
            >
                <Face id={id} card={view.cards[id]!} />
            </Card>
            {lies > 0 && <span class="lies" title={t('cost.lies', {n: lies})} aria-hidden="true">{lies}<Regret /></span>}
            <span class={far ? 'cost far' : 'cost'} aria-hidden="true">{cost === 0 ? t('cost.free') : <>{cost}<Regret /></>}</span>
        </li>
    );
}

function Lines({play}: {play: Play}) {
    const {lines} = play.view;
    const left = lines[0]!.cards.length + lines[0]!.behind;
    return (
        <div class={lines.length === 1 ? 'lines one' : 'lines'}>
            {lines.map((line, number) => (
                <div role="group" key={number} class={`line line-${number}`} aria-label={t(lines.length === 1 ? 'line.one' : `line.${number as 0 | 1}`)}>
                    <h2>
                        {t(lines.length === 1 ? 'line.one' : `line.${number as 0 | 1}`)}
                        <span class="soft" data-spot={`deck-${number}`}>{t('line.behind', {n: line.behind})}</span>
                    </h2>
                    <ol>
                        {line.cards.map((id, at) => <Place key={id} play={play} line={line} at={at} deck={`deck-${number}`} />)}
                    </ol>
                </div>
            ))}
            {left > 0 && left <= 6 && <p class="soon">{t(play.options['last-turn'] === 'finish' ? 'soon.finish' : 'soon.cut', {n: left})}</p>}
        </div>
    );
}

// ---- the hand ----

function Hand({play}: {play: Play}) {
    const {view, you, aims, chosen, select, look, suggested} = play;
    const hand = you === undefined ? [] : view.seats[you]!.hand;
    const kindOf = (id: CardId) => {
        const card = view.cards[id]!;
        return 'type' in card ? card.type + card.effect : '';
    };
    const {held, area, menu} = useSorted('belle', hand, [{name: 'dealt'}, {name: 'kind', by: (one, other) => kindOf(one).localeCompare(kindOf(other))}]);
    if (you === undefined) return null;
    const reads = hand.length > 0 && !hand.some((id) => aims.starts.has(id)); // then keys scroll it: nothing in it has the focus
    return (
        <div role="group" class="hand" aria-label={t('hand')} data-spot="hand" tabIndex={reads ? 0 : undefined} ref={area}>
            <h2>{t('hand')}</h2>
            {hand.length > 1 && <div class="hand-sort">{menu}</div>}
            {hand.length === 0 && <p class="soft">{t('hand.none')}</p>}
            <ul>
                {held.map(({card: id, key}) => {
                    const belle = view.cards[id]!;
                    const may = aims.starts.has(id);
                    const words = 'effect' in belle ? t(`does.${belle.effect}`) : '';
                    return (
                        <li key={id} class={`held${chosen.card === id ? ' chosen' : ''}`}>
                            <Card
                                id={id} sort={key} label={inWords(id, view.cards, play.names)} size="small" lit={may} dimmed={aims.starts.size > 0 && !may} selected={chosen.card === id}
                                suggested={suggested !== undefined && chosenFor(suggested).card === id}
                                onClick={may ? () => select(chosen.card === id ? {} : {card: id}) : undefined}
                                onHover={(over) => look(over ? id : undefined)}
                            >
                                <Face id={id} card={belle} />
                            </Card>
                            <p aria-hidden="true"><strong>{belle.name ?? id}</strong> {words}</p>
                        </li>
                    );
                })}
            </ul>
        </div>
    );
}

// ---- what has happened ----

function News({told, view}: {told: string[]; view: View}) {
    return (
        <div role="group" class="news tells" aria-label={t('since')}>
            <ul>{told.map((line, at) => <li key={at}><Told sentence={line} Chip={Chip} view={view} /></li>)}</ul>
        </div>
    );
}

// Sentences since your last choice, or the last few.
function useNews({view, lines, facts, you, players}: TableProps<View>): string[] {
    const kept = useRef<{view: View | undefined; told: {seat: number; text: string}[]}>({view: undefined, told: []});
    if (kept.current.view !== view && lines.length) {
        const seat = chooserIn(facts) ?? -1;
        const {told} = kept.current;
        const others = told.map((one) => one.seat === you).lastIndexOf(false);
        const before = seat === you && facts.some(({verb}) => verb === 'invites' || verb === 'takes') ? told.slice(others + 1) : told;
        kept.current.told = [...before, ...lines.map((text) => ({seat, text}))].slice(-(players + 2));
    }
    kept.current.view = view;
    return kept.current.told.map(({text}) => text);
}

// ---- the table ----

// Keeps the person's selection as long as nothing changes.
interface Mind {
    view: View;
    chosen: Chosen;
    hovered?: CardId | undefined; // pointed at now
    read?: CardId | undefined; // pointed at last
}

function Table(props: TableProps<View>) {
    const {view, you, legal, picked} = props;
    const [mind, setMind] = useState<Mind>({view, chosen: {}});
    const current = (old: Mind): Mind => (old.view === view ? old : {view, chosen: {}}); // another view: nothing is selected
    const {hovered, read, chosen: selected} = current(mind);
    const chosen = picked ? chosenFor(picked) : selected;
    const told = useNews(props);
    const ledger = useLedger(props);
    const select = (next: Chosen) => setMind((old) => ({...current(old), chosen: next}));
    const look = (card: CardId | undefined) => setMind((old) => ({...current(old), hovered: card, read: card ?? current(old).read}));
    const aims = aimsOf(legal, chosen, you ?? -1);
    const play: Play = {...props, aims, chosen, select, hovered, look};
    return (
        <div class="ball">
            {!props.over && <Ask play={play} read={read} />}
            <div class="middle-part" tabIndex={0} key={props.over ? 'end' : 'middle'}> {/* a new one at the end, at its top: the totals are there */}
                {props.over && <Final play={play} ledger={ledger} />}
                {!props.over && <Lines play={play} />}
                <News told={told} view={view} />
                <Parties play={play} seats={props.order.filter((seat) => seat !== you)} />
            </div>
            {you !== undefined && (
                <div class="own-part">
                    <Party play={play} seat={you} own />
                    {!(props.over && view.seats[you]!.hand.length === 0) && <Hand play={play} />}
                </div>
            )}
        </div>
    );
}

// A full group is shown whole before it goes.
function stages(previous: View, next: View, facts: Fact[]): Stage<View>[] {
    const cards = {...next.cards, ...previous.cards};
    const scored = scoredSince(previous, facts, cards);
    return scored.map(({seat, group: at, score}, number) => {
        const gone = scored.slice(0, number);
        const seats = next.seats.map((player, who) => {
            if (who !== seat) return player;
            const still = scored.filter((one) => one.seat === seat && !gone.includes(one));
            const party = player.party.map((now, group) => still.find((one) => one.group === group)?.cards ?? now);
            return {...player, party, full: player.full.map((full, group) => (group === at ? true : full)), worth: player.worth.map((worth, group) => (group === at ? score.value : worth))};
        });
        return {view: {...next, seats, cards, scoring: {seat, group: at, from: previous}}, ms: Math.min(1300, 1900 / scored.length)};
    });
}

function seatNote(seat: number, {view}: {view: View}) {
    const player = view.seats[seat];
    if (!player) return undefined;
    const {regrets} = player;
    return (
        <>
            <span class="belle-note-words">{t('note', {r: regrets, b: heldBy(player)})}</span>
            <span class="belle-note" aria-hidden="true">{regrets}<Regret /> {heldBy(player)}<BelleSign /></span>
        </>
    );
}

export const belle: GameUi<View> = {id: 'belle', Table, describe, group, explain, stages, Chip, seatNote, tutorial};
