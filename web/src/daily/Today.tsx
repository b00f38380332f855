// The deals of the day: five games, how far you are with each, and what was best yesterday.
import {useEffect, useState} from 'preact/hooks';
import {Refused} from '../api';
import {GamePicture} from '../games/registry';
import {keyOf} from '../keys';
import {fromNow} from '../clock';
import {games as known} from '../games/list';
import type {GameFacts} from '../protocol';
import {go} from '../router';
import {useStore} from '../store';
import {gameTitle, t as frame} from '../text/frame';
import {beginOf, dateOf, dayAt, levelOn, playersOn} from './day';
import {beginStudy} from '../lookback/study';
import {useFigures} from './DayEnd';
import {openDeal} from './open';
import {resultOn, resultsChanged, streakOf, tryOf, type Try} from './results';
import {Score} from './Score';
import {t} from './share';
import {Yesterday} from './Yesterday';

const minute = 60_000;

// The time in steps of a minute: it becomes another day while the page is open.
function useNow(): number {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const look = () => setNow(Date.now());
        const timer = setInterval(look, minute);
        document.addEventListener('visibilitychange', look);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', look);
        };
    }, []);
    return now;
}

// The analysis of a game that was left before it was done.
function Missing({of}: {of: Try}) {
    useFigures(of);
    useEffect(() => void beginStudy(of.table), [of.table]);
    return null;
}

function Streaks({game, day}: {game: string; day: number}) {
    const {now, best} = streakOf(game, day);
    if (best === 0) return null;
    return <p class="soft day-streak">{now > 0 && <strong>{t('streak', {n: now})}</strong>} {best > now && t('streak.best', {n: best})}</p>;
}

function Deal({facts, day}: {facts: GameFacts; day: number}) {
    const {game} = facts;
    const [problem, setProblem] = useState<string>();
    const [busy, setBusy] = useState(false);
    const result = resultOn(game, day);
    const begun = tryOf(game, day);
    const key = begun && keyOf(begun.table);
    const open = key && !key.over ? key.table : undefined;
    const play = async () => {
        setBusy(true);
        try {
            go(`/table/${open ?? (await openDeal(facts, day))}`);
        } catch (error) {
            setProblem(error instanceof Refused ? error.problem.text : frame('trouble.server'));
        }
        setBusy(false);
    };
    const verb = t(open ? 'continue' : result ? 'again' : 'play');
    return (
        <li class="day-deal panel" data-game={game}>
            <div class="game-row-picture" aria-hidden="true"><GamePicture game={game} /></div>
            <div class="day-words">
                <h2>{gameTitle(game)}</h2>
                <p class="soft">
                    {t('players', {n: playersOn(day, facts)})} · {t('bots', {level: frame(`new.level.${levelOn(day, facts)}`)})}
                </p>
                <Streaks game={game} day={day} />
                {result && <Score game={game} day={day} today={day} />}
                {result?.accuracy === undefined && result && <Missing of={{game, day, table: result.table}} />}
                <div class="row">
                    <button type="button" class={result ? 'small' : 'main'} data-do="play" disabled={busy} aria-label={`${verb}: ${gameTitle(game)}`} onClick={() => void play()}>
                        {busy ? t('busy') : verb}
                    </button>
                    {result && !open && <span class="soft">{t('again.line')}</span>}
                </div>
                {problem !== undefined && <p class="problem" role="alert">{problem}</p>}
            </div>
        </li>
    );
}

export function Today() {
    const day = dayAt(useNow());
    const games = useStore(known);
    useStore(resultsChanged);
    return (
        <div class="today">
            <h1>{t('title')}</h1>
            <p class="day-date" data-day={day}>{dateOf(day, 'full')}</p>
            <p>{t('line', {when: fromNow(beginOf(day + 1))})}</p>
            <p class="soft">{t('line.rule')}</p>
            <ul class="day-deals">{games.map((facts) => <Deal key={`${facts.game} ${day}`} facts={facts} day={day} />)}</ul>
            <Yesterday key={day} games={games} day={day - 1} />
        </div>
    );
}
