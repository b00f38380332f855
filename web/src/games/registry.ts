// The games that have a layout of their own. One without can be played by its
// list of moves.
import {generic} from './generic';
import type {GameUi} from './game';
import {sparrows} from './sparrows';

// A registry knows nothing of views: each layout is only ever given its own game's.
type AnyGame = GameUi<any>;

const layouts: AnyGame[] = [sparrows];

export function gameUi(id: string): AnyGame {
    return layouts.find((layout) => layout.id === id) ?? {...generic, id};
}
