// Your games to go on with, as a part of the script: newcomers have none. The page of all your games (Games.tsx) needs it too.
import './mine.css';

export {Continue} from './Continue';
export {TurnBadge} from './TurnBadge';
