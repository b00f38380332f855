// A card in a line of text: the number that is up in its colour, the other one small beside it.
import {CardChip, type ChipProps} from '../../told';
import {cream, paint} from './faces';
import {down, up} from './view';

export function Chip({card, name}: ChipProps<unknown>) {
    const top = up(card), bottom = down(card);
    return (
        <CardChip name={name} width={40}>
            <rect class="chip-edge" x=".5" y=".5" width="39" height="23" rx="4" />
            <path d="M4.5 1H28L23 23H4.5Q1 23 1 19.5V4.5Q1 1 4.5 1Z" fill={paint(top)} />
            <text x="12.5" y="18" style={{fill: cream}}>{top}</text>
            <text x="32" y="16.5" style={{fill: paint(bottom), fontSize: '12px'}}>{bottom}</text>
        </CardChip>
    );
}
