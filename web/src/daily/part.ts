// What only deals of the day need: a part of the script that is loaded on demand.
import './daily.css';

export {DayEnd} from './DayEnd';
export {Today} from './Today';
