// Draws the cards, in a space of 100 × 140: Accessories, HOLD BACK, THE START,
// backs and seals, and the sign of each seat.
import type {ComponentChildren} from 'preact';
import {Shape, type ShapeName} from '../../cards';
import {signed} from './text';

const petals = (n: number, far: number, r: number) =>
    Array.from({length: n}, (_, at) => {
        const turn = (2 * Math.PI * at) / n - Math.PI / 2;
        return <circle key={at} cx={far * Math.cos(turn)} cy={far * Math.sin(turn)} r={r} />;
    });

function Flower({x, y, fill, size = 1}: {x: number; y: number; fill: string; size?: number}) {
    return (
        <g transform={`translate(${x} ${y}) scale(${size})`} fill={fill}>
            {petals(6, 9, 6)}
            <circle r="5" fill="#f5c84b" />
        </g>
    );
}

// Each around 0 0, some 70 across.
const accessories: Record<string, () => ComponentChildren> = {
    '-5': () => (
        <>
            <g transform="rotate(62)">
                <path d="M-13-30H13C16-10 10-2 0-2S-16-10-13-30Z" fill="#f4eef0" />
                <path d="M0-2V22M-10 22H10" />
            </g>
            <path d="M6 14C16 8 34 12 34 20S14 30 0 28S-6 18 6 14Z" fill="#8e1f3f" />
            <circle cx="-16" cy="24" r="4" fill="#8e1f3f" />
        </>
    ),
    '-3': () => (
        <>
            <path d="M-16-32H8V4C10 10 30 10 30 22C30 32 18 32 10 31L-8 27C-16 25-18 16-16 8Z" fill="#8fa3b8" />
            <path d="M-16-22H8M-16-14H8" stroke="#f4eef0" stroke-width="5" />
            <ellipse cx="14" cy="21" rx="7" ry="5" fill="#fdf8ec" />
        </>
    ),
    '-2': () => (
        <>
            <path d="M-8 34C-8 4-4-22 12-20C18-19 20-12 20-8" fill="none" stroke="#6f7f3c" stroke-width="5" />
            <path d="M-8 14C-22 12-26 20-28 26C-18 28-10 24-8 14Z" fill="#8a9550" />
            <path d="M12-8C8 4 12 14 16 16C18 8 22 8 24 17C30 10 32 0 28-8Z" fill="#a9788a" />
            <circle cx="-2" cy="32" r="3" fill="#a9788a" /><circle cx="16" cy="30" r="3" fill="#a9788a" />
        </>
    ),
    '0': () => (
        <>
            <path d="M-16-10C-16-36 16-36 16-10" fill="none" stroke-width="4" />
            <path d="M-30-10H30L26 28H-26Z" fill="#c9b8a0" />
            <path d="M-30-10H30L0 12Z" fill="#ddd0bb" />
            <circle cy="10" r="5" fill="#f5c84b" />
        </>
    ),
    '1': () => (
        <>
            <path d="M0 6V36M0 26C8 16 18 18 22 20C16 30 8 30 0 26" fill="#7c9c55" stroke="#5d7c3d" />
            <g transform="translate(0 -8)" fill="#fff">{petals(8, 14, 8)}<circle r="8" fill="#f5c84b" /></g>
        </>
    ),
    '2': () => (
        <>
            <path d="M-4 4L-18 34L-8 30L0 36L2 6M4 4L18 34L8 30L0 36" fill="#d0688f" />
            <path d="M0 0C-14-22-32-22-34-12V12C-32 22-14 14 0 0ZM0 0C14-22 32-22 34-12V12C32 22 14 14 0 0Z" fill="#e58bab" />
            <rect x="-7" y="-8" width="14" height="16" rx="5" fill="#d0688f" />
        </>
    ),
    '3': () => (
        <>
            <path d="M0 32L-36-6C-22-30 22-30 36-6Z" fill="#9fc4c9" />
            <path d="M0 32L-20-20M0 32L0-24M0 32L20-20M-26 4C-12-10 12-10 26 4" fill="none" stroke-width="2" />
            <circle cy="31" r="4" fill="#f5c84b" />
        </>
    ),
    '5': () => (
        <>
            <path d="M-36 20C-26 18-10 14 2-2C10-12 20-22 30-26C36-12 32-2 31 4L29 32H24L22 8C12 14 6 28-8 28H-32C-36 28-38 22-36 20Z" fill="#c8455f" />
            <Flower x={-14} y={16} fill="#ffe3ea" size={0.5} />
        </>
    ),
    '6': () => (
        <>
            <path d="M-18 0L0 38L18 0Z" fill="#fff" />
            <path d="M-28-6C-34-16-22-22-18-14M28-6C34-16 22-22 18-14" fill="#7c9c55" />
            <Flower x={-14} y={-6} fill="#e58bab" size={1.1} />
            <Flower x={14} y={-6} fill="#c8455f" size={1.1} />
            <Flower x={0} y={-22} fill="#f6b9c9" size={1.1} />
            <path d="M-12 18H12" stroke="#d99a1b" stroke-width="5" />
        </>
    ),
    '8': () => (
        <>
            {Array.from({length: 11}, (_, at) => {
                const turn = Math.PI * (1.16 - (1.32 * at) / 10);
                return <circle key={at} cx={32 * Math.cos(turn)} cy={-12 + 30 * Math.sin(turn)} r={4 + 2.4 * Math.sin((Math.PI * at) / 10)} fill="#fffaf4" />;
            })}
            <Shape name="heart" y={30} size={14} fill="#c8455f" />
        </>
    ),
    '10': () => (
        <>
            <path d="M-36 24L-38-8L-20 6L0-28L20 6L38-8L36 24Z" fill="#f3c552" />
            <path d="M-36 24Q0 14 36 24V30Q0 20-36 30Z" fill="#d99a1b" />
            <circle cy="-28" r="5" fill="#c8455f" /><circle cx="-38" cy="-8" r="4" fill="#7fb7d6" /><circle cx="38" cy="-8" r="4" fill="#7fb7d6" />
            <Shape name="diamond" y={4} size={15} fill="#c8455f" />
        </>
    ),
};

export const tint = (card: number) => (card < 0 ? '#e6dbe8' : card === 0 ? '#ece6d8' : card < 8 ? '#fbe6e4' : '#fcebbf');

// Beside a number that turns one WILD.
const bolt = 'M6-14L-8 3H0L-5 15L9-4H1Z';

interface FaceProps {
    card: number;
    plain?: boolean; // the number alone, for the smallest
}

export function Face({card, plain}: FaceProps) {
    const wide = card < 0 || card > 9;
    return (
        <>
            <rect x="6" y="6" width="88" height="128" rx="7" fill={tint(card)} />
            {plain ? (
                <text class="bm-number" x="50" y="92" font-size={wide ? 54 : 72}>{signed(card)}</text>
            ) : (
                <>
                    <text class="bm-number" x={wide ? 36 : 26} y="46" font-size="42">{signed(card)}</text>
                    <g class="bm-art" transform="translate(50 92)">{accessories[card]!()}</g>
                </>
            )}
            {card < 0 && <path d={bolt} fill="#8e1f3f" transform={plain ? 'translate(50 118) scale(.8)' : 'translate(80 28)'} />}
        </>
    );
}

// A rope between two posts.
export function HoldFace({word, plain}: {word: string; plain?: boolean}) {
    return (
        <>
            <rect x="6" y="6" width="88" height="128" rx="7" fill="#3f5f73" />
            <g class="bm-rope">
                <g class="bm-art" transform={plain ? 'translate(50 66) scale(1.15)' : 'translate(50 88)'}>
                    <path d="M-28-18V36M28-18V36M-36 36H-20M20 36H36" stroke="#f3c552" stroke-width="5" />
                    <circle cx="-28" cy="-22" r="6" fill="#f3c552" /><circle cx="28" cy="-22" r="6" fill="#f3c552" />
                    <path d="M-28-10Q0 30 28-10" fill="none" stroke="#e07a94" stroke-width="8" />
                </g>
            </g>
            {!plain && word.split(' ').map((line, at) => <text key={line} class="bm-word" x="50" y={30 + 22 * at} font-size="22">{line}</text>)}
        </>
    );
}

// Sealed with wax, if it is a play that waits for the others.
export function Back({sealed}: {sealed?: boolean}) {
    return (
        <>
            <rect x="6" y="6" width="88" height="128" rx="7" fill="#8c3a5b" />
            <rect x="12" y="12" width="76" height="116" rx="5" fill="none" stroke="#e9b7c6" stroke-width="2" />
            <path d="M50 24C78 44 78 96 50 116C22 96 22 44 50 24ZM18 70H82" fill="none" stroke="#e9b7c6" stroke-width="2" opacity=".6" />
            {[[26, 32], [74, 32], [26, 108], [74, 108]].map(([x, y]) => <Shape key={`${x} ${y}`} name="heart" x={x} y={y} size={15} fill="#e9b7c6" />)}
            {sealed ? (
                <>
                    <path d="M50 46C60 44 64 50 70 54S76 66 73 73S68 88 58 90S40 94 34 88S24 78 27 68S30 54 38 50Z" fill="#c0262d" stroke="#7d1218" stroke-width="2" />
                    <Shape name="heart" x={50} y={70} size={22} fill="#7d1218" />
                </>
            ) : (
                <Shape name="heart" x={50} y={70} size={26} fill="#e9b7c6" />
            )}
        </>
    );
}

// THE START, an invitation; its other side, WILD, is a cork that flies.
export function StartFace({wild}: {wild: boolean}) {
    return wild ? (
        <g>
            <rect x="6" y="6" width="88" height="128" rx="7" fill="#f3c552" />
            <g class="bm-art" transform="translate(44 78) rotate(18)">
                <path d="M-14 44V2C-14-8-7-10-7-20V-30H7V-20C7-10 14-8 14 2V44Z" fill="#4d6b46" />
                <rect x="-14" y="10" width="28" height="20" fill="#fdf8ec" />
                <path d="M-12-46L-4-36M0-56V-40M12-46L5-37" />
            </g>
            <path d={bolt} fill="#8e1f3f" transform="translate(78 34) scale(1.4)" />
        </g>
    ) : (
        <g>
            <rect x="6" y="6" width="88" height="128" rx="7" fill="#fff" />
            <g class="bm-art" transform="translate(50 72)">
                <path d="M-34-22H34V26H-34Z" fill="#f6dbe2" />
                <path d="M-34-22L0 8L34-22" fill="none" />
                <Shape name="heart" y={6} size={18} fill="#c8455f" />
            </g>
        </g>
    );
}

const signs: {shape: ShapeName; fill: string}[] = [
    {shape: 'heart', fill: '#f79ab5'}, {shape: 'diamond', fill: '#8ecae6'}, {shape: 'star', fill: '#f3c552'},
    {shape: 'drop', fill: '#b5d99c'}, {shape: 'hexagon', fill: '#d3b5f0'},
];

export function SeatSign({seat}: {seat: number}) {
    const {shape, fill} = signs[seat]!;
    return <svg class="bm-sign" viewBox="-12 -12 24 24" aria-hidden="true"><Shape name={shape} size={21} fill={fill} /></svg>;
}

export function RobotSign() {
    return (
        <svg class="bm-sign" viewBox="-12 -12 24 24" aria-hidden="true">
            <path d="M0-11V-7M-9-6H9V9H-9Z" fill="#d5dde2" stroke="#d5dde2" stroke-width="2" />
            <circle cx="-4" cy="-1" r="2" fill="#2b211a" /><circle cx="4" cy="-1" r="2" fill="#2b211a" />
            <path d="M-4 5H4" stroke="#2b211a" stroke-width="2" />
        </svg>
    );
}

// For the best place.
export function Bouquet() {
    return (
        <svg class="bm-bouquet" viewBox="-38 -38 76 80" aria-hidden="true"><g class="bm-art">{accessories['6']!()}</g></svg>
    );
}

// The front page: a fan, one card of it held back.
export function Picture() {
    const fan = [-2, 3, 10, 6];
    return (
        <svg viewBox="0 0 240 150" aria-hidden="true" class="game-bridesmaid bm-picture">
            <rect width="240" height="150" fill="#5f2a47" />
            <g fill="#e9b7c6" opacity=".25">
                {[[24, 26], [214, 30], [30, 118], [212, 122]].map(([x, y]) => <Shape key={`${x} ${y}`} name="heart" x={x} y={y} size={22} />)}
            </g>
            {fan.map((card, at) => (
                <g key={card} transform={`translate(120 210) rotate(${-27 + at * 18}) translate(-35 -180) scale(.7)`} class="card-face">
                    <rect class="card-edge" x="1" y="1" width="98" height="138" rx="10" />
                    <Face card={card} />
                </g>
            ))}
            <g transform="translate(196 28)">
                <circle r="21" fill="#f3c552" stroke="#8a5a0d" stroke-width="3" />
                <text y="8" font-size="22" font-weight="700" text-anchor="middle" font-family="Georgia, serif" fill="#3a2503">2</text>
            </g>
        </svg>
    );
}
