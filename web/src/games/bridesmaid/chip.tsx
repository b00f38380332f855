// A card in a line of text: its number and its Accessory.
import {CardChip, type ChipProps} from '../../told';
import {Accessory, tint} from './art';
import {signed} from './text';

export function Chip({card, name}: ChipProps<unknown>) {
    const value = Number(card);
    return (
        <CardChip name={name} width={48} kind="game-bridesmaid">
            <rect class="chip-edge" x=".5" y=".5" width="47" height="23" rx="4" style={{fill: tint(value)}} />
            <text x="13" y="18" style={{fill: 'currentColor'}}>{signed(value)}</text>
            <g class="bm-art" transform="translate(36 12) scale(.25)"><Accessory card={value} /></g>
        </CardChip>
    );
}
