// One tap for another game: the page of the person who asked for it starts it as soon as everybody is there, and the
// pages of the others go along after a moment.
import {useEffect, useState} from 'preact/hooks';
import {askTable} from '../api';
import type {TableMessage} from '../protocol';
import {go} from '../router';
import {namesOf} from './names';

const wished = 'parlor.rematch'; // the table to start, for as long as this tab is open
export const patience = 5; // seconds before the others go along

export function wishToStart(table: string): void {
    try {
        sessionStorage.setItem(wished, table);
    } catch {
        // Without storage somebody presses Start.
    }
}

// True if this page should start the game now: it asked for it, and everybody has come. Says so once.
export function startsNow({table, status, seats, you}: TableMessage): boolean {
    const there = seats.every((seat, at) => seat.kind === 'bot' || (seat.kind === 'person' && (seat.here || at === you)));
    if (status !== 'open' || you === undefined || !there) return false;
    try {
        if (sessionStorage.getItem(wished) !== table) return false;
        sessionStorage.removeItem(wished);
    } catch {
        return false;
    }
    return true;
}

export interface Along {
    left: number; // seconds
    name: string; // of who asked; empty while that is not known
    stay: () => void;
}

// Somebody has opened the next table while this page showed the end: it goes along, unless the person stays.
export function useGoingAlong(table: TableMessage): Along | undefined {
    const [first] = useState(table.next); // a table that was there before is only linked
    const [stays, setStays] = useState(false);
    const [left, setLeft] = useState(patience);
    const [name, setName] = useState('');
    const next = table.next !== first && !stays ? table.next : undefined;
    const {you} = table;
    useEffect(() => {
        if (next === undefined) return undefined;
        const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
        return () => clearInterval(timer);
    }, [next]);
    useEffect(() => {
        if (next === undefined || name !== '') return undefined;
        let here = true;
        askTable(next).then(({seats}) => {
            const asker = seats.findIndex((seat, at) => seat.kind === 'person' && seat.here && at !== you);
            if (here && asker >= 0) setName(namesOf(seats)[asker]!);
        }, () => undefined);
        return () => {
            here = false;
        };
    }, [next, you, name, left]); // the player who asked is there first, in a moment
    useEffect(() => {
        if (next !== undefined && left <= 0) go(`/table/${next}`);
    }, [next, left]);
    return next === undefined ? undefined : {left: Math.max(0, left), name, stay: () => setStays(true)};
}
