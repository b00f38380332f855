// SCOUT's table: the others' hands, the set to beat, what to do now, your row.
import {useRef, useState} from 'preact/hooks';
import {Card} from '../../cards';
import {Told} from '../../told';
import type {TableProps} from '../game';
import {Chip} from './chip';
import {Face, Drawn, Icon, type Sign} from './faces';
import {Guide, takesFor, whisper, type Choice, type GuideProps} from './Guide';
import {Hand, type Peek} from './Hand';
import {SheetTable, signed} from './Sheet';
import {t} from './text';
import {
    cardId, covers, longestAt, moveOf, movesOf, newsOf, numbers, sheetFromFacts, sheetOfEnd, turned, up,
    type Moves, type News, type SeatView, type Sheet, type Stretch, type View,
} from './view';
import {cardName, handOf, setName} from './words';

// Keeps the last value of what belongs to a round and is not in every message.
function useLast<T>(value: T | undefined, round: number): T | undefined {
    const kept = useRef<{value: T; round: number}>();
    if (value !== undefined) kept.current = {value, round};
    return kept.current?.round === round ? kept.current.value : undefined;
}

// A choice on its way is forgotten as soon as anything changes.
function useForgetful<T>(moment: string): [T | undefined, (value: T | undefined) => void] {
    const [kept, keep] = useState<{moment: string; value: T | undefined}>();
    return [kept?.moment === moment ? kept.value : undefined, (value) => keep({moment, value})];
}

// ---- the others ----

function Fan({seat, view, names}: {seat: number} & Pick<TableProps<View>, 'view' | 'names'>) {
    const {cards, known = []} = view.seats[seat]!;
    const hidden = cards - known.length;
    const turn = view.turn.includes(seat);
    return (
        <li class={`fan${turn ? ' turn' : ''}${known.length > 0 ? '' : ' plain'}`}>
            <span class="fan-name">{turn && <span aria-hidden="true">▸ </span>}{names[seat]}</span>
            <span class="fan-row">
                <span class="fan-cards" role="img" aria-label={t('hand.fan', {name: names[seat]!, n: cards})}>
                    <svg viewBox={`0 0 ${Math.max(0, hidden - 1) * 28 + 100} 140`} aria-hidden="true">
                        {Array.from({length: hidden}, (_, at) => <Drawn key={at} x={at * 28} />)}
                    </svg>
                    <span class="fan-count" aria-hidden="true">{cards}</span>
                </span>
                {known.length > 0 && (
                    <span class="fan-known">
                        <span class="hidden-text">{t('hand.known')}</span>
                        {known.map((card) => <Card key={card} id={cardId(card)} label={cardName(card)} size="small"><Face card={card} /></Card>)}
                    </span>
                )}
            </span>
        </li>
    );
}

function OpenHands({view, names, order}: Pick<TableProps<View>, 'view' | 'names' | 'order'>) {
    return (
        <section class="open-hands" aria-label={t('open')}>
            {order.map((seat) => {
                const hand = view.seats[seat]!.hand ?? [];
                return (
                    <div key={seat}>
                        <h2>{t('hand.of', {name: names[seat]!})}{hand.length === 0 ? ' –' : ''}</h2>
                        <div class="open-row">
                            {hand.map((card) => <Card key={card} id={cardId(card)} label={cardName(card)} size="small"><Face card={card} /></Card>)}
                        </div>
                    </div>
                );
            })}
        </section>
    );
}

// ---- the middle ----

function Scouts({view, names}: Pick<TableProps<View>, 'view' | 'names'>) {
    const most = view.seats.length - 1;
    if (most < 2) return null;
    return (
        <p class="scouts">
            <span class="pips" aria-hidden="true">{Array.from({length: most}, (_, at) => (at < view.scouts ? '●' : '○')).join('')}</span>{' '}
            {t('scouts', {n: view.scouts, most})}
            {view.scouts > 0 && <span class="soft">: {t('scouts.end', {most, name: names[view.owner!]!})}</span>}
        </p>
    );
}

interface MiddleProps {
    table: TableProps<View>;
    moves: Moves;
    choice: Choice | undefined;
    onEnd: (right: boolean) => void;
}

function Middle({table, moves, choice, onEnd}: MiddleProps) {
    const {view, you, names, suggested} = table;
    const {prior, owner} = view;
    const taking = choice?.kind === 'take' ? choice : undefined;
    const mover = view.turn[0];
    const hinted = suggested ? moveOf(suggested) : undefined;
    const endOf = (at: number) => {
        const right = at === prior.length - 1 && at > 0;
        const open = (at === 0 || right) && moves.takes.some((take) => take.right === right);
        return {right, open, name: prior.length === 1 ? t('end.only') : t(right ? 'end.right' : 'end.left')};
    };
    if (prior.length === 0)
        return <div class="prior empty" data-spot="middle"><h2>{t('prior.none')}</h2><p class="soft">{t('prior.free')}</p></div>;
    return (
        <div class="prior" data-spot="middle">
            <h2>
                {owner === you ? t('prior.yours') : t('prior.of', {name: names[owner!]!})}
                <span class="prior-kind"> · {setName(prior)}</span>
            </h2>
            <ol class="prior-row" aria-label={t('prior')} style={{'--n': prior.length}}>
                {prior.map((card, at) => {
                    const {right, open, name} = endOf(at);
                    const held = taking && open && taking.right === right;
                    const meant = hinted && 'card' in hinted && open && hinted.right === right;
                    return (
                        <li key={cardId(card)} class={open ? 'end' : ''}>
                            <Card
                                id={cardId(card)} from={owner === you ? undefined : `seat-${owner}`} to={mover === undefined ? undefined : `seat-${mover}`}
                                label={open ? `${name}: ${cardName(card)}` : cardName(card)} lit={open && !taking} selected={held} suggested={meant}
                                onClick={open ? () => onEnd(right) : undefined}
                            >
                                <Face card={card} />
                            </Card>
                            {open && <span class="end-tag" aria-hidden="true">{t('end.short')}</span>}
                        </li>
                    );
                })}
            </ol>
            {!table.over && <Scouts view={view} names={names} />}
        </div>
    );
}

function newsText(news: News, {view, names}: Pick<TableProps<View>, 'view' | 'names'>): string {
    const name = names[news.seat]!;
    if (news.kind === 'play') return t(news.captured > 0 ? 'news.capture' : 'news.play', {name, set: numbers(news.cards), n: news.captured});
    if (view.seats.length === 2) return t('news.chip', {name, card: news.card});
    return t(view.phase === 'finish' ? 'news.double' : 'news.scout', {name, card: news.card, owner: names[news.owner]!});
}

// ---- what one has ----

function bits(seat: SeatView): [Sign, number | undefined, string][] {
    const line: [Sign, number | undefined, string][] = [
        ['cards', seat.cards, t('purse.cards', {n: seat.cards})],
        ['captured', seat.captured, t('purse.captured', {n: seat.captured})],
    ];
    if (seat.chips !== undefined) return [...line, ['chip', seat.chips, t('purse.chips', {n: seat.chips})]];
    return [
        ...line,
        ['token', seat.tokens!, t('purse.tokens', {n: seat.tokens!})],
        seat.marker ? ['marker', undefined, t('purse.marker')] : ['spent', undefined, t('purse.spent')],
    ];
}

export function Bits({seat}: {seat: SeatView}) {
    return (
        <span class="scout-bits">
            {bits(seat).map(([sign, n, text]) => (
                <span key={sign} title={text}><Icon sign={sign} /><span aria-hidden="true">{n}</span><span class="hidden-text">{text}. </span></span>
            ))}
        </span>
    );
}

function Now({seat}: {seat: SeatView}) {
    const bonus = seat.tokens ?? seat.chips ?? 0;
    const what = t(seat.tokens === undefined ? 'what.chips' : 'what.tokens', {n: bonus});
    return (
        <p class="now">
            {t('purse.now', {captured: seat.captured, bonus, what, cards: seat.cards, points: signed(seat.captured + bonus - seat.cards)})}
        </p>
    );
}

// ---- all of it ----

function meantBy(peek: Peek, row: string[], moves: Moves): {meant: Stretch | undefined; strong: boolean} {
    if (!peek || !('at' in peek) || peek.at >= row.length) return {meant: undefined, strong: false};
    const play = moves.plays.find((one) => covers(one, peek.at));
    const longest = longestAt(row, peek.at);
    return {meant: play ?? (longest.count > 1 ? longest : undefined), strong: play !== undefined};
}

export function Table(props: TableProps<View>) {
    const {view, previous, facts, you, names, order, legal, over, picked, suggested, choose} = props;
    const moment = JSON.stringify([view, legal.length]);
    const [choice, setChoice] = useForgetful<Choice>(moment);
    const [peek, setPeek] = useForgetful<Peek>(moment);
    const sheet = useLast<Sheet>(over ? sheetOfEnd(view) : (view.sheet ?? sheetFromFacts(view, facts)), view.sheet?.round ?? view.round);
    const news = useLast<News>(newsOf(previous, view), view.round);

    const own = you === undefined ? undefined : view.seats[you];
    const hand = handOf(props);
    const row = view.phase === 'rotate' && own?.chosen === 'flip' ? hand.map(turned) : hand;
    const moves = movesOf(legal, hand);
    const pending = picked ? moveOf(picked) : undefined;
    const chosen = choice?.kind === 'set' ? choice.play : pending?.kind === 'play' ? pending : undefined;

    const pickCard = (at: number) => {
        const around = moves.plays.filter((play) => covers(play, at));
        const now = choice?.kind === 'set' ? around.findIndex((play) => play.action === choice.play.action) : -1;
        setChoice({kind: 'set', play: around[(now + 1) % around.length]!, at}); // again: the next weaker one
    };
    const pickEnd = (right: boolean) => {
        const takes = moves.takes.filter((take) => take.right === right);
        const lies = right ? view.prior.at(-1)! : view.prior[0]!;
        const first = takes.find((take) => take.action === suggested) ?? takes.find((take) => take.kind === 'scout' && up(take.card) === up(lies)) ?? takes[0]!;
        const same = choice?.kind === 'take' && choice.right === right;
        setChoice(same ? undefined : {kind: 'take', right, card: first.card, twice: first.kind === 'double'});
    };
    const guide: GuideProps = {table: props, row, moves, choice, peek, onChoice: setChoice};
    const open = over || (you === undefined && view.phase !== 'deal' && view.seats.every((seat) => seat.hand)); // looked back at, all cards open
    const counting = sheet && (view.phase === 'rotate' || view.sheet !== undefined || over);
    return (
        <div class="scout">
            <div class="middle-part" tabIndex={0}>
                <p class="round soft">{t('round', {n: Math.min(view.round + 1, view.rounds), of: view.rounds})}</p>
                {view.phase !== 'rotate' && !open && !counting && <ol class="fans">{order.filter((seat) => seat !== you).map((seat) => <Fan key={seat} seat={seat} view={view} names={names} />)}</ol>}
                {counting && <SheetTable sheet={sheet} names={names} />}
                {view.phase !== 'rotate' && <Middle table={props} moves={moves} choice={choice} onEnd={pickEnd} />}
                {!over && <p class="news told">{news ? newsText(news, props) : t('news.deal', {name: names[view.start]!})}</p>}
                {sheet && !counting && <details class="last-sheet"><summary>{t('more.last')}</summary><SheetTable sheet={sheet} names={names} /></details>}
            </div>
            <div class="own-part">
                <div class="guide-place"><Guide {...guide} /></div>
                {open ? <OpenHands view={view} names={names} order={order} /> : own && !(view.phase === 'rotate' && legal.length > 0) && (
                    <>
                        <Hand
                            row={row} plays={moves.plays} takes={takesFor(moves, choice)} chosen={chosen} {...meantBy(peek, row, moves)}
                            picked={picked} suggested={suggested} planning={props.planning}
                            onPeek={setPeek} onPick={pickCard} onTake={(take) => choose(take.action)}
                        />
                        <p class="whisper" aria-hidden="true"><Told sentence={whisper(guide)} Chip={Chip} view={view} /></p>
                        {view.phase !== 'deal' && <Now seat={own} />}
                    </>
                )}
            </div>
        </div>
    );
}
