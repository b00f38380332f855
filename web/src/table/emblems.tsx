// The looks of people: twelve emblems, each with a colour of its own, so that shape and colour both tell who is who.
// Somebody who has chosen none, and a bot, have a plain sign.
import type {Seat} from '../protocol';
import {wordsFor} from '../text/frame';
import '../pages/who.css';

interface Drawing {
    ground: string; // the colour of the disc
    ink: string;
    filled?: string; // paths in a square of 24
    lines?: string;
    cut?: string; // drawn over them in the colour of the disc
}

const light = '#fff', dark = '#2a1d10';

const drawings: Drawing[] = [
    {ground: '#f2c230', ink: dark, filled: 'M4.8 19h14.4l1.8-11-5 4L12 4.5 8 12 3 8Z', cut: 'M5.5 16h13'},
    {ground: '#29388a', ink: light, filled: 'M12 3.5l9.5 8H19V20H5v-8.5H2.5Z', cut: 'M12 20v-5.5M12 14.5v.01'},
    {ground: '#1a7547', ink: light, filled: 'M12 6c2 0 2.7 1.8 3.1 3.8.5 2.4 3.1 3.4 3.1 6.2a6.2 5 0 0 1-12.4 0c0-2.8 2.6-3.8 3.1-6.2C9.3 7.8 10 6 12 6Z', lines: 'M12 6c0-1.6.6-2.6 2-3'},
    {ground: '#85c9f0', ink: '#0d2b44', filled: 'M4.5 15h15l-3 4.5h-9ZM11.2 4v9.5H5ZM13 6.5v7h5.5Z'},
    {ground: '#2c2a2b', ink: light, filled: 'M5 4.5l4.6 3a9 9 0 0 1 4.8 0l4.6-3v8.5a7 6.5 0 0 1-14 0Z', cut: 'M9 12.2v.8M15 12.2v.8M11.5 15.8h1'},
    {ground: '#b83a24', ink: light, filled: 'M7 4.5h10V15.5H7ZM3 16.5h18V19.5H3Z', cut: 'M6 12.8h12'},
    {ground: '#84479f', ink: light, filled: 'M3.8 12.2a8.2 8.2 0 0 1 16.4 0l-2.7-1.3-2.8 1.3-2.7-1.3-2.7 1.3-2.8-1.3Z', lines: 'M12 11v6.8a2.1 2.1 0 0 0 4.2 0'},
    {ground: '#efe6d2', ink: dark, lines: 'M8.3 5a3.3 3.3 0 1 0 .01 0ZM10.8 10.8l7.7 7.7M15.4 15.4l2.2-2.2M18.2 18.2l1.8-1.8'},
    {ground: '#f0a0ae', ink: '#5a0f1f', filled: 'M12 4a5.4 5.4 0 0 1 5.4 5.4c0 4.4 2 5.6 2 6.8H4.6c0-1.2 2-2.4 2-6.8A5.4 5.4 0 0 1 12 4ZM9.8 17.6h4.4a2.2 2.2 0 0 1-4.4 0Z'},
    {ground: '#0c7f80', ink: light, filled: 'M12 3l5.8 6.8L12 17.5 6.2 9.8Z', cut: 'M12 2.5v15.5M5.5 9.8h13', lines: 'M12 17.5c3 1.2-2 2.3 1.5 3.5'},
    {ground: '#556570', ink: light, lines: 'M12 8.2v11.6M8.2 10.8h7.6M4.8 13.8c.4 4 3.3 6 7.2 6s6.8-2 7.2-6M12 4.2a2 2 0 1 0 .01 0Z'},
    {ground: '#f0862a', ink: '#2b1400', filled: 'M3.5 12.5a8.5 8.5 0 0 1 17 0ZM9.3 14h5.4l1 6H8.3Z', cut: 'M8.5 9.5v.01M13 7.3v.01M16.3 10v.01M12 10.8v.01'},
];

export const looks = drawings.length;
export const lookName = (look: number): string => wordsFor(`look.${look}`, '');

const botSign: Drawing = {ground: '#d8cfbf', ink: dark, filled: 'M6 8.5h12v9.5H6Z', lines: 'M12 8V5M12 4.5v.01M4 12v2.5M20 12v2.5', cut: 'M9.5 12v.8M14.5 12v.8M9.8 15.6h4.4'};
const plainSign: Drawing = {ground: '#8b7a66', ink: light, filled: 'M12 5a3.8 3.8 0 1 0 .01 0ZM4.8 19.5a7.2 6.5 0 0 1 14.4 0Z'};

function Sign({drawing: {ground, ink, filled, lines, cut}}: {drawing: Drawing}) {
    return (
        <svg class="emblem" viewBox="0 0 24 24" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round">
            <circle cx="12" cy="12" r="11.5" fill={ground} class="emblem-edge" />
            <g transform="translate(12 12) scale(.82) translate(-12 -12)">
                {filled && <path d={filled} fill={ink} />}
                {cut && <path d={cut} fill="none" stroke={ground} stroke-width="1.9" />}
                {lines && <path d={lines} fill="none" stroke={ink} stroke-width="2.1" />}
            </g>
        </svg>
    );
}

// The server is not trusted to know only the looks that are drawn here.
export function Emblem({look}: {look: number | undefined}) {
    return <Sign drawing={drawings[look ?? looks] ?? plainSign} />;
}

export function SeatEmblem({seat}: {seat: Pick<Seat, 'kind' | 'look'>}) {
    if (seat.kind === 'free') return <svg class="emblem free" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10.5" /></svg>;
    return seat.kind === 'bot' ? <Sign drawing={botSign} /> : <Emblem look={seat.look} />;
}
