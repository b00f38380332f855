// Addresses and pages. src/server/pages.c has the same list of first words.
import {isId} from './ids';
import {Store} from './store';

export type Route =
    | {page: 'front' | 'lobby' | 'games' | 'today' | 'unknown' | 'gone'} // gone: no table can have such an address
    | {page: 'new' | 'rules' | 'tutorial'; game: string}
    | {page: 'table' | 'replay' | 'verify'; table: string}; // verify without one: of a saved record

export function routeOf(path: string): Route {
    const [first = '', second = '', ...more] = path.replace(/^\/|\/$/g, '').split('/');
    if (more.length > 0) return {page: 'unknown'};
    switch (first) {
        case '': return {page: 'front'};
        case 'games':
        case 'today':
        case 'lobby': return second ? {page: 'unknown'} : {page: first};
        case 'verify': return second && !isId(second) ? {page: 'gone'} : {page: first, table: second};
        case 'new':
        case 'rules':
        case 'tutorial': return second ? {page: first, game: second} : {page: 'unknown'};
        case 'table':
        case 'replay': return !second ? {page: 'unknown'} : isId(second) ? {page: first, table: second} : {page: 'gone'};
        default: return {page: 'unknown'};
    }
}

export const route = new Store<Route>(routeOf(location.pathname));

export function go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    route.set(routeOf(location.pathname));
    scrollTo(0, 0);
}

addEventListener('popstate', () => route.set(routeOf(location.pathname)));

// Links within the page, taken without loading it again.
document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="/"]');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.hasAttribute('download') || link.getAttribute('target')) return;
    if (link.getAttribute('href')!.startsWith('/api/')) return;
    event.preventDefault();
    go(link.getAttribute('href')!);
});
