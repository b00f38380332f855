// Loads the part of the script that shows your games to go on with.
import {speakOf} from '../text/text';

export async function loadMine() {
    const [part] = await Promise.all([import('./part'), speakOf('mine')]);
    return part;
}
