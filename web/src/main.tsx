// The page: a header, and below it what the address says.
import './style.css';
import {render} from 'preact';
import {useEffect, useErrorBoundary, useRef} from 'preact/hooks';
import {Front} from './pages/Front';
import {Learn} from './pages/Learn';
import {Lobby} from './pages/Lobby';
import {NewTable} from './pages/NewTable';
import {SettingsButton} from './pages/SettingsDialog';
import {route, type Route} from './router';
import {settings} from './settings';
import {useStore} from './store';
import {TablePage} from './table/Table';
import {Page} from './table/Trouble';
import {gameTitle, t} from './text/frame';

function Body({at}: {at: Route}) {
    switch (at.page) {
        case 'front': return <Front />;
        case 'lobby': return <Lobby />;
        case 'new': return <NewTable key={at.game} game={at.game} />;
        case 'table': return <TablePage key={at.table} table={at.table} />;
        case 'tutorial': return <Learn key={at.game} game={at.game} />;
        default: return <Page title={t('trouble.unknown')} line={t('trouble.unknown.line')} />;
    }
}

// Whatever a page may have stumbled over, there is a way on.
function Guarded({at}: {at: Route}) {
    const [error] = useErrorBoundary((what) => console.error(what));
    if (!error) return <Body at={at} />;
    return (
        <Page title={t('trouble.broken')} line={t('trouble.broken.line')}>
            <button type="button" class="main" onClick={() => location.reload()}>{t('trouble.reload')}</button>
        </Page>
    );
}

function titleOf(at: Route): string {
    const part = 'game' in at ? gameTitle(at.game) : at.page === 'lobby' ? t('nav.lobby') : '';
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
    return (
        <>
            <a class="skip" href="#main">{t('app.skip')}</a>
            <header class="top">
                <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28" /> {t('app.name')}</a>
                <nav aria-label={t('nav.main')}>
                    <a class="quiet" href="/lobby">{t('nav.lobby')}</a>
                    <SettingsButton />
                </nav>
            </header>
            <main id="main" class={`page page-${at.page}`} tabIndex={-1} ref={main}><Guarded at={at} /></main>
        </>
    );
}

render(<App />, document.getElementById('app')!);
