// Texts come from the tables in words/ (docs/translate.md), as tools/page_words.py has checked them: every language has
// every text. Those of one language are there, the words of the others are not even loaded. The types of words.ts say
// which values a text takes.
import languages from 'words:languages';
import {settings} from '../settings';
import type {Words} from './words';

export type Said = string | number;
export type None = Record<never, never>;

// The values that several texts need together.
type All<Fields> = (Fields extends unknown ? (fields: Fields) => void : never) extends (fields: infer Each) => void ? Each : never;
type Values<Fields> = None extends All<Fields> ? [] : [values: All<Fields>];

// The text of a field that chooses: by the plural of the language after #, by the value itself after ?, where no words
// count as 0. The last alternative stands for all that come after it.
function choice(kind: string, value: Said, several: string[], plurals: number): string {
    const plural = plurals === 1 || value === 1 ? 0 : 1;
    const at = kind === '#' ? plural : typeof value === 'number' ? value : Number(value !== '');
    return several[Math.min(at, several.length - 1)]!;
}

// Fills in {name}, {n#card|cards} and {n?none|some}. Alternatives may have fields again.
export function fill(text: string, values: Record<string, Said>, plurals: number): string {
    if (!text.includes('{')) return text;
    let at = 0;
    function piece(ends: RegExp): string {
        let said = '';
        while (at < text.length && !ends.test(text[at]!)) said += text[at] === '{' ? field() : text[at++]!;
        return said;
    }
    function field(): string {
        const [whole, name, kind] = /^\{(\w+)(.)/.exec(text.slice(at))!;
        at += whole.length;
        const value = values[name!]!;
        if (kind === '}') return String(value);
        const several: string[] = [];
        do several.push(piece(/[|}]/));
        while (text[at++] === '|');
        return choice(kind!, value, several, plurals);
    }
    return piece(/^$/);
}

// The keys under another, without it: 'aim' where there is 'lesson.aim'.
export type Under<Words, Above extends string> = keyof {[Key in keyof Words as Key extends `${Above}.${infer Below}` ? Below : never]: 0};

type Language = (typeof languages)[number];

let spoken: Record<string, Record<string, string>> = {}; // by part and key
let plurals = 2;
let language: Language | undefined; // of the moment
const wanted = new Set(['page']); // parts that somebody reads

async function load({parts}: Language, names: Iterable<string>): Promise<typeof spoken> {
    const loads = [...names].flatMap((name) => parts[name] ?? []); // a game without a layout has no words here
    const loaded = await Promise.all(loads.map((load) => load()));
    return Object.assign({}, ...loaded.map((part) => part.default)) as typeof spoken;
}

// Loads the words of a language and speaks it from then on. Nothing can be said before.
export async function speak(tag: string): Promise<void> {
    const next = languages.find((one) => one.tag === tag)!;
    let count, words;
    do {
        count = wanted.size;
        words = await load(next, wanted);
    } while (wanted.size > count); // somebody has opened a game meanwhile
    spoken = words;
    plurals = next.plurals;
    language = next;
}

// Loads the words of a game or of another part too, in the language of the moment and in those that come.
export async function speakOf(part: string): Promise<void> {
    wanted.add(part);
    while (language && !spoken[part]) {
        const now = language;
        const words = await load(now, [part]);
        if (language === now) spoken = {[part]: {}, ...spoken, ...words};
    }
}

// A text that may not be there.
export const findText = (part: keyof Words | 'titles', key: string): string | undefined => spoken[part]?.[key];

// The texts of a part of the page, or of several, in the language of the moment.
export function texts<Part extends keyof Words>(...parts: Part[]) {
    type Texts = All<Words[Part]>;
    return <Key extends keyof Texts & string>(key: Key, ...[values]: Values<Texts[Key]>): string => {
        const part = parts.find((one) => spoken[one]?.[key] !== undefined)!;
        return fill(spoken[part]![key]!, (values ?? {}) as Record<string, Said>, plurals);
    };
}

// A number with one decimal.
export function decimal(value: number): string {
    return new Intl.NumberFormat(settings.get().language, {minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false}).format(value);
}

// A number with the sign of a negative one as people write it.
export function minus(value: number): string {
    return value < 0 ? `−${-value}` : String(value);
}

let lists: {of: string; format: Intl.ListFormat} | undefined; // made once: it takes a millisecond

// A list in words.
export function listed(items: string[]): string {
    const {language: of} = settings.get();
    if (lists?.of !== of) lists = {of, format: new Intl.ListFormat(of)};
    return lists.format.format(items);
}
