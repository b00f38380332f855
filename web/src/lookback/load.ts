// Loads the part of the script that looks back, with its words.
import {speakOf} from '../text/text';

export const lookbackPart = () => Promise.all([import('./part'), speakOf('lookback')]).then(([part]) => part);
