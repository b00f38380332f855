// Formats numbers for a report.
import type {Figure} from './results';

export type Unit = '%' | '±%' | 'number' | '±';

function trimmed(value: number, digits: number): string {
    const text = value.toFixed(digits);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const sign = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '');
const minus = (value: number): string => (value < 0 ? '−' : '');

export function written(value: number, unit: Unit): string {
    const size = Math.abs(value);
    switch (unit) {
    case '%': return `${minus(value)}${trimmed(100 * size, size < 0.1 ? 2 : 1)} %`;
    case '±%': return `${sign(value)}${trimmed(100 * size, 1)} %`;
    case '±': return `${sign(value)}${trimmed(size, 2)}`;
    case 'number': return size >= 10000 ? `${minus(value)}${Math.round(size).toLocaleString('en')}` : `${minus(value)}${trimmed(size, size < 10 ? 2 : 1)}`;
    }
}

export const counted = (count: number): string => count.toLocaleString('en');

// "24.3 % ± 0.8": both to the same digits, two of the wider half of the interval.
export function estimated({mean, low, high}: Figure, unit: Unit): string {
    if (mean === null) return '–';
    if (low === null || high === null) return written(mean, unit);
    const percent = unit.endsWith('%'), factor = percent ? 100 : 1;
    const half = factor * Math.max(mean - low, high - mean), size = Math.abs(factor * mean).toFixed(digitsFor(half));
    const before = Number(size) === 0 ? '' : unit.startsWith('±') ? sign(mean) : minus(mean);
    return `${before}${size}${percent ? ' %' : ''} ± ${half.toFixed(digitsFor(half))}`;
}

const digitsFor = (half: number): number => (half >= 10 || half === 0 ? 0 : half >= 1 ? 1 : half >= 0.1 ? 2 : 3);
