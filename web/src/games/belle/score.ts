// What a group scores and why: BL-9, BL-10, BL-15. The server tells the sum (`worth`);
// this tells how it comes about.
import {familyOf, groupMost, interests, isGuest, type Belle, type CardId, type Effect, type Guest, type Interest, type View} from './view';

export interface Part {
    points: number;
    interest?: Interest; // matched icons, so many of them
    effect?: Effect; // or what a Belle card adds or takes
}

export interface Score {
    value: number;
    parts: Part[];
    matched: Interest[];
}

type Cards = View['cards'];

const bonusInterest: Partial<Record<Effect, Interest>> = {
    BONUS_TEA: 'Tea', BONUS_CAKE: 'Cake', BONUS_BOOK: 'Book', BONUS_MUSIC: 'Music',
};

interface Group {
    guests: Guest[];
    effects: Effect[];
    instead: Effect | undefined;
    counts: (interest: Interest) => boolean;
}

function groupOf(ids: CardId[], cards: Cards): Group {
    const known = ids.map((id) => cards[id]).filter((card): card is Guest | Belle => card !== undefined);
    const list = known.flatMap((card) => (isGuest(card) ? [] : [card.effect]));
    const deaf = {common: list.includes('NO_COMMON'), medium: list.includes('NO_MEDIUM'), rare: false};
    return {
        guests: known.filter(isGuest),
        effects: list,
        instead: list.filter((effect) => effect === 'FAVORITE' || effect === 'VARIETY').pop(),
        counts: (interest) => !deaf[familyOf(interest)],
    };
}

function baseParts({instead}: Group, count: Map<Interest, number>): Part[] {
    const rows = interests.map((interest) => ({interest, points: count.get(interest) ?? 0}));
    if (instead === 'VARIETY') return [{effect: 'VARIETY', points: 2 + rows.filter(({points}) => points > 0).length}];
    const matched = rows.filter(({points}) => points >= 2);
    if (instead !== 'FAVORITE') return matched;
    return matched.sort((a, b) => b.points - a.points).slice(0, 1);
}

function bonus(effect: Effect, group: Group, count: Map<Interest, number>): number {
    const lords = group.guests.filter(({noble}) => noble === 'Lord').length;
    const ladies = group.guests.filter(({noble}) => noble === 'Lady').length;
    const [first, ...others] = group.guests;
    switch (effect) {
        case 'BONUS_NOBLE': return 2 * (lords + ladies);
        case 'BONUS_PAIR': return lords > 0 && ladies > 0 ? 5 : 0;
        case 'BONUS_SHARED': {
            const shared = first?.interests.some((one) => group.counts(one) && others.every((guest) => guest.interests.includes(one)));
            return shared && others.length > 0 ? 4 : 0;
        }
        case 'MINUS4': return -4;
        case 'MINUS_NOBLE': return -3 * (lords + ladies);
        default: {
            const interest = bonusInterest[effect];
            return interest ? 2 * (count.get(interest) ?? 0) : 0;
        }
    }
}

function scoreWith(group: Group, copied: Guest[]): Score {
    const count = new Map<Interest, number>();
    for (const interest of [...group.guests, ...copied].flatMap((guest) => guest.interests))
        if (group.counts(interest)) count.set(interest, (count.get(interest) ?? 0) + 1);
    const base = baseParts(group, count);
    const extras = group.effects.map((effect) => ({effect, points: bonus(effect, group, count)})).filter(({points}) => points !== 0);
    const parts = [...base, ...extras];
    const sum = parts.reduce((total, {points}) => total + points, 0);
    return {value: Math.max(0, sum), parts, matched: base.flatMap(({interest}) => interest ?? [])};
}

// COPY is the Guest with whom the group scores most; several choose each for itself.
export function scoreOf(ids: CardId[], cards: Cards): Score {
    const group = groupOf(ids, cards);
    const copies = group.effects.filter((effect) => effect === 'COPY').length;
    let choices: Guest[][] = [[]];
    if (group.guests.length > 0)
        for (let n = 0; n < copies; n++) choices = choices.flatMap((chosen) => group.guests.map((guest) => [...chosen, guest]));
    return choices.map((copied) => scoreWith(group, copied)).reduce((best, score) => (score.value > best.value ? score : best));
}

export function isFull(ids: CardId[], cards: Cards): boolean {
    return ids.length === groupMost || ids.some((id) => {
        const card = cards[id];
        return card !== undefined && !isGuest(card) && card.effect === 'RUSHED';
    });
}
