// A saved record, read from a file: what it is, or what is wrong with it. Whether the game in it follows the rules is for
// the rules to say.
import {t} from './text';

// What is wrong with a file, in words; `detail` is what the rules say of it, in English.
export class WrongRecord extends Error {
    constructor(text: string, readonly detail = '') {
        super(text);
    }
}

const most = 16 * 1024 * 1024; // what the engine takes (docs/engine.md)
const format = 1; // docs/records.md

async function textOf(file: File): Promise<string> {
    let bytes: ArrayBuffer;
    try {
        bytes = await file.arrayBuffer();
    } catch {
        throw new WrongRecord(t('open.wrong.unread', {file: file.name}));
    }
    try {
        const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
        if (!text.includes('\0')) return text;
    } catch {
        // not this
    }
    throw new WrongRecord(t('open.wrong.text', {file: file.name}));
}

interface Header {
    parlor?: unknown; // of a file of keys it is a word
    game?: unknown;
    seats?: unknown;
}

function headerOf(text: string): Header {
    for (const json of [text.slice(0, text.indexOf('\n')), text]) { // a file of keys is one object on many lines
        try {
            const value = JSON.parse(json) as Header | null;
            if (typeof value === 'object' && value) return value;
        } catch {
            // not this
        }
    }
    return {};
}

export async function recordIn(file: File): Promise<string> {
    const {name, size} = file;
    if (size === 0) throw new WrongRecord(t('open.wrong.empty', {file: name}));
    if (size > most) throw new WrongRecord(t('open.wrong.large', {file: name, n: Math.ceil(size / 1e6)}));
    const text = await textOf(file);
    const {parlor, game, seats} = headerOf(text);
    if (typeof parlor === 'string' && Array.isArray(seats)) throw new WrongRecord(t('open.wrong.keys', {file: name}));
    if (typeof parlor !== 'number' || typeof game !== 'string') throw new WrongRecord(t('open.wrong.record', {file: name}));
    if (parlor > format) throw new WrongRecord(t('open.wrong.version', {file: name}));
    return text;
}
