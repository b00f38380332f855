// Everybody's place: stars taken, who is second now, the chip, what they lack.
import {Badge, Star} from '../../cards';
import type {TableProps} from '../game';
import {sameBefore, type NameOf} from './copies';
import {Chip, House, Laurels, Mini} from './faces';
import {standingsIn, type Standing} from './rules';
import {colourName, placeName, t} from './text';
import type {Code, View} from './view';
import {listed} from '../../text/text';

export function Stars({n}: {n: number}) {
    return <Star n={n} label={t('stars', {n})} />;
}

export function Minis({view, cards, where, nameOf}: {view: View; cards: Code[]; where: string; nameOf?: NameOf}) {
    return (
        <span class="bn-minis">
            {cards.map((card, at) => {
                const id = nameOf?.(where, card, sameBefore(cards, at));
                return <Mini key={id ?? at} view={view} card={card} id={id} />;
            })}
        </span>
    );
}

export function Place({standing, now}: {standing: Standing; now: boolean}) {
    if (standing.place === 0) return null;
    if (standing.second) return <Badge kind="gold">{t(now ? 'second.now' : 'second')}</Badge>;
    return <span class="bn-place">{placeName(standing.place)}</span>;
}

function Lacks({colours}: {colours: string[]}) {
    if (colours.length === 0) return null;
    return (
        <span class="bn-lacks" role="img" aria-label={t('lacks', {colours: listed(colours.map(colourName))})}>
            {colours.map((colour) => <House key={colour} colour={colour} crossed />)}
        </span>
    );
}

interface Props {
    table: TableProps<View>;
    nameOf: NameOf;
}

export function Station({table, seat, nameOf, own}: Props & {seat: number; own?: boolean}) {
    const {view, names} = table;
    const {taken, cards, hand, lacks, vp} = view.seats[seat]!;
    const standing = standingsIn(view)[seat]!;
    const marks = [view.turn.includes(seat) && 'turn', standing.second && 'second', own && 'own'].filter(Boolean);
    return (
        <div class={['bn-station', ...marks].join(' ')} data-spot={`station-${seat}`}>
            <div class="bn-line">
                {view.chip === seat && <Chip label={t('chip')} />}
                <strong class="bn-name">{names[seat]}</strong>
            </div>
            <div class="bn-line">
                <Stars n={standing.stars} />
                <Place standing={standing} now />
                {!own && (
                    <span class="bn-count" role="img" aria-label={t('hand.count', {n: cards})}>
                        <svg viewBox="0 0 20 28" aria-hidden="true"><rect x="1.5" y="1.5" width="17" height="25" rx="3" /><path d="M6 8L14 20M14 8L6 20" /></svg>
                        {cards}
                    </span>
                )}
                <Lacks colours={lacks} />
                <Laurels n={vp} />
            </div>
            <div class={taken.length > 0 ? 'bn-taken' : 'bn-taken none'}>
                {taken.length > 0 ? <Minis view={view} cards={taken} where={`taken-${seat}`} nameOf={nameOf} />
                    : <span class="soft">{t('taken.none')}</span>}
            </div>
            {!own && hand && <div class="bn-taken bn-open-hand"><Minis view={view} cards={hand} where={`hand-${seat}`} nameOf={nameOf} /></div>}
        </div>
    );
}

export function Stations({table, nameOf}: Props) {
    const {order, you} = table;
    const shown = you === undefined ? order : order.slice(1);
    return (
        <ul class={`bn-stations bn-stations-${shown.length}`} aria-label={t('players')}>
            {shown.map((seat) => <li key={seat}><Station table={table} seat={seat} nameOf={nameOf} /></li>)}
        </ul>
    );
}
