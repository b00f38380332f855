// The keys of the table, for those who ask with "?".
import type {RefObject} from 'preact';
import {t} from '../text/beside';

const keys = ['arrows', 'enter', 'digits', 'zero', 'escape', 'zoom', 'sort', 'help'] as const;

export function KeysHelp({dialog}: {dialog: RefObject<HTMLDialogElement>}) {
    return (
        <dialog ref={dialog} class="sheet keys-help" aria-label={t('keys.title')}>
            <h2>{t('keys.title')}</h2>
            <dl>
                {keys.map((key) => (
                    <div key={key}><dt><kbd>{t(`keys.${key}.key`)}</kbd></dt><dd>{t(`keys.${key}`)}</dd></div>
                ))}
            </dl>
            <button type="button" class="main" onClick={() => dialog.current?.close()}>{t('keys.close')}</button>
        </dialog>
    );
}
