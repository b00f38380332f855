// What the rules say of the games (web/bundle.mjs).
declare module 'games:list' {
    const list: import('../protocol').Games;
    export default list;
}

// What the bundler makes of the tables in words/ (web/words.mjs).
declare module 'words:languages' {
    interface Language {
        tag: string;
        name: string; // in itself
        plurals: number;
        locales: string[];
        parts: Record<string, () => Promise<{default: Record<string, Record<string, string>>}>>; // its words, by part and key
    }

    const languages: Language[];
    export default languages;
}
