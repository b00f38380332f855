// Whether several people pass this device around at a table; and what they need then, with its words.
import {recall} from '../memory';
import {loadBeside} from '../table/load';
import {speakOf} from '../text/text';

export const place = 'pass'; // where they are kept

export const isPassed = (table: string): boolean => recall<Record<string, unknown> | null>(place, null)?.[table] !== undefined;

export const passPart = () => Promise.all([import('./part'), loadBeside(), speakOf('pass')]).then(([part]) => part);
