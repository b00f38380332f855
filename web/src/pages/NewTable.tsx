// A new table: good defaults, so that one click is enough.
import {useState} from 'preact/hooks';
import {openTable, Refused} from '../api';
import {keepKey} from '../keys';
import type {GameFacts, OpenWish} from '../protocol';
import {go} from '../router';
import {changeSettings, settings} from '../settings';
import {t, type FrameText} from '../text/frame';
import {Page} from '../table/Trouble';
import {useGames} from './Front';

const levels = ['novice', 'club', 'expert', 'master'] as const;

// Opens a table, keeps the key of the seat and goes there.
export async function openAndGo(wish: OpenWish): Promise<void> {
    const opened = await openTable(wish);
    if (opened.token)
        keepKey({
            table: opened.table, token: opened.token, game: wish.game, name: wish.name!, seat: opened.seat!, at: Date.now(),
        });
    go(opened.url);
}

function Sheet({facts}: {facts: GameFacts}) {
    const [players, setPlayers] = useState(Math.min(Math.max(3, facts.min_players), facts.max_players));
    const [bots, setBots] = useState(true);
    const [level, setLevel] = useState<string>('novice');
    const [name, setName] = useState(settings.get().name || t('new.name.usual'));
    const [problem, setProblem] = useState('');
    const counts = Array.from({length: facts.max_players - facts.min_players + 1}, (_, at) => facts.min_players + at);
    const open = async (event: SubmitEvent) => {
        event.preventDefault();
        changeSettings({name});
        const others = Array.from({length: players}, (_, seat) => (bots && seat > 0 ? level : ''));
        try {
            await openAndGo({game: facts.game, players, name, bots: others});
        } catch (error) {
            setProblem(error instanceof Refused ? error.problem.text : t('trouble.server'));
        }
    };
    return (
        <form class="panel sheet" onSubmit={(event) => void open(event)}>
            <h1>{t('new.title', {game: t(`game.${facts.game}` as FrameText)})}</h1>
            <fieldset class="choice">
                <legend>{t('new.opponents')}</legend>
                <label><input type="radio" name="who" checked={bots} onChange={() => setBots(true)} /> {t('new.bots')}</label>
                <label><input type="radio" name="who" checked={!bots} onChange={() => setBots(false)} /> {t('new.friends')}</label>
            </fieldset>
            <fieldset class="choice">
                <legend>{t('new.players')}</legend>
                {counts.map((count) => (
                    <label key={count}>
                        <input type="radio" name="players" checked={players === count} onChange={() => setPlayers(count)} /> {count}
                    </label>
                ))}
            </fieldset>
            {bots && (
                <label class="field">
                    {t('new.level')}
                    <select value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
                        {levels.map((one) => <option key={one} value={one}>{t(`new.level.${one}`)}</option>)}
                    </select>
                </label>
            )}
            <label class="field">
                {t('new.name')}
                <input value={name} required maxLength={20} onInput={(event) => setName(event.currentTarget.value)} />
            </label>
            {problem && <p class="problem" role="alert">{problem}</p>}
            <button type="submit" class="main" data-do="open">{t(bots ? 'new.start' : 'new.open')}</button>
        </form>
    );
}

export function NewTable({game}: {game: string}) {
    const games = useGames();
    if (games === undefined) return <p class="loading" role="status">{t('trouble.connecting')}</p>;
    if (games === 'failed') return <Page title={t('trouble.server')} />;
    const facts = games.find((one) => one.game === game);
    return facts ? <Sheet facts={facts} /> : <Page title={t('trouble.unknown')} line={t('trouble.unknown.line')} />;
}
