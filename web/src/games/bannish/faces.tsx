// The art of BANNISH: five houses, each with a colour and an emblem, and what lies
// beside the cards.
import {Card, Shape, type CardProps} from '../../cards';
import {colourOf, numberOf, starsOf} from './rules';
import {cardName, t} from './text';
import type {Code, View} from './view';

const rays = Array.from({length: 8}, (_, at) => {
    const point = (length: number, turn: number) => {
        const angle = ((at + turn) * Math.PI) / 4;
        return `${(length * Math.cos(angle)).toFixed(1)} ${(length * Math.sin(angle)).toFixed(1)}`;
    };
    return `M${point(6.8, -0.3)}L${point(11.5, 0)}L${point(6.8, 0.3)}Z`;
}).join('');

// Flame, leaf, waves, sun and moon: 22 across, about the middle.
const emblems: Record<string, string> = {
    R: 'M1-11C2-6 8-3 8 4A8 7.5 0 0 1-8 4C-8 0-6-2-5-5C-4-3-3-2-1.5-2C-2-6-1-9 1-11Z',
    G: 'M10-10C-3-11-10-4-8 5L-11 9.5L-9 11L-6 7.5C5 9.5 11 2 10-10Z',
    B: 'M-11-6Q-5.5-13 0-6T11-6V-1Q5.5 6 0-1T-11-1ZM-11 3.5Q-5.5-3.5 0 3.5T11 3.5V8.5Q5.5 15.5 0 8.5T-11 8.5Z',
    Y: `M0-5.6A5.6 5.6 0 1 1 0 5.6A5.6 5.6 0 1 1 0-5.6Z${rays}`,
    P: 'M5-10A10.5 10.5 0 1 0 5 10A8.5 8.5 0 1 1 5-10Z',
};

interface EmblemProps {
    colour: string;
    x?: number;
    y?: number;
    size?: number;
}

export function Emblem({colour, x = 0, y = 0, size = 22}: EmblemProps) {
    return <path class="bn-emblem" d={emblems[colour]} transform={`translate(${x} ${y}) scale(${size / 22})`} />;
}

// An emblem in a line of text, on its colour.
export function House({colour, crossed}: {colour: string; crossed?: boolean}) {
    return (
        <svg class={`bn-house bn-${colour}`} viewBox="-16 -16 32 32" aria-hidden="true">
            <circle class="bn-ground" r="15" />
            <Emblem colour={colour} size={20} />
            {crossed && <path class="bn-cross" d="M-14 14L14-14" />}
        </svg>
    );
}

export function Face({card, stars}: {card: Code; stars: number}) {
    const colour = colourOf(card);
    return (
        <g class={`bn-${colour}`}>
            <rect class="bn-ground" x="6" y="6" width="88" height="128" rx="7" />
            <g class="bn-shade"><Emblem colour={colour} x={50} y={62} size={84} /></g>
            <Emblem colour={colour} x={22} y={22} size={22} />
            <text class="bn-number" x="52" y="84">{numberOf(card)}</text>
            <g class="bn-price">
                <rect class="bn-ribbon" x="20" y="104" width="60" height="25" rx="12.5" />
                <g class="bn-gold"><Shape name="star" x={stars > 9 ? 34 : 38} y={116.5} size={19} /></g>
                <text class="bn-worth" x={stars > 9 ? 60 : 61} y="124">{stars}</text>
            </g>
        </g>
    );
}

export function BnCard({view, card, label, ...rest}: Omit<CardProps, 'label' | 'children'> & {view: View; card: Code; label?: string}) {
    const words = t('card.stars', {card: cardName(card), n: starsOf(view, card)});
    return (
        <Card label={label ? `${words}; ${label}` : words} {...rest}>
            <Face card={card} stars={starsOf(view, card)} />
        </Card>
    );
}

// A card that has been taken: small, its stars known by its number.
export function Mini({view, card, id}: {view: View; card: Code; id?: string}) {
    return (
        <span class={`bn-mini bn-${colourOf(card)}`} role="img" data-card={id}
            aria-label={t('card.stars', {card: cardName(card), n: starsOf(view, card)})}>
            <svg viewBox="0 0 30 40" aria-hidden="true">
                <rect class="bn-ground" x=".8" y=".8" width="28.4" height="38.4" rx="4" />
                <text class="bn-mini-number" x="15" y="21">{numberOf(card)}</text>
                <Emblem colour={colourOf(card)} x={15} y={30.5} size={12} />
            </svg>
        </span>
    );
}

export function Chip({label}: {label: string}) {
    return (
        <svg class="bn-chip" viewBox="-12 -12 24 24" role="img" aria-label={label} data-card="chip">
            <circle class="bn-chip-rim" r="11" />
            <circle class="bn-chip-face" r="7" />
            <path class="bn-chip-mark" d="M0 4.5V-4M-3.5-.5L0-4L3.5-.5" />
        </svg>
    );
}

// Victory points, two of which win: laurels, full or empty.
export function Laurels({n}: {n: number}) {
    return (
        <svg class="bn-laurels" viewBox="0 0 40 18" role="img" aria-label={t('vp', {n})}>
            {[0, 1].map((at) => (
                <path key={at} class={at < n ? 'bn-won' : 'bn-open'} transform={`translate(${10 + at * 20} 9)`}
                    d="M-7-6L-3.5-1L0-7L3.5-1L7-6L5.5 6H-5.5Z" />
            ))}
        </svg>
    );
}

// Struck out: two strokes of a brush.
export function Strokes() {
    return (
        <svg class="bn-strokes" viewBox="0 0 100 140" aria-hidden="true">
            <path d="M10 22C40 52 66 88 92 116L84 126C60 92 32 60 4 32Z" />
            <path d="M92 20C66 50 38 84 8 112L16 124C42 90 70 58 98 30Z" />
        </svg>
    );
}

export function Stamp() {
    return (
        <svg class="bn-stamp" viewBox="0 0 300 90" aria-hidden="true">
            <path class="bn-stamp-ground" d="M8 20L40 12L70 18L110 8L150 14L196 6L240 14L292 10L284 40L296 64L262 76L220 70L180 82L140 74L96 84L60 76L12 82L18 52Z" />
            <text x="150" y="61" textLength="246" lengthAdjust="spacingAndGlyphs">BANNISH!</text>
        </svg>
    );
}

export function Picture() {
    const at = (x: number, y: number, turn: number) => `translate(${x} ${y}) rotate(${turn}) scale(.68)`;
    const twin = (x: number, y: number, turn: number, card: Code, stars: number) => (
        <g class="card-face" transform={at(x, y, turn)}>
            <rect class="card-edge" x="1" y="1" width="98" height="138" rx="10" />
            <Face card={card} stars={stars} />
        </g>
    );
    return (
        <svg class="bn-picture" viewBox="0 0 240 150" aria-hidden="true">
            {twin(24, 34, -13, 'B5', 2)}
            {twin(148, 18, 13, 'Y2', 5)}
            {twin(66, 26, -5, 'R4', 3)}
            {twin(104, 22, 5, 'R4', 3)}
            <g transform="translate(42 62) rotate(-8) scale(.54)"><Stamp /></g>
            <g transform="translate(206 118)">
                <path class="bn-tail" d="M-8 6L-13 28L-5 23L0 30L5 23L13 28L8 6Z" />
                <circle class="bn-rosette" r="17" />
                <text class="bn-rosette-text" y="7">2</text>
            </g>
        </svg>
    );
}
