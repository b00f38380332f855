// What the page says, for esbuild, as tools/page_words.py has written it into a file. 'words:languages' is the list of
// languages; the words of each are parts of the script of their own, loaded when somebody reads them: what every page
// needs is one part, and the words of each game and of each part of the page are others, which come with its script.
import {readFileSync} from 'node:fs';

export const languagesIn = (file) => JSON.parse(readFileSync(file, 'utf8'));

const everywhere = ['page', 'titles']; // what every page needs

// The words of a language by the part of the script that they are in.
function partsOf({words}) {
    const others = Object.keys(words).filter((name) => !everywhere.includes(name));
    const first = Object.fromEntries(everywhere.map((name) => [name, words[name]]));
    return {page: first, ...Object.fromEntries(others.map((name) => [name, {[name]: words[name]}]))};
}

export function words(file) {
    const languages = languagesIn(file);
    const sources = {};
    const list = languages.map((language) => {
        const {tag, name, plurals, locales} = language;
        const loads = Object.entries(partsOf(language)).map(([part, said]) => {
            sources[`${tag}/${part}`] = `export default ${JSON.stringify(said)};`;
            return `${JSON.stringify(part)}: () => import('words:${tag}/${part}')`;
        });
        return `{...${JSON.stringify({tag, name, plurals, locales})}, parts: {${loads.join(', ')}}}`;
    });
    sources.languages = `export default [${list.join(', ')}];`;
    return {
        name: 'words',
        setup(build) {
            build.onResolve({filter: /^words:/}, ({path}) => ({path: path.slice('words:'.length), namespace: 'words'}));
            build.onLoad({filter: /./, namespace: 'words'}, ({path}) => ({contents: sources[path], loader: 'js'}));
        },
    };
}
