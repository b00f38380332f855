// Your place: the cards you have taken, and your hand.
import {Told} from '../../told';
import type {TableProps} from '../game';
import {Chip} from './chip';
import {sameBefore, type NameOf} from './copies';
import {BnCard} from './faces';
import {colourOf, starsOfAll} from './rules';
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
    const mayPlay = legal.some((action) => action.startsWith('play'));
    return (
        <section class="bn-own own-part" aria-label={t('hand')}>
            <Station table={table} seat={seat} nameOf={nameOf} own />
            <div class="bn-hand" role="group" aria-label={t('hand')} style={{'--n': hand.length}}>
                {hand.map((card, at) => {
                    const action = `play ${card}`;
                    const may = legal.includes(action);
                    const twin = view.phase === 'play' && view.turn.length > 0 && (may || !mayPlay) && view.trick.cards.some((one) => one.card === card);
                    const id = nameOf(`hand-${seat}`, card, sameBefore(hand, at));
                    const begins = at > 0 && colourOf(hand[at - 1]!) !== colourOf(card);
                    return (
                        <span key={id} class={`bn-held${begins ? ' begins' : ''}`}>
                            <BnCard
                                view={view}
                                card={card}
                                id={id}
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
            <p class="bn-hand-note">
                {aimed && legal.includes(aimed) ? <Told sentence={outlook(aimed, table)} Chip={Chip} view={view} /> : t('hand.stars', {n: starsOfAll(view, hand)})}
            </p>
        </section>
    );
}
