// Loads the part of the script that looks back, with its words, and with the table, whose style it wears.
import {loadBeside} from '../table/load';
import {speakOf} from '../text/text';

export async function loadLookback() {
    const [part] = await Promise.all([import('./part'), loadBeside(), speakOf('lookback')]);
    return part;
}
