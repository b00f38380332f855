// What the page says, for esbuild, as tools/page_words.py has written it into a file. 'words:languages' is the list of
// languages; the words of each are a part of the script of their own, loaded when somebody reads them.
import {readFileSync} from 'node:fs';

export const languagesIn = (file) => JSON.parse(readFileSync(file, 'utf8'));

export function words(file) {
    const languages = languagesIn(file);
    const list = languages.map(({tag, name, plurals, locales}) =>
        `{...${JSON.stringify({tag, name, plurals, locales})}, load: () => import('words:${tag}')}`);
    const sources = Object.fromEntries(languages.map((one) => [one.tag, `export default ${JSON.stringify(one.words)};`]));
    sources.languages = `export default [${list.join(', ')}];`;
    return {
        name: 'words',
        setup(build) {
            build.onResolve({filter: /^words:/}, ({path}) => ({path: path.slice('words:'.length), namespace: 'words'}));
            build.onLoad({filter: /./, namespace: 'words'}, ({path}) => ({contents: sources[path], loader: 'js'}));
        },
    };
}
