// The only legal move is made by itself, after a moment in which you see it and can stop it. How long that takes is
// random, as with a click: otherwise the others would see that you had no choice.
import {useEffect, useLayoutEffect, useMemo, useState} from 'preact/hooks';
import {settings} from '../settings';
import {useStore} from '../store';
import {owes, type TableClient, type TableState} from './client';

const atLeast = 1300, spread = 1700; // milliseconds

export interface Forced {
    action: string;
    ms: number; // until it is made, from when it was seen first
    stop: () => void;
}

function useVisible(): boolean {
    const [visible, setVisible] = useState(!document.hidden);
    useEffect(() => {
        const look = () => setVisible(!document.hidden);
        document.addEventListener('visibilitychange', look);
        return () => document.removeEventListener('visibilitychange', look);
    }, []);
    return visible;
}

// `off`: never, as in a tutorial.
export function useForced(client: TableClient, state: TableState, off: boolean): Forced | undefined {
    const {forced: wanted} = useStore(settings);
    const visible = useVisible(); // who looks elsewhere is waited for
    const [stopped, setStopped] = useState<number>();
    const {table} = state.frame!;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another move, another time
    const ms = useMemo(() => atLeast + Math.random() * spread, [table.move]);
    const only = owes(state.frame!) && table.legal?.length === 1 ? table.legal[0] : undefined;
    const busy = state.picked !== undefined || state.sending !== undefined || state.hint !== undefined || state.link.state !== 'open';
    const action = wanted && visible && !off && !busy && stopped !== table.move ? only : undefined;
    useLayoutEffect(() => { // not after the page is drawn: what is shown as stopped must not be played
        if (action === undefined) return undefined;
        const timer = setTimeout(() => void client.choose(action), ms);
        return () => clearTimeout(timer);
    }, [client, action, table.move, ms]);
    return action === undefined ? undefined : {action, ms, stop: () => setStopped(table.move)};
}
