// Birds, cards and eggs. A bird is drawn in a room of 100 × 100; each has an outline
// that can be told from the others without its colour.
import {Card, type CardProps} from '../../cards';
import {numberOf, suitOf, type Suit} from './bids';
import {t} from './text';

interface Bird {
    body: string;
    wing: string; // lighter
    bright: string; // beak, comb
    eye: [number, number];
    legs?: string;
}

const birds: Record<Suit, Bird> = {
    S: {
        body: 'M12 60C12 42 30 31 47 33C51 21 63 15 73 20C81 24 84 31 83 38C86 62 68 82 46 82C37 82 29 79 23 74L3 88L8 68C11 66 12 63 12 60Z',
        wing: 'M22 58C34 45 54 46 62 57C52 72 34 72 22 58Z',
        bright: 'M82 31L97 39L82 44Z',
        eye: [72, 32],
        legs: 'M44 82V95M55 80V95',
    },
    P: {
        body: 'M38 26C40 9 60 3 71 15C75 22 72 31 68 33C74 51 67 67 51 74L25 100L19 91L32 67C26 53 33 40 38 26Z',
        wing: 'M42 40C56 41 63 53 54 70C44 68 37 57 42 40Z',
        bright: 'M69 13C83 11 91 24 86 41C80 45 75 41 77 34C74 31 71 32 67 33C72 27 73 20 69 13Z',
        eye: [58, 20],
    },
    E: {
        body: 'M50 20C57 20 61 25 61 32C72 20 86 15 99 17C98 26 96 32 92 38L96 39C92 47 87 52 81 56L84 59C77 65 69 68 61 67L69 90L50 82L31 90L39 67C31 68 23 65 16 59L19 56C13 52 8 47 4 39L8 38C4 32 2 26 1 17C14 15 28 20 39 32C39 25 43 20 50 20Z',
        wing: 'M50 20C57 20 61 25 61 33C58 42 42 42 39 33C39 25 43 20 50 20Z',
        bright: 'M45 33H55L50 47Z',
        eye: [44, 29],
    },
    C: {
        body: 'M5 30C19 29 29 39 35 49C45 51 53 47 56 38C57 27 63 21 71 21C81 21 85 30 83 38C88 66 71 86 48 86C25 86 12 70 9 53L3 49L10 44L2 38L9 36Z',
        wing: 'M27 58C38 50 54 52 61 60C52 75 35 75 27 58Z',
        bright: 'M58 23C54 11 62 8 66 15C66 5 76 5 76 14C83 9 88 17 81 26C74 19 66 19 58 23ZM83 34L97 40L83 44ZM81 46C87 51 86 60 80 60C75 58 76 51 81 46Z',
        eye: [72, 33],
        legs: 'M43 86V96H36M56 85V96H49',
    },
};

export function BirdShape({suit}: {suit: Suit}) {
    const {body, wing, bright, eye, legs} = birds[suit];
    return (
        <g class={`bird bird-${suit}`}>
            {legs && <path class="bird-legs" d={legs} />}
            <path class="bird-body" d={body} />
            <path class="bird-wing" d={wing} />
            <path class="bird-bright" d={bright} />
            <circle class="bird-eye" cx={eye[0]} cy={eye[1]} r="4" />
        </g>
    );
}

export function Bird({suit}: {suit: Suit}) {
    return <svg class="bird-mark" viewBox="0 0 100 100" aria-hidden="true"><BirdShape suit={suit} /></svg>;
}

export function Face({card}: {card: string}) {
    const suit = suitOf(card);
    return (
        <g class={`sp-face bird-${suit}`}>
            <rect class="sp-ground" x="7" y="7" width="86" height="126" rx="6" />
            <text x={numberOf(card) > 9 ? 34 : 26} y="46" font-size="44">{numberOf(card)}</text>
            <g transform="translate(67 11) scale(.24)"><BirdShape suit={suit} /></g>
            <g transform="translate(14 56) scale(.72)"><BirdShape suit={suit} /></g>
        </g>
    );
}

// Feathers around an egg.
export function Back() {
    return (
        <g class="sp-back">
            <rect class="card-pattern" x="7" y="7" width="86" height="126" rx="6" />
            <path class="sp-feathers" d="M7 30Q28 8 50 30T93 30M7 52Q28 30 50 52T93 52M7 96Q28 74 50 96T93 96M7 118Q28 96 50 118T93 118M7 140" />
            <ellipse class="sp-egg-back" cx="50" cy="72" rx="17" ry="22" />
            <g transform="translate(37 60) scale(.26)"><BirdShape suit="S" /></g>
        </g>
    );
}

export const cardName = (card: string): string => t('card', {suit: t(`suit.${suitOf(card)}`), n: numberOf(card)});

export function SparrowCard({card, ...more}: {card: string} & Omit<CardProps, 'label'>) {
    return <Card id={card} label={cardName(card)} {...more}><Face card={card} /></Card>;
}

export function HiddenCard(more: Omit<CardProps, 'label'>) {
    return <Card label={t('back')} {...more}><Back /></Card>;
}

// In a room of 40 × 50.
export function EggShape({n}: {n: number}) {
    return (
        <g class="egg-shape">
            <path class="egg-shell" d="M20 3C30 3 37 19 37 30A17 17 0 0 1 3 30C3 19 10 3 20 3Z" />
            <path class="egg-specks" d="M11 17h.1M27 13h.1M31 33h.1M9 34h.1M25 42h.1M16 9h.1" />
            <text x="20" y="38">{n}</text>
        </g>
    );
}

// The token of a cycle. `id` makes it glide to the bid it was taken with.
export function Egg({n, id, state = ''}: {n: number; id?: string; state?: string}) {
    return (
        <span class={`egg ${state}`} role="img" aria-label={t('egg', {n})} data-card={id}>
            <svg viewBox="0 0 40 50" aria-hidden="true"><EggShape n={n} /></svg>
        </span>
    );
}
