// Yesterday's deals explained: the best line as the analysis sees it, in your own game, or in a master's where you did
// not play.
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {askTable} from '../api';
import {loadGame} from '../games/registry';
import {useAsked} from '../lookback/asked';
import {useMoments} from '../lookback/moments';
import {wordsWith, type Looked} from '../lookback/situation';
import {VerdictBadge, type InWords} from '../lookback/StudyPanel';
import {analysisOf, beginStudy, isMistake, studyOf} from '../lookback/study';
import {t as lookback} from '../lookback/text';
import type {Decision, GameFacts} from '../protocol';
import {useStore} from '../store';
import {namesOf} from '../table/names';
import {gameTitle, t as frame} from '../text/frame';
import {dateOf} from './day';
import {useFigures} from './DayEnd';
import {masterTable} from './open';
import {resultOn} from './results';
import {placeLine, t} from './share';

interface Game extends Looked {
    line: string; // how it ended
}

async function load(table: string): Promise<Game> {
    const facts = await askTable(table);
    const {points, winners} = facts.result!;
    return {facts, names: namesOf(facts.seats), ui: await loadGame(facts.game), line: placeLine({table, points, winners})};
}

function Choice({decision, inWords}: {decision: Decision; inWords: InWords}) {
    return (
        <li data-verdict={decision.verdict}>
            {isMistake(decision) ? (
                <>
                    <VerdictBadge decision={decision} />
                    <dl class="versus">
                        <dt>{lookback('judge.taken')}</dt><dd>{inWords(decision, decision.taken)}</dd>
                        <dt>{lookback('judge.better')}</dt><dd>{inWords(decision, decision.best)}</dd>
                    </dl>
                </>
            ) : (
                <>{inWords(decision, decision.taken)} <span class="soft">– {t(`yesterday.${decision.verdict === 'best' ? 'best' : 'good'}`)}</span></>
            )}
        </li>
    );
}

// Choices of seat 0, round by round.
function Line({game, day, table}: {game: Game; day: number; table: string}) {
    useFigures({game: game.ui.id, day, table});
    const study = useStore(studyOf(table));
    const analysis = analysisOf(study);
    const moments = useMoments(table, analysis ? 'all' : undefined);
    useEffect(() => void beginStudy(table), [table]);
    if (study.state === 'failed') return <p class="problem" role="alert">{t('yesterday.failed')} {study.why}</p>;
    if (!analysis || moments === undefined) return <p class="loading" role="status">{t('yesterday.studying')}</p>;
    if (moments === 'failed') return <p class="problem" role="alert">{t('yesterday.failed')}</p>;
    const own = analysis.decisions.filter(({seat}) => seat === 0);
    const rounds = [...new Set(own.map(({round}) => round ?? 0))];
    const inWords = wordsWith(game, moments);
    return (
        <>
            {rounds.map((round) => (
                <section key={round}>
                    {round > 0 && <h4>{t('yesterday.round', {n: round})}</h4>}
                    <ol class="day-line">
                        {own.filter((one) => (one.round ?? 0) === round).map((decision) => <Choice key={decision.step} decision={decision} inWords={inWords} />)}
                    </ol>
                </section>
            ))}
            <p>{t('yesterday.end', {line: game.line})}</p>
            <p class="soft">{lookback('judge.hidden')}</p>
            <a class="button small" href={link(`/replay/${table}`)}>{frame('over.replay')}</a>
        </>
    );
}

function Explained({table, day}: {table: string; day: number}) {
    const [asked] = useAsked(() => load(table), table);
    if (asked.state === 'loading') return <p class="loading" role="status">{frame('trouble.connecting')}</p>;
    if (asked.state === 'failed') return <p class="problem" role="alert">{t('yesterday.failed')}</p>;
    return <Line game={asked.value} day={day} table={table} />;
}

// A master takes a few seconds.
function ByMaster({facts, day}: {facts: GameFacts; day: number}) {
    const [asked] = useAsked(() => masterTable(facts, day), `${facts.game} ${day}`);
    if (asked.state === 'loading') return <p class="loading" role="status">{t('yesterday.playing')}</p>;
    if (asked.state === 'failed') return <p class="problem" role="alert">{t('yesterday.failed')}</p>;
    return <Explained table={asked.value} day={day} />;
}

function One({facts, day}: {facts: GameFacts; day: number}) {
    const [shown, setShown] = useState(false);
    const own = resultOn(facts.game, day);
    return (
        <li data-game={facts.game}>
            <button type="button" data-do="explain" aria-expanded={shown} onClick={() => setShown(!shown)}>{t('yesterday.show', {game: gameTitle(facts.game)})}</button>
            {shown && (
                <div class="day-explained">
                    <h3>{gameTitle(facts.game)}: {t(own ? 'yesterday.own' : 'yesterday.master')}</h3>
                    {own ? <Explained table={own.table} day={day} /> : <ByMaster facts={facts} day={day} />}
                </div>
            )}
        </li>
    );
}

export function Yesterday({games, day}: {games: GameFacts[]; day: number}) {
    return (
        <section class="panel day-yesterday" aria-labelledby="yesterday">
            <h2 id="yesterday">{t('yesterday', {date: dateOf(day)})}</h2>
            <p class="soft">{t('yesterday.line')}</p>
            <ul>{games.map((facts) => <One key={facts.game} facts={facts} day={day} />)}</ul>
        </section>
    );
}
