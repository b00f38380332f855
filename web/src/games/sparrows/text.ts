// The texts of Six of Sparrows.
import {texts} from '../../text/text';

export const t = texts('sparrows');
