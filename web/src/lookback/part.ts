// Replay, analysis, checks and rules, as one part of the script that is loaded on demand.
import './lookback.css';

export {Replay} from '../pages/Replay';
export {Rules} from '../pages/Rules';
export {Verify} from '../pages/Verify';
export {TableStudy} from './situation';
