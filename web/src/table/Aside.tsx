// What is beside the cards: log and chat, the way out, the enlarged card, and the keys.
import type {RefObject} from 'preact';
import {useRef, useState} from 'preact/hooks';
import type {GameUi, Situation} from '../games/game';
import {go} from '../router';
import {t} from '../text/beside';
import type {TableClient, TableState} from './client';
import {GivenUp} from './DealDetails';
import {Drawer} from './Drawer';
import {Enlarged} from './Enlarged';
import {useKeyboard} from './keyboard';
import {KeysHelp} from './KeysHelp';
import {Reacted} from './reactions';
import {Chat, Log} from './Talk';

// Leaving gives the seat to a bot; if you only look away, you keep it.
function LeaveButton({client}: {client: TableClient}) {
    const [asking, setAsking] = useState(false);
    const leave = async () => {
        await client.leave();
        go('/');
    };
    if (!asking) return <button type="button" class="small" onClick={() => setAsking(true)}>{t('table.leave')}</button>;
    return (
        <span class="row" role="group" aria-label={t('table.leave')}>
            <span>{t('table.leave.ask')}</span>
            <button type="button" class="small main" onClick={() => void leave()}>{t('table.leave')}</button>
            <button type="button" class="small" onClick={() => setAsking(false)}>{t('table.stay')}</button>
        </span>
    );
}

interface Props {
    client: TableClient;
    state: TableState;
    situation: Situation<unknown>;
    ui: GameUi<unknown>;
    log: string[];
    area: RefObject<HTMLElement>;
    cancel: () => boolean; // what has not been sent; false if there is nothing
}

export function Aside({client, state, situation, ui, log, area, cancel}: Props) {
    const keysHelp = useRef<HTMLDialogElement>(null);
    useKeyboard(area, {cancel, help: () => keysHelp.current?.showModal()});
    const {table} = state.frame!;
    return (
        <>
            <Drawer client={client} chats={state.chats} seats={table.seats}>
                <GivenUp table={table} />
                <Log lines={log} ui={ui} view={situation.view} unheard={state.unheard} onEarlier={() => void client.earlier()} />
                <Chat client={client} table={table} chats={state.chats} />
                {table.you !== undefined && table.status === 'playing' && <LeaveButton client={client} />}
            </Drawer>
            <Reacted floating={state.floating} names={situation.names} />
            <KeysHelp dialog={keysHelp} />
            <Enlarged area={area} game={ui.id} moment={state.frame} />
        </>
    );
}
