// Shows the past: the last trick, the last round, the cards that are not played yet, and
// what each number is worth.
import type {TableProps} from '../game';
import {bannishTables as tables} from '../tables';
import {House, Mini} from './faces';
import {Score} from './Score';
import {Stars} from './Stations';
import {cardName, colourName, t} from './text';
import type {View} from './view';
import {trickStory} from './words';

const numbers = [1, 2, 3, 4, 5, 6];

function LastTrick({table}: {table: TableProps<View>}) {
    const {view, names} = table;
    const {last} = view;
    if (!last) return <p class="soft">{t('look.none')}</p>;
    return (
        <>
            <ol class="bn-lasts">
                {last.cards.map(({seat, card}) => (
                    <li key={seat} class={card === last.bannish ? 'struck' : ''}>
                        <Mini view={view} card={card} /> {names[seat]}
                        {seat === last.leader && <span class="bn-tag bn-led">{t('slot.led')}</span>}
                        {card === last.bannish && <span class="bn-tag bn-bad">{t('slot.struck')}</span>}
                        {card === last.taken && <span class="bn-tag">{t('slot.taken')}</span>}
                    </li>
                ))}
            </ol>
            <p>{trickStory(last, view, names)}</p>
        </>
    );
}

// By colour and number, how many of the two copies are still to come.
function Unplayed({view, players}: {view: View; players: number}) {
    const seen = [...view.gone, ...view.seats.flatMap((seat) => seat.taken), ...view.table];
    return (
        <table class="bn-unplayed">
            <caption>{t('look.played')}</caption>
            <thead>
                <tr>
                    <td />
                    {numbers.map((number) => (
                        <th key={number} scope="col">{number} <Stars n={view.stars[number - 1]!} /></th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {tables.colours.slice(0, players).map((colour) => (
                    <tr key={colour}>
                        <th scope="row"><House colour={colour} /><span class="hidden-text">{colourName(colour)}</span></th>
                        {numbers.map((number) => {
                            const card = `${colour}${number}`;
                            const n = 2 - seen.filter((one) => one === card).length;
                            return <td key={card}><span role="img" aria-label={t('look.copies', {card: cardName(card), n})}>{'●'.repeat(n) + '○'.repeat(2 - n)}</span></td>;
                        })}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function LookBack({table, scored}: {table: TableProps<View>; scored: View | undefined}) {
    const {view, players, names, order} = table;
    return (
        <details class="bn-look">
            <summary>{t('look')}</summary>
            <div class="bn-look-parts">
                <section aria-label={t('trick.last')}>
                    <h2>{t('trick.last')}</h2>
                    <LastTrick table={table} />
                </section>
                <section aria-label={t('look.played')}>
                    <Unplayed view={view} players={players} />
                    <p class="soft">{t('look.played.line')}</p>
                </section>
                {scored && <Score view={scored} names={names} order={order} />}
            </div>
        </details>
    );
}
