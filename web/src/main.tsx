// The page: a header, and below it what the address says.
import './early';
import './style.css';
import {render} from 'preact';
import {useEffect, useErrorBoundary, useRef} from 'preact/hooks';
import {link} from './address';
import {fileUrl} from './base';
import {dailyPart} from './daily/tries';
import {later, Nothing} from './later';
import {loadLookback} from './lookback/load';
import {loadMine} from './mine/load';
import {keysChanged, unfinished} from './keys';
import {Front} from './pages/Front';
import {NewTable} from './pages/NewTable';
import {SettingsButton} from './pages/SettingsButton';
import {route, type Route} from './router';
import {settings} from './settings';
import {onSite} from './site';
import {useStore} from './store';
import {loadBeside, loadTable} from './table/load';
import './table/names'; // for your games and for the table: it is not worth a request
import {Page} from './table/Trouble';
import {gameTitle, t, type FrameText} from './text/frame';
import {speak, speakOf} from './text/text';

const Learn = later(() => loadBeside().then((module) => module.Learn));
const Lobby = later(() => import('./pages/Lobby').then((module) => module.Lobby));
const TablePage = later(() => loadTable().then((module) => module.TablePage));
const Games = later(() => Promise.all([import('./mine/Games'), loadMine(), speakOf('lookback')]).then(([module]) => module.Games));
const TurnBadge = later(() => loadMine().then((module) => module.TurnBadge), Nothing);
const Puzzles = later(() => Promise.all([import('./puzzles/part'), loadBeside(), speakOf('puzzles')]).then(([module]) => module.Puzzles));
const Today = later(() => dailyPart().then((module) => module.Today));
const Replay = later(() => loadLookback().then((module) => module.Replay));
const Rules = later(() => loadLookback().then((module) => module.Rules));
const Verify = later(() => loadLookback().then((module) => module.Verify));

function Body({at}: {at: Route}) {
    switch (at.page) {
        case 'front': return <Front />;
        case 'lobby': return <Lobby />;
        case 'games': return <Games />;
        case 'today': return <Today />;
        case 'new': return <NewTable key={at.game} game={at.game} />;
        case 'puzzles': return <Puzzles key={at.game} game={at.game} />;
        case 'puzzle': return <Puzzles key={`${at.game} ${at.number}`} game={at.game} number={at.number} />;
        case 'table': return <TablePage key={at.table} table={at.table} />;
        case 'tutorial': return <Learn key={at.game} game={at.game} />;
        case 'rules': return <Rules key={at.game} game={at.game} />;
        case 'replay': return <Replay key={at.table} table={at.table} />;
        case 'verify': return <Verify table={at.table} />;
        case 'gone': return <Page title={t('trouble.gone')} line={t('trouble.gone.line')} />;
        default: return <Page title={t('trouble.unknown')} line={t('trouble.unknown.line')} />;
    }
}

// Whatever a page may have stumbled over, there is a way on.
function Guarded({at}: {at: Route}) {
    const [error] = useErrorBoundary((what) => console.error(what)) as [unknown, () => void];
    if (!error) return <Body at={at} />;
    return (
        <Page title={t('trouble.broken')} line={t('trouble.broken.line')}>
            <button type="button" class="main" onClick={() => location.reload()}>{t('trouble.reload')}</button>
        </Page>
    );
}

function titleOf(at: Route): string {
    const titles: Partial<Record<Route['page'], FrameText>> = {
        lobby: 'nav.lobby', games: 'nav.games', today: 'nav.today', puzzle: 'game.puzzles', puzzles: 'game.puzzles', replay: 'over.replay', verify: 'over.verify',
    };
    const title = titles[at.page];
    const part = title ? t(title) : 'game' in at ? gameTitle(at.game) : '';
    return part ? `${part} – ${t('app.name')}` : t('app.name');
}

// Another page begins at its beginning, for those who listen too.
function useArrival(at: Route) {
    const main = useRef<HTMLElement>(null);
    const first = useRef(true);
    useEffect(() => {
        document.title = titleOf(at);
        if (!first.current) main.current?.focus();
        first.current = false;
    }, [at]);
    return main;
}

function App() {
    const at = useStore(route);
    const main = useArrival(at);
    useStore(settings);
    useStore(keysChanged);
    return (
        <>
            <a class="skip" href="#main">{t('app.skip')}</a>
            <header class={`top top-${at.page}`}>
                <a class="brand" href={link('/')}><img src={fileUrl('icon.svg')} alt="" width="28" height="28" fetchpriority="low" /> <span>{t('app.name')}</span></a>
                <nav aria-label={t('nav.main')}>
                    {unfinished().some(({table}) => at.page !== 'table' || at.table !== table) && <TurnBadge />}
                    <a class="quiet" href={link('/games')}>{t('nav.games')}</a>
                    {!onSite && <a class="quiet" href={link('/lobby')}>{t('nav.lobby')}</a>}
                    <SettingsButton />
                </nav>
            </header>
            <main id="main" class={`page page-${at.page}`} tabIndex={-1} ref={main}><div id="news" /><Guarded at={at} /></main>
        </>
    );
}

const root = document.getElementById('app')!;
// Without words there is nothing to say but this.
const Wordless = () => <button type="button" onClick={() => location.reload()}>↻</button>;

speak(settings.get().language).then(() => render(<App />, root), () => render(<Wordless />, root));

// The files for visits without a network are loaded when a newcomer has had time to see a first table.
const leisure = 5000;
if ('serviceWorker' in navigator) {
    addEventListener('load', () => setTimeout(() => {
        import('./install/update').then(({install}) => install()).catch(() => undefined); // the page works without
    }, leisure));
}
