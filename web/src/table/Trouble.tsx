// Says what is wrong with the connection and what you can do.
import type {ComponentChildren} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {link} from '../address';
import {later} from '../later';
import {kept} from '../local/which';
import {useStore} from '../store';
import type {Link} from '../transport';
import {t} from '../text/frame';
import type {TableClient} from './client';
import type {Distrust} from './pledge';

export function Page({title, line, children}: {title: string; line?: string; children?: ComponentChildren}) {
    return (
        <section class="panel trouble">
            <h1>{title}</h1>
            {line && <p>{line}</p>}
            <div class="row">
                {children}
                <a class="button" href={link('/')}>{t('trouble.home')}</a>
            </div>
        </section>
    );
}

// Lost for the moment: the table stays in sight below it.
export function Banner({client, link}: {client: TableClient; link: Link & {state: 'lost'}}) {
    const [, tick] = useState(0);
    useEffect(() => {
        const timer = setInterval(() => tick((n) => n + 1), 500);
        return () => clearInterval(timer);
    }, []);
    const seconds = Math.ceil((link.again - Date.now()) / 1000);
    return (
        <div class="banner" role="alert">
            <span>{t('trouble.lost')}</span>
            <span aria-hidden="true">{seconds > 0 ? `${seconds} s` : ''}</span>
            <button type="button" onClick={() => client.reconnect()}>{t('trouble.now')}</button>
        </div>
    );
}

// Part of the game is gone, for everybody.
export function Behind({client}: {client: TableClient}) {
    return (
        <div class="banner" role="alert">
            <span>{t('trouble.behind')}</span>
            <button type="button" onClick={() => client.goOn()}>{t('trouble.understood')}</button>
        </div>
    );
}

const NotKept = later(() => import('../local/Unkept').then((module) => module.Unkept));

// Of a game on this device.
export function Unkept({table}: {table: string}) {
    const how = useStore(kept);
    return how === 'all' ? null : <NotKept table={table} full={how === 'full'} />;
}

export function Closed({client, link}: {client: TableClient; link: Link & {state: 'closed'}}) {
    switch (link.why) {
        case 'elsewhere':
            return (
                <Page title={t('trouble.elsewhere')} line={t('trouble.elsewhere.line')}>
                    <button type="button" class="main" onClick={() => client.reconnect()}>{t('trouble.here')}</button>
                </Page>
            );
        case 'gone': return <Page title={t('trouble.gone')} line={t('trouble.gone.line')} />;
        case 'lost': return <Page title={t('trouble.vanished')} line={t('trouble.vanished.line')} />;
        case 'token':
            return (
                <Page title={t('trouble.token')} line={t('trouble.token.line')}>
                    <button type="button" class="main" onClick={() => client.forgetKey()}>{t('trouble.onlook')}</button>
                </Page>
            );
        case 'distrust': return <Page title={t('trouble.distrust')} line={t(`trouble.distrust.${link.text as Distrust}`)} />;
        case 'refused':
            return (
                <Page title={t('trouble.refused')} line={link.text}>
                    <button type="button" class="main" onClick={() => client.reconnect()}>{t('trouble.again')}</button>
                </Page>
            );
    }
}
