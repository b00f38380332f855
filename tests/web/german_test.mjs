// The page in German: every part of it is walked through, and no word is found that only the English tables have.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {root} from './common.mjs';
import {printed, walk, wordsOf} from './walk.mjs';

// Codes of effects, names of bids as they are typed, and numbers of rules are no words.
const wordsIn = (text) => text.replace(/\b[A-Z0-9_-]+\b|\b[a-z]+_[a-z_]+\b/g, ' ').match(/\p{L}{2,}(?:['’]\p{L}+)?/gu) ?? [];

// All words of a language's tables, without the names of their fields. The terminal's have commands in them.
function vocabulary(tag) {
    const tables = readdirSync(join(root, 'words', tag)).map((file) => file.replace('.txt', '')).filter((table) => table !== 'terminal');
    const texts = tables.flatMap((table) => [...wordsOf(tag, table).values()]);
    return new Set(texts.flatMap((text) => wordsIn(text.replace(/\{\w+/g, ' ').replace(/\\n/g, ' '))).map((word) => word.toLowerCase()));
}

const german = vocabulary('de');
const allowed = new Set([
    ...printed, 'Crowd', 'Is', 'Tea', // on Belle cards
    'English', // a language, in its own name
    'all', 'marker', 'plus', 'stand', 'will', // German too, and so far in the rules alone
].map((word) => word.toLowerCase()));
const english = new Set([...vocabulary('en')].filter((word) => !german.has(word) && !allowed.has(word)));
const strangeIn = (text) => wordsIn(text).filter((word) => english.has(word.toLowerCase()));

test('a word of English is found, and German is not', () => {
    assert.deepEqual(strangeIn('Du kannst play these cards jetzt'), ['play', 'these', 'cards']);
    assert.deepEqual(strangeIn('AB-9: Ann spielt R4 und gewinnt BANNISH in Runde 2'), []);
});

await walk({tag: 'de', locale: 'de-AT', strangeIn, inDepth: ['scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'], rules: () => {}});
