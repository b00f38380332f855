// A value that others watch. One writer sets it.
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
