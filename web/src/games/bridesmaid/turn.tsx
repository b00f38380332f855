// The turn: one place for each rival, where a sealed card waits until all have
// chosen, and where all are turned up together.
import {Card} from '../../cards';
import {prefersStill} from '../../settings';
import type {Situation} from '../game';
import {Face, HoldFace} from './art';
import {RivalSign, rivalName} from './ladder';
import type {Memory} from './memory';
import {cardId, FaceDown, holdId} from './rivals';
import {cardName, signed, t} from './text';
import {onTable, robotRival, type Shown, type View} from './view';

function word(card: number | undefined): string {
    return card === undefined ? t('card.hold') : signed(card);
}

// Your card is face down like the others', but the label may tell you which it is.
function SealedCard({rival, chosen}: {rival: number; chosen: number[] | 'hidden'}) {
    if (chosen === 'hidden') return <FaceDown id={`sealed-${rival}`} label={t('sealed')} sealed />;
    const [card] = chosen;
    const id = card === undefined ? holdId(rival) : cardId(rival, card);
    return <FaceDown id={id} label={t('sealed.own', {card: word(card)})} sealed />;
}

// A copy of the card that was turned up; the card itself lies in front of its owner.
function TurnedUp({shown}: {shown: Shown}) {
    const card = shown.cards.at(-1);
    return (
        <span class={prefersStill() ? undefined : 'flip'} key={word(card)}>
            {card === undefined
                ? <Card size="small" label={t('card.hold')}><HoldFace word="" plain /></Card>
                : <Card size="small" label={cardName(card)}><Face card={card} /></Card>}
        </span>
    );
}

function Slot({rival, memory, situation}: {rival: number; memory: Memory; situation: Situation<View>}) {
    const {view, you} = situation;
    const seat = view.seats[rival];
    const chosen = view.phase === 'play' ? seat?.chosen : undefined;
    const shown = memory.shown.find((one) => one.rival === rival);
    const active = seat ? seat.active : view.robot!.active;
    const out = active === false && !shown;
    const last = shown && t('turn.last', {card: word(shown.cards.at(-1))});
    const note = chosen === undefined ? (out ? t('turn.out') : '') : Array.isArray(chosen) ? t('sealed.own', {card: word(chosen[0])}) : t('sealed');
    return (
        <li class={`bm-slot${view.turn.includes(rival) ? ' waited' : ''}${rival === you ? ' own' : ''}`} data-spot={`slot-${rival}`}>
            <span class="bm-slot-name"><RivalSign rival={rival} view={view} /> <span>{rivalName(rival, situation)}</span></span>
            {chosen !== undefined ? <SealedCard rival={rival} chosen={chosen} />
                : shown ? <TurnedUp shown={shown} />
                    : out ? <Card size="small" label={t('card.hold')} dimmed><HoldFace word="" plain /></Card>
                        : <span class="bm-empty" role="img" aria-label={t('turn.empty')} />}
            <small>{note || (view.turn.includes(rival) ? t('state.choosing') : '')}</small>
            {chosen !== undefined && last && <small>{last}</small>}
        </li>
    );
}

export function Turn({memory, situation}: {memory: Memory; situation: Situation<View>}) {
    const {view, order} = situation;
    if (!onTable(view)) return null;
    const rivals = view.robot ? [...order, robotRival] : order;
    return (
        <ul class={`bm-turn of-${rivals.length}`} aria-label={t('turn')}>
            {rivals.map((rival) => <Slot key={rival} rival={rival} memory={memory} situation={situation} />)}
        </ul>
    );
}
