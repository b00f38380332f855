// Addresses and pages. Their first words are in addresses.json, for the server and the service worker too.
import type addresses from '../addresses.json';
import {address, link} from './address';
import {isId} from './ids';
import {onSite} from './site';
import {Store} from './store';

export type Route =
    | {page: 'front' | 'lobby' | 'games' | 'today' | 'unknown' | 'gone'} // gone: no table can have such an address
    | {page: 'new' | 'rules' | 'tutorial'; game: string}
    | {page: 'puzzles'; game: string} // no game: of all games
    | {page: 'puzzle'; game: string; number: number}
    | {page: 'table' | 'replay' | 'verify'; table: string}; // verify without one: of a saved record

export function routeOf(path: string): Route {
    const [word = '', second = '', ...more] = path.replace(/^\/|\/$/g, '').split('/');
    const first = word as keyof typeof addresses | '';
    if (first === 'puzzles' && more.length === 1 && /^\d{1,4}$/.test(more[0]!)) return {page: 'puzzle', game: second, number: Number(more[0])};
    if (more.length > 0) return {page: 'unknown'};
    switch (first) {
        case '': return {page: 'front'};
        case 'games':
        case 'today':
        case 'lobby': return second ? {page: 'unknown'} : {page: first};
        case 'puzzles': return {page: first, game: second};
        case 'verify': return second && !isId(second) ? {page: 'gone'} : {page: first, table: second};
        case 'new':
        case 'rules':
        case 'tutorial': return second ? {page: first, game: second} : {page: 'unknown'};
        case 'table':
        case 'replay': return !second ? {page: 'unknown'} : isId(second) ? {page: first, table: second} : {page: 'gone'};
        default:
            void (first satisfies never); // all words of the file are above
            return {page: 'unknown'};
    }
}

export const route = new Store<Route>(routeOf(address().path));

export function go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', link(path));
    else history.pushState(null, '', link(path));
    route.set(routeOf(address().path));
    scrollTo(0, 0);
}

addEventListener('popstate', () => route.set(routeOf(address().path)));

// Links to pages, taken without loading anything again; and, where the # is for pages, links to a place in this one.
document.addEventListener('click', (event) => {
    const found = event.target instanceof Element && event.target.closest(onSite ? 'a[href^="#"]' : 'a[href^="/"]');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!found || !plain || event.defaultPrevented || found.hasAttribute('download') || found.getAttribute('target')) return;
    const path = found.getAttribute('href')!.replace(/^#/, '');
    if (path.startsWith('/api/')) return;
    event.preventDefault();
    if (path.startsWith('/')) go(path);
    else show(document.getElementById(path));
});

function show(place: HTMLElement | null): void {
    place?.scrollIntoView();
    place?.focus();
}
