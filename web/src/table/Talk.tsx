// The log in words, and the chat.
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {GameUi} from '../games/game';
import {bytesOf, knownWho, useWho} from '../pages/Who';
import {longest, type ChatMessage, type Seat, type TableMessage} from '../protocol';
import {t} from '../text/beside';
import {Told} from '../told';
import type {TableClient} from './client';
import {SeatEmblem} from './emblems';

function useLatestInSight(count: number) {
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        list.current?.scrollTo({top: list.current.scrollHeight});
    }, [count]);
    return list;
}

// Keeps the latest line in sight; when older ones come, the lines stay where they are. Their height is asked for in the
// next frame, which lays them out anyway.
function useLinesInSight(count: number, unheard: number) {
    const list = useRef<HTMLOListElement>(null);
    const before = useRef({unheard, height: 0});
    useLayoutEffect(() => {
        const frame = requestAnimationFrame(() => {
            const {current} = list;
            if (!current) return;
            const height = current.scrollHeight;
            current.scrollTop = before.current.unheard === unheard ? height : current.scrollTop + height - before.current.height;
            before.current = {unheard, height};
        });
        return () => cancelAnimationFrame(frame);
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

const near = 60; // bytes before that, from which on they are counted

// Who said it: emblem and name as they are at the seat now, or that of a watcher.
function Speaker({chat, seats}: {chat: ChatMessage; seats: Seat[]}) {
    const seat = chat.seat === undefined ? undefined : seats[chat.seat];
    const same = seat?.kind === 'person' && seat.name === chat.name;
    return (
        <span class="speaker">
            {same && <SeatEmblem seat={seat} />}
            <bdi><strong>{chat.name}</strong></bdi>
            {chat.seat === undefined && <span class="soft"> ({t('table.chat.watcher')})</span>}
        </span>
    );
}

export function Line({chat, seats}: {chat: ChatMessage; seats: Seat[]}) {
    return <><Speaker chat={chat} seats={seats} /> <bdi>{chat.text}</bdi></>;
}

interface ChatProps {
    client: TableClient;
    table: TableMessage;
    chats: ChatMessage[];
}

// What is written stays until the server has taken it: nothing is cut, and nothing is lost.
function Say({client, table}: Omit<ChatProps, 'chats'>) {
    const [text, setText] = useState(client.draft);
    const [problem, setProblem] = useState<string>();
    const [dialog, askWho] = useWho();
    const write = (draft: string) => setText((client.draft = draft)); // the game may begin meanwhile, with another field
    const length = bytesOf(text.trim());
    const known = knownWho();
    const say = async (name?: string) => {
        const refusal = await client.say(text.trim(), name);
        setProblem(refusal);
        if (refusal === undefined && client.draft === text) write(''); // else the next line is begun
        return refusal;
    };
    const submit = (event: SubmitEvent) => {
        event.preventDefault();
        if (length === 0) return;
        if (length > longest.chat_text) setProblem(t('table.chat.long'));
        else if (table.you !== undefined || known) void say(table.you === undefined ? known?.name : undefined);
        else askWho({verb: t('who.talk'), then: ({name}) => say(name)});
    };
    const told = length > longest.chat_text ? t('table.chat.long') : problem;
    return (
        <>
            <form class="chat-line" onSubmit={submit}>
                <input name="text" value={text} aria-label={t('table.chat.say')} placeholder={t('table.chat.say')} autocomplete="off" aria-invalid={told !== undefined}
                    onInput={(event) => {
                        write(event.currentTarget.value);
                        setProblem(undefined);
                    }} />
                <button type="submit">{t('table.chat.send')}</button>
            </form>
            {length > longest.chat_text - near && <p class={length > longest.chat_text ? 'chat-count problem' : 'chat-count soft'}>{t('table.chat.length', {n: length, most: longest.chat_text})}</p>}
            {told && <p class="problem" role="alert">{told}</p>}
            {dialog}
        </>
    );
}

export function Chat({client, table, chats}: ChatProps) {
    const list = useLatestInSight(chats.length);
    return (
        <section class="panel chat" aria-label={t('table.chat')}>
            <h2>{t('table.chat')}</h2>
            {chats.length > 0 && (
                <ol class="log" ref={list} tabIndex={0} aria-label={t('table.chat')} aria-live="polite">
                    {chats.map((chat) => <li key={chat.number}><Line chat={chat} seats={table.seats} /></li>)}
                </ol>
            )}
            {table.you !== undefined || table.watchers_talk ? <Say client={client} table={table} /> : <p class="soft">{t('table.chat.players')}</p>}
        </section>
    );
}
