// Says what to do now, and shows the buttons of a move in progress: a set that is
// chosen, or a card that is being scouted.
import type {ComponentChildren} from 'preact';
import {Card} from '../../cards';
import {listed} from '../../text/text';
import type {TableProps} from '../game';
import {DrawnRow, Face} from './faces';
import type {Peek} from './Hand';
import {t} from './text';
import {cut, longestAt, numbers, turned, up, type Moves, type Play, type Take, type View} from './view';
import {cardName, explain, longestOf, madeBy, setName} from './words';

// A move on its way.
export type Choice =
    | {kind: 'set'; play: Play; at: number} // at: the card that was clicked
    | {kind: 'take'; right: boolean; card: string; twice: boolean}; // card: as it will be held

export function takesFor({takes}: Moves, choice: Choice | undefined): Take[] {
    if (choice?.kind !== 'take') return [];
    return takes.filter((take) =>
        take.right === choice.right && take.card === choice.card && (take.kind === 'double') === choice.twice);
}

export interface GuideProps {
    table: TableProps<View>;
    row: string[];
    moves: Moves;
    choice: Choice | undefined;
    peek: Peek;
    onChoice: (choice: Choice | undefined) => void;
}

// ---- sentences ----

function sentence({table, moves}: GuideProps): string {
    const {view, you, names, legal, over, planning} = table;
    const own = you === undefined ? undefined : view.seats[you];
    if (over) return t('guide.over');
    if (view.phase === 'rotate' && legal.length > 0) return t('guide.rotate');
    if (view.phase === 'rotate' && own?.chosen) return t(own.chosen === 'flip' ? 'guide.flipped' : 'guide.kept');
    if (legal.length === 0 || planning) {
        if (view.turn.includes(you!)) return ''; // on its way, or a lesson is being read
        const others = view.turn.filter((seat) => seat !== you).map((seat) => names[seat]!);
        return others.length > 0 ? t('guide.wait', {names: listed(others)}) : '';
    }
    if (view.prior.length === 0) return t(view.phase === 'finish' ? 'guide.finish.any' : 'guide.any');
    const set = setName(view.prior);
    if (view.phase === 'finish') return t('guide.finish', {set});
    if (moves.takes.length === 0) return t('guide.play', {set});
    return t(moves.plays.length > 0 ? 'guide.both' : 'guide.scout', {set});
}

// Describes the set or gap under the pointer, below the hand: there it moves nothing.
export function whisper({table, row, moves, peek, choice}: GuideProps): string {
    const {view, legal} = table;
    if (choice?.kind === 'set') return explain(choice.play.action, table);
    if (!peek) return legal.length === 0 ? '' : t(choice ? 'peek.gaps' : view.phase === 'finish' ? 'peek.finish' : 'peek.links');
    if ('take' in peek) {
        const made = madeBy(row, peek.take);
        return made.length > 1 ? t('peek.gap', {set: numbers(made)}) : t('peek.alone');
    }
    if (choice) return t('peek.gaps');
    const longest = cut(row, longestAt(row, peek.at));
    const play = moves.plays.find(({first, count}) => peek.at >= first && peek.at < first + count);
    if (play) return t('peek.set', {set: numbers(cut(row, play))});
    if (legal.length > 0 && view.prior.length > 0) return t('peek.weak', {set: numbers(longest), prior: numbers(view.prior)});
    return longest.length > 1 ? t('peek.wait', {set: numbers(longest)}) : '';
}

// ---- keep or flip ----

function Halves({table}: GuideProps) {
    const {view, you, legal, choose, picked, suggested} = table;
    const hand = view.seats[you!]!.hand!;
    return (
        <div class="halves">
            {(['keep', 'flip'] as const).filter((way) => legal.includes(way)).map((way) => {
                const row = way === 'flip' ? hand.map(turned) : hand;
                return (
                    <button
                        type="button" key={way} class={`half${suggested === way ? ' hinted' : ''}`} data-action={way} aria-pressed={picked === way}
                        aria-label={t(`${way}.label`, {numbers: numbers(row)})} onClick={() => choose(way)}
                    >
                        <strong>{t(way)}</strong>
                        <span class="half-note">{t('keep.sets', {set: numbers(longestOf(row))})}</span>
                        <DrawnRow row={row} />
                    </button>
                );
            })}
        </div>
    );
}

// ---- a set that is chosen ----

function ChosenSet({table, row, moves, choice, onChoice}: GuideProps & {choice: Choice & {kind: 'set'}}) {
    const {play, at} = choice;
    const others = moves.plays.filter(({first, count}) => at >= first && at < first + count);
    return (
        <>
            <p>{t(table.planning ? 'guide.plan' : 'guide.chosen')}</p>
            <div class="choices">
                <button type="button" class="main" data-action={play.action} onClick={() => { table.choose(play.action); if (table.planning) onChoice(undefined); }}>
                    {t(table.planning ? 'plan' : 'play', {set: numbers(cut(row, play))})}
                </button>
                {others.length > 1 && <span aria-hidden="true">{t('play.other')}</span>}
                {others.filter((other) => other.action !== play.action).map((other) => (
                    <button type="button" key={other.action} class="other" onClick={() => onChoice({...choice, play: other})}>
                        {numbers(cut(row, other))}
                    </button>
                ))}
                <button type="button" data-do="back" onClick={() => onChoice(undefined)}>{t('cancel')}</button>
            </div>
        </>
    );
}

// ---- a card that is scouted ----

function Ways({moves, choice, onChoice}: GuideProps & {choice: Choice & {kind: 'take'}}) {
    const both = [choice.card, turned(choice.card)].sort((a, b) => up(a) - up(b));
    return (
        <div class="choices" role="group" aria-label={t('way')}>
            {both.map((card) => {
                const held = {...choice, card};
                return (
                    <button
                        type="button" key={card} class="way" aria-pressed={card === choice.card} data-way={card}
                        disabled={takesFor(moves, held).length === 0} onClick={() => onChoice(held)}
                    >
                        <Card label={cardName(card)} size="small"><Face card={card} /></Card>
                        {t('way.up', {n: up(card)})}
                    </button>
                );
            })}
        </div>
    );
}

function Modes({moves, choice, onChoice}: GuideProps & {choice: Choice & {kind: 'take'}}) {
    const possible = (twice: boolean) => moves.takes.filter((take) => take.right === choice.right && (take.kind === 'double') === twice);
    if (possible(true).length === 0 || possible(false).length === 0) return null;
    const change = (twice: boolean) => {
        const same = possible(twice).find((take) => take.card === choice.card);
        onChoice({...choice, twice, card: (same ?? possible(twice)[0]!).card});
    };
    return (
        <div class="choices" role="group" aria-label={t('mode')}>
            <button type="button" data-mode="scout" aria-pressed={!choice.twice} onClick={() => change(false)}>{t('mode.scout')}</button>
            <button type="button" data-mode="double" aria-pressed={choice.twice} title={t('mode.double.note')} onClick={() => change(true)}>
                {t('mode.double')}
            </button>
        </div>
    );
}

function Taking(props: GuideProps & {choice: Choice & {kind: 'take'}}) {
    const {table, choice, onChoice} = props;
    const {view, you, names} = table;
    const chips = view.seats[you!]!.chips;
    const cost = chips === undefined
        ? t('guide.take.token', {name: names[view.owner!]!})
        : t('guide.take.cost', {n: chips});
    return (
        <>
            <p>{t(choice.twice ? 'guide.take.double' : 'guide.take')} <span class="soft">{cost}</span></p>
            <div class="choices">
                <Ways {...props} />
                <Modes {...props} />
                <button type="button" data-do="back" onClick={() => onChoice(undefined)}>{t('cancel')}</button>
            </div>
        </>
    );
}

export function Guide(props: GuideProps) {
    const {table, choice} = props;
    const due = table.legal.length > 0;
    const words = sentence(props);
    let body: ComponentChildren = words && <p>{words}</p>;
    if (due && choice?.kind === 'set') body = <ChosenSet {...props} choice={choice} />;
    if (due && choice?.kind === 'take') body = <Taking {...props} choice={choice} />;
    if (!body) return null;
    return (
        <section key={table.view.phase} class={`guide${due && !table.planning ? ' due' : ''}`} aria-label={t('guide')}>
            {body}
            {due && table.view.phase === 'rotate' && <Halves {...props} />}
        </section>
    );
}
