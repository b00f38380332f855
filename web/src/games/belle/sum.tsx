// A score in pictures: matched interests, and what Belle cards add or take.
import {Emblem, Icon} from './art';
import type {Score} from './score';
import {isGuest, type Belle, type CardId, type Effect, type View} from './view';
import {partsInWords} from './words';

function belleWith(effect: Effect, ids: CardId[], cards: View['cards']): Belle | undefined {
    return ids.map((id) => cards[id]).find((card): card is Belle => card !== undefined && !isGuest(card) && card.effect === effect);
}

interface Props {
    score: Score;
    ids: CardId[];
    cards: View['cards'];
    bare?: string; // said when there is nothing
}

export function Sum({score, ids, cards, bare = ''}: Props) {
    return (
        <span class="sum" role="img" aria-label={partsInWords(score, cards, ids)}>
            <span aria-hidden="true">
                {score.parts.length === 0 && bare}
                {score.parts.map(({interest, effect, points}, at) => {
                    const belle = effect && belleWith(effect, ids, cards);
                    return (
                        <span key={at} class="part">
                            {interest && <><Icon interest={interest} />×{points}</>}
                            {belle && <><Emblem belle={belle} />{points > 0 ? '+' : '−'}{Math.abs(points)}</>}
                        </span>
                    );
                })}
            </span>
        </span>
    );
}
