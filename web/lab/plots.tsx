// Plots as SVG, of what a report has: estimates with their intervals, distributions,
// courses, shares of a whole. They are drawn once and do not move; everything in them
// is also in a table beside them.
import type {ComponentChildren} from 'preact';
import {type Unit, written} from './numbers';

export interface Estimate {
    value: number;
    low: number;
    high: number;
}

export interface Row extends Partial<Estimate> {
    label: string;
    n?: number;
}

export interface Series {
    name: string;
    points: {x: number; y: number}[];
}

const WIDTH = 720;
const RIGHT = 16;

// Steps of 1, 2 or 5 times a power of ten, about `count` of them.
export function ticks(low: number, high: number, count = 6): number[] {
    const rough = (high - low) / count || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.99) ?? 10);
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    return Array.from({length: last - first + 1}, (_, i) => (first + i) * step);
}

type Scale = (value: number) => number;

const scale = (low: number, high: number, from: number, to: number): Scale => (value) => from + ((value - low) / (high - low || 1)) * (to - from);

function Frame({height, title, children}: {height: number; title: string; children: ComponentChildren}) {
    return <svg class="plot" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title}>{children}</svg>;
}

function AcrossAxis({at, unit, x, bottom, label}: {at: number[]; unit: Unit; x: Scale; bottom: number; label: string}) {
    return (
        <g>
            {at.map((tick) => (
                <g key={tick}>
                    <line class="grid" x1={x(tick)} x2={x(tick)} y1={4} y2={bottom} />
                    <text class="tick" x={x(tick)} y={bottom + 16} text-anchor="middle">{written(tick, unit)}</text>
                </g>
            ))}
            <text class="axis" x={WIDTH - RIGHT} y={bottom + 34} text-anchor="end">{label}</text>
        </g>
    );
}

function UpAxis({at, unit, y, left, label}: {at: number[]; unit: Unit; y: Scale; left: number; label: string}) {
    return (
        <g>
            {at.map((tick) => (
                <g key={tick}>
                    <line class="grid" x1={left} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
                    <text class="tick" x={left - 8} y={y(tick) + 4} text-anchor="end">{written(tick, unit)}</text>
                </g>
            ))}
            <text class="axis" x={left} y={12}>{label}</text>
        </g>
    );
}

// Estimates one below the other, each with its interval; `mark` is what would be even.
export function Intervals({rows, unit, label, mark, title}: {rows: Row[]; unit: Unit; label: string; mark?: number; title: string}) {
    const shown = rows.filter((row) => row.value !== undefined);
    const ends = shown.flatMap(({low, high, value}) => [low ?? value!, high ?? value!]).concat(mark === undefined ? [] : [mark]);
    const least = Math.min(...ends), most = Math.max(...ends), margin = (most - least || Math.abs(most) || 1) * 0.06;
    const left = Math.min(260, 30 + 7.2 * Math.max(...shown.map(({label: name}) => name.length)));
    const bottom = 10 + 24 * shown.length, x = scale(least - margin, most + margin, left, WIDTH - RIGHT);
    return (
        <Frame height={bottom + 40} title={title}>
            <AcrossAxis at={ticks(least - margin, most + margin)} unit={unit} x={x} bottom={bottom} label={label} />
            {mark === undefined ? null : <line class="mark" x1={x(mark)} x2={x(mark)} y1={4} y2={bottom} />}
            {shown.map(({label: name, value, low, high, n}, i) => (
                <g key={name} class="estimate">
                    <title>{`${name}: ${written(value!, unit)}${low === undefined ? '' : ` (${written(low, unit)} to ${written(high!, unit)})`}${n === undefined ? '' : `, n = ${n}`}`}</title>
                    <text class="name" x={left - 10} y={26 + 24 * i} text-anchor="end">{name}</text>
                    {low === undefined ? null : <line class="whisker" x1={x(low)} x2={x(high!)} y1={22 + 24 * i} y2={22 + 24 * i} />}
                    <circle class="dot" cx={x(value!)} cy={22 + 24 * i} r={4.5} />
                </g>
            ))}
        </Frame>
    );
}

function Legend({names}: {names: string[]}) {
    return names.length < 2 ? null : (
        <ul class="legend">{names.map((name, i) => <li key={name}><span class={`swatch c${i}`} aria-hidden="true" />{name}</li>)}</ul>
    );
}

// Lines over a course or a distribution; `steps` draws a value for each whole x.
export function Curves({series, x: across, y: up, title, floor = 0, ceiling, steps = false}: {
    series: Series[];
    x: {label: string; unit: Unit};
    y: {label: string; unit: Unit};
    title: string;
    floor?: number;
    ceiling?: number;
    steps?: boolean;
}) {
    const all = series.flatMap(({points}) => points);
    const least = Math.min(...all.map((point) => point.x)), most = Math.max(...all.map((point) => point.x));
    const top = ceiling ?? Math.max(...all.map((point) => point.y)) * 1.05, left = 64, bottom = 250;
    const x = scale(least, most, left, WIDTH - RIGHT), y = scale(floor, top, bottom, 22);
    const path = ({points}: Series) => points.map((point, i) =>
        `${i === 0 ? 'M' : steps ? `H${x(point.x).toFixed(1)}V` : 'L'}${steps && i > 0 ? '' : `${x(point.x).toFixed(1)} `}${y(point.y).toFixed(1)}`).join('');
    return (
        <figure>
            <Frame height={bottom + 40} title={title}>
                <UpAxis at={ticks(floor, top, 5)} unit={up.unit} y={y} left={left} label={up.label} />
                <AcrossAxis at={ticks(least, most, 8)} unit={across.unit} x={x} bottom={bottom} label={across.label} />
                {series.map((line, i) => <path key={line.name} class={`line c${i}`} d={path(line)}><title>{line.name}</title></path>)}
            </Frame>
            <Legend names={series.map(({name}) => name)} />
        </figure>
    );
}

// Shares of a whole, side by side.
export function Shares({parts, title}: {parts: {name: string; share: number}[]; title: string}) {
    const whole = parts.reduce((sum, {share}) => sum + Math.max(0, share), 0) || 1;
    let at = 0;
    return (
        <figure>
            <Frame height={48} title={title}>
                {parts.map(({name, share}, i) => {
                    const from = at, width = (Math.max(0, share) / whole) * (WIDTH - 2 * RIGHT);
                    at += width;
                    return (
                        <g key={name}>
                            <title>{`${name}: ${written(share, '%')}`}</title>
                            <rect class={`bar c${i}`} x={RIGHT + from} y={8} width={width} height={30} />
                            {width > 60 ? <text class="on-bar" x={RIGHT + from + width / 2} y={28} text-anchor="middle">{written(share, '%')}</text> : null}
                        </g>
                    );
                })}
            </Frame>
            <Legend names={parts.map(({name}) => name)} />
        </figure>
    );
}
