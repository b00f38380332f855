// A game that is over, looked at again: moment by moment as any seat saw it or with
// everything open, and what an analysis says about it.
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import {address, link, noteMark} from '../address';
import {askRecord, askTable, type Viewer} from '../api';
import type {GameUi, Situation} from '../games/game';
import {loadGame as loadLayout} from '../games/registry';
import {NoGame, useAsked} from '../lookback/asked';
import {momentOf, useMoments, type Moment, type Moments} from '../lookback/moments';
import {situationAt, wordsWith, type Looked} from '../lookback/situation';
import {points, StudyPanel, VerdictBadge, type InWords} from '../lookback/StudyPanel';
import {analysisOf, beginStudy, isMistake, studyOf} from '../lookback/study';
import {t} from '../lookback/text';
import {Timeline} from '../lookback/Timeline';
import {VerifyPanel} from '../lookback/VerifyPanel';
import {play, snapshot, type Snapshot} from '../motion';
import type {Decision, Result, TableFacts} from '../protocol';
import {route} from '../router';
import {useStore} from '../store';
import {namesOf, sentence} from '../table/names';
import {RecordLink} from '../table/RecordLink';
import {Seats} from '../table/Seats';
import {Share} from '../table/Share';
import {Rounds, Sheet} from '../table/Sheet';
import {t as frame} from '../text/beside';
import {gameTitle} from '../text/frame';
import {Told} from '../told';

interface Game extends Looked {
    facts: TableFacts;
    record: string;
    result: Result;
}

async function loadGame(table: string): Promise<Game> {
    const [facts, record] = await Promise.all([askTable(table), askRecord(table)]);
    const last = record.trimEnd().split('\n').at(-1)!;
    const {result} = JSON.parse(last) as {result: Result};
    return {facts, record, result, names: namesOf(facts.seats), ui: await loadLayout(facts.game)};
}

// ---- the address says what is shown: #step=12&as=0 ----

interface Wish {
    step: number;
    as: Viewer;
}

function wishOf(mark: string, players: number): Wish {
    const wished = new URLSearchParams(mark);
    const as = wished.get('as') ?? 'all';
    const seat = /^\d$/.test(as) && Number(as) < players ? Number(as) : undefined;
    return {step: Math.max(0, Number(wished.get('step')) || 0), as: seat ?? (as === 'watch' ? 'watch' : 'all')};
}

function useWish(players: number): [Wish, (change: Partial<Wish>) => void] {
    const at = useStore(route); // a link within the page comes by here
    const [wish, setWish] = useState(() => wishOf(address().mark, players));
    useEffect(() => setWish(wishOf(address().mark, players)), [at, players]);
    const change = (part: Partial<Wish>) => {
        const next = {...wish, ...part};
        noteMark(`step=${next.step}&as=${next.as}`);
        setWish(next);
    };
    return [wish, change];
}

// ---- the table ----

// Cards glide from one moment to the next.
function useGlide(at: number) {
    const area = useRef<HTMLDivElement>(null);
    const before = useRef<Snapshot>(new Map());
    useLayoutEffect(() => {
        if (area.current) play(area.current, before.current);
        before.current = new Map();
    }, [at]);
    const remember = (to: number) => {
        if (area.current && Math.abs(to - at) === 1) before.current = snapshot(area.current);
    };
    return [area, remember] as const;
}

const nothing = () => undefined;

function View({ui, situation, best}: {ui: GameUi<unknown>; situation: Situation<unknown>; best: Decision | undefined}) {
    const suggested = best && best.seat === situation.you ? best.best : undefined;
    return (
        <>
            <Seats situation={situation} ui={ui} arrived={0} />
            <section class={`felt game-${ui.id}`} aria-label={frame('table.area')}>
                <ui.Table {...situation} choose={nothing} picked={undefined} planning={false} hint={[]} suggested={suggested} />
            </section>
        </>
    );
}

// ---- beside it ----

function Judgement({decision, name, inWords}: {decision: Decision; name: string; inWords: InWords}) {
    return (
        <div class="judgement">
            <p>{t(`judge.${decision.verdict}`, {name, n: points(decision.loss)})}</p>
            {isMistake(decision) && (
                <>
                    <VerdictBadge decision={decision} />
                    <dl class="versus">
                        <dt>{t('judge.taken')}</dt><dd>{inWords(decision, decision.taken)}</dd>
                        <dt>{t('judge.better')}</dt><dd>{inWords(decision, decision.best)}</dd>
                    </dl>
                    <p class="soft">{t('judge.hidden')}</p>
                </>
            )}
        </div>
    );
}

function Next({moment, later, game, decisions, inWords}: {moment: Moment; later: string[]; game: Game; decisions: Decision[]; inWords: InWords}) {
    if (moment.next.length === 0) return <p>{t('replay.end')}</p>;
    return (
        <>
            {later.length > 0 ? later.map((line, at) => <p key={at}><Told sentence={line} Chip={game.ui.Chip} view={moment.view} /></p>) : moment.next[0]!.actor === 'chance' && <p>{t('replay.deals')}</p>}
            {decisions.map((decision) => <Judgement key={decision.step} decision={decision} name={game.names[decision.seat]!} inWords={inWords} />)}
        </>
    );
}

function SeenBy({as, names, onChange}: {as: Viewer; names: string[]; onChange: (as: Viewer) => void}) {
    const change = (value: string) => onChange(value === 'all' || value === 'watch' ? value : Number(value));
    return (
        <label class="seen-by">
            {t('replay.as')}
            <select value={String(as)} onChange={(event) => change(event.currentTarget.value)}>
                <option value="all">{t('replay.all')}</option>
                {names.map((name, seat) => <option key={seat} value={String(seat)}>{name}</option>)}
                <option value="watch">{t('replay.watch')}</option>
            </select>
        </label>
    );
}

// ---- all of it ----

interface ShownProps {
    game: Game;
    moments: Moments;
    wish: Wish;
    change: (part: Partial<Wish>) => void;
}

function Shown({game, moments, wish, change}: ShownProps) {
    const {list, count} = moments;
    const at = momentOf(list, wish.step);
    const moment = list[at]!;
    const [area, remember] = useGlide(at);
    const analysis = analysisOf(useStore(studyOf(game.facts.table)));
    const decisions = analysis?.decisions ?? [];
    const now = decisions.filter(({step}) => moment.next.some((done) => done.step === step));
    const situation = situationAt(game, list, at, wish.as);
    const open = useMoments(game.facts.table, wish.as === 'all' ? undefined : 'all');
    const inWords = wordsWith(game, wish.as === 'all' ? moments : open);
    const show = (to: number) => {
        remember(to);
        change({step: list[to]!.step});
    };
    return (
        <>
            <div class="playing replaying" data-as={wish.as}>
                <div class="main-column">
                    <div class="main-column" ref={area}><View ui={game.ui} situation={situation} best={now.find(isMistake)} /></div>
                    <Timeline list={list} at={at} count={count} decisions={decisions} onShow={show} />
                </div>
                <aside class="side-column">
                    <section class="panel" aria-label={t('replay.happened')}>
                        <SeenBy as={wish.as} names={game.names} onChange={(as) => change({as})} />
                        <h2>{t('replay.happened')}</h2>
                        <div aria-live="polite">
                            {situation.lines.length === 0 && at === 0 && <p class="soft">{t('replay.dealt')}</p>}
                            {situation.lines.map((line, n) => <p key={n}><Told sentence={line} Chip={game.ui.Chip} view={moment.view} /></p>)}
                        </div>
                        <h2>{t('replay.now')}</h2>
                        <Next moment={moment} later={list[at + 1] ? situationAt(game, list, at + 1, wish.as).lines : []} game={game} decisions={now} inWords={inWords} />
                    </section>
                </aside>
            </div>
            <StudyPanel table={game.facts.table} names={game.names} result={game.result} inWords={inWords} at={moment.step} onPick={(step) => change({step})} />
        </>
    );
}

function Loaded({game}: {game: Game}) {
    const {facts, names, result, record} = game;
    const points = {game: facts.game, result, sheet: facts.sheet ?? [], names};
    const [wish, change] = useWish(facts.players);
    const moments = useMoments(facts.table, wish.as);
    const kept = useRef<{as: Viewer; moments: Moments}>();
    const swap = !kept.current || kept.current.as === wish.as; // else the old view stays until the new one is whole
    if (typeof moments === 'object' && (swap || moments.whole)) kept.current = {as: wish.as, moments};
    useEffect(() => void beginStudy(facts.table), [facts.table]);
    const shown = kept.current;
    return (
        <>
            <h1 class="table-title">{t('replay.title', {game: gameTitle(facts.game)})}</h1>
            {moments === 'failed' && <p class="problem" role="alert">{frame('trouble.server')}</p>}
            {shown ? (
                <Shown game={game} moments={shown.moments} wish={{...wish, as: shown.as}} change={change} />
            ) : (
                <p class="loading" role="status">{t('replay.loading')}</p>
            )}
            <section class="panel">
                <h2>{frame('over.points')}</h2>
                <Sheet {...points} />
                {facts.decided && <p class="decided">{sentence(facts.decided, names)}</p>}
                <Rounds {...points} />
                {facts.opened > 0 && <Share table={facts.table} game={facts.game} result={result} seats={facts.seats} names={names} at={facts.opened} />} {/* the table of a record is nowhere */}
                <div class="row">
                    {facts.opened > 0 && <a class="button" href={link(`/table/${facts.table}`)}>{t('replay.totable')}</a>}
                    <RecordLink table={facts.table} game={facts.game} look="button">{frame('over.record')}</RecordLink>
                </div>
            </section>
            <VerifyPanel record={record} table={facts.table} />
        </>
    );
}

export function Replay({table}: {table: string}) {
    const [asked, again] = useAsked(() => loadGame(table), table);
    if (asked.state === 'loading') return <p class="loading" role="status">{t('replay.loading')}</p>;
    if (asked.state === 'failed') return <NoGame table={table} error={asked.error} again={again} />;
    return <Loaded game={asked.value} />;
}
