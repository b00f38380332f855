// For a game without a layout of its own: what the viewer knows, member by member, seat by seat. The list of moves
// does the rest.
import {CardBack} from '../cards';
import type {GameUi, TableProps} from './game';

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSingle = (value: unknown) => typeof value !== 'object' || value === null;

function Single({value}: {value: unknown}) {
    const text = typeof value === 'boolean' ? (value ? '✓' : '✗') : typeof value === 'number' || typeof value === 'string' ? value : '–';
    return <span class="outline-single">{text}</span>;
}

function List({items}: {items: unknown[]}) {
    if (items.length === 0) return <Single value={null} />;
    if (items.every(isSingle)) return <span class="outline-row">{items.map((item, at) => <Single key={at} value={item} />)}</span>;
    return <ol class="outline">{items.map((item, at) => <li key={at}><Outline value={item} /></li>)}</ol>;
}

function Outline({value}: {value: unknown}) {
    if (Array.isArray(value)) return <List items={value} />;
    if (!isObject(value)) return <Single value={value} />;
    return (
        <dl class="outline">
            {Object.entries(value).map(([key, item]) => <div key={key}><dt>{key}</dt><dd><Outline value={item} /></dd></div>)}
        </dl>
    );
}

function SeatOutlines({seats, names, order, you}: {seats: unknown[]} & Pick<TableProps<unknown>, 'names' | 'order' | 'you'>) {
    return (
        <ul class="outline-seats">
            {order.map((seat) => (
                <li key={seat} class={seat === you ? 'own' : ''}><h2>{names[seat]}</h2><Outline value={seats[seat]} /></li>
            ))}
        </ul>
    );
}

function Table({view, names, order, you}: TableProps<unknown>) {
    const {seats, ...rest} = isObject(view) ? view : {seats: undefined, view};
    return (
        <div class="outline-table" tabIndex={0 /* it may scroll */}>
            <Outline value={rest} />
            {Array.isArray(seats) && <SeatOutlines seats={seats} names={names} order={order} you={you} />}
        </div>
    );
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

export const generic: GameUi<unknown> = {id: '', Table, describe: (action, {called}) => called?.[action] ?? action, listed: true};
