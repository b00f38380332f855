// The first game: two rounds of a prepared deal. In the first a street is claimed with
// token 2 and made, in the second two trios; that makes 110 points and wins.
import type {Under} from '../../text/text';
import type {SparrowsWords} from '../../text/words';
import type {Lesson, Tutorial} from '../game';
import {t} from './text';

function lesson(move: Lesson['move'], key: Under<SparrowsWords, 'lesson'>, light?: string, only?: string): Lesson {
    return {move, text: () => t(`lesson.${key}`), light, only: only === undefined ? undefined : [only]};
}

export const tutorial: Tutorial = {
    players: 3,
    options: {target: '100'},
    prepared: 89,
    lessons: [
        lesson(0, 'pool', '.pool'),
        lesson(0, 'bids', '.bids'),
        lesson(0, 'chips', '[data-bid=two_pair]'),
        lesson(0, 'egg', '.track'),
        lesson(0, 'pass', '.pass', 'pass'),
        lesson(1, 'secret', '[data-bid=two_pair]'),
        lesson(1, 'street', '[data-bid=straight_mid]', 'bid straight_mid'),
        lesson(2, 'scored', '.review'),
        lesson(2, 'dealer', '[data-do=review], .pass', 'pass'),
        lesson(3, 'trio', '[data-bid=two_trio]'),
        lesson(3, 'claim', '[data-bid=two_trio]', 'bid two_trio'),
        lesson('over', 'won', '.review'),
    ],
};
