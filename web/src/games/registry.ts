// The layouts of games, loaded when somebody sits down to one. layouts.ts lists those that there are; a game
// without one is played by its list of moves (generic.tsx).
import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {askGames} from '../api';
import {loadRules} from '../rules';
import type {GameUi} from './game';
import {generic, GenericPicture} from './generic';
import {layouts} from './layouts';

// A registry knows nothing of views: each layout is only ever given its own game's.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyGame = GameUi<any>;

export interface Layout {
    Picture: ComponentType; // SVG, viewBox 0 0 240 150
    asks: boolean; // asks the rules what cards are worth; they are loaded before it is drawn
    tutorial: boolean;
    load: () => Promise<AnyGame>;
}

const loaded = new Map<string, AnyGame>();

export function pictureOf(id: string): ComponentType {
    return layouts[id]?.Picture ?? GenericPicture;
}

// True if the page has a layout for a game; the generic layout shows the others.
export function hasLayout(id: string): boolean {
    return id in layouts;
}

export function hasTutorial(id: string): boolean {
    return layouts[id]?.tutorial ?? false;
}

// The layout, if it has been loaded.
export function gameUi(id: string): AnyGame | undefined {
    return loaded.get(id);
}

// One that the page does not know is called what the server calls it.
async function loadGeneric(id: string): Promise<AnyGame> {
    await askGames().catch(() => undefined);
    return {...generic, id};
}

async function loadLayout({asks, load}: Layout): Promise<AnyGame> {
    const [ui] = await Promise.all([load(), asks && loadRules()]);
    return ui;
}

export async function loadGame(id: string): Promise<AnyGame> {
    const known = layouts[id];
    const ui = loaded.get(id) ?? (await (known ? loadLayout(known) : loadGeneric(id)));
    loaded.set(id, ui);
    return ui;
}

// The layout of a game as soon as it is there; undefined while there is no game or it
// is on its way.
export function useGame(id: string | undefined): AnyGame | 'failed' | undefined {
    const [failed, setFailed] = useState<string>();
    const [, setArrived] = useState<string>();
    useEffect(() => {
        if (id !== undefined && !loaded.has(id)) loadGame(id).then(() => setArrived(id), () => setFailed(id));
    }, [id]);
    if (id === undefined) return undefined;
    return loaded.get(id) ?? (failed === id ? 'failed' : undefined);
}
