// How a deal of the day went, for the player: the lines that can be shared, and the ways to share them.
import {useStore} from '../store';
import {ShareWays} from '../table/Share';
import {gameTitle} from '../text/frame';
import {resultOn, resultsChanged, streakOf} from './results';
import {drawOutcome, filled, luckOf, percent, placeLine, shareText, t} from './share';

function Accuracy({accuracy}: {accuracy: number}) {
    return (
        <p class="day-accuracy">
            <span class="day-blocks" aria-hidden="true">
                {Array.from({length: 10}, (_, at) => <span key={at} class={at < filled(accuracy) ? 'full' : ''} />)}
            </span>
            {t('accuracy')} <strong>{percent(accuracy)}</strong>
        </p>
    );
}

// Nothing until the deal has been played.
export function Score({game, day, today}: {game: string; day: number; today: number}) {
    useStore(resultsChanged);
    const result = resultOn(game, day);
    if (!result) return null;
    const streak = streakOf(game, today);
    const outcome = {game, day, result, streak};
    return (
        <div class="day-score">
            <p><strong>{placeLine(result)}</strong></p>
            {result.accuracy === undefined ? <p class="soft">{t('figures')}</p> : <Accuracy accuracy={result.accuracy} />}
            {result.luck !== undefined && <p>{t('luck')} <strong>{luckOf(result.luck)}</strong></p>}
            <ShareWays title={`${gameTitle(game)}: ${t('title')}`} what={{text: shareText(outcome)}} send={t('share.send')} copy={t('share.copy')}
                draw={() => drawOutcome(outcome)} />
        </div>
    );
}
