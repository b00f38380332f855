// A value that components look at. One writer sets it, everybody who uses it is
// drawn again.
import {useLayoutEffect, useState} from 'preact/hooks';

export class Store<T> {
    private readonly watchers = new Set<() => void>();

    constructor(private value: T) {}

    get(): T {
        return this.value;
    }

    set(value: T): void {
        this.value = value;
        for (const watcher of [...this.watchers]) watcher();
    }

    watch(watcher: () => void): () => void {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }
}

export function useStore<T>(store: Store<T>): T {
    const [, redraw] = useState({});
    useLayoutEffect(() => store.watch(() => redraw({})), [store]); // at once: nothing is missed in between
    return store.get();
}
