// The table, as a part of the script: it is asked for early, and every game's layout needs it. What several layouts
// need is here too, since it is not worth a request each, and what the games on the front page need not wait for.
import '../games/facts';
import '../games/tables';
import '../sorting';

export {pledgeAlone} from './pledge';
export {TablePage} from './Table';
