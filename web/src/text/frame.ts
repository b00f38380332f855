// The texts of everything but the games' own layouts.
import {findText, texts} from './text';
import type {PageWords} from './words';

export const t = texts('page');

// The texts that take no values.
export type FrameText = {[Key in keyof PageWords]: keyof PageWords[Key] extends never ? Key : never}[keyof PageWords];

// Words for something that the server has named, if there are some here.
export const wordsFor = (key: string, otherwise: string): string => findText('page', key) ?? otherwise;

const heard = new Map<string, string>();

// Remembers what the server calls its games, for those that there are no words for here.
export function hearTitles(games: {game: string; title: string}[]): void {
    for (const {game, title} of games) heard.set(game, title);
}

export const gameTitle = (game: string): string => findText('titles', game) ?? heard.get(game) ?? game;
