// Texts come from tables, one a language; all of a kind have the same keys, which
// tsc sees to. In a text {name} stands for a value, {n|card|cards} for the first
// word if n is 1 and the second if not.
import {settings, type Language} from '../settings';

export type Values = Record<string, string | number>;

export function fill(text: string, values: Values = {}): string {
    return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) =>
        one === undefined ? String(values[name] ?? '') : values[name] === 1 ? one : (many ?? ''),
    );
}

// The reader of a set of tables, in the language of the moment.
export function texts<Keys extends string>(tables: Record<Language, Record<Keys, string>>) {
    return (key: Keys, values?: Values): string => fill(tables[settings.get().language][key], values);
}

// A list in words.
export function listed(items: string[]): string {
    return new Intl.ListFormat(settings.get().language).format(items);
}
