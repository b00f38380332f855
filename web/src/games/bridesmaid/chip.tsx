// A card in a line of text: its number, on the card's colour. Lists of moves name more than a thousand cards, so there is
// nothing to draw.
import type {ChipProps} from '../../told';
import {tint} from './art';
import {signed} from './text';

export function Chip({card}: ChipProps<unknown>) {
    const value = Number(card);
    return <span class="card-chip"><b class="bm-pip" style={{background: tint(value)}}>{signed(value)}</b></span>;
}
