// The end of a round: everybody's stars, and why the point goes where it goes.
import {Star} from '../../cards';
import {listed} from '../../text/text';
import {Laurels} from './faces';
import {standings, type Standing} from './rules';
import {Minis, Place} from './Stations';
import {t} from './text';
import type {View} from './view';

function totals(view: View): Standing[] {
    return standings(view.seats.map((seat) => seat.total ?? 0), view.seats.map((seat) => seat.taken.length + seat.cards));
}

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
    const places = totals(view);
    return (
        <section class="bn-score" aria-label={t('score.title', {n: view.round})}>
            <h2>{t('score.title', {n: view.round})}</h2>
            {reasons(view, names, places).map((reason) => <p key={reason} class="bn-reason">{reason}</p>)}
            <table>
                <thead>
                    <tr>
                        {(['player', 'taken', 'hand', 'total', 'place'] as const).map((column) => <th key={column} scope="col">{t(`score.${column}`)}</th>)}
                    </tr>
                </thead>
                <tbody>
                    {order.map((seat) => {
                        const {taken, stars, cards, hand, total = 0, vp} = view.seats[seat]!;
                        return (
                            <tr key={seat} class={view.second?.includes(seat) ? 'second' : ''}>
                                <th scope="row" data-spot={`station-${seat}`}><span class="bn-name">{names[seat]}</span> <Laurels n={vp} /></th>
                                <td><Star n={stars} label={t('stars', {n: stars})} /> <Minis view={view} cards={taken} where="" /></td>
                                <td>
                                    <Star n={total - stars} label={t('stars', {n: total - stars})} />{' '}
                                    {hand ? <Minis view={view} cards={hand} where="" /> : <span class="bn-few">{t('cards', {n: cards})}</span>}
                                </td>
                                <td class="bn-total"><Star n={total} label={t('stars', {n: total})} /></td>
                                <td>{places[seat]!.place === 0 ? t('score.out') : <Place standing={places[seat]!} now={false} />}</td>
                            </tr>
                        );
                    })}
                </tbody>
            </table>
        </section>
    );
}
