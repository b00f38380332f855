// What this browser keeps between visits. Where it may keep nothing (a private
// window), it is forgotten with the page.
const prefix = 'parlor.';

export function recall<T>(key: string, otherwise: T): T {
    try {
        const text = localStorage.getItem(prefix + key);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise;
    }
}

export function keep(key: string, value: unknown): void {
    try {
        localStorage.setItem(prefix + key, JSON.stringify(value));
    } catch {
        // Nothing can be kept here.
    }
}
