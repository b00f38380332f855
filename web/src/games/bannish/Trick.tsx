// The middle of the table: the trick in the order of play, and the moment of a
// BANNISH. Between tricks the last one stays, faded.
import type {TableProps} from '../game';
import type {NameOf} from './copies';
import {BnCard, House, Stamp, Strokes} from './faces';
import {settle} from './rules';
import {t} from './text';
import type {Played, Trick as TrickView, View} from './view';
import {headline, news} from './words';

interface Props {
    table: TableProps<View>;
    nameOf: NameOf;
    aim: (action: string | undefined) => void; // a choice is looked at
}

interface SlotProps extends Props {
    trick: TrickView;
    past: boolean;
    seat: number;
    played: Played | undefined;
}

function tagOf({table, trick, past, seat, played}: SlotProps): string | undefined {
    const {view} = table;
    if (!played) {
        if (trick.bannish) return t('slot.not');
        return !past && view.turn.includes(seat) ? t('slot.next') : undefined;
    }
    if (played.card === trick.bannish) return t('slot.struck');
    if (played.card === trick.taken) return t('slot.taken');
    if (trick.winner !== undefined) return trick.winner === seat ? t('slot.won') : undefined;
    const best = trick.cards.length > 1 && settle(trick.cards).best === played;
    return best ? t('slot.best') : undefined;
}

function SlotCard({table, nameOf, aim, trick, past, played}: SlotProps & {played: Played}) {
    const {view, legal, choose, picked, suggested} = table;
    const take = `take ${played.card}`;
    const may = !past && legal.includes(take);
    const struck = played.card === trick.bannish;
    return (
        <BnCard
            view={view}
            card={played.card}
            id={past ? undefined : nameOf(`trick-${played.seat}`, played.card, 0)}
            from={`station-${played.seat} seat-${played.seat}`}
            lit={may || (!past && trick.winner === played.seat)}
            dimmed={struck || (past && played.card !== trick.taken)}
            selected={picked === take}
            suggested={may && suggested === take}
            label={struck ? t('slot.struck') : undefined}
            action={may ? take : undefined}
            onClick={may ? () => choose(take) : undefined}
            onHover={may ? (over) => aim(over ? take : undefined) : undefined}
        />
    );
}

function Slot(props: SlotProps) {
    const {table, trick, seat, played} = props;
    const name = table.names[seat]!;
    const tag = tagOf(props);
    const struck = played !== undefined && played.card === trick.bannish;
    return (
        <li class={`bn-slot${struck ? ' struck' : ''}${trick.winner === seat ? ' won' : ''}`}>
            <span class="bn-spot">
                {played ? <SlotCard {...props} played={played} /> : <span class="bn-empty" role="img" aria-label={t('slot.empty', {name})} />}
                {struck && <Strokes />}
            </span>
            <span class="bn-who">{name}</span>
            <span class="bn-tags">
                {trick.leader === seat && <span class="bn-tag bn-led">{t('slot.led')}</span>}
                {tag && <span class={`bn-tag${struck ? ' bn-bad' : ''}`}>{tag}</span>}
            </span>
        </li>
    );
}

export function Trick(props: Props) {
    const {table} = props;
    const {view, players} = table;
    const past = view.trick.cards.length === 0 && view.last !== undefined;
    const trick = past ? view.last! : view.trick;
    const seats = Array.from({length: players}, (_, place) => (trick.leader + place) % players);
    const lead = view.trick.lead;
    const marks = [trick.bannish && 'banished', view.striking && 'striking', past && 'past'].filter(Boolean);
    return (
        <section class={['bn-mat', ...marks].join(' ')} aria-label={t(past ? 'trick.last' : 'trick')} data-spot="bn-mat">
            <p class="bn-headline">{lead && view.phase === 'play' && <House colour={lead} />}<span>{headline(table)}</span></p>
            {past && <p class="bn-past soft">{t('trick.last')}</p>}
            <ol class="bn-trick">
                {seats.map((seat, place) => <Slot key={`${past}-${seat}`} {...props} trick={trick} past={past} seat={seat} played={trick.cards[place]} />)}
            </ol>
            {trick.bannish && <div class="bn-stamp-box"><Stamp /></div>}
            <p class="bn-news told">{news(table)}</p>
        </section>
    );
}
