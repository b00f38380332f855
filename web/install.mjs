// What makes the page installable: the manifest, the icons that tools/icons.mjs has drawn, and the service worker,
// which knows all files of this version.
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {transform} from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const icons = readdirSync(join(here, 'icons')).map((name) => `icons/${name}`);

export const installInputs = [...icons, 'addresses.json', 'install.mjs', 'sw.mjs'];

// The first words of the addresses of pages.
export const pages = Object.keys(JSON.parse(readFileSync(join(here, 'addresses.json'), 'utf8')));

// Addresses are relative, since a site may be below a path. `words` are the page's, in English.
function manifest(words) {
    const icon = (size, purpose) => ({
        src: `icons/icon-${purpose === 'any' ? '' : `${purpose}-`}${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose,
    });
    return {
        name: words['app.name'],
        short_name: words['app.name'],
        description: words['app.tagline'],
        lang: 'en',
        start_url: './',
        scope: './',
        display: 'standalone',
        background_color: '#f5eddf',
        theme_color: '#1f4a3d',
        categories: ['games'],
        icons: [
            {src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any'},
            icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable'),
        ],
    };
}

const hashOf = (bytes, digits) => createHash('sha256').update(bytes).digest(digits);

const isPage = (path) => /^\/index\.[^/]*html$/.test(path); // of some language

// The page is checked by the script that it loads: every language and a static site have their own.
async function serviceWorker(files, script) {
    const paths = files.map(({path, bytes}) => (isPage(path) ? ['./', ''] : [path.slice(1), `sha256-${hashOf(bytes, 'base64')}`]));
    const version = hashOf(files.map(({path, bytes}) => `${path} ${hashOf(bytes, 'hex')}\n`).join(''), 'hex').slice(0, 16);
    const values = {FILES: Object.fromEntries(paths), PAGES: pages, SCRIPT: script, VERSION: version};
    const define = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
    return (await transform(readFileSync(join(here, 'sw.mjs'), 'utf8'), {define, minify: true, target: 'es2020'})).code;
}

// All files: `files`, and what makes them installable. `script` is the name of the page's main script.
export async function installable(files, words, script) {
    const all = [
        ...files,
        {path: '/manifest.webmanifest', kind: 'webmanifest', bytes: Buffer.from(JSON.stringify(manifest(words)))},
        ...icons.map((path) => ({path: `/${path}`, kind: 'png', bytes: readFileSync(join(here, path))})),
    ];
    return [...all, {path: '/sw.js', kind: 'js', bytes: Buffer.from(await serviceWorker(all, script))}];
}
