// The texts of BANNISH.
import {texts} from '../../text/text';
import {colourOf, numberOf} from './rules';
import type {Code} from './view';

export const t = texts('bannish');

const colours = {R: 'red', G: 'green', B: 'blue', Y: 'yellow', P: 'purple'} as const;

export const colourName = (colour: string): string => t(`colour.${colours[colour as keyof typeof colours]}`);
export const cardName = (card: Code): string => t('card', {colour: colourName(colourOf(card)), number: numberOf(card)});

export function placeName(place: number): string {
    if (place === 2) return t('second');
    return place === 1 ? t('place.first') : place === 3 ? t('place.third') : t('place.other', {n: place});
}
