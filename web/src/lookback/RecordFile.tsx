// A field for a saved record: chosen, or dropped anywhere on the page.
import {useCallback, useEffect, useRef, useState} from 'preact/hooks';
import {recordIn, WrongRecord} from './file';
import {t} from './text';

interface Props {
    label: string;
    onBegin?: () => void; // of another file
    onRecord: (record: string, file: string) => Promise<void> | void; // may reject with WrongRecord too
}

type State = 'idle' | 'reading' | WrongRecord;

export function RecordFile({label, onBegin, onRecord}: Props) {
    const [state, setState] = useState<State>('idle');
    const tell = useRef({onBegin, onRecord});
    tell.current = {onBegin, onRecord};
    const read = useCallback(async (file: File | undefined) => {
        if (!file) return;
        setState('reading');
        tell.current.onBegin?.();
        try {
            await tell.current.onRecord(await recordIn(file), file.name);
            setState('idle');
        } catch (error) {
            setState(error instanceof WrongRecord ? error : new WrongRecord(t('open.wrong.unread', {file: file.name})));
        }
    }, []);
    useEffect(() => {
        const over = (event: DragEvent) => {
            if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
        };
        const drop = (event: DragEvent) => {
            if (!event.dataTransfer?.files.length) return;
            event.preventDefault(); // the browser would leave the page and show the file
            void read(event.dataTransfer.files[0]);
        };
        addEventListener('dragover', over);
        addEventListener('drop', drop);
        return () => {
            removeEventListener('dragover', over);
            removeEventListener('drop', drop);
        };
    }, [read]);
    return (
        <>
            <input type="file" accept=".jsonl,application/jsonl" aria-label={label} onChange={(event) => void read(event.currentTarget.files?.[0])}
                onClick={(event) => (event.currentTarget.value = '')} /* the same file may be chosen again */ />
            {state === 'reading' && <p role="status">{t('open.reading')}</p>}
            {state instanceof WrongRecord && <p class="problem" role="alert">{state.message} {state.detail && <code lang="en">{state.detail}</code>}</p>}
        </>
    );
}
