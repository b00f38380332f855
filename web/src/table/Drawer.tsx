// Log, chat and the way out: a column where there is room, else a drawer that a button in the header opens.
import type {ComponentChildren} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import type {ChatMessage, Seat} from '../protocol';
import {t} from '../text/beside';
import type {TableClient} from './client';
import {Line} from './Talk';

const Bubble = () => (
    <svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true">
        <path d="M3 4h18v12H11l-5 4v-4H3ZM7 8.5h10M7 12h7" />
    </svg>
);

const shown = 5000; // milliseconds that the newest line stays over the table

// How many lines of the chat came while nobody could see them, and the newest of them for a moment.
function useUnread(client: TableClient, chats: ChatMessage[], column: {current: HTMLElement | null}, open: boolean): [number, ChatMessage | undefined] {
    const [news, setNews] = useState<ChatMessage>();
    const newest = chats.at(-1);
    useEffect(() => {
        if (!newest) return undefined;
        if (column.current?.checkVisibility()) {
            client.read(newest.number);
            setNews(undefined);
        } else if (client.isNews(newest)) {
            setNews(newest);
            const timer = setTimeout(() => setNews(undefined), shown);
            return () => clearTimeout(timer);
        }
        return undefined;
    }, [client, newest, column, open]);
    const {heard} = client.state.get();
    return [chats.filter(({number}) => number > heard).length, news];
}

interface DrawerProps {
    client: TableClient;
    chats: ChatMessage[];
    seats: Seat[];
    children: ComponentChildren;
}

export function Drawer({client, chats, seats, children}: DrawerProps) {
    const [open, setOpen] = useState(false);
    const column = useRef<HTMLElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    const [unread, news] = useUnread(client, chats, column, open);
    const close = () => {
        setOpen(false);
        button.current?.focus();
    };
    useEffect(() => {
        if (open) column.current?.querySelector('button')?.focus();
    }, [open]);
    return (
        <>
            <button type="button" class="plain talk-button" aria-expanded={open} ref={button} onClick={() => setOpen(!open)}>
                <Bubble />
                <span class="hidden-text">{t('table.talk')}</span>
                {unread > 0 && <span class="unread"><span aria-hidden="true">{unread}</span><span class="hidden-text">{t('table.talk.new', {n: unread})}</span></span>}
            </button>
            <aside class={open ? 'side-column open' : 'side-column'} ref={column} onKeyDown={(event) => event.key === 'Escape' && open && close()}>
                <button type="button" class="small drawer-close" onClick={close}>{t('table.talk.close')}</button>
                {children}
            </aside>
            <div class="chat-news" role="status">
                {news && <button type="button" key={news.number} onClick={() => setOpen(true)}><span><Line chat={news} seats={seats} /></span></button>}
            </div>
        </>
    );
}
