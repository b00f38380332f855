// Your place: the cards you have taken, and your hand.
import {useSorted} from '../../sorting';
import {Told} from '../../told';
import type {TableProps} from '../game';
import {Chip} from './chip';
import {sameBefore, type NameOf} from './copies';
import {BnCard} from './faces';
import {byColour, byNumber, colourOf, starsOfAll} from './rules';
import {Station} from './Stations';
import {t} from './text';
import type {View} from './view';
import {outlook} from './words';

interface Props {
    table: TableProps<View>;
    nameOf: NameOf;
    seat: number;
    aimed: string | undefined; // a choice that is looked at
    aim: (action: string | undefined) => void;
}

export function Hand({table, nameOf, seat, aimed, aim}: Props) {
    const {view, legal, choose, picked, suggested} = table;
    const hand = view.seats[seat]!.hand ?? [];
    const {held, order, area, menu} = useSorted('bannish', hand, [{name: 'suit', by: byColour}, {name: 'value', by: byNumber}]);
    const mayPlay = legal.some((action) => action.startsWith('play'));
    return (
        <section class="bn-own own-part" aria-label={t('hand')}>
            <Station table={table} seat={seat} nameOf={nameOf} own />
            <div class="bn-hand" role="group" aria-label={t('hand')} style={{'--n': held.length}} ref={area}>
                {held.map(({card, key, at}, place) => {
                    const action = `play ${card}`;
                    const may = legal.includes(action);
                    const twin = view.phase === 'play' && view.turn.length > 0 && (may || !mayPlay) && !table.planning && view.trick.cards.some((one) => one.card === card);
                    const id = nameOf(`hand-${seat}`, card, sameBefore(hand, at));
                    const begins = order.name === 'suit' && place > 0 && colourOf(held[place - 1]!.card) !== colourOf(card);
                    return (
                        <span key={id} class={`bn-held${begins ? ' begins' : ''}`}>
                            <BnCard
                                view={view}
                                card={card}
                                id={id}
                                sort={key}
                                from="bn-mat"
                                lit={may}
                                dimmed={mayPlay && !may}
                                selected={picked === action}
                                suggested={may && suggested === action}
                                label={twin ? t('twin.line') : undefined}
                                action={may ? action : undefined}
                                onClick={may ? () => choose(action) : undefined}
                                onHover={may ? (over) => aim(over ? action : undefined) : undefined}
                            />
                            {twin && <span class="bn-twin" aria-hidden="true">{t('twin')}</span>}
                        </span>
                    );
                })}
            </div>
            <div class="bn-hand-line">
            <p class="bn-hand-note">
                {aimed && legal.includes(aimed) && !table.planning ? <Told sentence={outlook(aimed, table)} Chip={Chip} view={view} /> : t('hand.stars', {n: starsOfAll(view, hand)})}
            </p>
            {hand.length > 1 && menu}
            </div>
        </section>
    );
}
