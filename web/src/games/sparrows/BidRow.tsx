// The six bids: what each asks for, how far one is, what it is worth now and who
// has it.
import {bidName, bids, share, type Plan, type Slot} from './bids';
import {Bird, Egg} from './art';
import {t} from './text';
import type {View} from './view';
import {asks, planFor, progress} from './words';

function Chip({slot, bird}: {slot: Slot; bird: boolean}) {
    const inside = bird && slot.suit ? <Bird suit={slot.suit} /> : slot.number;
    return <span class={slot.card ? `chip have bird-${slot.card[0]}` : 'chip'}>{inside ?? '·'}</span>;
}

// One place for each card that is needed, filled or waiting.
export function Chips({plan}: {plan: Plan}) {
    const bird = plan.kind === 'group' || plan.kind === 'most' || plan.kind === 'suits';
    const lead = plan.kind === 'band' ? plan.slots[0]![0]!.suit : undefined;
    return (
        <span class="chips" aria-hidden="true">
            {lead && <Bird suit={lead} />}
            {plan.slots.map((set, at) => (
                <span key={at} class="chip-set">{set.map((slot, place) => <Chip key={place} slot={slot} bird={bird} />)}</span>
            ))}
        </span>
    );
}

interface BidProps {
    view: View;
    bid: View['bids'][number];
    you: number | undefined;
    names: string[];
    action: string | undefined; // that a click chooses; none: it is only to be looked at
    asked: boolean; // a player: it is a button, now or later
    marks: string;
    choose: (action: string) => void;
    onLook: (bid: string | undefined) => void;
}

function Bid({view, bid, you, names, action, asked, marks, choose, onLook}: BidProps) {
    const {id, value, holder} = bid;
    const plan = planFor(view, id, you);
    const holding = holder === undefined ? undefined : view.seats[holder]!;
    const seen = holding?.hand ?? (you === undefined ? undefined : view.seats[you]!.hand);
    const token = holding?.token ?? view.token;
    const kind = holder === undefined ? 'open' : holder === you ? 'own' : 'held';
    const shown = kind !== 'held' || holding!.hand !== undefined; // your own cards say nothing about what others have claimed
    const full = shown && plan.need > 0 && plan.have >= plan.need;
    const spoilt = shown && plan.spoilt;
    const common = {
        class: `bid bid-${kind} ${marks}${spoilt ? ' spoilt' : full ? ' full' : ''}`,
        'data-card': `bid-${id}`, 'data-bid': id, 'data-from': 'bid-deck',
        onPointerEnter: () => onLook(id), onPointerLeave: () => onLook(undefined),
        onFocus: () => onLook(id), onBlur: () => onLook(undefined),
    };
    const inside = (
        <>
            <span class="bid-head">
                <span class="bid-name">{bidName(id)}</span>
                <span class="bid-value"><span class="hidden-text">{t('value', {n: value})}</span><span aria-hidden="true">{value}</span></span>
            </span>
            <span class="bid-asks">{asks(bids[id]!)}</span>
            {shown && <Chips plan={plan} />}
            {seen && shown && (
                <span class="bid-have"><span aria-hidden="true">{full ? '✓ ' : spoilt ? '✗ ' : ''}</span>{progress(plan, view.cycle)}</span>
            )}
            <span class="bid-foot">
                {holder !== undefined && token ? <Egg n={token} id={token < 10 ? `egg-${token}` : undefined} /> : null}
                {holder !== undefined && <strong>{holder === you ? t('mine') : names[holder]}</strong>}
                {token ? <span>{t(holder === undefined ? 'worth' : 'worth.held', {value, token, n: share(value, token)})}</span> : null}
            </span>
        </>
    );
    if (!asked) return <div {...common}>{inside}</div>;
    return (
        <button type="button" {...common} data-action={action} aria-disabled={!action} onClick={action ? () => choose(action) : undefined}>
            {inside}
        </button>
    );
}

interface Props extends Pick<BidProps, 'view' | 'you' | 'names' | 'asked' | 'choose' | 'onLook'> {
    actionOf: (bid: string) => string | undefined;
    picked: string | undefined; // bids
    suggested: string | undefined;
}

export function Bids({actionOf, picked, suggested, ...rest}: Props) {
    return (
        <div class="bids" role="group" aria-label={t('bids')}>
            {rest.view.bids.map((bid) => {
                const action = actionOf(bid.id);
                const marks = [action && 'can', picked === bid.id && 'picked', suggested === bid.id && 'suggested'].filter(Boolean).join(' ');
                return <Bid key={bid.id} {...rest} bid={bid} action={action} marks={marks} />;
            })}
        </div>
    );
}
