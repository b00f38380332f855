// Saved records, opened to look at their games again.
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {fromNow} from '../clock';
import {allKeys} from '../keys';
import {forget, keptTables, type KeptTable} from '../local/kept';
import {openRecord} from '../local/records';
import {isSaved, openSaved} from '../local/saved';
import {RecordFile} from '../lookback/RecordFile';
import {t as words} from '../lookback/text';
import {go} from '../router';
import {namesInRecord} from '../table/names';
import {gameTitle} from '../text/frame';
import {listed} from '../text/text';
import {Forget} from './Rows';

// Games of this device that you have no seat in.
async function openedBefore(): Promise<KeptTable[]> {
    const own = new Set(allKeys().map(({table}) => table));
    return (await keptTables()).filter(({id, over}) => over && !own.has(id));
}

function Row({record: {id, game, names, changed}, onForget}: {record: KeptTable; onForget: () => void}) {
    const title = `${gameTitle(game)}, ${listed(namesInRecord(names))}`;
    return (
        <li class="row">
            <a href={link(`/replay/${id}`)}>{title}</a>
            <span class="soft">{fromNow(changed)}</span>
            <Forget what={title} onForget={onForget} />
        </li>
    );
}

export function Records() {
    const [kept, setKept] = useState<KeptTable[]>([]);
    const look = () => void openedBefore().then(setKept, () => undefined); // where nothing can be kept there is nothing
    useEffect(look, []);
    const open = async (text: string, file: string) => go(isSaved(text) ? `/table/${await openSaved(text, file)}` : `/replay/${await openRecord(text, file)}`);
    return (
        <section class="panel" aria-label={words('open.title')}>
            <h2>{words('open.title')}</h2>
            <p class="soft">{words('open.line')}</p>
            <RecordFile label={words('open.choose')} onRecord={open} />
            {kept.length > 0 && <h3>{words('open.kept')}</h3>}
            <ul class="records">{kept.map((record) => <Row key={record.id} record={record} onForget={() => void forget(record.id).then(look, look)} />)}</ul>
        </section>
    );
}
