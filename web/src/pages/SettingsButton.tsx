// Opens the settings, which are loaded when you do.
import {useRef, useState} from 'preact/hooks';
import {later} from '../later';
import {loadBeside} from '../table/load';
import {t} from '../text/frame';

const Settings = later(() => loadBeside().then((module) => module.Settings));

// A gear, where there is no room for the word.
const Gear = () => (
    <svg class="gear" viewBox="-12 -12 24 24" width="26" height="26" fill="none" stroke="currentColor" aria-hidden="true">
        <circle r="6.5" stroke-width="3" />
        <circle r="9.5" stroke-width="3.4" stroke-dasharray="3.73" />
    </svg>
);

export function SettingsButton() {
    const dialog = useRef<HTMLDialogElement>(null);
    const [open, setOpen] = useState(false);
    const show = () => {
        setOpen(true);
        dialog.current?.showModal();
    };
    return (
        <>
            <button type="button" class="plain" onClick={show}><Gear /><span>{t('nav.settings')}</span></button>
            <dialog ref={dialog} class="sheet" aria-label={t('settings.title')}>
                <h2>{t('settings.title')}</h2>
                {open && <Settings />}
                <button type="button" class="main" onClick={() => dialog.current?.close()}>{t('settings.done')}</button>
            </dialog>
        </>
    );
}
