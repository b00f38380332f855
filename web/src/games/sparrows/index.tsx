// Six of Sparrows: the pool of table and hand, six bids that say how far one is, the
// eggs of the six cycles, and what everybody has claimed.
import {useRef, useState} from 'preact/hooks';
import type {Fact} from '../../protocol';
import {useSorted, type Area, type Order} from '../../sorting';
import {listed} from '../../text/text';
import type {GameUi, Situation, Stage, TableProps} from '../game';
import {bidName, bonusName, countingCards, numberOf, suitOf, suits, type BonusId} from './bids';
import {cardName, Egg, HiddenCard, SparrowCard} from './art';
import {Bids} from './BidRow';
import {Chip} from './chip';
import {Review} from './Review';
import {t} from './text';
import {tutorial} from './tutorial';
import {claimant, fromDealer, scoredRound, type View} from './view';
import {bidWithBonus, describe, explain, group, moveOf, newsOf, planFor} from './words';

type Props = TableProps<View>;

// ---- the cycle and its token ----

function Track({view, names}: {view: View; names: string[]}) {
    return (
        <ol class="track" aria-label={t('track')}>
            {[1, 2, 3, 4, 5, 6].map((n) => {
                const holder = view.seats.findIndex(({token}) => token === n);
                const now = view.phase === 'bid' && view.cycle === n;
                const state = now ? 'now' : holder >= 0 ? 'taken' : n <= view.cycle ? 'gone' : '';
                return (
                    <li key={n} class={`track-step ${state}`} aria-current={now ? 'step' : undefined}>
                        <Egg n={n} id={holder < 0 ? `egg-${n}` : undefined} state={state} />
                        <span class="track-who">{holder >= 0 ? names[holder] : state === 'gone' ? t('egg.gone') : ''}</span>
                    </li>
                );
            })}
        </ol>
    );
}

function tokenLine({phase, token}: View): string {
    if (phase === 'late') return t('egg.late');
    return phase === 'bid' && token ? t('egg.now', {n: token}) : '';
}

// Says what the game waits for.
function prompt({view, legal, names, you}: Props): string {
    const others = listed(view.turn.filter((seat) => seat !== you).map((seat) => names[seat]!));
    const mine = legal.length > 0;
    switch (view.phase) {
        case 'bid':
            if (mine) return t('ask.bid');
            if (view.turn.length === 0 || (you !== undefined && view.turn.includes(you))) return '';
            return you !== undefined && view.seats[you]!.chosen ? t('ask.wait', {names: others}) : t('ask.others', {names: others});
        case 'partner': return mine ? t('ask.partner') : t('ask.partner.other', {name: others});
        case 'late': return mine ? t('late.ask') : t('ask.late.other', {name: others});
        default: return '';
    }
}

function Head(props: Props & {news: string[]}) {
    const {view, news} = props;
    const round = view.phase === 'over' || view.phase === 'scored' ? view.round : view.round + 1;
    return (
        <header class="head">
            <p class="head-round">
                <strong>{t('round', {n: round})}</strong> · {t('cycle', {n: view.cycle})} · {t('target', {n: view.target})}
            </p>
            <p class="head-token">{tokenLine(view)}</p>
            <p class="head-news told">{news.join(' ')}</p>
            <p class="head-ask">{prompt(props)}</p>
        </header>
    );
}

// ---- hands ----

function Rival({seat, props}: {seat: number; props: Props}) {
    const {view, names, legal, choose, suggested} = props;
    const {hand, cards, chosen} = view.seats[seat]!;
    const action = `partner ${seat}`;
    return (
        <li class={hand ? 'rival open' : 'rival'}>
            <span class="rival-name">{names[seat]}{chosen && <span aria-hidden="true"> ✉</span>}</span>
            <span class="rival-cards">
                {hand
                    ? hand.map((card) => <SparrowCard key={card} card={card} size="small" />)
                    : Array.from({length: cards}, (_, at) => <HiddenCard key={at} id={`back-${seat}-${at}`} from="deck" size="small" />)}
            </span>
            {legal.includes(action) && (
                <button type="button" class={suggested === action ? 'main suggested' : 'main'} data-action={action} onClick={() => choose(action)}>
                    {t('partner', {name: names[seat]!})}
                </button>
            )}
        </li>
    );
}

function Rivals(props: Props) {
    const {order, you, view} = props;
    const others = order.filter((seat) => seat !== you);
    const shown = view.phase === 'partner' || others.some((seat) => view.seats[seat]!.hand);
    return (
        <ul class={shown ? 'rivals shown' : 'rivals'}>
            {others.map((seat) => <Rival key={seat} seat={seat} props={props} />)}
        </ul>
    );
}

interface RowProps {
    name: string;
    cards: string[];
    counts: string[]; // to be lit up
    from: string;
    area?: Area; // of a hand that can be sorted
}

function Row({name, cards, counts, from, area}: RowProps) {
    return (
        <div class="row-of-cards">
            <span class="row-name">{name}</span>
            <div class="places" ref={area}>
                {cards.map((card) => <SparrowCard key={card} card={card} from={from} lit={counts.includes(card)} sort={area && `${card}#0`} />)}
                {Array.from({length: 6 - cards.length}, (_, at) => <span key={at} class="place" />)}
            </div>
        </div>
    );
}

const bySuit = (card: string) => suits.indexOf(suitOf(card)) * 20 + numberOf(card);
const byNumber = (card: string) => numberOf(card) * 4 + suits.indexOf(suitOf(card));
const orders: Order<string>[] = [
    {name: 'value', by: (one, other) => byNumber(one) - byNumber(other)}, {name: 'suit', by: (one, other) => bySuit(one) - bySuit(other)}, {name: 'dealt'},
];

// ---- bonus bids ----

function Bonuses({props, bonus, pick}: {props: Props; bonus: string; pick: (bonus: string) => void}) {
    const {view, names, legal} = props;
    const due = legal.some((action) => action.startsWith('bid '));
    return (
        <div class="bonuses" role="group" aria-label={t('bonus')}>
            <span class="row-name">{t('bonus')}</span>
            <button type="button" class="small" aria-pressed={bonus === ''} disabled={!due} onClick={() => pick('')}>{t('bonus_without')}</button>
            {view.bonuses!.map(({id, value, open}) => {
                const holder = view.seats.findIndex((seat) => seat.bonus === id);
                return (
                    <button type="button" key={id} class="small" data-bonus={id} aria-pressed={bonus === id} disabled={!due || !open}
                        title={t(`bonus_asks.${id as BonusId}`)} onClick={() => pick(id)}>
                        {holder >= 0 ? t('bonus.taken', {bonus: bonusName(id), name: names[holder]!}) : `${bonusName(id)} +${value}`}
                    </button>
                );
            })}
            {bonus && <p class="bonus-line">{bonusName(bonus)}: {t(`bonus_asks.${bonus as BonusId}`)}.</p>}
        </div>
    );
}

// ---- passing ----

// It stays where it is while others choose, so that the keyboard stays on it.
function Pass({props}: {props: Props}) {
    const {view, legal, you, choose, picked, suggested} = props;
    if (you === undefined || (view.phase !== 'bid' && view.phase !== 'late')) return null;
    const action = legal.find((one) => one === 'pass' || one === 'late none');
    const chosen = view.seats[you]!.chosen;
    const words = view.phase === 'late' ? t('late.none') : t('pass');
    const marks = [action && 'can', picked && picked === action && 'picked', suggested && suggested === action && 'suggested'];
    return (
        <div class="pass-line">
            <button type="button" class={['pass', ...marks].filter(Boolean).join(' ')} data-action={action} aria-disabled={!action}
                onClick={action ? () => choose(action) : undefined}>
                <strong>{words}</strong>
                {view.phase === 'bid' && <span>{t(view.cycle < 6 || view.upgrades ? 'pass.line' : 'pass.last')}</span>}
            </button>
            {chosen && chosen !== 'hidden' && <span class="sealed">✉ {t('sealed', {move: describe(chosen, props)})}</span>}
        </div>
    );
}

// ---- the deck of bids ----

function BidDeck({view}: {view: View}) {
    const list = (ids: string[]) => ids.map(bidName).join(', ') || '–';
    return (
        <details class="bid-deck" data-spot="bid-deck">
            <summary>{t('deck', {n: view.deck.length, used: view.discard.length})}</summary>
            <p>{t('deck.in')}: {list(view.deck)}</p>
            <p>{t('deck.out')}: {list(view.discard)}</p>
        </details>
    );
}

// ---- everything ----

function Board(props: Props) {
    const {view, you, names, legal, choose, picked, suggested, over} = props;
    const [look, setLook] = useState<string>();
    const [wish, setWish] = useState('');
    const bonus = legal.some((action) => action.endsWith(`+${wish}`)) ? wish : '';
    const own = you === undefined ? undefined : view.seats[you]!;
    const meant = look ?? (picked && moveOf(picked).bid) ?? own?.bid;
    const counts = meant && own && view.bids.some(({id}) => id === meant) ? countingCards(planFor(view, meant, you)) : [];
    const actionOf = (bid: string) => legal.find((action) => action === `late ${bid}` || action === `bid ${bid}${bonus && ` +${bonus}`}`);
    const toCome = 6 - view.cycle;
    const {held, order, area, menu} = useSorted('sparrows', own?.hand ?? [], orders);
    const table = order.by ? [...view.table].sort(order.by) : view.table;
    return (
        <div class="board own-part">
            {view.phase !== 'over' && <div class="pool">
                <Row name={t('table')} cards={table} counts={counts} from="deck" />
                {own?.hand && <Row name={t('hand')} cards={held.map(({card}) => card)} counts={counts} from="deck" area={area} />}
                <div class="pool-line">
                    <span data-spot="deck">{toCome > 0 && t('tocome', {n: toCome})}</span>
                    {menu}
                </div>
                <Pass props={props} />
                {view.upgrades && view.phase === 'bid' && <Bonuses props={props} bonus={bonus} pick={setWish} />}
            </div>}
            <Bids view={view} you={you} names={names} asked={you !== undefined && !over} choose={choose} onLook={setLook}
                actionOf={actionOf} picked={picked && moveOf(picked).bid} suggested={suggested && moveOf(suggested).bid} />
        </div>
    );
}

// The last round, open until you continue: a player who owes a choice has time to read.
function useReview({previous, view, facts, you}: Props): [View | undefined, boolean, (open: boolean) => void] {
    const kept = useRef<View>();
    const [wish, setWish] = useState({round: -1, open: false});
    kept.current = scoredRound(previous, view, facts) ?? kept.current;
    const {round} = view;
    const fresh = kept.current?.round === round && view.cycle === 1 && !(you !== undefined && view.seats[you]!.chosen);
    return [kept.current, wish.round === round ? wish.open : fresh, (open) => setWish({round, open})];
}

// Keeps the news readable until something else happens.
function useNews(props: Props): string[] {
    const last = useRef<Props>();
    if (newsOf(props).length > 0) last.current = props;
    return last.current ? newsOf({...last.current, names: props.names}) : [];
}

function Table(props: Props) {
    const {view, names} = props;
    const news = useNews(props);
    const [review, open, setOpen] = useReview(props);
    const shown = view.phase === 'over' ? view : open ? review : undefined;
    const words = view.cycle === 1 && review?.round === view.round ? t('review.on', {n: view.round + 1}) : t('review.close');
    return (
        <div class="sparrows">
            <div class="middle-part" tabIndex={0}>
                {shown ? (
                    <Review view={shown} names={names} close={shown === view ? undefined : {words, now: () => setOpen(false)}} />
                ) : (
                    <div class="top-part">
                        <Head {...props} news={news} />
                        <Track view={view} names={names} />
                        <Rivals {...props} />
                    </div>
                )}
                <footer key={shown ? 'counted' : 'play'} class="foot">
                    {view.phase !== 'over' && <p>{t('order', {names: fromDealer(view).map((seat) => names[seat]!).join(' → ')})}</p>}
                    <BidDeck view={view} />
                    {!shown && review && (
                        <button type="button" class="small" onClick={() => setOpen(true)}>{t('review.last', {n: review.round})}</button>
                    )}
                </footer>
            </div>
            {(!shown || shown === view) && <Board key={shown ? 'counted' : 'play'} {...props} />}
        </div>
    );
}

function stages(previous: View, next: View, facts: Fact[]): Stage<View>[] {
    const scored = scoredRound(previous, next, facts);
    if (scored) return [{view: scored, ms: 1500}];
    if (next.phase === 'over' && previous.phase !== 'over') return [{view: {...next, phase: 'scored'}, ms: 1500}];
    if (previous.round !== next.round || claimant(previous, next) === undefined || next.cycle === previous.cycle) return [];
    const {cycle, table, token} = previous;
    const seats = next.seats.map((seat, at) => ({...seat, cards: cycle, hand: previous.seats[at]!.hand}));
    return [{view: {...next, phase: 'cycle', cycle, table, token, seats}, ms: 900}];
}

function seatNote(seat: number, {view}: Situation<View>) {
    const {bid, bonus, token, chosen} = view.seats[seat]!;
    const state = bid ? `${bidWithBonus(bid, bonus)} ÷ ${token}` : chosen ? `✉ ${t('seat.chosen')}` : t('seat.none');
    return <>{seat === view.dealer && <span class="sp-deals">{t('seat.dealer')} · </span>}{state}</>;
}

export const sparrows: GameUi<View> = {
    id: 'sparrows', Table, describe, group, explain, stages, Chip, cardName, seatNote, tutorial,
};
