// Log, chat and the way out: a column where there is room, else a drawer that a button in the header opens.
import type {ComponentChildren} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {t} from '../text/frame';

const Bubble = () => (
    <svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true">
        <path d="M3 4h18v12H11l-5 4v-4H3ZM7 8.5h10M7 12h7" />
    </svg>
);

// How many lines of the chat came while nobody could see them.
function useUnread(chats: number, column: {current: HTMLElement | null}, open: boolean): number {
    const [seen, setSeen] = useState(chats);
    useEffect(() => {
        if (column.current?.checkVisibility()) setSeen(chats);
    }, [chats, column, open]);
    return Math.max(0, chats - seen);
}

export function Drawer({chats, children}: {chats: number; children: ComponentChildren}) {
    const [open, setOpen] = useState(false);
    const column = useRef<HTMLElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    const unread = useUnread(chats, column, open);
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
        </>
    );
}
