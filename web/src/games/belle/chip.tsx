// A card in a line of text: a Guest's portrait or a Belle's emblem, and the name. A card that is not in sight any more is
// drawn as the built-in deck has it.
import {CardChip, type ChipProps} from '../../told';
import {belleTables} from '../tables';
import {EmblemShape, Portrait} from './art';
import {isGuest, type Belle, type Guest, type View} from './view';

// True if the deck is the built-in one: cards of another have no names.
function isBuiltIn({cards}: View): boolean {
    return Object.values(cards).every((card) => card.name !== undefined);
}

function belleOf(number: number, view: View): Belle | undefined {
    const {id: effect, type} = belleTables.effects[number - 1] ?? {};
    return effect && type && isBuiltIn(view) ? {effect, type} : undefined;
}

function Drawing({number, card}: {number: number; card: Guest | Belle | undefined}) {
    if (card && !isGuest(card)) return <g transform="translate(12 12) scale(.58)"><EmblemShape belle={card} /></g>;
    return <svg x="1" y="0" width="22" height="24" viewBox="9 26 54 59"><Portrait n={number} noble={card?.noble} /></svg>;
}

export function Chip({card, name, view}: ChipProps<View>) {
    const number = Number(card.slice(1));
    const known = view.cards[card] ?? (card.startsWith('B') ? belleOf(number, view) : undefined);
    if (card.startsWith('B') && !known) return <>{name}</>;
    return <CardChip name={name} width={24} named><Drawing number={number} card={known} /></CardChip>;
}
