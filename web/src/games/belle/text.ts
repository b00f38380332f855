// The texts of Belle of the Ball.
import {texts} from '../../text/text';

export const t = texts('belle');
