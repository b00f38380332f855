// The texts of table/beside.ts, which come with it, and those of every page.
import {findText, texts} from './text';

export const t = texts('page', 'beside');

// Words for an option that the server has named, if there are some here.
export const optionWords = (key: string, otherwise: string): string => findText('beside', `option.${key}`) ?? otherwise;
