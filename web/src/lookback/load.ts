// Loads the part of the script that looks back, with its words.
import {speakOf} from '../text/text';

export async function loadLookback() {
    const [part] = await Promise.all([import('./part'), speakOf('lookback')]);
    return part;
}
