// The layouts of games, loaded when somebody sits down to one. layouts.ts lists those that there are; a game
// without one is played by its list of moves (generic.tsx).
import {h, type ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {lookForServer} from '../api';
import {loadRules} from '../rules';
import {speakOf} from '../text/text';
import {loadBeside, loadTable} from '../table/load';
import '../wear'; // for the layouts, all of which need it: it is not worth a request
import type {GameUi} from './game';
import {layouts} from './layouts';
import {factsOf} from './list';

// A registry knows nothing of views: each layout is only ever given its own game's.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyGame = GameUi<any>;

export type Examples = Record<string, ComponentType>; // drawings for the rules page, by rule id

export interface Layout {
    asks: boolean; // asks the rules what cards are worth; they are loaded before it is drawn
    tutorial: boolean;
    picture: () => Promise<ComponentType>; // SVG, viewBox 0 0 240 150
    load: () => Promise<AnyGame>;
    examples?: () => Promise<Examples>;
}

const loaded = new Map<string, AnyGame>();

const pictures = new Map<string, ComponentType>();
// One after the other, and after the table, so that somebody who has chosen a game does not wait for all of them.
let picturesLoaded: Promise<void> | undefined;

async function loadPicture(id: string): Promise<void> {
    await loadTable();
    const own = layouts[id] && Promise.all([layouts[id].picture(), speakOf(id)]); // some have words on their cards
    const [Picture] = (await own?.catch(() => undefined)) ?? [(await loadBeside()).GenericPicture];
    pictures.set(id, Picture);
}

const Blank = () => h('svg', {viewBox: '0 0 240 150', 'aria-hidden': 'true'});

// The picture of a game, as soon as it is there: the page does not wait for it.
export function GamePicture({game}: {game: string}) {
    const [, setArrived] = useState<string>();
    useEffect(() => {
        let wanted = true;
        const load = async () => {
            if (!wanted) return;
            if (!pictures.has(game)) await loadPicture(game); // else it has arrived since this was drawn, perhaps
            setArrived(game);
        };
        picturesLoaded = (picturesLoaded ?? Promise.resolve()).then(load).catch(() => undefined); // it stays blank
        return () => {
            wanted = false;
        };
    }, [game]);
    return h(pictures.get(game) ?? Blank, {});
}

// True if the page has a layout for a game; the generic layout shows the others.
export function hasLayout(id: string): boolean {
    return id in layouts;
}

export function hasTutorial(id: string): boolean {
    return layouts[id]?.tutorial ?? false;
}

// The drawings of a game's rules. Its layout has been loaded: they wear its style.
export async function loadExamples(id: string): Promise<Examples> {
    return (await layouts[id]?.examples?.()) ?? {};
}

// The layout, if it has been loaded.
export function gameUi(id: string): AnyGame | undefined {
    return loaded.get(id);
}

// One that the page does not know is called what the server calls it.
async function loadGeneric(id: string): Promise<AnyGame> {
    const [{generic}] = await Promise.all([loadBeside(), factsOf(id) ?? lookForServer()]);
    return {...generic, id};
}

async function loadLayout(id: string, {asks, load}: Layout): Promise<AnyGame> {
    const [ui] = await Promise.all([load(), speakOf(id), asks && loadRules(id)]);
    return ui;
}

export async function loadGame(id: string): Promise<AnyGame> {
    const known = layouts[id];
    const ui = loaded.get(id) ?? (await (known ? loadLayout(id, known) : loadGeneric(id)));
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
