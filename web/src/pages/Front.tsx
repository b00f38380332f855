// The way in: games to play, tables to go on with, friends to join.
import {useCallback, useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {lookForServer} from '../api';
import {factsOf, games as known} from '../games/list';
import {GamePicture, hasLayout, hasTutorial, loadGame} from '../games/registry';
import {isId} from '../ids';
import {keysChanged, unfinished} from '../keys';
import {later, Nothing} from '../later';
import {alone} from '../local/which';
import {loadMine} from '../mine/load';
import type {GameFacts} from '../protocol';
import {go} from '../router';
import {onSite} from '../site';
import {useStore} from '../store';
import {gameTitle, t, wordsFor} from '../text/frame';

export type Loaded<T> = T | 'loading' | 'failed';

// Something asked for over HTTP, by a function that is always the same one, and the way to ask again.
export function useLoaded<T extends object>(ask: () => Promise<T>): [Loaded<T>, () => void] {
    const [answer, setAnswer] = useState<Loaded<T>>('loading');
    const load = useCallback(() => {
        setAnswer((old) => (old === 'failed' ? 'loading' : old));
        ask().then(setAnswer, () => setAnswer('failed'));
    }, [ask]);
    useEffect(load, [load]);
    return [answer, load];
}

// What is known of a game, from the server if the page does not know it.
export function useFacts(game: string): Loaded<GameFacts> {
    const [asked, setAsked] = useState(false);
    useStore(known);
    const facts = factsOf(game);
    useEffect(() => {
        if (!facts) void lookForServer().then(() => setAsked(true), () => setAsked(true));
    }, [facts]);
    return facts ?? (asked ? 'failed' : 'loading');
}

const leisure = 1500; // milliseconds: those who play at once need the connection for their table

// True if the server does not answer, and the way to try again.
export function useServer(): [boolean, () => void] {
    const isAlone = useStore(alone);
    useEffect(() => {
        const timer = setTimeout(() => void lookForServer(), leisure);
        return () => clearTimeout(timer);
    }, []);
    return [isAlone, () => void lookForServer()];
}

export function NoAnswer({again, line = t('trouble.server')}: {again: () => void; line?: string}) {
    return (
        <div class="panel row" role="alert">
            <span>{line}</span>
            <button type="button" onClick={again}>{t('trouble.again')}</button>
        </div>
    );
}

function GameCard({facts}: {facts: GameFacts}) {
    const title = gameTitle(facts.game);
    return (
        <li class="game-card">
            <a class="game-picture" href={link(`/new/${facts.game}`)} tabIndex={-1} aria-hidden="true"><GamePicture game={facts.game} /></a>
            <h2>{title}</h2>
            <p>{wordsFor(`game.${facts.game}.line`, facts.summary)}</p>
            <p class="soft facts">
                {t('game.players', {from: facts.min_players, to: facts.max_players})} · {t('game.minutes', {n: facts.minutes})}
            </p>
            <div class="row">
                <a class="button main" href={link(`/new/${facts.game}`)} aria-label={`${t('game.play')}: ${title}`}
                    onPointerDown={() => void loadGame(facts.game).catch(() => undefined)}>{t('game.play')}</a>
                {hasTutorial(facts.game) && (
                    <a class="button" href={link(`/tutorial/${facts.game}`)} aria-label={`${t('game.learn')}: ${title}`}>{t('game.learn')}</a>
                )}
                <a class="quiet" href={link(`/rules/${facts.game}`)} aria-label={`${t('game.rules')}: ${title}`}>{t('game.rules')}</a>
                {hasLayout(facts.game) && (
                    <a class="quiet" href={link(`/puzzles/${facts.game}`)} aria-label={`${t('game.puzzles')}: ${title}`}>{t('game.puzzles')}</a>
                )}
            </div>
        </li>
    );
}

// A table with a seat that is free.
function JoinPicture() {
    const seats = [[120, 22], [196, 58], [168, 122], [72, 122], [44, 58]] as const;
    return (
        <svg viewBox="0 0 240 150" aria-hidden="true" class="join-picture">
            <ellipse cx="120" cy="76" rx="56" ry="34" />
            {seats.map(([x, y], at) => <circle key={at} cx={x} cy={y} r="14" class={at === 0 ? 'free' : ''} />)}
            <path d="M120 16v12M114 22h12" />
        </svg>
    );
}

// A link that somebody was told, or only the last part of it.
function idIn(text: string): string | undefined {
    const last = text.trim().replace(/\/$/, '').split('/').at(-1);
    return isId(last) ? last : undefined;
}

function JoinCard() {
    const [wrong, setWrong] = useState(false);
    const join = (event: SubmitEvent) => {
        event.preventDefault();
        const field = (event.currentTarget as HTMLFormElement).elements.namedItem('link') as HTMLInputElement;
        const id = idIn(field.value);
        setWrong(!id);
        if (id) go(`/table/${id}`);
    };
    return (
        <li class="game-card">
            <div class="game-picture"><JoinPicture /></div>
            <h2>{t('front.join')}</h2>
            <p>{t('front.join.line')}</p>
            <form class="chat-line" onSubmit={join}>
                <input name="link" aria-label={t('front.join.link')} placeholder={t('front.join.link')} autocomplete="off" />
                <button type="submit">{t('front.join.go')}</button>
            </form>
            {wrong && <p class="problem" role="alert">{t('front.join.wrong')}</p>}
            <div class="row"><a class="quiet" href={link('/lobby')}>{t('nav.lobby')}</a></div>
        </li>
    );
}

const Continue = later(() => loadMine().then((part) => part.Continue), Nothing);

export function Front() {
    const [isAlone, again] = useServer();
    const games = useStore(known);
    useStore(keysChanged);
    return (
        <>
            <div class="welcome">
                <h1>{t('app.tagline')}</h1>
                <p class="soft">{t(onSite ? 'app.line.site' : 'app.line')}</p>
                <p><a href={link('/today')}>{t('nav.today')}</a></p>
            </div>
            {unfinished().length > 0 && <Continue />}
            {isAlone && !onSite && <NoAnswer again={again} line={t('trouble.alone')} />}
            <ul class="games">
                {games.map((facts) => <GameCard key={facts.game} facts={facts} />)}
                {!isAlone && <JoinCard />}
            </ul>
        </>
    );
}
