// How this person likes it: kept in the browser, put on the page at once.
import {keep, recall} from './memory';
import {Store} from './store';

export type Language = 'en' | 'zh-Hant';
export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'normal' | 'fast' | 'off';

export interface Settings {
    language: Language;
    theme: Theme;
    speed: Speed; // of motion and of staged reveals
    sound: boolean;
    confirm: boolean; // a choice is asked about once more
    name: string; // to sit down with
}

function usual(): Settings {
    const chinese = navigator.languages.some((language) => /^zh/i.test(language));
    return {
        language: chinese ? 'zh-Hant' : 'en',
        theme: 'auto',
        speed: 'normal',
        sound: false,
        confirm: matchMedia('(pointer: coarse)').matches,
        name: '',
    };
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export const settings = new Store<Settings>({...usual(), ...recall<Partial<Settings>>('settings', {})});

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

// How long something that takes `ms` is to take; 0: not at all.
export function paced(ms: number): number {
    const factor = {normal: 1, fast: 0.4, off: 0}[settings.get().speed];
    return ms * factor;
}

export function prefersStill(): boolean {
    return settings.get().speed === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
