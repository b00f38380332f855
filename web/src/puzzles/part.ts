// Puzzles, as one part of the script that is loaded on demand.
import './puzzles.css';

export {Puzzles} from './Puzzles';
