// The log in words, and the chat.
import {useEffect, useRef} from 'preact/hooks';
import type {ChatMessage} from '../protocol';
import {t} from '../text/frame';
import type {TableClient} from './client';

function useLatestInSight(count: number) {
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        list.current?.scrollTo({top: list.current.scrollHeight});
    }, [count]);
    return list;
}

export function Log({lines}: {lines: string[]}) {
    const list = useLatestInSight(lines.length);
    return (
        <section class="panel" aria-label={t('table.log')}>
            <h2>{t('table.log')}</h2>
            {lines.length === 0 && <p class="soft">{t('table.log.empty')}</p>}
            <ol class="log" ref={list} lang="en" tabIndex={0} aria-label={t('table.log')}>
                {lines.map((line, at) => <li key={at}>{line}</li>)}
            </ol>
        </section>
    );
}

export function Chat({client, chats, mayTalk}: {client: TableClient; chats: ChatMessage[]; mayTalk: boolean}) {
    const list = useLatestInSight(chats.length);
    const say = (event: SubmitEvent) => {
        event.preventDefault();
        const field = (event.currentTarget as HTMLFormElement).elements.namedItem('text') as HTMLInputElement;
        const text = field.value.trim();
        field.value = '';
        if (text) void client.ask({type: 'chat', text});
    };
    return (
        <section class="panel" aria-label={t('table.chat')}>
            <h2>{t('table.chat')}</h2>
            {chats.length > 0 && (
                <ol class="log" ref={list} tabIndex={0} aria-label={t('table.chat')} aria-live="polite">
                    {chats.map((chat) => <li key={chat.number}><bdi><strong>{chat.name}</strong></bdi> <bdi>{chat.text}</bdi></li>)}
                </ol>
            )}
            {mayTalk ? (
                <form class="chat-line" onSubmit={say}>
                    <input name="text" maxLength={90} aria-label={t('table.chat.say')} placeholder={t('table.chat.say')} autocomplete="off" />
                    <button type="submit">{t('table.chat.send')}</button>
                </form>
            ) : (
                <p class="soft">{t('table.chat.players')}</p>
            )}
        </section>
    );
}
