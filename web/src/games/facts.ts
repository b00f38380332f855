// Reading facts: fields by name, with what they must be. A field that is not there is one that
// the viewer may not know.
import type {Fact} from '../protocol';

export function numberIn(fact: Fact, field: string): number {
    const value = fact[field];
    return typeof value === 'number' ? value : 0;
}

export function textIn(fact: Fact, field: string): string | undefined {
    const value = fact[field];
    return typeof value === 'string' ? value : undefined;
}

export function textsIn(fact: Fact, field: string): string[] {
    const value = fact[field];
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

export function numbersIn(fact: Fact, field: string): number[] {
    const value = fact[field];
    return Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : [];
}

export function lastOf(facts: Fact[], ...verbs: string[]): Fact | undefined {
    return facts.filter(({verb}) => verbs.includes(verb)).at(-1);
}
