// Whether a deal of the day is played at a table. The rest is in results.ts, which only these tables and their page need.
import {recall} from '../memory';

export const place = 'daily.tries'; // where they are kept

export const isTry = (table: string): boolean => JSON.stringify(recall<unknown>(place, [])).includes(table);
