// The first game: a prepared deal in which low stars, a BANNISH from both sides and
// the second place come by themselves.
import type {Under} from '../../text/text';
import type {BannishWords} from '../../text/words';
import type {Lesson, Tutorial} from '../game';
import {t} from './text';

const hand = '.bn-hand';
const middle = '.bn-trick';

function lesson(move: Lesson['move'], key: Under<BannishWords, 'lesson'>, light?: string, action?: string): Lesson {
    return {move, text: () => t(`lesson.${key}`), light, only: action ? [action] : undefined};
}

export const tutorial: Tutorial = {
    players: 3,
    prepared: 112,
    lessons: [
        lesson(0, 'aim'),
        lesson(0, 'follow', hand, 'play R5'),
        lesson(1, 'take', middle, 'take R1'),
        lesson(2, 'lead', hand, 'play R5'),
        lesson(3, 'again', middle, 'take R1'),
        lesson(4, 'toomany', '.bn-station.own', 'play G5'),
        lesson(5, 'struck', middle, 'play G1'),
        lesson(6, 'twin', hand, 'play B3'),
        lesson(7, 'nothing', middle, 'play R4'),
        lesson(8, 'lacks', '.bn-lacks', 'play B1'),
        lesson(9, 'forced', hand, 'play B2'),
        lesson(10, 'low', '.bn-stations', 'play R2'),
        lesson(11, 'green', hand, 'play G1'),
        lesson(12, 'free', hand, 'play R4'),
        lesson(13, 'last', hand, 'play R3'),
        lesson(14, 'scored', '.bn-score'),
        lesson('over', 'over'),
    ],
};
