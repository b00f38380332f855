// Something that was asked for over HTTP: on its way, there, or what went wrong.
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {Refused} from '../api';
import {Page} from '../table/Trouble';
import {t as frame} from '../text/frame';
import {t} from './text';

export type Asked<T> = {state: 'loading'} | {state: 'there'; value: T} | {state: 'failed'; error: unknown};

export function useAsked<T>(ask: () => Promise<T>, key: string): [Asked<T>, () => void] {
    const [asked, setAsked] = useState<Asked<T>>({state: 'loading'});
    const load = () => {
        let wanted = true;
        setAsked({state: 'loading'});
        ask().then(
            (value) => wanted && setAsked({state: 'there', value}),
            (error: unknown) => wanted && setAsked({state: 'failed', error}),
        );
        return () => {
            wanted = false;
        };
    };
    // `key` says when `ask` asks for something else.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    useEffect(load, [key]);
    return [asked, load];
}

// Why a game cannot be looked at, and a way on.
export function NoGame({table, error, again}: {table: string; error: unknown; again: () => void}) {
    if (error instanceof Refused && error.problem.code === 'no_such_table')
        return <Page title={frame('trouble.gone')} line={frame('trouble.gone.line')} />;
    if (error instanceof Refused && error.problem.code === 'refused')
        return (
            <Page title={t('replay.notover')} line={t('replay.notover.line')}>
                <a class="button main" href={link(`/table/${table}`)}>{t('replay.totable')}</a>
            </Page>
        );
    return (
        <Page title={frame('trouble.server')}>
            <button type="button" class="main" onClick={again}>{frame('trouble.again')}</button>
        </Page>
    );
}
