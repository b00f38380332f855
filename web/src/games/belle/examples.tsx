// Drawings for the rules page.
import type {ComponentType} from 'preact';
import {Drawn} from './art';
import {matchedIn, scoreOf} from './score';
import {t} from './text';
import type {CardId, View} from './view';
import {partsInWords} from './words';

const cards: View['cards'] = {
    G22: {name: 'Windmill', interests: ['Chat', 'Tea', 'Tree'], noble: 'Lord'},
    G18: {name: 'Underpants', interests: ['Chat', 'Tea', 'Moon']},
    G3: {name: 'Penny', interests: ['Chat', 'Book', 'Fish']},
    G45: {name: 'Whimsy', interests: ['Snub', 'Book', 'Shield']},
    B10: {name: 'The Belle Orders Tea', type: 'MIRTH', effect: 'BONUS_TEA'},
    B1: {type: 'MAYHEM', effect: 'CROWD'},
    B25: {type: 'MISCHIEF', effect: 'TALES'},
};

interface RowProps {
    ids: CardId[];
    caption: string;
    lit?: boolean;
    notes?: string[]; // below each card
}

function Row({ids, caption, lit, notes}: RowProps) {
    const matched = lit ? matchedIn(scoreOf(ids, cards)) : [];
    return (
        <figure class="belle-example">
            <svg viewBox={`0 0 ${ids.length * 110 + 20} ${notes ? 190 : 168}`} role="img" aria-label={caption}>
                {ids.map((id, at) => (
                    <g key={id}>
                        <Drawn id={id} card={cards[id]!} lit={matched} place={`translate(${15 + at * 110} 14)`} />
                        {notes && <text x={65 + at * 110} y="176" class="belle-note">{notes[at]}</text>}
                    </g>
                ))}
            </svg>
            <figcaption>{caption}</figcaption>
        </figure>
    );
}

function summed(ids: CardId[]): string {
    return partsInWords(scoreOf(ids, cards), cards, ids);
}

const four = ['G22', 'G18', 'G3', 'G45'];
const withTea = ['G22', 'G18', 'G3', 'B10'];

export const examples: Record<string, ComponentType> = {
    'BL-4': () => <Row ids={['B1', 'B10', 'B25']} caption={t('example.BL-4')} />,
    'BL-5': () => <Row ids={['G3', 'G45', 'G18', 'G22']} caption={t('example.BL-5')} notes={[t('example.lays'), t('example.lays'), t('example.takes'), '']} />,
    'BL-9': () => <Row ids={four} lit caption={t('example.BL-9', {sum: summed(four)})} />,
    'BL-10': () => <Row ids={withTea} lit caption={t('example.BL-10', {sum: summed(withTea)})} />,
};
