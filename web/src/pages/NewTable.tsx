// A new table: good defaults, so that one click is enough.
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {openTable, Refused, Unreachable} from '../api';
import {paces, type Pace} from '../clock';
import {GamePicture, loadGame} from '../games/registry';
import {keepKey, type SeatKey} from '../keys';
import {later} from '../later';
import {alone} from '../local/which';
import {recall, keep} from '../memory';
import {passPart} from '../pass/which';
import type {GameFacts, Opened, OpenWish} from '../protocol';
import {go} from '../router';
import {settings} from '../settings';
import {connectEarly} from '../socket';
import {Emblem} from '../table/emblems';
import {loadBeside, loadTable} from '../table/load';
import {gameTitle, t} from '../text/frame';
import {Page} from '../table/Trouble';
import {useFacts, useServer} from './Front';
import {Choice} from './Choice';
import {changedOptions, Check, levelsOf, type Arrangement, type Level} from './arrangement';
import {knownWho, useWho, type Who} from './Who';

interface Wishes extends Arrangement {
    players: number;
    friends: boolean;
    people: string[]; // names of those who share this device; empty: nobody does
    level: Level;
    here: boolean; // on this device, against bots
}

// As last time; the browser may have stored anything.
function usual(facts: GameFacts): Wishes {
    const plain: Wishes = {
        players: Math.min(Math.max(3, facts.min_players), facts.max_players),
        friends: false, people: [], level: 'novice', here: false, options: {}, hints: true, public: false, talk: true, pace: paces[0]!,
    };
    const kept = {...plain, ...recall<Partial<Wishes>>(`new.${facts.game}`, {})};
    const same = ({move, bank}: Pace) => move === kept.pace.move && bank === kept.pace.bank;
    const level = levelsOf(facts).includes(kept.level) ? kept.level : plain.level;
    return {...kept, level, friends: kept.friends && !alone.get(), pace: paces.find(same) ?? plain.pace};
}

function wishOf(facts: GameFacts, {name, look}: Who, wishes: Wishes): OpenWish {
    const {players, friends, people, level, hints, talk, pace, options} = wishes;
    return {
        game: facts.game, players, name, look, hints,
        options: changedOptions(facts, options),
        bots: Array.from({length: players}, (_, seat) => (friends || seat < (people.length || 1) ? '' : level)),
        public: friends && wishes.public, watchers_talk: talk,
        clock: {move: pace.move, bank: pace.bank},
    };
}

const OptionFields = later(() => loadBeside().then((part) => part.OptionFields));
const PeopleFields = later(() => passPart().then((part) => part.PeopleFields));

// With bots alone everything that the start needs can go ahead (table/pledge.ts). Without it the table still starts.
async function pledged(opened: Opened, players: number): Promise<Pick<SeatKey, 'starts'>> {
    const {pledgeAlone} = await loadTable();
    return {starts: pledgeAlone(opened, players)};
}

// Opens a table, keeps the key of the seat and goes there. Bots play on this device, too, if the server does not answer.
async function openAndGo(wish: OpenWish, room: boolean, here: boolean): Promise<void> {
    if (!here) connectEarly();
    const opened = await openTable(wish, here).catch((error: unknown) => {
        if (!(error instanceof Unreachable) || room) throw error;
        return openTable(wish, true);
    });
    if (opened.token)
        keepKey({
            table: opened.table, token: opened.token, game: wish.game, name: wish.name!, seat: opened.seat!, at: Date.now(), room,
            ...(!room && (await pledged(opened, wish.players).catch(() => undefined))),
        });
    go(`/table/${opened.table}`, true);
}

interface PartProps {
    facts: GameFacts;
    wishes: Wishes;
    change: (change: Partial<Wishes>) => void;
}

function Opponents({facts, wishes, change}: PartProps) {
    const who = wishes.friends ? 'friends' : wishes.people.length > 0 ? 'device' : 'bots';
    const choose = (chosen: typeof who) => change({
        friends: chosen === 'friends', people: chosen === 'device' ? [settings.get().name, ''] : [],
    });
    const all: [typeof who, string][] = [['bots', t('new.bots')], ['friends', t('new.friends')], ['device', t('new.device')]];
    const companies = all.filter(([company]) => !alone.get() || company !== 'friends');
    const counts = Array.from({length: facts.max_players - facts.min_players + 1}, (_, at) => String(facts.min_players + at));
    return (
        <>
            <Choice name="who" legend={t('new.opponents')} value={who} options={companies} onChange={choose} />
            <Choice name="players" legend={t('new.players')} value={String(wishes.players)}
                options={counts.map((count) => [count, count])} onChange={(count) => change({players: Number(count), people: wishes.people.slice(0, Number(count))})} />
            {who === 'friends' && <p class="soft note">{t('new.friends.line')}</p>}
            {who === 'device' && <PeopleFields players={wishes.players} names={wishes.people} onChange={(people) => change({people})} />}
            {who !== 'friends' && wishes.people.length < wishes.players && (
                <Choice name="level" legend={t('new.level')} value={wishes.level}
                    options={levelsOf(facts).map((level) => [level, t(`new.level.${level}`)])} onChange={(level) => change({level})} />
            )}
            {who === 'bots' && !alone.get() && (
                <Check label={t('new.here')} checked={wishes.here} onChange={(here) => change({here})} />
            )}
        </>
    );
}

function Sheet({facts}: {facts: GameFacts}) {
    const [wishes, setWishes] = useState(() => usual(facts));
    const [problem, setProblem] = useState<string>();
    const [more, setMore] = useState(false);
    const [dialog, askWho] = useWho();
    const change = (some: Partial<Wishes>) => setWishes({...wishes, ...some});
    const openAs = async (who: Who): Promise<string | undefined> => {
        keep(`new.${facts.game}`, wishes);
        try {
            const wish = wishOf(facts, who, wishes);
            if (wishes.people.length > 0) go(`/table/${await (await passPart()).openForPeople(wish, wishes.people)}`, true);
            else await openAndGo(wish, wishes.friends, alone.get() || (wishes.here && !wishes.friends));
            return undefined;
        } catch (error) {
            return error instanceof Refused ? error.problem.text : t('trouble.server');
        }
    };
    const known = knownWho();
    // Bots do not ask for a name.
    const open = async (event: SubmitEvent) => {
        event.preventDefault();
        setProblem(undefined);
        if (known) setProblem(await openAs(known));
        else if (wishes.friends) askWho({verb: t('new.open'), then: openAs});
        else setProblem(await openAs({name: t('who.alone'), look: 0}));
    };
    useEffect(() => void loadGame(facts.game).catch(() => undefined), [facts.game]); // while you think
    return (
        <>
            <form class="panel sheet new-table" onSubmit={(event) => void open(event)}>
                <div class="game-picture"><GamePicture game={facts.game} /></div>
                <h1>{gameTitle(facts.game)}</h1>
                <Opponents facts={facts} wishes={wishes} change={change} />
                {known && wishes.people.length === 0 && (
                    <p class="who-row">
                        <Emblem look={known.look} /><span class="who-name">{t('who.as', {name: known.name})}</span>
                        <button type="button" class="small" aria-label={t('who.change.long')}
                            onClick={() => askWho({verb: t('settings.done'), then: () => Promise.resolve(undefined)})}>{t('who.change')}</button>
                    </p>
                )}
                <details onToggle={(event) => setMore(event.currentTarget.open)}>
                    <summary>{t('new.more')}</summary>
                    {more && <OptionFields facts={facts} friends={wishes.friends} value={wishes} change={change} />}
                </details>
                {problem !== undefined && <p class="problem" role="alert">{problem}</p>}
                <div class="row last">
                    <button type="submit" class="main" data-do="open">{t(wishes.friends ? 'new.open' : 'new.start')}</button>
                    <a class="quiet" href={link('/')}>{t('nav.back')}</a>
                </div>
            </form>
            {dialog}
        </>
    );
}

export function NewTable({game}: {game: string}) {
    const facts = useFacts(game);
    useServer();
    if (facts === 'loading') return <p class="loading" role="status">{t('trouble.connecting')}</p>;
    return facts !== 'failed' ? <Sheet facts={facts} /> : <Page title={t('trouble.unknown')} line={t('trouble.unknown.line')} />;
}
