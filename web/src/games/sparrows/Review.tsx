// A round that has been scored: every hand, the cards that made a bid or did not,
// and the sum.
import {bidName, bids, bonusName, bonusValues, countingCards, planOf} from './bids';
import {SparrowCard} from './art';
import {Chips} from './BidRow';
import {t} from './text';
import {fromDealer, worthOf, type SeatView, type View} from './view';
import {poolPart} from './words';

// "(40 + 200) ÷ 3 − 10 = 70"
function sum(view: View, {bid, bonus, token, achieved, bonusAchieved, last = 0}: SeatView): string {
    const made = [...(achieved ? [worthOf(view, bid!)] : []), ...(bonusAchieved ? [bonusValues[bonus!]!] : [])];
    const failed = Number(!achieved) + Number(bonus !== undefined && !bonusAchieved);
    const parts = made.length > 1 ? `(${made.join(' + ')})` : `${made[0]}`;
    const share = made.length > 0 && token ? `${parts} ÷ ${token}${failed > 0 ? ' − 10' : ''} = ` : failed > 1 ? '−10 − 10 = ' : '';
    return share + signed(last);
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : '0');

function Verdict({name, made}: {name: string; made: boolean}) {
    return (
        <span class={made ? 'verdict made' : 'verdict'}>
            <span aria-hidden="true">{made ? '✓' : '✗'}</span> {name}: {t(made ? 'review.made' : 'review.failed')}
        </span>
    );
}

function Result({view, seat, name, names}: {view: View; seat: number; name: string; names: string[]}) {
    const it = view.seats[seat]!;
    const hand = it.hand ?? [];
    const bid = it.bid ? bids[it.bid] : undefined;
    const plan = bid && planOf(bid, hand, poolPart(view, seat, bid.id));
    const counts = plan ? countingCards(plan) : [];
    const rivals = plan?.need === 0 ? view.seats.filter((_, other) => other !== seat).map((other) => planOf(bid!, other.hand ?? [], []).have) : [];
    const best = (bid?.kind === 'low' ? Math.min : Math.max)(...rivals);
    return (
        <li class="result">
            <p class="result-who">
                <strong>{name}</strong> <span class="result-points">{signed(it.last ?? 0)}</span> <span class="soft">{t('review.total', {n: it.points})}</span>
            </p>
            <div class="result-cards">
                {hand.map((card) => <SparrowCard key={card} card={card} size="small" lit={counts.includes(card)} dimmed={!counts.includes(card)} />)}
            </div>
            {bid && plan ? (
                <p class="result-line">
                    <Verdict name={bidName(bid.id)} made={it.achieved!} />
                    <Chips plan={plan} />
                    {plan.need === 0 && <span>{t('review.against', {n: plan.have, best})}</span>}
                    {it.bonus === 'together' && view.partner !== undefined && <span>{t('partner.is', {name: names[view.partner]!})}</span>}
                    {it.bonus && <Verdict name={bonusName(it.bonus)} made={it.bonusAchieved!} />}
                    <span class="result-sum">{sum(view, it)}</span>
                </p>
            ) : (
                <p class="result-line soft">{t('review.nobid')}</p>
            )}
        </li>
    );
}

interface Props {
    view: View; // scored, or over
    names: string[];
    close?: {words: string; now: () => void};
}

export function Review({view, names, close}: Props) {
    return (
        <section class="review" aria-label={t('review', {n: view.round})}>
            <div class="review-head">
                <h2>{t('review', {n: view.round})}</h2>
                {close && <button type="button" class="main" data-do="review" onClick={close.now}>{close.words}</button>}
            </div>
            <div class="row-of-cards">
                <span class="row-name">{t('table')}</span>
                <div class="result-cards">{view.table.map((card) => <SparrowCard key={card} card={card} size="small" />)}</div>
            </div>
            <ol class="results">
                {fromDealer(view).map((seat) => <Result key={seat} view={view} seat={seat} name={names[seat]!} names={names} />)}
            </ol>
        </section>
    );
}
