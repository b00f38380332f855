// Checking the deals of a game: one of this server by its address, or a saved record.
import {useState} from 'preact/hooks';
import {askRecord} from '../api';
import {NoGame, useAsked} from '../lookback/asked';
import {RecordFile} from '../lookback/RecordFile';
import {t} from '../lookback/text';
import {VerifyPanel} from '../lookback/VerifyPanel';

function OfTable({table}: {table: string}) {
    const [asked, again] = useAsked(() => askRecord(table), table);
    if (asked.state === 'loading') return <p class="loading" role="status">{t('replay.loading')}</p>;
    if (asked.state === 'failed') return <NoGame table={table} error={asked.error} again={again} />;
    return <VerifyPanel record={asked.value} table={table} atOnce />;
}

function OfFile() {
    const [record, setRecord] = useState<string>();
    return (
        <>
            <section class="panel">
                <h2>{t('verify.file')}</h2>
                <p class="soft">{t('verify.file.line')}</p>
                <RecordFile label={t('verify.file')} onBegin={() => setRecord(undefined)} onRecord={setRecord} />
            </section>
            {record !== undefined && <VerifyPanel record={record} atOnce />}
        </>
    );
}

export function Verify({table}: {table: string}) {
    return (
        <div class="narrow">
            <h1>{t('verify.title')}</h1>
            {table ? <OfTable key={table} table={table} /> : <OfFile />}
        </div>
    );
}
