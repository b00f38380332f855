// Puzzles, as one part of the script that is loaded on demand, with its words.
import {speakOf} from '../text/text';
import {Puzzles} from './Puzzles';

export async function load(): Promise<typeof Puzzles> {
    await speakOf('puzzles');
    return Puzzles;
}
