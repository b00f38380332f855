// The games that have a layout of their own. One without can be played by its
// list of moves. Pictures and style are there from the start, a layout is a part
// of the script that is loaded when somebody sits down to it.
import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import './bannish/bannish.css';
import './belle/belle.css';
import './bridesmaid/bridesmaid.css';
import './scout/scout.css';
import './sparrows/sparrows.css';
import {Picture as BannishPicture} from './bannish/faces';
import {Picture as BellePicture} from './belle/art';
import {Picture as BridesmaidPicture} from './bridesmaid/art';
import {loadRules} from '../rules';
import {generic, GenericPicture} from './generic';
import type {GameUi} from './game';
import {Picture as ScoutPicture} from './scout/faces';
import {Picture as SparrowsPicture} from './sparrows/Picture';

// A registry knows nothing of views: each layout is only ever given its own game's.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyGame = GameUi<any>;

// A layout that asks the rules what cards come to has them when it is drawn.
async function withRules<Part>(part: Promise<Part>): Promise<Part> {
    await loadRules();
    return part;
}

interface Entry {
    Picture: ComponentType; // SVG, viewBox 0 0 240 150
    load: () => Promise<AnyGame>;
}

const entries: Record<string, Entry> = {
    scout: {Picture: ScoutPicture, load: () => import('./scout').then((it) => it.scout)},
    bridesmaid: {Picture: BridesmaidPicture, load: () => withRules(import('./bridesmaid')).then((it) => it.bridesmaid)},
    belle: {Picture: BellePicture, load: () => withRules(import('./belle')).then((it) => it.belle)},
    sparrows: {Picture: SparrowsPicture, load: () => withRules(import('./sparrows')).then((it) => it.sparrows)},
    bannish: {Picture: BannishPicture, load: () => withRules(import('./bannish')).then((it) => it.bannish)},
};

const loaded = new Map<string, AnyGame>();

export function pictureOf(id: string): ComponentType {
    return entries[id]?.Picture ?? GenericPicture;
}

// The layout, if it has been loaded.
export function gameUi(id: string): AnyGame | undefined {
    return loaded.get(id);
}

export async function loadGame(id: string): Promise<AnyGame> {
    const ui = loaded.get(id) ?? (await entries[id]?.load()) ?? {...generic, id};
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
