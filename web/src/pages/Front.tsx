// The way in: games to play, tables to go on with.
import {useEffect, useState} from 'preact/hooks';
import {askGames} from '../api';
import {gameUi} from '../games/registry';
import {dropKey, unfinished} from '../keys';
import type {GameFacts} from '../protocol';
import {t, type FrameText} from '../text/frame';

export function useGames(): GameFacts[] | 'failed' | undefined {
    const [games, setGames] = useState<GameFacts[] | 'failed'>();
    useEffect(() => {
        askGames().then((answer) => setGames(answer.games), () => setGames('failed'));
    }, []);
    return games;
}

function GameCard({facts}: {facts: GameFacts}) {
    const ui = gameUi(facts.game);
    const title = t(`game.${facts.game}` as FrameText);
    return (
        <li class="game-card">
            <div class="game-picture"><ui.Picture /></div>
            <h2>{title}</h2>
            <p>{t(`game.${facts.game}.line` as FrameText)}</p>
            <p class="soft">
                {t('game.players', {from: facts.min_players, to: facts.max_players})} · {t('game.minutes', {n: facts.minutes})}
            </p>
            <div class="row">
                <a class="button main" href={`/new/${facts.game}`} aria-label={`${t('game.play')}: ${title}`}>{t('game.play')}</a>
                <a class="button" href={`/tutorial/${facts.game}`} aria-label={`${t('game.learn')}: ${title}`}>{t('game.learn')}</a>
                <a href={`/rules/${facts.game}`} aria-label={`${t('game.rules')}: ${title}`}>{t('game.rules')}</a>
            </div>
        </li>
    );
}

function Continue() {
    const [keys, setKeys] = useState(unfinished);
    if (keys.length === 0) return null;
    const forget = (table: string) => {
        dropKey(table);
        setKeys(unfinished());
    };
    return (
        <section class="panel" aria-label={t('front.continue')}>
            <h2>{t('front.continue')}</h2>
            <ul class="continue">
                {keys.slice(0, 5).map((key) => (
                    <li key={key.table}>
                        <a href={key.tutorial ? `/tutorial/${key.game}` : `/table/${key.table}`}>
                            {t('front.continue.line', {game: t(`game.${key.game}` as FrameText), name: key.name})}
                        </a>
                        <button type="button" class="small" onClick={() => forget(key.table)}>{t('front.forget')}</button>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Front() {
    const games = useGames();
    return (
        <>
            <p class="tagline">{t('app.tagline')}</p>
            <Continue />
            <h1>{t('front.title')}</h1>
            {games === 'failed' && <p class="problem" role="alert">{t('trouble.server')}</p>}
            <ul class="games">{Array.isArray(games) && games.map((facts) => <GameCard key={facts.game} facts={facts} />)}</ul>
        </>
    );
}
