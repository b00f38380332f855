// What the rules of a game say about cards, as WebAssembly (src/wasm/ask.c). The page asks them what cards are worth; it
// judges nothing itself.
import {fileUrl} from './base';
import {instantiated, put, textAt, type Module} from './wasm';

interface Rules extends Module {
    ask_buffer: (length: number) => number;
    ask: () => number;
}

const loading = new Map<string, Promise<void>>();
const rules = new Map<string, Rules>();

async function load(game: string, file: () => Promise<Response>): Promise<void> {
    try {
        rules.set(game, await instantiated<Rules>(file));
    } catch (error) {
        loading.delete(game); // to be tried again
        throw error;
    }
}

export function loadRules(game: string, file = () => fetch(fileUrl(`ask-${game}.wasm`))): Promise<void> {
    const promise = loading.get(game) ?? load(game, file);
    loading.set(game, promise);
    return promise;
}

// Asks a game about some cards: `ask` in src/rules/game.h. The layout of a game that asks is loaded
// together with what answers.
export function ask(game: string, question: string): unknown {
    const loaded = rules.get(game);
    if (!loaded) throw new Error(`${game}: its rules are not loaded`);
    const bytes = new TextEncoder().encode(question);
    const buffer = loaded.ask_buffer(bytes.length);
    if (!buffer) throw new Error(`${game}: ${question}: the question is too long`);
    put(loaded, buffer, bytes);
    const answer = JSON.parse(textAt(loaded, loaded.ask())) as {error?: string};
    if (answer.error !== undefined) throw new Error(`${game}: ${question}: ${answer.error}`);
    return answer;
}
