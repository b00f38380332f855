// The end of a round: everybody's stars, and why the point goes where it goes.
import {listed} from '../../text/text';
import {Laurels} from './faces';
import {standingsIn, type Standing} from './rules';
import {Minis, Place, Stars} from './Stations';
import {t} from './text';
import type {View} from './view';

// BN-10 to BN-12, in words.
function reasons(view: View, names: string[], places: Standing[]): string[] {
    const {second = [], seats} = view;
    const called = (them: number[]) => listed(them.map((seat) => names[seat]!));
    if (second.length === 0) return [t('score.none')];
    const one = second[0]!;
    const {stars} = places[one]!;
    const level = places.flatMap((place, seat) => (place.place === 2 ? [seat] : []));
    const cards = seats[one]!.taken.length + seats[one]!.cards;
    const said = {names: called(second), level: called(level), n: stars, k: second.length, cards};
    const winners = seats.flatMap((seat, at) => (seat.vp >= 2 ? [at] : []));
    return [
        t(level.length > second.length ? 'score.tie' : 'score.second', said),
        ...(winners.length > 0 ? [t('score.won', {names: called(winners), k: winners.length})] : []),
    ];
}

export function Score({view, names, order}: {view: View; names: string[]; order: number[]}) {
    const places = standingsIn(view);
    return (
        <section class="bn-score" aria-label={t('score.title', {n: view.round})}>
            <h2>{t('score.title', {n: view.round})}</h2>
            {reasons(view, names, places).map((reason) => <p key={reason} class="bn-reason">{reason}</p>)}
            <ul>
                {order.map((seat) => {
                    const {taken, stars, cards, hand, total = 0, vp} = view.seats[seat]!;
                    const standing = places[seat]!;
                    return (
                        <li key={seat} class={view.second?.includes(seat) ? 'bn-row second' : 'bn-row'} data-spot={`station-${seat}`}>
                            <strong class="bn-name">{names[seat]}</strong>
                            <Laurels n={vp} />
                            <span class="bn-part">
                                {t('score.taken')} <Stars n={stars} /> <Minis view={view} cards={taken} where="" />
                            </span>
                            <span class="bn-part">
                                {t('score.hand')} <Stars n={total - stars} />{' '}
                                {hand ? <Minis view={view} cards={hand} where="" /> : cards > 0 && t('cards', {n: cards})}
                            </span>
                            <span class="bn-total"><span class="bn-word">{t('score.total')}</span> <Stars n={total} /></span>
                            <span class="bn-rank">{standing.place === 0 ? t('score.out') : <Place standing={standing} now={false} />}</span>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}
