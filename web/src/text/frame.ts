// The texts of everything but the games' own layouts.
import {factsOf} from '../games/list';
import {findText, texts} from './text';
import type {PageWords} from './words';

export const t = texts('page');

// The texts that take no values.
export type FrameText = {[Key in keyof PageWords]: keyof PageWords[Key] extends never ? Key : never}[keyof PageWords];

// Words for something that the server has named, if there are some here.
export const wordsFor = (key: string, otherwise: string): string => findText('page', key) ?? otherwise;

// A game that there are no words for here is called what the rules call it.
export const gameTitle = (game: string): string => findText('titles', game) ?? factsOf(game)?.title ?? game;
