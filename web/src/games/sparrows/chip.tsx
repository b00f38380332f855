// A card in a line of text: its number and its bird.
import {CardChip, type ChipProps} from '../../told';
import {BirdShape} from './art';
import {numberOf, suitOf} from './bids';

export function Chip({card, name}: ChipProps<unknown>) {
    const suit = suitOf(card);
    return (
        <CardChip name={name} width={40} kind="game-sparrows">
            <g class={`sp-face bird-${suit}`}>
                <rect class="chip-edge" x=".5" y=".5" width="39" height="23" rx="4" />
                <rect class="sp-ground" x=".5" y=".5" width="39" height="23" rx="4" />
                <text x="11" y="18" style={{fontSize: numberOf(card) > 9 ? '15px' : undefined}}>{numberOf(card)}</text>
                <g transform="translate(20 3) scale(.18)"><BirdShape suit={suit} /></g>
            </g>
        </CardChip>
    );
}
