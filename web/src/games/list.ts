// The games that can be played: those of this build, which the page knows, until the server has listed its own
// (`GET /api/games`). It may have more.
import list from 'games:list';
import type {GameFacts} from '../protocol';
import {Store} from '../value';

export const games = new Store<GameFacts[]>(list.games);

export const factsOf = (game: string): GameFacts | undefined => games.get().find((one) => one.game === game);
