// A first game of SCOUT: the deal has three ones in a row to begin with, a card that
// is worth turning over, and a Scout & Show that nobody can answer.
import type {Tutorial} from '../game';
import {t} from './text';

export const tutorial: Tutorial = {
    players: 3,
    prepared: 7,
    lessons: [
        {move: 0, text: () => t('lesson.aim')},
        {move: 0, text: () => t('lesson.card'), light: '.hand'},
        {move: 0, text: () => t('lesson.keep'), light: '[data-action=keep]', only: ['keep']},
        {move: 1, text: () => t('lesson.prior'), light: '.prior-row'},
        {move: 1, text: () => t('lesson.play'), light: '.hand', only: ['play 9-11']},
        {move: 2, text: () => t('lesson.points'), light: '.seat.own .seat-note'},
        {move: 2, text: () => t('lesson.scout'), light: '.prior-row', only: ['scout right 7/5 at 8']},
        {move: 3, text: () => t('lesson.wait'), light: '.hand', only: ['play 6-8']},
        {move: 4, text: () => t('lesson.show'), light: '.seat.own .seat-note'},
        {move: 4, text: () => t('lesson.show.take'), light: '.prior-row', only: ['double left 7/2 at 6']},
        {move: 5, text: () => t('lesson.show.play'), light: '.hand', only: ['play 5-7']},
        {move: 6, text: () => t('lesson.end'), light: '.sheet-of-round'},
        {move: 6, text: () => t('lesson.pay'), light: '.sheet-of-round'},
        {move: 6, text: () => t('lesson.free')},
        {move: 'over', text: () => t('lesson.over')},
    ],
};
