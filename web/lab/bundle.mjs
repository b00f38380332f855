// Bundles the page of `parlor lab` into one file: `node web/lab/bundle.mjs OUTPUT.html DEPFILE`.
// {{results}} is left in it, for the program to put the figures there.
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [output, depfile] = process.argv.slice(2);
if (!depfile) {
    console.error('usage: bundle.mjs OUTPUT.html DEPFILE');
    process.exit(2);
}

const made = await build({
    entryPoints: [join(here, 'report.tsx')],
    absWorkingDir: here,
    outdir: join(here, 'out'), // nothing is written
    write: false,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'iife',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
});
const part = (kind) => made.outputFiles.find(({path}) => path.endsWith(kind)).text.trim();
// Inside a page, only </script and </style would end these early.
const page = readFileSync(join(here, 'report.html'), 'utf8')
    .replace('{{style}}', () => part('.css').replaceAll('</', '<\\/'))
    .replace('{{script}}', () => part('.js').replaceAll('</script', '<\\/script'));
writeFileSync(output, page);
const inputs = [...Object.keys(made.metafile.inputs), 'report.html', 'bundle.mjs', '../package-lock.json'];
writeFileSync(depfile, `${relative('.', resolve(output))}: ${inputs.map((path) => relative('.', join(here, path))).join(' ')}\n`);
