// The texts of everything but the games' own layouts.
import {en} from './en';
import {texts} from './text';
import {zhHant} from './zh-Hant';

export const t = texts({en, 'zh-Hant': zhHant});
export type FrameText = keyof typeof en;
