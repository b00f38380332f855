// SCOUT's texts.
import {texts} from '../../text/text';

export const t = texts('scout');
