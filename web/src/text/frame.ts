// The texts of everything but the games' own layouts.
import {en} from './en';
import {texts} from './text';
import {zhHant} from './zh-Hant';

export const t = texts({en, 'zh-Hant': zhHant});
export type FrameText = keyof typeof en;

// Words for something that the server has named, if there are some here.
export function wordsFor(key: string, otherwise: string): string {
    return key in en ? t(key as FrameText) : otherwise;
}

export function gameTitle(game: string): string {
    return wordsFor(`game.${game}`, game);
}
