// Whether a deal of the day is played at a table; and what is needed then, with its words.
import {recall} from '../memory';
import {loadBeside} from '../table/load';
import {speakOf} from '../text/text';

export const place = 'daily.tries'; // where they are kept

export const isTry = (table: string): boolean => JSON.stringify(recall<unknown>(place, [])).includes(table);

export const dailyPart = () => Promise.all([import('./part'), loadBeside(), speakOf('daily'), speakOf('lookback')]).then(([part]) => part);
