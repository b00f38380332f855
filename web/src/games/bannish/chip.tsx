// A card in a line of text: its number and the emblem of its house.
import {CardChip, type ChipProps} from '../../told';
import {Emblem} from './faces';
import {colourOf, numberOf} from './rules';

export function Chip({card, name}: ChipProps<unknown>) {
    return (
        <CardChip name={name} width={38} kind={`bn-chip-card bn-${colourOf(card)}`}>
            <rect class="bn-ground" x=".5" y=".5" width="37" height="23" rx="4" />
            <text x="11" y="18">{numberOf(card)}</text>
            <Emblem colour={colourOf(card)} x={26} y={12} size={16} />
        </CardChip>
    );
}
