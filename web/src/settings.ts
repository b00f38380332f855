// The person's settings: kept in the browser, applied to the page at once.
import languages from 'words:languages';
import {keep, recall} from './memory';
import {Store} from './value';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'normal' | 'fast' | 'off';

export interface Settings {
    language: string; // the tag of one of the languages that there are words in
    theme: Theme;
    speed: Speed; // of motion and of staged reveals
    sound: boolean;
    vibrate: boolean; // at your turn, on phones
    notify: boolean; // at your turn, if the tab is hidden; the browser has allowed it
    confirm: boolean; // a choice is asked about once more
    forced: boolean; // the only legal move is made without a click
    premoves: boolean; // the next move can be chosen before your turn
    keys: boolean; // digits and other characters are keys at the table
    name: string; // to sit down with
    look: number | undefined; // the emblem that goes with it; undefined until you have been asked for both
}

// The language that a browser's or a stored tag means, if there are words in it: de-AT is de.
function languageOf(tag: string): string | undefined {
    const same = (name: string, part: string) => name.replace('_', '-').toLowerCase() === part.toLowerCase();
    const [first = ''] = tag.split('-');
    const found = [tag, first].map((part) => languages.find((one) => [one.tag, ...one.locales].some((name) => same(name, part))));
    return (found[0] ?? found[1])?.tag;
}

function usual(): Settings {
    return {
        language: navigator.languages.map(languageOf).find(Boolean) ?? 'en',
        theme: 'auto',
        speed: 'normal',
        sound: true,
        vibrate: true,
        notify: false,
        confirm: matchMedia('(pointer: coarse)').matches,
        forced: true,
        premoves: true,
        keys: true,
        name: '',
        look: undefined,
    };
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

// Makes stored settings valid: the browser may have stored a language that no longer exists.
function first(): Settings {
    const kept = {...usual(), ...recall<Partial<Settings>>('settings', {})};
    return {...kept, language: languageOf(kept.language) ?? usual().language};
}

export const settings = new Store<Settings>(first());

export function changeSettings(change: Partial<Settings>): void {
    settings.set({...settings.get(), ...change});
    keep('settings', settings.get());
}

function show(): void {
    const {language, theme} = settings.get();
    const root = document.documentElement;
    root.lang = language;
    root.dataset.theme = theme === 'auto' ? (systemIsDark.matches ? 'dark' : 'light') : theme;
}

settings.watch(show);
systemIsDark.addEventListener('change', show);
show();

// Scales a duration of `ms` by the chosen speed; 0: no motion.
export function paced(ms: number): number {
    const factor = {normal: 1, fast: 0.4, off: 0}[settings.get().speed];
    return ms * factor;
}

export function prefersStill(): boolean {
    return settings.get().speed === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
