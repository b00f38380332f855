// For a game without a layout of its own: what the viewer knows, as an outline.
// The list of moves does the rest.
import {CardBack} from '../cards';
import type {GameUi, TableProps} from './game';

function Outline({value}: {value: unknown}) {
    if (Array.isArray(value)) {
        const items: unknown[] = value;
        const flat = items.every((item) => typeof item !== 'object' || item === null);
        if (flat) return <span>{items.map(String).join(' ') || '–'}</span>;
        return <ol class="outline">{items.map((item, at) => <li key={at}><Outline value={item} /></li>)}</ol>;
    }
    if (typeof value === 'object' && value !== null)
        return (
            <dl class="outline">
                {Object.entries<unknown>({...value}).map(([key, item]) => (
                    <div key={key}><dt>{key}</dt><dd><Outline value={item} /></dd></div>
                ))}
            </dl>
        );
    return <span>{String(value)}</span>;
}

function Table({view}: TableProps<unknown>) {
    return <div class="outline-table"><Outline value={view} /></div>;
}

export function GenericPicture() {
    return (
        <svg viewBox="0 0 240 150" aria-hidden="true">
            <g transform="translate(50 30) rotate(-14) scale(.65)"><CardBack /></g>
            <g transform="translate(86 20) scale(.65)"><CardBack /></g>
            <g transform="translate(124 14) rotate(14) scale(.65)"><CardBack /></g>
        </svg>
    );
}

export const generic: GameUi<unknown> = {id: '', Table, describe: (action) => action};
