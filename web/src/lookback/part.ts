// All that looks back, as the one part of the script that is loaded when it is wanted.
export {Replay} from '../pages/Replay';
export {Rules} from '../pages/Rules';
export {Verify} from '../pages/Verify';
export {TableStudy} from './situation';
