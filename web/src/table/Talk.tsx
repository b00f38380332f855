// The log in words, and the chat.
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks';
import type {GameUi} from '../games/game';
import type {ChatMessage} from '../protocol';
import {t} from '../text/frame';
import {Told} from '../told';
import type {TableClient} from './client';

function useLatestInSight(count: number) {
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        list.current?.scrollTo({top: list.current.scrollHeight});
    }, [count]);
    return list;
}

// Keeps the latest line in sight; when older ones come, the lines stay where they are.
function useLinesInSight(count: number, unheard: number) {
    const list = useRef<HTMLOListElement>(null);
    const before = useRef({unheard, height: 0});
    useLayoutEffect(() => {
        const {current} = list;
        if (!current) return;
        const height = current.scrollHeight;
        current.scrollTop = before.current.unheard === unheard ? height : current.scrollTop + height - before.current.height;
        before.current = {unheard, height};
    }, [count, unheard]);
    return list;
}

interface LogProps {
    lines: string[];
    ui: GameUi<unknown>;
    view: unknown;
    unheard: number;
    onEarlier: () => void;
}

export function Log({lines, ui, view, unheard, onEarlier}: LogProps) {
    const list = useLinesInSight(lines.length, unheard);
    return (
        <section class="panel" aria-label={t('table.log')}>
            <h2>{t('table.log')}</h2>
            {lines.length === 0 && <p class="soft">{t('table.log.empty')}</p>}
            {unheard > 0 && <button type="button" class="small" onClick={onEarlier}>{t('table.log.earlier')}</button>}
            <ol class="log" ref={list} tabIndex={0} aria-label={t('table.log')}>
                {lines.map((line, at) => <li key={at}><Told sentence={line} Chip={ui.Chip} view={view} /></li>)}
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
