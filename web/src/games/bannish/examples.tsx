// Drawings for the rules page, by rule.
import type {ComponentType} from 'preact';
import {Shape} from '../../cards';
import {bannishTables as tables} from '../tables';
import {Face} from './faces';
import {numberOf} from './rules';
import {cardName, placeName, t} from './text';
import type {Code} from './view';

interface Drawn {
    card: Code;
    note?: string;
    struck?: boolean;
    best?: boolean;
}

// Cards in a row, with the usual stars, and a word below each.
function Row({cards, label}: {cards: Drawn[]; label: string}) {
    return (
        <svg class="bn-example" viewBox={`-6 -6 ${cards.length * 116 - 4} 186`} style={{maxWidth: `${cards.length * 5.2}rem`}} role="img" aria-label={label}>
            {cards.map(({card, note, struck, best}, at) => (
                <g key={at} class={struck ? 'card-face struck' : 'card-face'} transform={`translate(${at * 116} 0)`}>
                    <rect class={best ? 'card-edge best' : 'card-edge'} x="1" y="1" width="98" height="138" rx="10" />
                    <Face card={card} stars={7 - numberOf(card)} />
                    {struck && <path class="bn-example-strike" d="M10 16L90 124M90 16L10 124" />}
                    {note && <text class="bn-example-note" x="50" y="166">{note}</text>}
                </g>
            ))}
        </svg>
    );
}

const named = (cards: Drawn[]): string => cards.map(({card, note}) => (note ? `${cardName(card)} (${note})` : cardName(card))).join(', ');

function row(cards: () => Drawn[]): ComponentType {
    return function Example() {
        const drawn = cards();
        return <Row cards={drawn} label={named(drawn)} />;
    };
}

function Ranking() {
    const totals = [20, 15, 6];
    return (
        <svg class="bn-example" viewBox="0 0 340 110" style={{maxWidth: '20rem'}} role="img" aria-label={totals.map((n, at) => `${t('stars', {n})}: ${placeName(at + 1)}`).join(', ')}>
            {totals.map((n, at) => (
                <g key={n} class={at === 1 ? 'bn-second' : ''} transform={`translate(0 ${at * 36})`}>
                    <rect class="bn-example-bar" x="50" y="4" width={n * 11} height="28" rx="6" />
                    <g class="bn-gold"><Shape name="star" x={66} y={18} size={18} /></g>
                    <text class="bn-example-note" x="88" y="25">{n}</text>
                    <text class="bn-example-note" x="22" y="25">{placeName(at + 1)}</text>
                </g>
            ))}
        </svg>
    );
}

export const examples: Record<string, ComponentType> = {
    'BN-1': row(() => tables.colours.map((colour, at) => ({card: `${colour}${at + 1}`}))),
    'BN-2': row(() => [1, 2, 3, 4, 5, 6].map((n) => ({card: `R${n}`, note: t('stars', {n: 7 - n})}))),
    'BN-4': row(() => [{card: 'R3', note: t('slot.led')}, {card: 'R5'}, {card: 'R1'}]),
    'BN-5': row(() => [
        {card: 'R4', note: t('slot.struck'), struck: true},
        {card: 'R6'},
        {card: 'R4', note: t('slot.struck'), struck: true},
    ]),
    'BN-6': row(() => [{card: 'R3', note: t('slot.led')}, {card: 'G6'}, {card: 'R5', note: t('slot.won'), best: true}]),
    'BN-7': row(() => [
        {card: 'R3', note: t('slot.struck'), struck: true},
        {card: 'G2', note: t('slot.won'), best: true},
        {card: 'R6'},
        {card: 'R3', note: t('slot.struck'), struck: true},
    ]),
    'BN-10': Ranking,
};
