// The words of everything that looks back: replay, analysis, checking deals, rules.
import {texts} from '../text/text';

export const t = texts('lookback');
