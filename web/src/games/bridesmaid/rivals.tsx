// Draws the cards in front of a player, and the panels of the others and the Robot.
import type {ComponentChildren} from 'preact';
import {Card} from '../../cards';
import {prefersStill} from '../../settings';
import type {Situation} from '../game';
import {bridesmaidTables} from '../tables';
import {Back, Face, HoldFace, SeatSign, RobotSign, StartFace} from './art';
import type {Memory} from './memory';
import {cardName, cardsText, place, signed, t} from './text';
import {asideKnown, holdBack, onTable, robotPile, robotRival, scored, standings, without, type RobotView, type SeatView, type View} from './view';

export const cardId = (seat: number, card: number) => `c${seat}:${card}`;
export const holdId = (seat: number) => `c${seat}:hold`;

export function Accessory({seat, card, fresh}: {seat: number; card: number; fresh?: boolean}) {
    return (
        <span class={`bm-laid${fresh ? ' fresh' : ''}${fresh && !prefersStill() ? ' flip' : ''}`}>
            <Card id={cardId(seat, card)} from={`slot-${seat} seat-${seat}`} size="small" label={cardName(card)}><Face card={card} /></Card>
        </span>
    );
}

// A card with a word below it.
export function Tagged({tag, children}: {tag: ComponentChildren; children: ComponentChildren}) {
    return <span class="bm-tagged">{children}{tag && <small>{tag}</small>}</span>;
}

export function FaceDown({id, label, sealed}: {id: string; label: string; sealed?: boolean}) {
    return <Card id={id} size="small" label={`${label}, ${t('card.down')}`}><Back sealed={sealed} /></Card>;
}

function Aside({seat, card}: {seat: number; card: number | null}) {
    const label = card === null ? t('aside') : t('aside.own', {card: signed(card)});
    const id = card === null ? `aside-${seat}` : cardId(seat, card);
    return <Tagged tag={label}><FaceDown id={id} label={label} /></Tagged>;
}

function Held({rival, fresh}: {rival: number; fresh: boolean}) {
    return (
        <span class={`bm-laid${fresh ? ' fresh' : ''}`}>
            <Card id={holdId(rival)} from={`slot-${rival}`} size="small" label={t('card.hold')}><HoldFace word={t('card.hold')} plain /></Card>
        </span>
    );
}

// Played cards, the latest last, then what is face down.
export function Front({seat, situation, memory, pick}: {
    seat: number; situation: Situation<View>; memory: Memory; pick?: (card: number) => ComponentChildren;
}) {
    const {view} = situation;
    const own = view.seats[seat]!;
    const turn = memory.shown.find(({rival}) => rival === seat);
    const total = own.total + asideKnown(view, own);
    const down = own.aside !== undefined && !scored(view);
    return (
        <div class="bm-front" role="group" aria-label={t('front')}>
            <span class="bm-total" role="img" aria-label={t('total.of', {n: signed(total)})}><b>{signed(total)}</b></span>
            {memory.order[seat]!.map((card) => (
                <Tagged key={card} tag={scored(view) && own.aside === card && t('aside')}>
                    {pick?.(card) ?? <Accessory seat={seat} card={card} fresh={turn?.cards.includes(card)} />}
                </Tagged>
            ))}
            {own.active === false && <Held rival={seat} fresh={turn?.cards.length === 0} />}
            {down && <Aside seat={seat} card={own.aside!} />}
        </div>
    );
}

// Cards on display, and THE START or WILD beside them.
export function Display({seat, situation}: {seat: number; situation: Situation<View>}) {
    const {view, over} = situation;
    const own = view.seats[seat]!;
    const more = over ? own.last!.points : 0;
    return (
        <div class="bm-display" role="group" aria-label={t('display')}>
            <span class={`bm-start${own.wild ? ' wild' : ''}`}>
                <Card label={t(own.wild ? 'wild.label' : 'start.label')}><StartFace wild={own.wild} /></Card>
                {own.wild && <small aria-hidden="true">{t('wild')}</small>}
            </span>
            <span class="bm-caption">{t('display')}</span>
            {own.displayed.map((card) => (
                <Card key={card} id={cardId(seat, card)} label={cardName(card)}><Face card={card} plain /></Card>
            ))}
            {more > 0 && <span class="bm-more">{t('display.last', {n: more})}</span>}
            {own.displayed.length + more === 0 && <span class="soft">{t('display.none')}</span>}
            {over && <b class="bm-score">{t(own.wild ? 'score.wild' : 'score', {n: own.displayed.length + more, points: t('points', {n: own.points})})}</b>}
        </div>
    );
}

export function lastText(rival: number, {view}: Situation<View>): string {
    const all = view.seats.map((seat) => seat.last!.total);
    if (view.robot) all.push(view.robot.last!);
    const {rank, points} = standings(all, view.ranks)[rival]!;
    return t('last', {n: view.round, total: signed(all[rival]!), place: place(rank), points});
}

export function stateText(seat: number, {view}: Situation<View>): string {
    const own = view.seats[seat]!;
    if (view.turn.includes(seat)) return t('state.choosing');
    if (own.chosen !== undefined) return t('state.chosen');
    return own.active === false ? t('state.held') : '';
}

// Shows what can be known of a hand.
function Peek({own}: {own: SeatView}) {
    const inHand = own.known ?? [];
    return (
        <details class="bm-peek">
            <summary>{t('cards', {n: own.cards, reserves: own.reserves})}</summary>
            {own.hand ? <p>{t('peek.hand', {cards: cardsText(own.hand)})}</p> : (
                <>
                    {inHand.length > 0 && <p>{t('peek.seen', {cards: cardsText(inHand)})}</p>}
                    <p>{t('peek.unseen', {cards: cardsText(without(own.unseen ?? [], inHand))})}</p>
                </>
            )}
        </details>
    );
}

export function Rival({seat, situation, memory}: {seat: number; situation: Situation<View>; memory: Memory}) {
    const {view, names} = situation;
    const own = view.seats[seat]!;
    const waited = view.turn.includes(seat);
    return (
        <section class={`bm-rival${waited ? ' waited' : ''}${own.active === false ? ' out' : ''}`} aria-label={names[seat]} data-seat={seat}>
            <h2 class="bm-name"><SeatSign seat={seat} /><span>{names[seat]}</span> <small>{stateText(seat, situation)}</small></h2>
            {onTable(view) && <Front seat={seat} situation={situation} memory={memory} />}
            <div class="bm-foot">
                <Display seat={seat} situation={situation} />
                <Peek own={own} />
                {view.round > 0 && <p class="bm-last">{lastText(seat, situation)}</p>}
            </div>
        </section>
    );
}

// ---- the Robot ----

export const everyCard: number[] = [...bridesmaidTables.accessories];

// Shows what the viewer knows of its pile, and what else may be there.
function knowledge(robot: RobotView): {known: number[]; possible: number[]} {
    const shares = [robot['0'], robot['1']].flatMap((share) => (share ? [share] : []));
    const known = everyCard.filter((card) => robot.seen.includes(card) || shares.some(({given}) => given.includes(card)));
    const never = shares.flatMap(({dealt, given}) => (given.length > 0 ? without(dealt, given) : []));
    return {known, possible: known.length === robotPile - 1 ? [] : without(without(everyCard, known), never)};
}

export function Robot({situation, memory}: {situation: Situation<View>; memory: Memory}) {
    const {view} = situation;
    const robot = view.robot!;
    const {known, possible} = knowledge(robot);
    const turn = memory.shown.find(({rival}) => rival === robotRival);
    const left = robotPile - robot.pile.length;
    const shuffled = view.phase === 'play' || view.phase === 'aside';
    return (
        <section class={`bm-rival bm-robot${robot.active === false ? ' out' : ''}`} aria-label={t('robot.title')}>
            <h2 class="bm-name"><RobotSign /><span>{t('robot.title')}</span> <small>{robot.active === false ? t('state.held') : ''}</small></h2>
            {onTable(view) && <div class="bm-front" role="group" aria-label={t('front')}>
                <span class="bm-total" role="img" aria-label={t('total.of', {n: signed(robot.total)})}><b>{signed(robot.total)}</b></span>
                {robot.pile.map((card) => card === holdBack
                    ? <Held key={card} rival={robotRival} fresh={turn?.cards.length === 0} />
                    : <Accessory key={card} seat={robotRival} card={card} fresh={turn?.cards.includes(card)} />)}
                {shuffled && robot.active && left > 0 && (
                    <Tagged tag={t('pile', {n: left})}><FaceDown id="robot-pile" label={t('pile', {n: left})} /></Tagged>
                )}
            </div>}
            {view.round > 0 && <p class="bm-last">{lastText(robotRival, situation)}</p>}
            {known.length + robot.pile.length > 0 && (
                <details class="bm-peek">
                    <summary>{t('peek.known', {cards: cardsText(known)})}</summary>
                    {possible.length > 0 && <p>{t('peek.robot', {cards: cardsText(possible)})}</p>}
                    {robot.removed !== undefined && <p>{t('peek.removed', {card: signed(robot.removed)})}</p>}
                </details>
            )}
        </section>
    );
}
