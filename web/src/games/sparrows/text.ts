// What Six of Sparrows says.
import {texts} from '../../text/text';

export const t = texts('sparrows');
