// Your side of the table: hand, Reserve, what you have played. A move of several
// cards is put together here and confirmed with a button.
import type {ComponentChildren} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {Card} from '../../cards';
import {useSorted, type Area} from '../../sorting';
import type {TableProps} from '../game';
import {Face, HoldFace, SeatSign} from './art';
import type {Memory} from './memory';
import {cardId, Display, Front, holdId, lastText, stateText} from './rivals';
import {cardName, place, signed, t} from './text';
import {moveOf, onTable, standingWith, without, type Move, type View} from './view';

type Place = 'hand' | 'reserve' | 'dealt' | 'front';

// Finds where the cards of a move lie.
const placesOf: Record<Move['kind'], Place[]> = {
    reserve: ['hand'], robot: ['dealt'], draw: ['reserve'], display: ['front', 'hand'], play: ['hand'], hold: [], aside: ['hand'],
};
const several: Move['kind'][] = ['reserve', 'robot', 'draw', 'display'];

interface Selection {
    kind: Move['kind'] | undefined;
    count: number; // cards of the whole move; 0 where one click is a move
    cards: number[]; // selected so far
    forced: number[]; // those of them that must be
    action: string | undefined; // complete
    toggle: (card: number) => void;
    clear: (() => void) | undefined; // if something is selected
    mayTake: (card: number) => boolean;
}

// Keeps the selection while you owe the same choice, whatever the others do.
function useSelection({view, legal}: TableProps<View>, played: number[]): Selection {
    const moves = legal.map(moveOf);
    const kind = moves[0]?.kind;
    const owed = `${view.round} ${kind}`;
    const [kept, keep] = useState({owed, cards: [] as number[]});
    const composed = kind !== undefined && several.includes(kind);
    const count = composed ? moves[0]!.cards.length : 0;
    const forced = kind === 'display' && count > played.length ? played : []; // AB-12
    const chosen = kept.owed === owed ? without(kept.cards, forced) : [];
    const cards = composed ? [...forced, ...chosen] : [];
    const fits = (some: number[]) => moves.findIndex((move) => some.every((card) => move.cards.includes(card)));
    return {
        kind, count, cards, forced,
        action: composed && cards.length === count ? legal[fits(cards)] : undefined,
        toggle: (card) => keep({owed, cards: chosen.includes(card) ? without(chosen, [card]) : [...chosen, card]}),
        clear: chosen.length > 0 ? () => keep({owed, cards: []}) : undefined,
        mayTake: (card) => cards.length < count && fits([...cards, card]) >= 0,
    };
}

function useNarrow(): boolean {
    const query = '(max-width: 640px), (max-height: 479px)';
    const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const list = matchMedia(query);
        const look = () => setNarrow(list.matches);
        list.addEventListener('change', look);
        return () => list.removeEventListener('change', look);
    }, []);
    return narrow;
}

// A hand held up; on a narrow screen in two rows.
function Fan({label, area, children}: {label: string; area: Area; children: ((tilt: number) => ComponentChildren)[]}) {
    const narrow = useNarrow();
    const rows = Math.ceil(children.length / (narrow ? 6 : 12));
    const perRow = Math.ceil(children.length / rows);
    return (
        <div class="bm-fan" role="group" aria-label={label} ref={area} style={{'--n': perRow}}>
            {Array.from({length: rows}, (_, row) => {
                const held = children.slice(row * perRow, (row + 1) * perRow);
                return (
                    <div key={row} class="bm-fan-row">
                        {held.map((draw, at) => {
                            const far = at - (held.length - 1) / 2;
                            return <span key={at} class="bm-held" style={{translate: `0 ${far * far}px`}}>{draw(far * 1.9)}</span>;
                        })}
                    </div>
                );
            })}
        </div>
    );
}

// Shows what a card in hand would bring now.
export function preview(action: string, view: View, you: number): string {
    const {kind, cards} = moveOf(action);
    const [card] = cards;
    const {total, rank, points} = standingWith(view, you, card ?? 0);
    const key = kind === 'aside' ? (card === undefined ? 'preview.none' : 'preview.aside') : kind === 'hold' ? 'preview.hold' : 'preview.play';
    const text = t(key, {card: card === undefined ? '' : signed(card), total: signed(total), place: place(rank), n: t('points', {n: points})});
    const turns = card !== undefined && card < 0 && !view.seats[you]!.wild;
    return turns ? `${text} ${t('preview.wild')}` : text;
}

function Confirm({selection, choose}: {selection: Selection; choose: (action: string) => void}) {
    const {kind, count, cards, action, clear} = selection;
    if (count === 0) return null;
    return (
        <p class="bm-confirm">
            <span aria-live="polite">{t('count', {n: cards.length, of: count})}</span>
            <button type="button" class="main" disabled={!action} data-action={action} onClick={() => action && choose(action)}>
                {t(`confirm.${kind as 'reserve' | 'robot' | 'draw' | 'display'}`)}
            </button>
            {clear && <button type="button" data-do="back" onClick={clear}>{t('confirm.clear')}</button>}
        </p>
    );
}

export function Own({props, you, memory}: {props: TableProps<View>; you: number; memory: Memory}) {
    const {view, legal, choose, picked, suggested} = props;
    const seat = view.seats[you]!;
    const selection = useSelection(props, seat.played);
    const [looked, look] = useState<string>();
    const pickedCards = picked ? moveOf(picked).cards : [];
    const hinted = suggested ? moveOf(suggested).cards : [];

    const card = (value: number, at: Place, more: {tilt?: number; size?: 'small' | 'usual'; sort?: string} = {}) => {
        const here = selection.kind !== undefined && placesOf[selection.kind].includes(at);
        const single = `${selection.kind === 'aside' ? 'aside' : 'play'} ${value}`;
        const isMove = here && selection.count === 0 && legal.includes(single);
        const chosen = here && selection.cards.includes(value);
        const free = chosen ? !selection.forced.includes(value) : here && selection.mayTake(value);
        const click = isMove ? () => choose(single) : free ? () => selection.toggle(value) : undefined;
        const turns = value < 0 && !seat.wild && at === 'hand';
        return (
            <Card
                key={value}
                {...more}
                id={at === 'dealt' ? `dealt:${value}` : cardId(you, value)}
                label={turns ? t('card.turns', {card: cardName(value)}) : cardName(value)}
                lit={click !== undefined}
                selected={chosen || (here && pickedCards.includes(value)) || undefined}
                suggested={here && hinted.includes(value)}
                dimmed={legal.length > 0 && !click && !chosen && at !== 'front'}
                action={isMove ? single : undefined}
                onClick={click}
                onHover={isMove ? (over) => look(over ? single : undefined) : undefined}
            >
                <Face card={value} />
            </Card>
        );
    };

    const sealedCards = Array.isArray(seat.chosen) ? seat.chosen : [];
    const leaving = view.phase === 'play' || view.phase === 'aside' || view.phase === 'reserve' ? sealedCards : [];
    const hand = without(seat.hand ?? [], leaving);
    const reserve = view.phase === 'reserve' ? sealedCards : without(seat.reserve ?? [], view.phase === 'draw' ? sealedCards : []);
    const arriving = view.phase === 'draw' ? sealedCards : [];
    const {held, area, menu} = useSorted('bridesmaid', [...hand, ...arriving], [{name: 'value', by: (one, other) => one - other}, {name: 'falling', by: (one, other) => other - one}]);
    const holds = seat.active === false || (view.phase === 'play' && seat.chosen !== undefined && sealedCards.length === 0);
    const mayHold = legal.includes('hold');
    const shown = looked && legal.includes(looked) ? looked : picked;
    const share = view.robot?.[String(you) as '0' | '1'];

    return (
        <section class={`bm-own own-part${legal.length > 0 ? ' asked' : ''}`} aria-label={t('you')} tabIndex={legal.length > 0 ? undefined : 0 /* it may scroll, and has nothing else to be focused */}>
            <div class="bm-before">
                <h2 class="bm-name"><SeatSign seat={you} /><span>{t('you')}</span> <small>{stateText(you, props)}</small></h2>
                {held.length > 1 && selection.kind !== 'draw' && <div class="bm-sort">{menu}</div>}
                {onTable(view) && (
                    <Front
                        seat={you} situation={props} memory={memory}
                        pick={selection.kind === 'display' ? (value) => card(value, 'front') : undefined}
                    />
                )}
                <Display seat={you} situation={props} />
                <div class={`bm-reserve${selection.kind === 'draw' ? ' picked-from' : ''}`} role="group" aria-label={t('reserve.own')} hidden={reserve.length === 0}>
                    <span class="bm-caption">{t('reserve.own')}</span>
                    {reserve.map((value) => card(value, 'reserve', {size: selection.kind === 'draw' ? 'usual' : 'small'}))}
                </div>
            </div>
            {view.phase === 'give' && share && (
                <div class="bm-dealt" role="group" aria-label={t('dealt')}>
                    <span class="bm-caption">{t('dealt')}</span>
                    {share.dealt.map((value) => card(value, 'dealt'))}
                </div>
            )}
            <Confirm selection={selection} choose={choose} />
            {legal.includes('aside none') && (
                <p class="bm-confirm"><button type="button" data-action="aside none" onClick={() => choose('aside none')}>{t('aside.none')}</button></p>
            )}
            <Fan label={t('hand')} area={area}>
                {[
                    ...held.map(({card: value, key}) => (tilt: number) => card(value, 'hand', {tilt, sort: key})),
                    ...(holds || view.phase === 'over' ? [] : [(tilt: number) => (
                        <Card
                            id={holdId(you)} tilt={tilt} label={t('card.hold')} lit={mayHold}
                            dimmed={legal.length > 0 && !mayHold} suggested={suggested === 'hold'} selected={picked === 'hold' || undefined}
                            action={mayHold ? 'hold' : undefined} onClick={mayHold ? () => choose('hold') : undefined}
                            onHover={mayHold ? (over) => look(over ? 'hold' : undefined) : undefined}
                        >
                            <HoldFace word={t('card.hold')} />
                        </Card>
                    )]),
                ]}
            </Fan>
            {(view.phase === 'play' || view.phase === 'aside') && (
                <p class="bm-preview" aria-live="polite">{shown ? preview(shown, view, you) : ' '}</p>
            )}
            {view.round > 0 && <p class="bm-last">{lastText(you, props)}</p>}
        </section>
    );
}
