// A value that components look at: everybody who uses it is drawn again when it is set.
import {useLayoutEffect, useState} from 'preact/hooks';
import {Store} from './value';

export {Store};

export function useStore<T>(store: Store<T>): T {
    const [, redraw] = useState({});
    useLayoutEffect(() => store.watch(() => redraw({})), [store]); // at once: nothing is missed in between
    return store.get();
}
