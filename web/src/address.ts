// Addresses of pages. A server has them as paths; a static host knows no paths but those of files, so the site has them
// behind the #. Within a page, the part behind its own # (of a replay: the step) is called the mark here.
import {onSite} from './site';

// Returns what a link to a page has as its href.
export function link(path: string): string {
    return onSite ? `#${path}` : path;
}

// The page that is shown: its path as at a server, and its mark.
export function address(): {path: string; mark: string} {
    if (!onSite) return {path: location.pathname, mark: location.hash.slice(1)};
    const [path = '', mark = ''] = location.hash.slice(1).split('#');
    return {path: path.startsWith('/') ? path : '/', mark};
}

// Changes the mark, and nothing else.
export function noteMark(mark: string): void {
    history.replaceState(null, '', onSite ? `#${address().path}#${mark}` : `#${mark}`);
}
