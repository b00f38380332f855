// A first ball with two novices. The deal is a kind one: tea for three, and somebody
// to tell tales about.
import type {Under} from '../../text/text';
import type {BelleWords} from '../../text/words';
import type {Lesson, Tutorial} from '../game';
import {t} from './text';

function lesson(move: Lesson['move'], key: Under<BelleWords, 'lesson'>, light: string, action?: string): Lesson {
    return {move, text: () => t(`lesson.${key}`), light, ...(action ? {only: [action]} : {})};
}

export const tutorial: Tutorial = {
    players: 3,
    prepared: 17,
    lessons: [
        lesson(0, 'welcome', '.party.own'),
        lesson(0, 'match', '.party.own .groups'),
        lesson(0, 'line', '[data-card="G44"]', 'invite G44 to 1'),
        lesson(1, 'regret', '.party.own .regret-count, [data-card="G40"]', 'invite G40 to 2'),
        lesson(2, 'belle', '[data-card="B25"]', 'invite B25'),
        lesson(3, 'mischief', '[data-card="B25"], [data-group="2.0"]', 'play B25 on 1 of 2'),
        lesson(4, 'three', '[data-card="G59"]', 'invite G59 to 1'),
        lesson(5, 'tea', '[data-card="B10"]', 'invite B10'),
        lesson(6, 'paid', '.news'),
        lesson(6, 'mirth', '.hand', 'play B10 on 1'),
        lesson(7, 'score', '[data-group="0.0"], [data-card="G4"]', 'invite G4 to 3'),
        lesson(8, 'done', '.seat.own'),
        lesson(8, 'end', '.line-0 h2'),
        lesson('over', 'over', '.final'),
    ],
};
