// Loads what looks back, and its words.
import {speakOf} from '../text/text';

export async function loadLookback() {
    const [part] = await Promise.all([import('./part'), speakOf('lookback')]);
    return part;
}
