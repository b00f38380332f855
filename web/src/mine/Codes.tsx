// Links as QR codes, one at a time: drawn here, so that the keys in them stay in the browser.
import qrcode from 'qrcode-generator';
import {useState} from 'preact/hooks';
import {t} from './Rows';

const quiet = 4; // modules around a code

function pathOf(text: string): {size: number; path: string} {
    const code = qrcode(0, 'L');
    code.addData(text);
    code.make();
    const size = code.getModuleCount();
    let path = '';
    for (let row = 0; row < size; row++)
        for (let column = 0; column < size; column++)
            if (code.isDark(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`;
    return {size: size + 2 * quiet, path};
}

export function Codes({links}: {links: string[]}) {
    const [at, setAt] = useState(0);
    const shown = Math.min(at, links.length - 1);
    const {size, path} = pathOf(links[shown]!);
    return (
        <div class="codes">
            <svg class="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('transfer.code', {n: shown + 1, of: links.length})} data-link={links[shown]}>
                <rect width={size} height={size} fill="#fff" />
                <path d={path} fill="#000" shape-rendering="crispEdges" />
            </svg>
            {links.length > 1 && (
                <div class="row">
                    <button type="button" disabled={shown === 0} onClick={() => setAt(shown - 1)}>{t('transfer.previous')}</button>
                    <span role="status">{t('transfer.code', {n: shown + 1, of: links.length})}</span>
                    <button type="button" disabled={shown === links.length - 1} onClick={() => setAt(shown + 1)}>{t('transfer.next')}</button>
                </div>
            )}
        </div>
    );
}
