// Keys to another browser and from there: a file, or QR codes for a telephone. Nothing is taken before it was asked about.
import {useEffect, useRef, useState} from 'preact/hooks';
import {askSeats} from '../api';
import {later} from '../later';
import {route} from '../router';
import {useStore} from '../store';
import type {SeatKey} from '../keys';
import {t as frame} from '../text/frame';
import {t} from './Rows';
import {askAgain, isProblem} from './seats';
import {fileOf, keysIn, linkedMost, linksOf, newAmong, pairsIn, takeKeys, WrongFile, type Pair} from './moving';

const Codes = later(() => import('./Codes').then((module) => module.Codes));

// ---- keys that have come ----

interface AskProps {
    keys: SeatKey[];
    unknown: number; // that the server does not know
    onDone: (text: string) => void;
}

function AskFirst({keys, unknown, onDone}: AskProps) {
    const fresh = newAmong(keys).length;
    const take = () => {
        const taken = takeKeys(keys);
        void askAgain(true);
        onDone(t('import.done', {n: taken}));
    };
    return (
        <div class="import-ask" role="alertdialog" aria-label={t('import')}>
            <p>{t('import.found', {n: keys.length})} {t('import.fresh', {n: fresh})} {unknown > 0 && t('import.unknown', {n: unknown})}</p>
            <div class="row">
                {fresh > 0 && <button type="button" class="main" onClick={take}>{t('import.take', {n: fresh})}</button>}
                <button type="button" onClick={() => onDone('')}>{t(fresh > 0 ? 'cancel' : 'close')}</button>
            </div>
        </div>
    );
}

// The keys of a link, with what the server says of them.
async function keysOfLink(pairs: Pair[]): Promise<{keys: SeatKey[]; unknown: number}> {
    const {seats} = await askSeats(pairs);
    const keys = seats.flatMap((known, at) => {
        const pair = pairs[at];
        if (isProblem(known) || known.table !== pair?.table) return [];
        const {game, seat, names, status, changed} = known;
        return [{...pair, game, seat, name: names[seat] ?? '', at: changed, over: status === 'over'}];
    });
    return {keys, unknown: pairs.length - keys.length};
}

type Arrival = {state: 'none'} | {state: 'asking'; pairs: Pair[]} | {state: 'failed'; pairs: Pair[]} | {state: 'wrong'} | {state: 'ask'; keys: SeatKey[]; unknown: number} | {state: 'done'; text: string};

// Opened by a link with keys. They leave the address at once, so that nobody finds them in the history.
export function Arrivals() {
    const at = useStore(route);
    const [arrival, setArrival] = useState<Arrival>({state: 'none'});
    const look = (pairs: Pair[]) => {
        setArrival({state: 'asking', pairs});
        keysOfLink(pairs).then((found) => setArrival({state: 'ask', ...found}), () => setArrival({state: 'failed', pairs}));
    };
    useEffect(() => {
        const read = () => {
            const pairs = pairsIn(location.hash);
            if (pairs === undefined) return;
            history.replaceState(null, '', location.pathname);
            if (pairs === 'wrong') setArrival({state: 'wrong'});
            else look(pairs);
        };
        read();
        addEventListener('hashchange', read);
        return () => removeEventListener('hashchange', read);
    }, [at]);
    if (arrival.state === 'none' || (arrival.state === 'done' && arrival.text === '')) return null;
    return (
        <section class="panel" aria-label={t('import')}>
            <h2>{t('import')}</h2>
            {arrival.state === 'asking' && <p class="loading" role="status">{frame('trouble.connecting')}</p>}
            {arrival.state === 'wrong' && <p class="problem" role="alert">{t('import.wrong.link')}</p>}
            {arrival.state === 'failed' && (
                <div class="row" role="alert">
                    <span class="problem">{frame('trouble.server')}</span>
                    <button type="button" onClick={() => look(arrival.pairs)}>{frame('trouble.again')}</button>
                </div>
            )}
            {arrival.state === 'ask' && <AskFirst keys={arrival.keys} unknown={arrival.unknown} onDone={(text) => setArrival({state: 'done', text})} />}
            {arrival.state === 'done' && <p role="status">{arrival.text}</p>}
        </section>
    );
}

function wordsOf(wrong: WrongFile): string {
    return wrong.why === 'entry' ? t('import.wrong.entry', {n: wrong.entry}) : t(`import.wrong.${wrong.why}`);
}

const fileMax = 4_000_000; // bytes

function FromFile() {
    const field = useRef<HTMLInputElement>(null);
    const [found, setFound] = useState<SeatKey[]>();
    const [said, setSaid] = useState<{text: string; wrong: boolean}>({text: '', wrong: false});
    const read = async (file: File) => {
        setFound(undefined);
        setSaid({text: '', wrong: false});
        try {
            if (file.size > fileMax) throw new WrongFile('many');
            setFound(keysIn(await file.text()));
        } catch (error) {
            setSaid({text: error instanceof WrongFile ? wordsOf(error) : t('import.wrong.json'), wrong: true});
        }
        field.current!.value = '';
    };
    return (
        <>
            <input type="file" accept=".json,application/json" hidden ref={field}
                onChange={(event) => event.currentTarget.files?.[0] && void read(event.currentTarget.files[0])} />
            <button type="button" onClick={() => field.current!.click()}>{t('import.file')}</button>
            {found && <AskFirst keys={found} unknown={0} onDone={(text) => { setFound(undefined); setSaid({text, wrong: false}); }} />}
            {said.text && <p class={said.wrong ? 'problem' : ''} role={said.wrong ? 'alert' : 'status'}>{said.text}</p>}
        </>
    );
}

// ---- keys that go ----

function save(keys: SeatKey[]): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([fileOf(keys)], {type: 'application/json'}));
    link.download = `parlor-games-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function Transfer({keys}: {keys: SeatKey[]}) {
    const [codes, setCodes] = useState(false);
    const going = keys.filter(({tutorial}) => !tutorial);
    return (
        <section class="panel" aria-label={t('transfer')}>
            <h2>{t('transfer')}</h2>
            <p class="soft">{t('transfer.line')}</p>
            <div class="row">
                {going.length > 0 && <button type="button" aria-expanded={codes} onClick={() => setCodes(!codes)}>{t('transfer.qr')}</button>}
                {going.length > 0 && <button type="button" onClick={() => save(going)}>{t('transfer.file')}</button>}
                <FromFile />
            </div>
            {codes && (
                <>
                    <p class="problem">{t('transfer.secret')}</p>
                    {going.length > linkedMost && <p>{t('transfer.some', {n: linkedMost})}</p>}
                    <Codes links={linksOf(location.origin, going)} />
                </>
            )}
        </section>
    );
}
