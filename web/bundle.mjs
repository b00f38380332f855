// Bundles the browser client into a C source: `node web/bundle.mjs OUTPUT.c DEPFILE WORDS.json MODULE.wasm…`.
// OUTPUT defines web_files[] (src/server/web_file.h), each file plain, by gzip and by brotli, and web_pages[];
// DEPFILE tells ninja what it was made of. docs/web.md says how the script is divided, and why.
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {build, transform} from 'esbuild';
import {installable, installInputs, pages} from './install.mjs';
import {languagesIn, words} from './words.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const types = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
    webmanifest: 'application/manifest+json',
    md: 'text/markdown; charset=utf-8',
    wasm: 'application/wasm',
    jsonl: 'application/jsonl; charset=utf-8',
};
const [output, depfile, texts, ...modules] = process.argv.slice(2);
if (modules.length === 0) {
    console.error('usage: bundle.mjs OUTPUT.c DEPFILE WORDS.json MODULE.wasm…');
    process.exit(2);
}

const puzzles = readdirSync(join(here, '../puzzles')).map((name) => join('../puzzles', name)); // of each game
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

// Each part that is loaded on demand is wrapped: it imports the whole of main.tsx, which is there already. So whatever
// main.tsx needs is needed by all parts alike, and esbuild puts it into one file instead of one for every mixture of
// parts. Those of games, table and other pages with cards import the whole of the table likewise, and those that nobody
// needs before the first cards what comes after them. A part of a game brings GAME.css, the style of its drawings; its
// layout brings layout.css too, and the examples in its rules bring the layout.
const parts = {
    name: 'parts',
    setup(bundler) {
        bundler.onResolve({filter: /^\./}, async ({path, kind, importer, resolveDir, pluginData}) => {
            if (kind !== 'dynamic-import' || pluginData === 'wrapped') return undefined;
            const found = await bundler.resolve(path, {kind: 'import-statement', importer, resolveDir, pluginData: 'wrapped'});
            return {path: found.path, namespace: 'part'};
        });
        bundler.onLoad({filter: /./, namespace: 'part'}, ({path}) => {
            const folder = dirname(path), isGame = dirname(folder) === join(here, 'src/games');
            const styles = [`${basename(folder)}.css`, ...(/^(index|examples)\.tsx$/.test(basename(path)) ? ['layout.css'] : [])].map((name) => join(folder, name));
            const hasCards = /[/](daily|lookback|pass|puzzles|table)$/.test(folder);
            const needed = [
                'main.tsx',
                ...(isGame || hasCards ? ['table/part.ts'] : []),
                ...(hasCards && path !== join(here, 'src/table/part.ts') ? ['table/beside.ts'] : []),
                ...(basename(folder) === 'mine' ? ['mine/part.ts'] : []),
                ...(isGame && basename(path) === 'examples.tsx' ? [`games/${basename(folder)}/index.tsx`] : []),
            ];
            const imports = [...needed.map((name) => join(here, 'src', name)), ...(isGame ? styles.filter(existsSync) : [])];
            const lines = [...imports.map((file) => `import ${JSON.stringify(file)};`), `export * from ${JSON.stringify(path)};`];
            return {contents: lines.join('\n'), loader: 'js', resolveDir: folder};
        });
        bundler.onLoad({filter: /[/]src[/](games[/].*|(daily|lookback|mine|pass|puzzles)[/][^/]*|table[/]room)\.css$/}, async ({path}) => {
            const {code} = await transform(readFileSync(path, 'utf8'), {loader: 'css', minify: true});
            const wear = JSON.stringify(join(here, 'src/wear.ts'));
            return {contents: `import {wear} from ${wear};\nwear(${JSON.stringify(code)});`, loader: 'js', resolveDir: here};
        });
    },
};

// One by one, so that esbuild puts each name where it is used.
const namesOf = (known) => Object.fromEntries(Object.entries(known).map(([name, file]) => [`bundledFiles.${name}`, JSON.stringify(file)]));

// A worker as one script; it knows the files that were made before it.
async function worker(name, known) {
    const {outputFiles: [{contents}], metafile} = await build({
        entryPoints: [join(here, `src/local/${name}.ts`)],
        absWorkingDir: here,
        write: false,
        bundle: true,
        minify: true,
        metafile: true,
        format: 'iife',
        target: 'es2020',
        logLevel: 'warning',
        define: namesOf(known),
    });
    return {...asset(`${name}.js`, Buffer.from(contents)), inputs: Object.keys(metafile.inputs)};
}

// A file whose name has its hash.
function asset(name, bytes) {
    const [stem, kind] = name.split('.');
    return {path: `/assets/${stem}-${hashOf(bytes)}.${kind}`, kind, bytes};
}

const rulesFolder = '../docs/rules';
const isEngine = (module) => basename(module).startsWith('engine');

// What tables on this device are made of (src/local/bundled.d.ts): the engine with and without vectors, and the workers.
async function localFiles() {
    const [engine, simd] = modules.filter(isEngine).map((module) => asset(basename(module), readFileSync(module)));
    const known = {engine: basename(engine.path), simd: basename(simd.path)};
    const thinker = await worker('thinker', known);
    const table = await worker('worker', {...known, thinker: basename(thinker.path)});
    return {made: [engine, simd, thinker, table], known: {...known, thinker: basename(thinker.path), table: basename(table.path)}};
}

// The list of games, as the rules tell it.
async function gamesList() {
    const {instance: {exports: engine}} = await WebAssembly.instantiate(readFileSync(modules.find(isEngine)), {parlor: {stop: () => 0}});
    const bytes = new Uint8Array(engine.memory.buffer, engine.games_list());
    return Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString();
}

const gamesPart = (list) => ({
    name: 'games',
    setup(bundler) {
        bundler.onResolve({filter: /^games:list$/}, ({path}) => ({path, namespace: 'games'}));
        bundler.onLoad({filter: /./, namespace: 'games'}, () => ({contents: list, loader: 'json'}));
    },
});

// What a server would be asked for, as files of the static site: the rules in every language.
function rulesFiles({games}) {
    return languagesIn(texts).flatMap(({tag}) => games.map(({game}) => {
        const source = [tag === 'en' ? game : `${tag}/${game}`, game].map((name) => `${rulesFolder}/${name}.md`).find((path) => existsSync(join(here, path)));
        return {path: `/rules/${tag}/${game}.md`, kind: 'md', bytes: readFileSync(join(here, source)), inputs: [source]};
    }));
}

async function bundled(known, list) {
    return build({
        entryPoints: {early: join(here, 'src/early.ts'), main: join(here, 'src/main.tsx'), table: join(here, 'src/table/part.css'), beside: join(here, 'src/table/beside.css')},
        absWorkingDir: here,
        outdir: join(here, 'out'), // nothing is written
        write: false,
        bundle: true,
        splitting: true, // what few need is a part of its own, loaded when it is wanted
        chunkNames: 'part-[hash]',
        minify: true,
        metafile: true,
        format: 'esm',
        target: 'es2020',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        logLevel: 'warning',
        plugins: [words(texts), gamesPart(list), parts],
        define: namesOf(known),
    });
}

// The text of a page without scripts, in every language.
function noscript() {
    return languagesIn(texts).map(({tag, words: {page}}) => `<p lang="${tag}">${escaped(page['app.noscript'])}</p>`).join('');
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// What a part is that only hands on what another has: that other, and its names by those of the part. It is not worth a request.
function handedOn(text) {
    const found = /^import\{([^}]*)\}from"\.\/([^"]+)";(?:import"[^"]*";)*export\{([^}]*)\};\s*$/.exec(text);
    if (!found) return undefined;
    const [, imported, from, exported] = found;
    const pairs = (list) => list.split(',').map((one) => one.split(' as '));
    const theirs = new Map(pairs(imported).map(([name, own = name]) => [own, name]));
    return {from, names: pairs(exported).map(([own, name = own]) => [name, theirs.get(own)])};
}

// A part is asked for together with all parts that it imports, which a browser would learn of only when it has the part.
function withImports(text, outputs, scripts) {
    const importsOf = (name) => outputs[`out/${name}`].imports.filter(({kind}) => kind === 'import-statement').map(({path}) => basename(path));
    const all = (name, known = new Set()) => {
        for (const one of importsOf(name)) if (!known.has(one)) all(one, known.add(one));
        return known;
    };
    const there = new Set([holder(outputs, 'src/main.tsx'), holder(outputs, 'src/early.ts')]);
    return text.replace(/\bimport\("\.\/([^"]+)"\)/g, (whole, name) => {
        const other = handedOn(scripts.get(name));
        const wanted = other ? other.from : name;
        const more = [...all(name)].filter((one) => !there.has(one) && one !== wanted);
        const result = other ? `({${other.names.map(([own, theirs]) => `${own}:all[0].${theirs}`).join()}})` : 'all[0]';
        return more.length === 0 && !other ? whole : `Promise.all([${[wanted, ...more].map((one) => `import("./${one}")`).join()}]).then(all=>${result})`;
    });
}

const holder = (outputs, source) => basename(Object.keys(outputs).find((output) => source in outputs[output].inputs));

const styles = ['main', 'table', 'beside'];

async function files(result, local) {
    const {outputs} = result.metafile;
    const scripts = new Map(result.outputFiles.map(({path, text}) => [basename(path), text]));
    const made = result.outputFiles.flatMap(({path, contents, text}) => {
        const [name, kind] = basename(path).split('.');
        const part = name.startsWith('part-'); // parts are called by each other with the names that they have
        if (kind === 'css' ? !styles.includes(name) : !part || handedOn(text)) return []; // entries are empty, since parts need all of main.tsx too; parts wear their style, and some are not needed
        return [{path: `/assets/${part ? name : `${name}-${hashOf(contents)}`}.${kind}`, kind, bytes: Buffer.from(kind === 'js' ? withImports(text, outputs, scripts) : contents)}];
    });
    const styleOf = (name) => made.find(({path}) => path.startsWith(`/assets/${name}-`) && path.endsWith('.css')).path;
    const page = (tag) => readFileSync(join(here, 'index.html'), 'utf8')
        .replace('{{words}}', `/assets/${holder(outputs, `words:${tag}/page`)}`)
        .replace('{{early}}', `/assets/${holder(outputs, 'src/early.ts')}`)
        .replace('{{script}}', `/assets/${holder(outputs, 'src/main.tsx')}`)
        .replace('{{style}}', styleOf('main'))
        .replace('{{table}}', styleOf('table'))
        .replace('{{beside}}', styleOf('beside'))
        .replace('{{noscript}}', noscript());
    // On the static site everything is beside the page, which has one language to begin with like any other.
    const site = page('en').replace('<html ', '<html data-site ').replace(/(?<=(?:href|src|data-[a-z]+-style)=")\//g, '').replace(/<link rel="modulepreload".*\n/, '');
    const english = languagesIn(texts).find(({tag}) => tag === 'en').words.page;
    const all = await installable([
        ...languagesIn(texts).map(({tag}) => ({path: `/index.${tag}.html`, kind: 'html', bytes: Buffer.from(page(tag))})),
        {path: '/icon.svg', kind: 'svg', bytes: readFileSync(join(here, 'icon.svg'))},
        ...modules.filter((module) => !isEngine(module)).map((module) => ({path: `/${basename(module)}`, kind: 'wasm', bytes: readFileSync(module)})),
        ...puzzles.map((file) => ({path: `/puzzles-${basename(file)}`, kind: 'jsonl', bytes: readFileSync(join(here, file))})),
        ...local,
        ...made,
    ], english, holder(outputs, 'src/main.tsx'));
    return [...all, {path: '/site.html', kind: 'html', bytes: Buffer.from(site)}];
}

// Bytes as a string of C, which compilers read many times as fast as numbers. A question mark might begin a trigraph.
const inC = Array.from({length: 256}, (_, byte) =>
    byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`);

function array(name, bytes) {
    const rows = [];
    for (let at = 0; at < bytes.length; at += 32)
        rows.push(`\n    "${Array.from(bytes.subarray(at, at + 32), (byte) => inC[byte]).join('')}"`);
    return `static const unsigned char ${name}[] =${rows.join('') || ' ""'};\n`;
}

function source(all) {
    const rows = all.map(({path, kind, bytes}, n) =>
        `    {"${path}", "${types[kind]}", "\\"${hashOf(bytes)}\\"", file_${n}, LENGTH(file_${n}), ` +
        `gzip_${n}, LENGTH(gzip_${n}), brotli_${n}, LENGTH(brotli_${n})},\n`);
    const arrays = all.map(({bytes}, n) =>
        array(`file_${n}`, bytes) + array(`gzip_${n}`, gzipSync(bytes, {level: 9})) + array(`brotli_${n}`, brotliCompressSync(bytes)));
    return `#include "server/web_file.h"\n\n#define LENGTH(string) (sizeof(string) - 1)\n\n${arrays.join('\n')}\nconst struct web_file web_files[] = {\n${rows.join('')}    {0},\n};\n` +
        `const char *const web_pages[] = {${pages.map((page) => `"${page}", `).join('')}0};\n`;
}

const local = await localFiles();
const list = await gamesList();
const more = [...local.made, ...rulesFiles(JSON.parse(list))];
const result = await bundled(local.known, list);
writeFileSync(output, source(await files(result, more)));
const all = new Set([...Object.keys(result.metafile.inputs), ...more.flatMap(({inputs}) => inputs ?? [])]);
const sources = [...all].filter((path) => !/^(words|games|part):/.test(path)); // ninja knows where words and games are from
const inputs = [...sources, 'index.html', 'icon.svg', ...puzzles, 'package-lock.json', 'bundle.mjs', 'words.mjs', ...installInputs];
// Paths as ninja, which runs this in the build folder, sees them.
writeFileSync(depfile, `${relative('.', resolve(output))}: ${inputs.map((path) => relative('.', join(here, path))).join(' ')}\n`);
