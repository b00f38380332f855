// The page: a header, and below it what the address says.
import './style.css';
import {render} from 'preact';
import {Front} from './pages/Front';
import {Learn} from './pages/Learn';
import {NewTable} from './pages/NewTable';
import {SettingsPage} from './pages/SettingsPage';
import {route, type Route} from './router';
import {settings} from './settings';
import {useStore} from './store';
import {TablePage} from './table/Table';
import {Page} from './table/Trouble';
import {t} from './text/frame';

function Body({at}: {at: Route}) {
    switch (at.page) {
        case 'front': return <Front />;
        case 'new': return <NewTable game={at.game} />;
        case 'table': return <TablePage key={at.table} table={at.table} />;
        case 'tutorial': return <Learn key={at.game} game={at.game} />;
        case 'settings': return <SettingsPage />;
        default: return <Page title={t('trouble.unknown')} line={t('trouble.unknown.line')} />;
    }
}

function App() {
    const at = useStore(route);
    useStore(settings);
    return (
        <>
            <header class="top">
                <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28" /> {t('app.name')}</a>
                <nav aria-label={t('nav.main')}>
                    <a href="/settings">{t('nav.settings')}</a>
                </nav>
            </header>
            <main class={`page page-${at.page}`}><Body at={at} /></main>
        </>
    );
}

render(<App />, document.getElementById('app')!);
