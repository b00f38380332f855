// A chapter of a lab's report as a picture: node tools/report_picture.mjs DIR/index.html HEADING OUT.jpg
// It needs what the tests of the browser client need (tools/install test).
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const {chromium} = createRequire(join(root, 'web/package.json'))('playwright-core');
const [page, heading, out] = process.argv.slice(2);
if (!out) {
    console.error('usage: report_picture.mjs DIR/index.html HEADING OUT.jpg');
    process.exit(2);
}
const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox']});
try {
    const tab = await browser.newPage({viewport: {width: 900, height: 900}, colorScheme: 'light'});
    await tab.goto(pathToFileURL(resolve(page)).href);
    await tab.locator('section', {has: tab.getByRole('heading', {name: heading, exact: true})}).first().screenshot({path: out, type: 'jpeg', quality: 78});
} finally {
    await browser.close();
}
