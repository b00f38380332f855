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

const heard = new Map<string, string>();

// Remembers what the server calls its games, for those that there are no words for here.
export function hearTitles(games: {game: string; title: string}[]): void {
    for (const {game, title} of games) heard.set(game, title);
}

export function gameTitle(game: string): string {
    return wordsFor(`game.${game}`, heard.get(game) ?? game);
}
