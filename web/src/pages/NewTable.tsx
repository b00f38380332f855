// A new table: good defaults, so that one click is enough.
import {useEffect, useState} from 'preact/hooks';
import {askGames, openTable, Refused} from '../api';
import {GamePicture, loadGame} from '../games/registry';
import {keepKey} from '../keys';
import {recall, keep} from '../memory';
import type {GameFacts, GameOption, OpenWish} from '../protocol';
import {go} from '../router';
import {changeSettings, settings} from '../settings';
import {gameTitle, t, wordsFor} from '../text/frame';
import {Page} from '../table/Trouble';
import {connectEarly} from '../transport';
import {NoAnswer, useLoaded} from './Front';
import {Choice} from './SettingsDialog';

const levels = ['novice', 'club', 'expert', 'master'] as const;
const times = [0, 30, 60, 120]; // seconds for a move

interface Wishes {
    players: number;
    friends: boolean;
    bots: number; // among friends
    level: (typeof levels)[number];
    options: Record<string, string>;
    hints: boolean;
    public: boolean;
    time: number;
}

function usual(facts: GameFacts): Wishes {
    const plain: Wishes = {
        players: Math.min(Math.max(3, facts.min_players), facts.max_players),
        friends: false, bots: 0, level: 'novice', options: {}, hints: true, public: false, time: 0,
    };
    return {...plain, ...recall<Partial<Wishes>>(`new.${facts.game}`, {})};
}

function wishOf(facts: GameFacts, name: string, wishes: Wishes): OpenWish {
    const {players, friends, level, hints, time} = wishes;
    const bots = friends ? Math.min(wishes.bots, players - 2) : players - 1;
    const changed = Object.entries(wishes.options).filter(([option, value]) =>
        value !== '' && facts.options.some((one) => one.name === option && one.default !== value));
    return {
        game: facts.game, players, name, hints,
        options: Object.fromEntries(changed),
        bots: Array.from({length: players}, (_, seat) => (seat >= players - bots ? level : '')),
        public: friends && wishes.public,
        clock: {move: time * 1000, bank: time * 2000},
    };
}

// Opens a table, keeps the key of the seat and goes there.
async function openAndGo(wish: OpenWish): Promise<void> {
    const ready = connectEarly();
    const opened = await openTable(wish).catch((error: unknown) => {
        ready.close();
        throw error;
    });
    if (opened.token)
        keepKey({
            table: opened.table, token: opened.token, game: wish.game, name: wish.name!, seat: opened.seat!, at: Date.now(),
        });
    go(`/table/${opened.table}`, true);
}

function OptionField({game, option, value, onChange}: {game: string; option: GameOption; value: string; onChange: (value: string) => void}) {
    const key = `option.${game}.${option.name}`;
    const words = wordsFor(key, option.help);
    if (option.kind === 'choice')
        return (
            <Choice name={option.name} legend={words} value={value} onChange={onChange}
                options={(option.values ?? '').split('|').map((one) => [one, wordsFor(`${key}.${one}`, one)])} />
        );
    return (
        <label class="field">
            {words}
            <input name={option.name} value={value} onInput={(event) => onChange(event.currentTarget.value)}
                {...(option.kind === 'number' ? {type: 'number', min: option.least, max: option.most} : {maxLength: 64, placeholder: wordsFor(`${key}.like`, option.values ?? '')})} />
        </label>
    );
}

function Check({label, checked, onChange}: {label: string; checked: boolean; onChange: (checked: boolean) => void}) {
    return (
        <label class="check">
            <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
        </label>
    );
}

interface PartProps {
    facts: GameFacts;
    wishes: Wishes;
    change: (change: Partial<Wishes>) => void;
}

function Who({facts, wishes, change}: PartProps) {
    const counts = Array.from({length: facts.max_players - facts.min_players + 1}, (_, at) => String(facts.min_players + at));
    const botCounts = Array.from({length: wishes.players - 1}, (_, at) => String(at));
    const bots = Math.min(wishes.bots, wishes.players - 2);
    return (
        <>
            <Choice name="who" legend={t('new.opponents')} value={wishes.friends ? 'friends' : 'bots'}
                options={[['bots', t('new.bots')], ['friends', t('new.friends')]]} onChange={(who) => change({friends: who === 'friends'})} />
            <Choice name="players" legend={t('new.players')} value={String(wishes.players)}
                options={counts.map((count) => [count, count])} onChange={(count) => change({players: Number(count)})} />
            {wishes.friends && wishes.players > 2 && (
                <Choice name="bots" legend={t('new.bots.among')} value={String(bots)}
                    options={botCounts.map((count) => [count, count])} onChange={(count) => change({bots: Number(count)})} />
            )}
            {(!wishes.friends || bots > 0) && (
                <Choice name="level" legend={t('new.level')} value={wishes.level}
                    options={levels.map((level) => [level, t(`new.level.${level}`)])} onChange={(level) => change({level})} />
            )}
        </>
    );
}

function More({facts, wishes, change}: PartProps) {
    return (
        <details>
            <summary>{t('new.more')}</summary>
            <div class="more">
                {facts.options.map((option) => (
                    <OptionField key={option.name} game={facts.game} option={option} value={wishes.options[option.name] ?? (option.default === 'none' ? '' : option.default)}
                        onChange={(value) => change({options: {...wishes.options, [option.name]: value}})} />
                ))}
                <Choice name="time" legend={t('new.clock')} value={String(wishes.time)}
                    options={times.map((time) => [String(time), time === 0 ? t('new.clock.none') : t('new.clock.seconds', {n: time})])}
                    onChange={(time) => change({time: Number(time)})} />
                <Check label={t('new.hints')} checked={wishes.hints} onChange={(hints) => change({hints})} />
            </div>
        </details>
    );
}

function Sheet({facts}: {facts: GameFacts}) {
    const [wishes, setWishes] = useState(() => usual(facts));
    const [name, setName] = useState(settings.get().name || t('new.name.usual'));
    const [problem, setProblem] = useState('');
    const change = (some: Partial<Wishes>) => setWishes({...wishes, ...some});
    const open = async (event: SubmitEvent) => {
        event.preventDefault();
        changeSettings({name});
        keep(`new.${facts.game}`, wishes);
        try {
            await openAndGo(wishOf(facts, name.trim(), wishes));
        } catch (error) {
            setProblem(error instanceof Refused ? error.problem.text : t('trouble.server'));
        }
    };
    useEffect(() => void loadGame(facts.game).catch(() => undefined), [facts.game]); // while you think
    return (
        <form class="panel sheet new-table" onSubmit={(event) => void open(event)}>
            <div class="game-picture"><GamePicture game={facts.game} /></div>
            <h1>{gameTitle(facts.game)}</h1>
            <Who facts={facts} wishes={wishes} change={change} />
            <label class="field">
                {t('new.name')}
                <input name="name" value={name} required maxLength={24} autocomplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
            </label>
            {wishes.friends && <Check label={t('new.public')} checked={wishes.public} onChange={(all) => change({public: all})} />}
            <More facts={facts} wishes={wishes} change={change} />
            {problem && <p class="problem" role="alert">{problem}</p>}
            <div class="row last">
                <button type="submit" class="main" data-do="open" disabled={name.trim() === ''}>{t(wishes.friends ? 'new.open' : 'new.start')}</button>
                <a class="quiet" href="/">{t('nav.back')}</a>
            </div>
        </form>
    );
}

export function NewTable({game}: {game: string}) {
    const [answer, again] = useLoaded(askGames);
    if (answer === 'loading') return <p class="loading" role="status">{t('trouble.connecting')}</p>;
    if (answer === 'failed') return <NoAnswer again={again} />;
    const facts = answer.games.find((one) => one.game === game);
    return facts ? <Sheet facts={facts} /> : <Page title={t('trouble.unknown')} line={t('trouble.unknown.line')} />;
}
