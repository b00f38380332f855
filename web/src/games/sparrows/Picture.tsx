// For the front page: a sparrow on its nest of numbered eggs, between two cards.
import {CardFace} from '../../cards';
import {BirdShape, EggShape, Face} from './art';

export function Picture() {
    return (
        <svg class="game-sparrows" viewBox="0 0 240 150" aria-hidden="true">
            <g transform="translate(10 42) rotate(-14) scale(.6)"><CardFace><Face card="P7" /></CardFace></g>
            <g transform="translate(172 26) rotate(14) scale(.6)"><CardFace><Face card="E7" /></CardFace></g>
            <g transform="translate(72 70) rotate(-14)"><EggShape n={1} /></g>
            <g transform="translate(129 60) rotate(14)"><EggShape n={3} /></g>
            <g transform="translate(100 66)"><EggShape n={2} /></g>
            <path class="nest" d="M58 106C78 117 162 117 182 106C180 134 156 145 120 145S60 134 58 106Z" />
            <path class="nest-twigs" d="M62 114Q120 133 178 112M68 124Q120 143 172 122M84 135Q120 129 158 133M80 120L102 140M158 120L140 141M112 127L130 143" />
            <g transform="translate(82 2) scale(.72)"><BirdShape suit="S" /></g>
        </svg>
    );
}
