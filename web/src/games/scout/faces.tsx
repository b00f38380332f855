// SCOUT's cards: a poster of two acts, the one that is up large and in colour, the
// other waiting upside down below. Along the seam fly as many balls as the number says.
import {CardFace, Shape} from '../../cards';
import {down, step, up} from './view';

// By number; cream reads well on each of them.
const paints = ['#8c2f39', '#a3480f', '#7a5c00', '#4d6b12', '#1c6b4a', '#0f6674', '#23549e', '#4b3f9e', '#7b2f86', '#33302e'];
export const cream = '#fff8e6';

export const paint = (number: number) => paints[number - 1]!;

// `single`: without the number at its other end, for cards that are too small for two.
export function Face({card, single}: {card: string; single?: boolean}) {
    const top = up(card), bottom = down(card);
    return (
        <>
            <path d="M6 15Q6 6 15 6H85Q94 6 94 15V76L6 98Z" fill={paint(top)} />
            <path d="M6 6H94L83 20L72 6L61 20L50 6L39 20L28 6L17 20Z" fill={cream} opacity=".22" />
            <path d="M6 104L94 82V125Q94 134 85 134H15Q6 134 6 125Z" fill={paint(bottom)} opacity=".2" />
            {Array.from({length: top}, (_, at) => (
                <circle key={at} cx={14 + (at + 0.5) * (72 / top)} cy={99 - (at + 0.5) * (18 / top)} r="3.2" fill={paint(top)} stroke={cream} />
            ))}
            <text x="50" y="72" font-size={top === 10 ? 58 : 66} style={{fill: cream}}>{top}</text>
            {!single && <text x={bottom === 10 ? 33 : 25} y="-91" font-size="40" transform="rotate(180 50 7)" style={{fill: paint(bottom)}}>{bottom}</text>}
        </>
    );
}

export function Back() {
    return (
        <>
            <rect x="7" y="7" width="86" height="126" rx="7" fill="#7a2430" />
            <path d="M7 133L50 22L93 133H79L50 22L64 133H50L50 22L36 133H21L50 22Z" fill="#e9c06a" fill-rule="evenodd" />
            <path d="M50 8L64 15L50 22Z" fill={cream} />
            <Shape name="star" x={50} y={101} size={34} fill={cream} />
        </>
    );
}

// One whole card within a drawing.
interface DrawnProps {
    card?: string;
    single?: boolean;
    x?: number;
    y?: number;
    scale?: number;
    tilt?: number;
}

export function Drawn({card, single, x = 0, y = 0, scale = 1, tilt = 0}: DrawnProps) {
    return (
        <g transform={`translate(${x} ${y}) rotate(${tilt}) scale(${scale})`}>
            <CardFace>{card ? <Face card={card} single={single} /> : <Back />}</CardFace>
        </g>
    );
}

// Marks how a card continues from its left neighbour: a step down, the same, a step up.
export const links = ['↘', '=', '↗'];

// A row of cards as one drawing, neighbours that make a set joined below. Where you choose between two rows, each shows
// what the other leaves out.
export function DrawnRow({row}: {row: string[]}) {
    return (
        <svg class="drawn-row" viewBox={`0 0 ${row.length * 104} 192`} style={{maxWidth: `${row.length * 4.2}rem`}} aria-hidden="true">
            {row.map((card, at) => {
                const by = step(row, at);
                return (
                    <g key={at}>
                        <Drawn card={card} single x={at * 104 + 2} />
                        {by !== undefined && <text x={at * 104 + 104} y="182" font-size="58" font-weight="700" text-anchor="middle" fill="currentColor">{links[by + 1]}</text>}
                    </g>
                );
            })}
        </svg>
    );
}

export function Picture() {
    return (
        <svg viewBox="0 0 240 150" aria-hidden="true">
            <path d="M0 0H240V9Q225 26 210 9Q195 26 180 9Q165 26 150 9Q135 26 120 9Q105 26 90 9Q75 26 60 9Q45 26 30 9Q15 26 0 9Z" fill="#e9c06a" opacity=".55" />
            <Drawn card="6/2" x={38} y={56} scale={0.55} tilt={-14} />
            <Drawn card="7/4" x={76} y={44} scale={0.55} tilt={-5} />
            <Drawn card="8/1" x={116} y={40} scale={0.55} tilt={4} />
            <Drawn x={166} y={40} scale={0.5} tilt={16} />
        </svg>
    );
}

// ---- small signs ----

export type Sign = 'cards' | 'captured' | 'token' | 'marker' | 'spent' | 'chip';

export function Icon({sign}: {sign: Sign}) {
    return (
        <svg class="sign" viewBox="-12 -12 24 24" aria-hidden="true">
            {sign === 'cards' && <path d="M-9-8L1-10L5 8L-5 10ZM4-10L10-8L7 6" fill="none" stroke="currentColor" stroke-width="2" />}
            {sign === 'captured' && <path d="M-9 2H9V9H-9ZM-7-3H7M-5-8H5" fill="currentColor" stroke="currentColor" stroke-width="2.4" />}
            {sign === 'token' && <><circle r="9.5" fill="#f3c552" stroke="#8a5a0d" stroke-width="2" /><Shape name="star" size={12} fill="#6b4306" /></>}
            {sign === 'chip' && <circle r="8" fill="#f3c552" stroke="#8a5a0d" stroke-width="4" stroke-dasharray="5 3.4" />}
            {sign === 'marker' && <path d="M-10-5H2V-10L11 0L2 10V5H-10Z" fill="#f3c552" stroke="#8a5a0d" stroke-width="2" />}
            {sign === 'spent' && <path d="M-10-5H2V-10L11 0L2 10V5H-10Z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="3 2" />}
        </svg>
    );
}
