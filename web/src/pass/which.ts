// Whether several people pass this device around at a table. The rest is in people.ts, which only their tables need.
import {recall} from '../memory';

export const place = 'pass'; // where they are kept

export const isPassed = (table: string): boolean => recall<Record<string, unknown> | null>(place, null)?.[table] !== undefined;
