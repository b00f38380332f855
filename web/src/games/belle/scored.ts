// The groups that were scored, as they lay then: the parties of a view, and what happened to them since.
import type {Fact} from '../../protocol';
import {numberIn, textIn, textsIn} from '../facts';
import {scoreOf, type Score} from './score';
import type {CardId, View} from './view';

export interface Scored {
    seat: number;
    group: number;
    cards: CardId[];
    score: Score;
}

type Parties = CardId[][][]; // by seat and group

function takeAway(cards: CardId[], card: CardId): void {
    const at = cards.indexOf(card);
    if (at >= 0) cards.splice(at, 1);
}

function replace(cards: CardId[], card: CardId, other: CardId): void {
    const at = cards.indexOf(card);
    if (at >= 0) cards[at] = other;
}

// Has a fact happen to the parties. Groups count from 1 in facts.
function happen(fact: Fact, parties: Parties): void {
    const groupOf = (seat: string, group: string): CardId[] => parties[numberIn(fact, seat)]?.[numberIn(fact, group) - 1] ?? [];
    const card = (field: string): CardId => textIn(fact, field) ?? '';
    switch (fact.verb) {
        case 'invites': groupOf('who', 'group').push(card('guest')); break;
        case 'lays': groupOf('owner', 'group').push(card('card')); break;
        case 'ejects': takeAway(groupOf('owner', 'group'), card('out')); break;
        case 'moves':
            takeAway(groupOf('who', 'from'), card('guest'));
            groupOf('who', 'to').push(card('guest'));
            break;
        case 'swaps':
            replace(groupOf('who', 'from'), card('given'), card('taken'));
            replace(groupOf('owner', 'group'), card('taken'), card('given'));
            break;
        case 'scores': {
            const group = groupOf('who', 'group');
            group.splice(0, group.length, ...textsIn(fact, 'stay'));
            break;
        }
    }
}

// Lists what was scored since a view.
export function scoredSince(previous: View, facts: Fact[], cards: View['cards']): Scored[] {
    const {seats} = previous.scoring?.from ?? previous;
    const parties = seats.map(({party}) => party.map((group) => [...group]));
    return facts.flatMap((fact) => {
        const seat = numberIn(fact, 'who');
        const group = numberIn(fact, 'group') - 1;
        const lay = fact.verb === 'scores' ? [...parties[seat]![group]!] : undefined;
        happen(fact, parties);
        return lay ? [{seat, group, cards: lay, score: scoreOf(lay, cards)}] : [];
    });
}

// Whose choice it was, if anybody's: what somebody chose comes before what follows from it.
export function chooserIn(facts: Fact[]): number | undefined {
    const chose = facts.find(({who}) => who !== undefined);
    return chose && numberIn(chose, 'who');
}
