// The first game: two rounds guided, the third is free. Deal 3, where one of the
// others holds back early with a 10 set aside, and you still come second.
import type {Under} from '../../text/text';
import type {BridesmaidWords} from '../../text/words';
import type {Lesson, Tutorial} from '../game';
import {t} from './text';

function lesson(move: Lesson['move'], key: Under<BridesmaidWords, 'lesson'>, light: string, ...only: string[]): Lesson {
    return {move, text: () => t(`lesson.${key}`), light, ...(only.length > 0 && {only})};
}

export const tutorial: Tutorial = {
    players: 3,
    prepared: 3,
    lessons: [
        lesson(0, 'goal', '.bm-ladder'),
        lesson(0, 'reserve', '.bm-fan', 'reserve -5 -3 -2 0 1'),
        lesson(1, 'seal', '.bm-turn', 'play 2'),
        lesson(2, 'turned', '.bm-ladder', 'play 5'),
        lesson(3, 'lead', '.bm-ladder', 'play 6'),
        lesson(4, 'hold', '.bm-own [data-action=hold]', 'hold'),
        lesson(5, 'scored', '.bm-ladder', 'display 2 5'),
        lesson(6, 'draw', '.bm-reserve', 'draw -2 0 1'),
        lesson(7, 'climb', '.bm-rivals', 'play 3'),
        lesson(8, 'ten', '.bm-fan', 'play 10'),
        lesson(9, 'first', '.bm-own [data-action=hold]', 'hold'),
        lesson(10, 'aside', '.bm-fan', 'aside 6'),
        lesson(11, 'again', '.bm-ladder', 'display 3 6'),
        lesson(12, 'free', '.bm-rivals'),
        lesson('over', 'over', '.bm-own .bm-display'),
    ],
};
