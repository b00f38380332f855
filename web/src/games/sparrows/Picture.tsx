// For the front page: a sparrow on its nest of numbered eggs, between two cards.
import {CardFace} from '../../cards';
import {BirdShape, EggShape, Face} from './art';

export function Picture() {
    return (
        <svg class="game-sparrows" viewBox="0 0 240 150" aria-hidden="true">
            <g transform="translate(14 38) rotate(-12) scale(.62)"><CardFace><Face card="P7" /></CardFace></g>
            <g transform="translate(165 25) rotate(12) scale(.62)"><CardFace><Face card="E7" /></CardFace></g>
            <g transform="translate(84 70) rotate(-10)"><EggShape n={1} /></g>
            <g transform="translate(118 66) rotate(8)"><EggShape n={3} /></g>
            <g transform="translate(101 70)"><EggShape n={2} /></g>
            <path class="nest" d="M68 104C82 116 158 116 172 104C170 132 150 144 120 144S70 132 68 104Z" />
            <path class="nest-twigs" d="M72 112Q120 132 168 110M76 122Q120 142 162 120M88 134Q120 128 154 132M84 118L104 138M152 118L136 140M112 126L128 142" />
            <g transform="translate(78 4) scale(.78)"><BirdShape suit="S" /></g>
        </svg>
    );
}
