// Registers the service worker (web/sw.mjs), which keeps the files of the page for visits without a network. When it has
// a newer version, a banner offers it. Nothing is loaded again unless the person says so, and until then the page has
// its old files.
import {render} from 'preact';
import {useState} from 'preact/hooks';
import {fileUrl} from '../base';
import {t} from '../text/frame';

const lookEvery = 3_600_000; // for a page that stays open

function Banner({waiting}: {waiting: ServiceWorker}) {
    const [state, setState] = useState<'offered' | 'others' | 'later'>('offered');
    const reload = () => {
        const {serviceWorker} = navigator;
        serviceWorker.onmessage = () => setState('others');
        serviceWorker.oncontrollerchange = () => location.reload();
        if (waiting.state === 'installed') waiting.postMessage('take over');
        else location.reload(); // the last other tab was closed: it waits no more
    };
    if (state === 'later') return null;
    return (
        <section class="banner update" aria-label={t('update.label')}>
            <span role="status">{t(state === 'offered' ? 'update.ready' : 'update.others')}</span>
            <button type="button" class="small main" data-do="update" onClick={reload}>{t('update.reload')}</button>
            <button type="button" class="small" onClick={() => setState('later')}>{t('update.later')}</button>
        </section>
    );
}

function offer(waiting: ServiceWorker): void {
    const place = document.getElementById('news')!;
    render(null, place); // it may have been put off, for an older version
    render(<Banner waiting={waiting} />, place);
}

// The first version of all is no update.
function watch(registration: ServiceWorkerRegistration): void {
    const look = () => {
        if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    };
    const follow = () => registration.installing?.addEventListener('statechange', look);
    look();
    follow(); // the next version may be on its way already
    registration.onupdatefound = follow;
}

// A page that nobody has left for hours asks too whether there is a new version.
function keepLooking(registration: ServiceWorkerRegistration): void {
    let last = Date.now();
    document.addEventListener('visibilitychange', () => {
        if (document.hidden || Date.now() - last < lookEvery) return;
        last = Date.now();
        registration.update().catch(() => undefined); // there is no network
    });
}

export async function install(): Promise<void> {
    const registration = await navigator.serviceWorker.register(fileUrl('sw.js'), {updateViaCache: 'none'});
    watch(registration);
    keepLooking(registration);
}
