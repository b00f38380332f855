// Keeps data in the browser between visits. If storage is forbidden, it keeps them as
// long as the page is open.
const prefix = 'parlor.';
const ofThePage = new Map<string, string>();

function read(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return ofThePage.get(key) ?? null;
    }
}

export function recall<T>(key: string, otherwise: T): T {
    try {
        const text = read(prefix + key);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise; // somebody else has written there
    }
}

export function keep(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(prefix + key, text);
    } catch {
        ofThePage.set(prefix + key, text);
    }
}
