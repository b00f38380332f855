// The service worker: it has the files of one version of the page, so that the page opens without a network. bundle.mjs
// puts in VERSION, FILES, from paths to what they must hash to, PAGES, the first words of the addresses of pages, and
// SCRIPT, which the page of this version loads.
//
// A version is complete before it is used, and used as a whole. The next one waits until no tab has the old one, or
// until somebody with a single tab asks for it (src/install/update.tsx).
/* global addEventListener, caches, clients, FILES, location, PAGES, registration, SCRIPT, skipWaiting, VERSION */
const prefix = `parlor ${registration.scope} `; // other pages of the origin may be parlor's too
const ours = prefix + VERSION;
const root = new URL(registration.scope).pathname;
const page = './';

const at = (path) => new URL(path, registration.scope).href;

// The name of what is in assets/ has a hash: an older version has the same file.
async function get(path) {
    const fixed = path.startsWith('assets/');
    const known = fixed && (await caches.match(at(path)));
    if (known) return known;
    const answer = await fetch(at(path), {cache: fixed ? 'default' : 'no-cache', ...(FILES[path] && {integrity: FILES[path]})});
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (path !== page) return answer;
    const text = await answer.text();
    if (!text.includes(SCRIPT)) throw new Error('this is the page of another version');
    return new Response(text, {headers: answer.headers}); // no redirection, which would be no answer to a navigation
}

// One file after the other: the page itself may need the connection more.
async function fill() {
    const cache = await caches.open(ours);
    try {
        for (const path of Object.keys(FILES)) await cache.put(at(path), await get(path));
    } catch (error) {
        await caches.delete(ours);
        throw error;
    }
}

async function removeOthers() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== ours).map((name) => caches.delete(name)));
}

// The file that answers a request, if it is one of ours.
function fileFor({method, mode, url}) {
    const {origin, pathname} = new URL(url);
    if (method !== 'GET' || origin !== location.origin || !pathname.startsWith(root)) return undefined;
    const path = pathname.slice(root.length);
    if (mode === 'navigate' && ['', 'index.html', ...PAGES].includes(path.split('/', 1)[0])) return page;
    return path in FILES ? path : undefined;
}

async function answerWith(path, request) {
    const cache = await caches.open(ours);
    return (await cache.match(at(path))) ?? fetch(request);
}

// Another tab may be in the middle of a game, with parts of the old version still to load.
async function takeOver(asker) {
    const tabs = await clients.matchAll({type: 'window', includeUncontrolled: true});
    if (tabs.filter(({url}) => url.startsWith(registration.scope)).length > 1) asker.postMessage('others');
    else await skipWaiting();
}

addEventListener('install', (event) => event.waitUntil(fill()));
addEventListener('activate', (event) => event.waitUntil(removeOthers().then(() => clients.claim())));
addEventListener('message', (event) => event.data === 'take over' && event.waitUntil(takeOver(event.source)));
addEventListener('fetch', (event) => {
    const path = fileFor(event.request);
    if (path !== undefined) event.respondWith(answerWith(path, event.request));
});
