// The games of this build, as its server would list them (`GET /api/games`): the page and its server are made together.
import list from 'games:list';
import type {GameFacts} from '../protocol';

export const {games} = list;

export const factsOf = (game: string): GameFacts | undefined => games.find((one) => one.game === game);
