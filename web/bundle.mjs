// Bundles the browser client into a C source: `node web/bundle.mjs OUTPUT.c DEPFILE PARLOR.wasm WORDS.json`.
// OUTPUT defines web_files[] (src/server/web_file.h), each file plain and by gzip;
// DEPFILE tells ninja what it was made of.
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {languagesIn, words} from './words.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const types = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    svg: 'image/svg+xml',
    wasm: 'application/wasm',
};
const [output, depfile, wasm, texts] = process.argv.slice(2);
if (!texts) {
    console.error('usage: bundle.mjs OUTPUT.c DEPFILE PARLOR.wasm WORDS.json');
    process.exit(2);
}

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

async function bundled() {
    return build({
        entryPoints: [join(here, 'src/main.tsx')],
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
        plugins: [words(texts)],
    });
}

// The text of a page without scripts, in every language.
function noscript() {
    return languagesIn(texts).map(({tag, words: {page}}) => `<p lang="${tag}">${escaped(page['app.noscript'])}</p>`).join('');
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function files(result) {
    const made = result.outputFiles.map(({path, contents}) => {
        const [name, kind] = basename(path).split('.');
        const main = name === 'main'; // parts are called by each other with the names that they have
        return {path: `/assets/${main ? `main-${hashOf(contents)}` : name}.${kind}`, kind, main, bytes: Buffer.from(contents)};
    });
    const wanted = made.filter(({kind, main}) => main || kind === 'js'); // all style is in main's
    const nameOf = (kind) => made.find((file) => file.kind === kind && file.main).path;
    const preload = result.metafile.outputs['out/main.js'].imports
        .filter(({kind}) => kind === 'import-statement')
        .map(({path}) => `<link rel="modulepreload" href="/assets/${basename(path)}">\n`);
    const page = readFileSync(join(here, 'index.html'), 'utf8')
        .replace('{{script}}', nameOf('js'))
        .replace('{{preload}}\n', preload.join(''))
        .replace('{{style}}', nameOf('css'))
        .replace('{{noscript}}', noscript());
    const icon = readFileSync(join(here, 'icon.svg'));
    return [
        {path: '/index.html', kind: 'html', bytes: Buffer.from(page)},
        {path: '/icon.svg', kind: 'svg', bytes: icon},
        {path: '/parlor.wasm', kind: 'wasm', bytes: readFileSync(wasm)},
        ...wanted,
    ];
}

function array(name, bytes) {
    const rows = [];
    for (let at = 0; at < bytes.length; at += 24)
        rows.push('    ' + Array.from(bytes.subarray(at, at + 24)).join(','));
    return `static const unsigned char ${name}[] = {\n${rows.join(',\n')}};\n`;
}

function source(all) {
    const rows = all.map(({path, kind, bytes}, n) =>
        `    {"${path}", "${types[kind]}", "\\"${hashOf(bytes)}\\"", file_${n}, sizeof file_${n}, packed_${n}, sizeof packed_${n}},\n`);
    const arrays = all.map(({bytes}, n) =>
        array(`file_${n}`, bytes) + array(`packed_${n}`, gzipSync(bytes, {level: 9})));
    return `#include "server/web_file.h"\n\n${arrays.join('\n')}\nconst struct web_file web_files[] = {\n${rows.join('')}    {0},\n};\n`;
}

const result = await bundled();
writeFileSync(output, source(files(result)));
const sources = Object.keys(result.metafile.inputs).filter((path) => !path.startsWith('words:')); // ninja knows where words are from
const inputs = [...sources, 'index.html', 'icon.svg', 'package-lock.json', 'bundle.mjs', 'words.mjs'];
// Paths as ninja, which runs this in the build folder, sees them.
writeFileSync(depfile, `${relative('.', resolve(output))}: ${inputs.map((path) => relative('.', join(here, path))).join(' ')}\n`);
