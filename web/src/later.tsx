// A component whose code is loaded when it is first drawn, and what is there meanwhile.
import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {t} from './text/frame';

const Connecting = () => <p class="loading" role="status">{t('trouble.connecting')}</p>;
export const Nothing = () => null;

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, Meanwhile: ComponentType = Connecting): ComponentType<Props> {
    let known: ComponentType<Props> | undefined;
    return function Later(props: Props) {
        const [state, setState] = useState<'loading' | 'there' | 'failed'>(known ? 'there' : 'loading');
        useEffect(() => {
            if (known) return;
            load().then(
                (component) => {
                    known = component;
                    setState('there');
                },
                () => setState('failed'),
            );
        }, []);
        const Known = known;
        if (Known) return <Known {...props} />;
        if (state === 'loading') return <Meanwhile />;
        return (
            <div class="panel row" role="alert">
                <span>{t('trouble.server')}</span>
                <button type="button" onClick={() => location.reload()}>{t('trouble.again')}</button>
            </div>
        );
    };
}
