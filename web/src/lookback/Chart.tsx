// Everybody's winning chances over the game, drawn. Lines differ by colour, dashes and
// the shape at their end; mistakes are marked where they were made.
import {useLayoutEffect, useRef, useState} from 'preact/hooks';
import {Shape} from '../cards';
import type {Analysis, Decision} from '../protocol';
import {dashOf, SeatSign, shapeOf} from './SeatSign';
import {isMistake} from './study';
import {t} from './text';

const margin = {left: 48, right: 14, top: 14, bottom: 26};
const height = 240;

interface Scale {
    width: number;
    x: (step: number) => number;
    y: (share: number) => number;
    step: (x: number) => number; // the other way round
}

function scaleOf(width: number, steps: number): Scale {
    const across = Math.max(1, width - margin.left - margin.right);
    const down = height - margin.top - margin.bottom;
    return {
        width,
        x: (step) => margin.left + (across * step) / steps,
        y: (share) => margin.top + down * (1 - share),
        step: (x) => Math.round(Math.min(1, Math.max(0, (x - margin.left) / across)) * steps),
    };
}

function useWidth() {
    const box = useRef<HTMLDivElement>(null);
    const [width, setWidth] = useState(0);
    useLayoutEffect(() => {
        const look = () => setWidth(box.current?.clientWidth ?? 0);
        const watcher = new ResizeObserver(look);
        watcher.observe(box.current!);
        look();
        return () => watcher.disconnect();
    }, []);
    return [box, width] as const;
}

function Grid({scale}: {scale: Scale}) {
    return (
        <g class="chart-grid">
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
                <g key={share}>
                    <path d={`M${margin.left} ${scale.y(share)}H${scale.width - margin.right}`} />
                    <text x={margin.left - 6} y={scale.y(share) + 4} text-anchor="end">{share * 100} %</text>
                </g>
            ))}
        </g>
    );
}

// Marks where rounds begin, if there is space for their numbers.
function Rounds({scale, decisions}: {scale: Scale; decisions: Decision[]}) {
    const begins: number[] = [];
    for (const {round, step} of decisions) if (round !== undefined) begins[round] ??= step;
    const most = Math.max(1, Math.floor(scale.width / 46));
    const every = Math.ceil(begins.length / most);
    return (
        <g class="chart-rounds">
            {begins.map((step, round) => (
                <g key={round}>
                    <path d={`M${scale.x(step)} ${margin.top}V${height - margin.bottom}`} />
                    {round % every === 0 || every === 1 ? <text x={scale.x(step) + 3} y={height - 8}>{round}</text> : null}
                </g>
            ))}
        </g>
    );
}

function Line({scale, seat, chances}: {scale: Scale; seat: number; chances: number[][]}) {
    const points = chances.map((shares, step) => `${scale.x(step).toFixed(1)} ${scale.y(shares[seat]!).toFixed(1)}`);
    const last = chances.length - 1;
    return (
        <g class={`seat-line-${seat}`}>
            <path class="chart-line" d={`M${points.join('L')}`} stroke-dasharray={dashOf(seat)} />
            <Shape name={shapeOf(seat)} x={scale.x(last)} y={scale.y(chances[last]![seat]!)} size={13} />
        </g>
    );
}

function Mark({scale, decision, chances}: {scale: Scale; decision: Decision; chances: number[][]}) {
    const x = scale.x(decision.step);
    const y = scale.y(chances[decision.step]![decision.seat]!);
    const size = decision.verdict === 'blunder' ? 7 : 4.5;
    return <path class="chart-mark" d={`M${x} ${y - 3}l${-size} ${-1.7 * size}h${2 * size}z`} />;
}

interface Props {
    analysis: Analysis;
    names: string[];
    at?: number; // a step that is being looked at
    onPick?: (step: number) => void;
}

export function Chart({analysis, names, at, onPick}: Props) {
    const [box, width] = useWidth();
    const {chances, decisions} = analysis;
    const scale = scaleOf(width, Math.max(1, chances.length - 1));
    const list = names.map((name, seat) => t('study.one', {name, n: Math.round(100 * chances.at(-1)![seat]!)})).join(', ');
    const pick = (event: PointerEvent) => {
        if (event.type === 'pointermove' && !(event.buttons & 1)) return;
        onPick?.(scale.step(event.clientX - box.current!.getBoundingClientRect().left));
    };
    return (
        <>
            <ul class="legend">{names.map((name, seat) => <li key={seat}><SeatSign seat={seat} /> {name}</li>)}</ul>
            <div class={onPick ? 'chart pickable' : 'chart'} ref={box} onPointerDown={pick} onPointerMove={pick}>
                {width > 0 && (
                    <svg width={width} height={height} role="img" aria-label={t('study.chart', {list})}>
                        <Grid scale={scale} />
                        <Rounds scale={scale} decisions={decisions} />
                        {names.map((_, seat) => <Line key={seat} scale={scale} seat={seat} chances={chances} />)}
                        {decisions.filter(isMistake).map((decision) => <Mark key={decision.step} scale={scale} decision={decision} chances={chances} />)}
                        {at !== undefined && <path class="chart-at" d={`M${scale.x(at)} ${margin.top}V${height - margin.bottom}`} />}
                    </svg>
                )}
            </div>
        </>
    );
}
