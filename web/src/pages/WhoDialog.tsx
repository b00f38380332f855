// Asks who you are.
import {useEffect, useRef, useState} from 'preact/hooks';
import {longest} from '../protocol';
import {changeSettings, settings} from '../settings';
import {Emblem, lookName, looks} from '../table/emblems';
import {t} from '../text/beside';
import type {Wanted} from './Who';

function tooLong(name: string): boolean {
    return Array.from(name).length > longest.name;
}

// The one you have, or the first that nobody at the table has, beginning anywhere.
function firstLook(taken: ReadonlyMap<number, string> | undefined): number {
    const {look} = settings.get();
    const from = look ?? Math.floor(Math.random() * looks);
    const all = Array.from({length: looks}, (_, at) => (from + at) % looks);
    return all.find((one) => !taken?.has(one)) ?? from;
}

function Emblems({look, taken, onChange}: {look: number; taken: Wanted['taken']; onChange: (look: number) => void}) {
    return (
        <fieldset class="choice">
            <legend>{t('who.emblem')}</legend>
            <div class="emblems">
                {Array.from({length: looks}, (_, one) => {
                    const owner = taken?.get(one);
                    const name = owner === undefined ? lookName(one) : t('who.taken', {emblem: lookName(one), name: owner});
                    return (
                        <label key={one} title={name}>
                            <input type="radio" name="look" value={one} checked={look === one} disabled={owner !== undefined} aria-label={name}
                                onChange={() => onChange(one)} />
                            <Emblem look={one} />
                        </label>
                    );
                })}
            </div>
        </fieldset>
    );
}

export function WhoDialog({wanted, onClose}: {wanted: Wanted; onClose: () => void}) {
    const dialog = useRef<HTMLDialogElement>(null);
    const [name, setName] = useState(settings.get().name);
    const [look, setLook] = useState(() => firstLook(wanted.taken));
    const [problem, setProblem] = useState('');
    const [busy, setBusy] = useState(false);
    useEffect(() => dialog.current?.showModal(), []);
    const wrong = tooLong(name.trim()) ? t('who.long', {n: longest.name}) : problem;
    const submit = async (event: SubmitEvent) => {
        event.preventDefault();
        const who = {name: name.trim(), look};
        if (!who.name || tooLong(who.name)) return;
        setBusy(true);
        const refusal = await wanted.then(who);
        setBusy(false);
        setProblem(refusal ?? '');
        if (refusal !== undefined) return;
        changeSettings(who);
        onClose();
    };
    return (
        <dialog ref={dialog} class="sheet who" aria-label={t('who.title')} onClose={onClose}>
            <h2>{t('who.title')}</h2>
            <form onSubmit={(event) => void submit(event)}>
                <label class="field">
                    {t('new.name')}
                    <input name="name" value={name} required autocomplete="nickname" aria-invalid={wrong !== ''}
                        onInput={(event) => {
                            setName(event.currentTarget.value);
                            setProblem('');
                        }} />
                </label>
                {wrong && <p class="problem" role="alert">{wrong}</p>}
                <Emblems look={look} taken={wanted.taken} onChange={setLook} />
                <div class="row last">
                    <button type="submit" class="main" data-do="who" disabled={busy || name.trim() === ''}>{wanted.verb}</button>
                    <button type="button" onClick={() => dialog.current?.close()}>{t('table.cancel')}</button>
                </div>
            </form>
        </dialog>
    );
}
