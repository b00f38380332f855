// The games that have a layout of their own. One without can be played by its
// list of moves.
import {bannish} from './bannish';
import {belle} from './belle';
import {bridesmaid} from './bridesmaid';
import {generic} from './generic';
import type {GameUi} from './game';
import {scout} from './scout';
import {sparrows} from './sparrows';

// A registry knows nothing of views: each layout is only ever given its own game's.
type AnyGame = GameUi<any>;

const layouts: AnyGame[] = [scout, bridesmaid, belle, sparrows, bannish];

export function gameUi(id: string): AnyGame {
    return layouts.find((layout) => layout.id === id) ?? {...generic, id};
}
