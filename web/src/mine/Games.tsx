// Your games, from the keys that this browser holds: those that wait for you, those that go on, and those that are over
// with their results; and the way to another browser and back.
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {askAnalysis, Refused} from '../api';
import {allKeys, dropKeys, keysChanged, noteKey, type SeatKey} from '../keys';
import {isLocal} from '../local/which';
import {onSite} from '../site';
import {useStore} from '../store';
import {gameTitle, t as frame} from '../text/frame';
import {decimal} from '../text/text';
import {Arrivals, Transfer} from './Transfer';
import {Records} from './Records';
import {GameRow, kindOf, t, type Kind} from './Rows';
import {askAgain, removeHere, told, type Known} from './seats';

const sections: Kind[] = ['turn', 'going', 'open', 'over', 'lost'];
const page = 50; // rows of a section that are drawn at first
const lookAgain = 700; // milliseconds

// ---- accuracy and luck ----

async function study(key: SeatKey): Promise<void> {
    for (;;) {
        const answer = await askAnalysis(key.table);
        if ('chances' in answer) {
            const seat = answer.seats[key.seat];
            if (seat) noteKey(key.table, {figures: {accuracy: seat.accuracy, luck: seat.luck}});
            return;
        }
        await new Promise((resolve) => setTimeout(resolve, lookAgain));
    }
}

// One after the other, since each takes the server a while; a refusal ends it.
let studying: Promise<void> = Promise.resolve();

interface StudyProps {
    keyOfSeat: SeatKey;
}

function FiguresOf({keyOfSeat: key}: StudyProps) {
    const [state, setState] = useState<{busy: boolean; problem: string}>({busy: false, problem: ''});
    const {figures} = key;
    if (figures)
        return (
            <span class="figures">
                <span>{t('accuracy', {n: Math.round(100 * figures.accuracy)})}</span>{' '}
                <span>{t('luck', {n: `${figures.luck < 0 ? '−' : '+'}${decimal(Math.abs(100 * figures.luck))}`})}</span>
            </span>
        );
    const begin = () => {
        setState({busy: true, problem: ''});
        studying = studying.then(() => study(key)).catch((error: unknown) => setState({busy: false, problem: error instanceof Refused ? error.message : frame('trouble.server')}));
    };
    if (!state.busy && !state.problem) return <button type="button" class="small figures" aria-label={`${t('study')}: ${gameTitle(key.game)}`} onClick={begin}>{t('study')}</button>;
    return <span class="figures soft" role="status">{state.busy ? t('study.busy') : state.problem}</span>;
}

// ---- the list ----

function Section({kind, keys, seats}: {kind: Kind; keys: SeatKey[]; seats: Map<string, Known>}) {
    const [shown, setShown] = useState(page);
    if (keys.length === 0) return null;
    return (
        <section class="mine-section" aria-label={t(`section.${kind}`)}>
            <h2>{t(`section.${kind}`)} <span class="soft">{keys.length}</span></h2>
            <ul class="game-rows">
                {keys.slice(0, shown).map((key) => (
                    <GameRow key={key.table} keyOfSeat={key} known={seats.get(key.table)}>
                        {kind === 'over' && !key.tutorial && <FiguresOf keyOfSeat={key} />}
                    </GameRow>
                ))}
            </ul>
            {keys.length > shown && <button type="button" onClick={() => setShown(shown + page)}>{t('more', {n: keys.length - shown})}</button>}
        </section>
    );
}

// How the finished games went, all together.
function Summary({keys}: {keys: SeatKey[]}) {
    const ended = keys.filter(({ending, tutorial}) => ending && !tutorial);
    if (ended.length === 0) return null;
    const won = ended.filter(({ending, seat}) => ending!.winners.includes(seat)).length;
    const studied = ended.filter(({figures}) => figures);
    const mean = studied.reduce((sum, {figures}) => sum + figures!.accuracy, 0) / Math.max(1, studied.length);
    return (
        <p class="mine-summary">
            {t('summary', {n: ended.length, won})}
            {studied.length > 0 && ` ${t('summary.accuracy', {n: studied.length, mean: Math.round(100 * mean)})}`}
        </p>
    );
}

// By title, or by somebody's name, as people type it.
function fits(key: SeatKey, known: Known | undefined, game: string, search: string): boolean {
    const names = known && 'names' in known ? known.names : (key.ending?.names ?? []);
    const text = [gameTitle(key.game), key.name, ...names].join(' ').toLocaleLowerCase();
    return (game === '' || key.game === game) && search.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function ForgetAll() {
    const [asking, setAsking] = useState(false);
    const forgetAll = () => {
        void removeHere(allKeys().map(({table}) => table));
        dropKeys(() => true);
        told.set({...told.get(), seats: new Map()});
    };
    if (!asking) return <button type="button" onClick={() => setAsking(true)}>{t('forget.all')}</button>;
    return (
        <div class="row" role="group" aria-label={t('forget.all')}>
            <span>{t('forget.all.ask')}</span>
            <button type="button" class="main" onClick={forgetAll}>{t('forget.all')}</button>
            <button type="button" onClick={() => setAsking(false)}>{t('cancel')}</button>
        </div>
    );
}

export function Games() {
    const {seats, state} = useStore(told);
    useStore(keysChanged);
    const [game, setGame] = useState('');
    const [search, setSearch] = useState('');
    useEffect(() => void askAgain(true), []);
    useEffect(() => void removeHere([]), []);
    const all = allKeys();
    const titles = [...new Set(all.map((key) => key.game))].sort((a, b) => gameTitle(a).localeCompare(gameTitle(b)));
    const keys = all.filter((key) => fits(key, seats.get(key.table), game, search));
    return (
        <div class="mine">
            <h1>{t('title')}</h1>
            <p class="soft">{t('line')}</p>
            {!onSite && <Arrivals />}
            {state === 'failed' && (
                <div class="panel row" role="alert">
                    <span>{frame('trouble.server')}</span>
                    <button type="button" onClick={() => void askAgain(true)}>{frame('trouble.again')}</button>
                </div>
            )}
            {all.length === 0 && <p class="panel">{t('none')} <a href={link('/')}>{frame('nav.back')}</a></p>}
            {all.length > 0 && (
                <div class="row mine-filter">
                    <label class="field">{t('filter.game')}
                        <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
                            <option value="">{t('filter.all')}</option>
                            {titles.map((id) => <option key={id} value={id}>{gameTitle(id)}</option>)}
                        </select>
                    </label>
                    <label class="field">{t('filter.search')}
                        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
                    </label>
                </div>
            )}
            <Summary keys={keys} />
            {sections.map((kind) => <Section key={kind} kind={kind} keys={keys.filter((key) => kindOf(key, seats.get(key.table)) === kind)} seats={seats} />)}
            {all.length > 0 && keys.length === 0 && <p>{t('filter.none')}</p>}
            <Records />
            {!onSite && <Transfer keys={all.filter(({table}) => !isLocal(table))} />}
            {all.length > 0 && <section class="panel" aria-label={t('forget.all')}><h2>{t('forget.all')}</h2><p class="soft">{t('forget.all.line')}</p><ForgetAll /></section>}
        </div>
    );
}
