// Cards and what lies beside them, drawn. A face is SVG in a room of 100 × 140.
import {createContext, type ComponentChildren, type JSX} from 'preact';
import {useContext} from 'preact/hooks';

export const cardWidth = 100;
export const cardHeight = 140;

// ---- shapes: colour is never the only sign ----

export type ShapeName = 'disc' | 'square' | 'triangle' | 'diamond' | 'star' | 'heart' | 'drop' | 'hexagon' | 'cross' | 'moon';

const outlines: Record<ShapeName, string> = {
    disc: 'M0-10A10 10 0 1 1 0 10A10 10 0 1 1 0-10Z',
    square: 'M-8.5-8.5H8.5V8.5H-8.5Z',
    triangle: 'M0-10L10 8H-10Z',
    diamond: 'M0-11L9 0L0 11L-9 0Z',
    star: 'M0-11L2.9-3.9L10.5-3.4L4.7 1.5L6.5 8.9L0 4.9L-6.5 8.9L-4.7 1.5L-10.5-3.4L-2.9-3.9Z',
    heart: 'M0 9.5C-14-1-8.5-10 0-4.5C8.5-10 14-1 0 9.5Z',
    drop: 'M0-11C6-3 8 0 8 3.5A8 8 0 0 1-8 3.5C-8 0-6-3 0-11Z',
    hexagon: 'M-5.5-9.5H5.5L11 0L5.5 9.5H-5.5L-11 0Z',
    cross: 'M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z',
    moon: 'M4-10A10 10 0 1 0 4 10A8 8 0 1 1 4-10Z',
};

interface ShapeProps {
    name: ShapeName;
    x?: number;
    y?: number;
    size?: number; // across, 20 as drawn
    fill?: string;
}

export function Shape({name, x = 0, y = 0, size = 20, fill = 'currentColor'}: ShapeProps) {
    return <path d={outlines[name]} fill={fill} transform={`translate(${x} ${y}) scale(${size / 20})`} />;
}

// ---- cards ----

// Three by four diamonds.
const lattice = Array.from({length: 12}, (_, n) => `M${22 + 28 * (n % 3)} ${8 + 31 * Math.floor(n / 3)}l14 15.5l-14 15.5l-14-15.5Z`).join('');

export function CardBack({children}: {children?: ComponentChildren}) {
    return (
        <g class="card-back">
            <rect class="card-edge" x="1" y="1" width="98" height="138" rx="10" />
            <rect class="card-pattern" x="8" y="8" width="84" height="124" rx="6" />
            <path class="card-lattice" d={lattice} />
            {children}
        </g>
    );
}

export function CardFace({children}: {children?: ComponentChildren}) {
    return (
        <g class="card-face">
            <rect class="card-edge" x="1" y="1" width="98" height="138" rx="10" />
            {children}
        </g>
    );
}

// What an action does, in words: the frame knows. A card that is a move says so to screen readers.
export const Deeds = createContext<(action: string) => string | undefined>(() => undefined);

export interface CardProps {
    id?: string; // the same card before and after a change: it glides (motion.ts)
    from?: string; // a new one comes from this data-spot
    to?: string; // one that goes, goes there
    label: string; // in words, for everybody who does not see it
    back?: boolean;
    size?: 'small' | 'usual' | 'large';
    selected?: boolean;
    lit?: boolean; // may be chosen, or is what is meant
    dimmed?: boolean;
    suggested?: boolean; // by a hint
    tilt?: number; // degrees
    sort?: string; // its key in a hand that can be sorted (sorting.tsx)
    action?: string; // the legal action that a click chooses: for tests and for the curious
    onClick?: () => void; // a card with it is a button
    onHover?: (over: boolean) => void;
    children?: ComponentChildren; // the face
}

export function Card(props: CardProps): JSX.Element {
    const {id, from, to, label, back, size = 'usual', selected, lit, dimmed, suggested, tilt, sort, action, onClick, onHover} = props;
    const deed = useContext(Deeds);
    const marks = [selected && 'selected', lit && 'lit', dimmed && 'dimmed', suggested && 'suggested'].filter(Boolean);
    const common = {
        class: ['card', `card-${size}`, ...marks].join(' '),
        'data-card': id,
        'data-from': from,
        'data-to': to,
        'data-sort': sort,
        style: tilt ? {rotate: `${tilt}deg`} : undefined,
        onPointerEnter: onHover && (() => onHover(true)),
        onPointerLeave: onHover && (() => onHover(false)),
        onFocus: onHover && (() => onHover(true)),
        onBlur: onHover && (() => onHover(false)),
    };
    const picture = (
        <svg viewBox={`0 0 ${cardWidth} ${cardHeight}`} aria-hidden="true">
            {back ? <CardBack /> : <CardFace>{props.children}</CardFace>}
        </svg>
    );
    if (onClick)
        return (
            <button type="button" {...common} aria-label={label} aria-description={action && deed(action)} aria-pressed={selected} data-action={action} onClick={onClick}>
                {picture}
            </button>
        );
    return <span {...common} role="img" aria-label={label}>{picture}</span>;
}

// ---- beside the cards ----

// A round token with a word or a number on it.
export function Token({children, label, id, kind = 'plain'}: {children: ComponentChildren; label: string; id?: string; kind?: 'plain' | 'gold' | 'bad'}) {
    return <span class={`token token-${kind}`} role="img" aria-label={label} data-card={id}><span aria-hidden="true">{children}</span></span>;
}

export function Star({n, label}: {n: number; label: string}) {
    return (
        <span class="stars" role="img" aria-label={label}>
            <svg viewBox="-12 -12 24 24" aria-hidden="true"><Shape name="star" size={22} /></svg>
            <span aria-hidden="true">{n}</span>
        </span>
    );
}

export function Badge({children, kind = 'plain'}: {children: ComponentChildren; kind?: 'plain' | 'good' | 'bad' | 'gold'}) {
    return <span class={`badge badge-${kind}`}>{children}</span>;
}
