// Drawings for the rules page.
import type {ComponentChildren, ComponentType} from 'preact';
import type {Under} from '../../text/text';
import type {ScoutWords} from '../../text/words';
import {Drawn} from './faces';
import {t} from './text';

const ink = 'var(--on-felt)', gold = 'var(--lit)';

function Scene({width, height, says, children}: {width: number; height: number; says: Under<ScoutWords, 'example'>; children: ComponentChildren}) {
    return (
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t(`example.${says}`)} style={{width: '100%', maxWidth: `${width}px`}}>
            <rect width={width} height={height} rx="14" fill="var(--felt)" />
            {children}
        </svg>
    );
}

function Row({cards, x, y, scale = 0.45}: {cards: string[]; x: number; y: number; scale?: number}) {
    return <>{cards.map((card, at) => <Drawn key={at} card={card} x={x + at * 104 * scale} y={y} scale={scale} />)}</>;
}

function Words({x, y, children, size = 20, fill = ink}: {x: number; y: number; children: ComponentChildren; size?: number; fill?: string}) {
    return <text x={x} y={y} font-size={size} font-weight="700" text-anchor="middle" fill={fill}>{children}</text>;
}

const OneCard = () => (
    <Scene width={260} height={120} says="card">
        <Row cards={['3/7']} x={40} y={14} scale={0.66} />
        <Words x={130} y={70} size={30}>↻</Words>
        <Row cards={['7/3']} x={154} y={14} scale={0.66} />
    </Scene>
);

const Flip = () => (
    <Scene width={400} height={94} says="flip">
        <Row cards={['3/7', '1/2', '9/4']} x={16} y={15} />
        <Words x={200} y={56} size={30}>↻</Words>
        <Row cards={['7/3', '2/1', '4/9']} x={244} y={15} />
    </Scene>
);

const Sets = () => (
    <Scene width={480} height={230} says="sets">
        <Row cards={['5/1', '5/8', '5/3']} x={14} y={14} />
        <Row cards={['3/6', '4/9', '5/7']} x={170} y={14} />
        <Row cards={['9/2', '8/4', '7/1']} x={326} y={14} />
        <Words x={240} y={104} fill={gold}>✓ {t('example.set')}</Words>
        <Row cards={['3/8', '3/2', '4/6']} x={92} y={124} />
        <Row cards={['4/1', '5/9', '4/7']} x={248} y={124} />
        <Words x={240} y={214}>✗ {t('example.none')}</Words>
    </Scene>
);

const ladder: {x: number; y: number; set: string[]}[] = [
    {x: 26, y: 14, set: ['9/4']}, {x: 86, y: 14, set: ['2/5', '3/8']}, {x: 182, y: 14, set: ['8/1', '9/6']}, {x: 278, y: 14, set: ['1/4', '1/7']},
    {x: 26, y: 82, set: ['7/2', '7/5']}, {x: 122, y: 82, set: ['1/3', '2/6', '3/9']}, {x: 254, y: 82, set: ['2/8', '2/1', '2/4']},
];

const Order = () => (
    <Scene width={390} height={148} says="order">
        {ladder.map(({x, y, set}, at) => (
            <g key={at}>
                {at > 0 && <Words x={x - 13} y={y + 32} size={22}>‹</Words>}
                <Row cards={set} x={x} y={y} scale={0.36} />
            </g>
        ))}
    </Scene>
);

const Scout = () => (
    <Scene width={380} height={204} says="scout">
        <Row cards={['3/1', '4/1', '5/1']} x={120} y={14} />
        <path d="M125 92H158M218 92H252" stroke={gold} stroke-width="5" />
        <path d="M236 98Q240 112 186 126" fill="none" stroke={gold} stroke-width="3" stroke-dasharray="6 5" />
        <Row cards={['8/1', '2/6']} x={66} y={128} />
        <Row cards={['1/5']} x={168} y={122} scale={0.5} />
        <Row cards={['7/4', '9/3']} x={228} y={128} />
    </Scene>
);

const Double = () => (
    <Scene width={420} height={110} says="double">
        <Row cards={['4/1', '5/1']} x={16} y={24} />
        <Words x={134} y={64} size={30}>‹</Words>
        <Row cards={['6/1']} x={158} y={18} scale={0.5} />
        <path d="M158 96H208" stroke={gold} stroke-width="5" />
        <Row cards={['7/2', '8/1', '3/9', '5/6']} x={216} y={24} />
    </Scene>
);

export const examples: Record<string, ComponentType> = {
    'SC-1': OneCard, 'SC-5': Flip, 'SC-7': Sets, 'SC-8': Order, 'SC-10': Scout, 'SC-13': Double,
};
