// Asks the rules what a group scores and why (src/rules/belle_ask.c).
import {ask} from '../../rules';
import {isGuest, type CardId, type Effect, type Interest, type View} from './view';

export interface Part {
    points: number;
    interest?: Interest; // matched icons, that many of them
    effect?: Effect; // or what a Belle card adds or takes
}

export interface Score {
    value: number;
    full: boolean;
    parts: Part[];
}

// Cards in the order they came. One that nobody sees counts for nothing.
export function scoreOf(ids: CardId[], cards: View['cards']): Score {
    const words = ids.flatMap((id) => {
        const card = cards[id];
        if (!card) return [];
        return isGuest(card) ? [...card.interests, ...(card.noble ? [card.noble] : [])].join('/') : card.effect;
    });
    return ask('belle', ['group', ...words].join(' ')) as Score;
}

export function matchedIn({parts}: Score): Interest[] {
    return parts.flatMap(({interest}) => interest ?? []);
}
