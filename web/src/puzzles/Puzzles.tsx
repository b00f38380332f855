// Puzzles: the games that have some, those of a game by difficulty and theme, and one of them to be solved.
import {useState} from 'preact/hooks';
import {link} from '../address';
import {layouts} from '../games/layouts';
import {GamePicture, hasLayout} from '../games/registry';
import {useAsked} from '../lookback/asked';
import {NoAnswer} from '../pages/Front';
import {Page} from '../table/Trouble';
import {gameTitle, t as frame} from '../text/frame';
import {difficulties, markOf, puzzlesOf, solvedIn, t, themeName, type Puzzle} from './data';
import {Solving} from './Solving';

function AllGames() {
    return (
        <>
            <h1>{frame('game.puzzles')}</h1>
            <p>{t('line')}</p>
            <ul class="games">
                {Object.keys(layouts).map((game) => (
                    <li key={game} class="game-card">
                        <a class="game-picture" href={link(`/puzzles/${game}`)} tabIndex={-1} aria-hidden="true"><GamePicture game={game} /></a>
                        <h2><a href={link(`/puzzles/${game}`)}>{gameTitle(game)}</a></h2>
                        <p class="soft">{t('begun', {n: solvedIn(game)})}</p>
                    </li>
                ))}
            </ul>
        </>
    );
}

const signs = {new: '', tried: '↻', solved: '✓'};

function PuzzleLink({puzzle, number}: {puzzle: Puzzle; number: number}) {
    const mark = markOf(puzzle);
    const words = `${t('number', {n: number})}, ${t(`mark.${mark}`)}`;
    return (
        <a class={`button puzzle-link ${mark}`} href={link(`/puzzles/${puzzle.game}/${number}`)} aria-label={words} title={words} data-mark={mark}>
            {number} {signs[mark]}
        </a>
    );
}

// The theme of a puzzle says much of its answer, so they are not shown by it unless somebody asks for one.
function List({game, puzzles}: {game: string; puzzles: Puzzle[]}) {
    const [theme, setTheme] = useState('');
    const themes = [...new Set(puzzles.map((puzzle) => puzzle.theme))];
    const links = puzzles.map((puzzle, at) => ({puzzle, number: at + 1})).filter(({puzzle}) => !theme || puzzle.theme === theme);
    return (
        <>
            <h1>{t('title', {game: gameTitle(game)})}</h1>
            <p>{t('line')} {t('solved', {n: puzzles.filter((puzzle) => markOf(puzzle) === 'solved').length, of: puzzles.length})}.</p>
            <div class="row puzzle-filter">
                <label>
                    {t('theme')}
                    <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
                        <option value="">{t('any')}</option>
                        {themes.map((one) => <option key={one} value={one}>{themeName(game, one)}</option>)}
                    </select>
                </label>
                <a class="quiet" href={link('/puzzles')}>{t('all')}</a>
                <a class="quiet" href={link(`/rules/${game}`)}>{frame('game.rules')}</a>
            </div>
            {difficulties.filter((level) => links.some(({puzzle}) => puzzle.difficulty === level)).map((level) => (
                <section key={level} class="panel" data-difficulty={level}>
                    <h2>{t(`difficulty.${level}`)}</h2>
                    <div class="puzzle-links">
                        {links.filter(({puzzle}) => puzzle.difficulty === level).map((link) => <PuzzleLink key={link.number} {...link} />)}
                    </div>
                </section>
            ))}
        </>
    );
}

interface Props {
    game: string; // empty: all of them
    number?: number; // none: the list
}

const unknown = () => <Page title={t('unknown')}><a class="button main" href={link('/puzzles')}>{t('all')}</a></Page>;

function OfGame({game, number}: Props) {
    const [asked, again] = useAsked(() => puzzlesOf(game), game);
    if (asked.state === 'loading') return <p class="loading" role="status">{frame('trouble.connecting')}</p>;
    if (asked.state === 'failed') return <NoAnswer again={again} />;
    if (number === undefined) return <List game={game} puzzles={asked.value} />;
    const puzzle = asked.value[number - 1];
    return puzzle ? <Solving puzzle={puzzle} number={number} of={asked.value.length} /> : unknown();
}

export function Puzzles({game, number}: Props) {
    if (!game) return <AllGames />;
    return hasLayout(game) ? <OfGame game={game} number={number} /> : unknown();
}
