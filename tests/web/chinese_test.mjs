// The page in Traditional Chinese: every part of it is walked through, and no word of another language is found
// but names, notation and what is printed on cards.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {printed, walk} from './walk.mjs';

const allowed = new Set([
    'parlor', 'analyze', // the program, and what is typed there
    'SCOUT', 'BANNISH', // games that are called so in Chinese as well
    'Oink', // a publisher
    'i', 'ii', // numbers
    'English', 'Deutsch', // languages, in their own names
    'Ann', 'Ben', 'Cat', 'Dan', 'Eve', // players
    'WILD', 'START', 'THE', 'HOLD', 'BACK', // on the cards of Always a Bridesmaid
    'Loves', 'Crowd', 'Orders', 'Tea', 'Earl', 'Grey', 'Hot', 'Is', 'Feeling', 'RUSHED', 'a', // Belle cards that are known
    'QR', 'UTF', 'JSON', 'jsonl', // as everybody writes them
    'inverse', 'equal', 'stepped', 'two_pair', 'low_card', // values that are typed
    'Shift', 'Home', 'End', // keys
    ...printed,
]);

const isAllowed = (word) => allowed.has(word) || /^[0-9a-f]{8,}$/.test(word); // seeds and fingerprints

function strangeIn(text) {
    const words = text.replace(/\b[A-Z]{2}-\d+\b/g, '').match(/[A-Za-z_][A-Za-z0-9_'’]*[A-Za-z_][A-Za-z0-9_]*|\b[A-Za-z]{2,}\b/g) ?? [];
    return words.filter((word) => !isAllowed(word) && !/^[SPECGRBY]\d*$/.test(word));
}

test('a word of English is found, and names are not', () => {
    assert.deepEqual(strangeIn('你不能 play this card 出牌'), ['play', 'this', 'card']);
    assert.deepEqual(strangeIn('SC-9：Ann 用 R4 贏了 BANNISH，BONUS_TEA'), []);
});

// Lines of the file are joined without a blank.
async function rules(page) {
    const broken = (await page.locator('.rules-text p, .rules-text li').allInnerTexts()).filter((text) => /[\u3000-\u9fff\uff00-\uffef] +[\u3000-\u9fff\uff00-\uffef]/.test(text));
    assert.deepEqual(broken, []);
}

await walk({tag: 'zh-Hant', locale: 'zh-TW', strangeIn, inDepth: ['scout'], rules});
