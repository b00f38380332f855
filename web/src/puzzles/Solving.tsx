// A puzzle on the table: the position as its seat sees it, one move to choose, and then what the moves are worth.
import type {ComponentChildren} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {link} from '../address';
import {Badge} from '../cards';
import type {Situation} from '../games/game';
import {loadGame, type AnyGame} from '../games/registry';
import {useAsked} from '../lookback/asked';
import {positionOf, type Position} from '../lookback/record';
import {NoAnswer} from '../pages/Front';
import type {Seat} from '../protocol';
import {settings} from '../settings';
import {Confirm, Moves} from '../table/Bar';
import {Enlarged} from '../table/Enlarged';
import {useKeyboard} from '../table/keyboard';
import {KeysHelp} from '../table/KeysHelp';
import {namesOf, orderOf} from '../table/names';
import {Seats} from '../table/Seats';
import {Layout} from '../table/Table';
import {gameTitle, t as frame} from '../text/frame';
import {decimal} from '../text/text';
import {Told} from '../told';
import {asked as bots, difficulties, note, t, themeName, type Puzzle} from './data';

const shown = 8; // moves in the list of what they are worth
const certain = 3; // standard errors

interface Opened {
    position: Position;
    ui: AnyGame;
}

async function open(puzzle: Puzzle): Promise<Opened> {
    const [position, ui] = await Promise.all([positionOf(puzzle.line), loadGame(puzzle.game)]);
    return {position, ui};
}

function situationOf({seat, players, options}: Puzzle, {view, previous, facts, points, legal}: Position, answered: boolean): Situation<unknown> {
    const bot: Seat = {kind: 'bot', name: '', bot: 'club', here: true, waiting: false};
    const seats = Array.from({length: players}, (_, at) => (at === seat ? {kind: 'person', name: frame('who.alone'), here: true, waiting: !answered} as const : bot));
    return {
        view, previous, facts, points, players, options, seats,
        passed: [], lines: [], you: seat, names: namesOf(seats), order: orderOf(players, seat), legal: answered ? [] : legal, over: false,
    };
}

// Thousandths of a win as games in 100, and as points of winning chance.
const games = (value: number) => Math.round(value / 10);
const points = (value: number) => decimal(value / 10);

interface AnswerProps {
    puzzle: Puzzle;
    position: Position;
    situation: Situation<unknown>;
    ui: AnyGame;
    chosen: string;
    children: ComponentChildren; // ways on
}

function Answer({puzzle, position, situation, ui, chosen, children}: AnswerProps) {
    const panel = useRef<HTMLElement>(null);
    useEffect(() => panel.current?.focus({preventScroll: true}), []);
    const {legal, best} = position;
    const worth = (action: string) => puzzle.values[legal.indexOf(action)]!;
    const told = (sentence: string) => <Told sentence={sentence} Chip={ui.Chip} view={situation.view} />;
    const move = (action: string) => <>{told(ui.describe(action, situation))} <span class="soft">{t('wins', {n: games(worth(action))})}</span></>;
    const right = chosen === best;
    const ranked = [...legal].sort((a, b) => worth(b) - worth(a)).slice(0, shown);
    return (
        <section class="panel puzzle-answer" aria-label={t('answer')} tabIndex={-1} ref={panel}>
            <p class="lead" role="status">
                <Badge kind={right ? 'good' : 'bad'}>{right ? '✓' : '✗'}</Badge>{' '}
                {right ? t('right') : t('wrong', {n: points(worth(best) - worth(chosen))})}
            </p>
            <dl class="versus">
                {!right && <><dt>{t('yours')}</dt><dd>{move(chosen)}</dd></>}
                <dt>{t('best')}</dt><dd>{move(best)}</dd>
            </dl>
            {ui.explain && <p>{told(ui.explain(best, situation))}</p>}
            <p>{t('why', {worlds: puzzle.worlds, margin: points(puzzle.margin), error: points(certain * puzzle.error)})}</p>
            <p class="soft">{t('found', {novice: puzzle.novice, club: puzzle.club, ...bots})}</p>
            <div class="row">{children}</div>
            <details>
                <summary>{t('others')}</summary>
                <ol class="ranked">{ranked.map((action) => <li key={action}>{move(action)}</li>)}</ol>
            </details>
        </section>
    );
}

interface Props {
    puzzle: Puzzle;
    number: number;
    of: number; // puzzles there are
}

function Loaded({puzzle, number, of, opened: {position, ui}}: Props & {opened: Opened}) {
    const [picked, pick] = useState<string>();
    const [chosen, setChosen] = useState<string>();
    const [looking, look] = useState(false); // at the table, where the answer would cover it
    const area = useRef<HTMLDivElement>(null);
    const keysHelp = useRef<HTMLDialogElement>(null);
    const situation = situationOf(puzzle, position, chosen !== undefined);
    const answer = (action: string | undefined) => {
        if (action !== undefined) note(puzzle, action === position.best);
        pick(undefined);
        look(false);
        setChosen(action);
    };
    const choose = (action: string) => {
        if (situation.legal.includes(action)) (settings.get().confirm ? pick : answer)(action);
    };
    const cancel = () => {
        pick(undefined);
        return picked !== undefined;
    };
    useKeyboard(area, {cancel, help: () => keysHelp.current?.showModal()});
    return (
        <>
            <div class="title-line">
                <h1>{gameTitle(puzzle.game)}: {t('number', {n: number})}</h1>
                <a class="quiet" href={link(`/puzzles/${puzzle.game}`)}>{t('list')}</a>
            </div>
            <div class="playing fit puzzle">
                <div class="main-column" ref={area}>
                    <Seats situation={situation} ui={ui} arrived={0} />
                    <section class={`felt game-${ui.id}`} aria-label={frame('table.area')} tabIndex={-1}>
                        <Layout ui={ui} {...situation} choose={choose} picked={picked ?? chosen} planning={false} hint={[]} suggested={chosen && position.best} />
                    </section>
                    <section class={`bar${chosen === undefined ? ' due' : ''}`} aria-label={frame('table.actions')} tabIndex={-1}>
                        {picked !== undefined ? (
                            <Confirm move={ui.describe(picked, situation)} ui={ui} situation={situation} onConfirm={() => answer(picked)} onCancel={cancel} />
                        ) : (
                            <div class="bar-line">
                                <p class="bar-status">
                                    {chosen === undefined ? t('ask') : themeName(puzzle.game, puzzle.theme)}{' '}
                                    <span class="soft">{t(`difficulty.${difficulties[puzzle.difficulty - 1]!}`)}</span>
                                </p>
                                {looking && <button type="button" class="narrow-only" data-do="answer" onClick={() => look(false)}>{t('answer')}</button>}
                                <Moves ui={ui} situation={situation} choose={choose} />
                            </div>
                        )}
                    </section>
                </div>
                <aside class={chosen === undefined || looking ? 'side-column' : 'side-column open'}>
                    {chosen === undefined ? <section class="panel"><p>{t('line')}</p></section> : (
                        <Answer puzzle={puzzle} position={position} situation={situation} ui={ui} chosen={chosen}>
                            {number < of && <a class="button main" data-do="next" href={link(`/puzzles/${puzzle.game}/${number + 1}`)}>{t('next')}</a>}
                            <button type="button" data-do="again" onClick={() => answer(undefined)}>{t('again')}</button>
                            <button type="button" class="narrow-only" data-do="look" onClick={() => look(true)}>{t('look')}</button>
                        </Answer>
                    )}
                </aside>
                <KeysHelp dialog={keysHelp} />
                <Enlarged area={area} game={ui.id} moment={situation.view} />
            </div>
        </>
    );
}

export function Solving(props: Props) {
    const [asked, again] = useAsked(() => open(props.puzzle), props.puzzle.line);
    if (asked.state === 'loading') return <p class="loading" role="status">{frame('trouble.connecting')}</p>;
    if (asked.state === 'failed') return <NoAnswer again={again} />;
    return <Loaded {...props} opened={asked.value} />;
}
