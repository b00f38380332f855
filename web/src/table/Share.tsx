// Something to show to others: of a result the address of the replay, and a picture.
import {useState} from 'preact/hooks';
import {isLocal} from '../local/which';
import type {Result, Seat} from '../protocol';
import {t} from '../text/beside';
import {gameTitle} from '../text/frame';
import {listed} from '../text/text';
import {drawResult} from './picture';
import {saveFile} from './saving';

interface Props {
    table: string;
    game: string;
    result: Result;
    seats: Seat[];
    names: string[];
    at: number; // when it was played
}

// The person may have thought better of it: that is not an error.
async function hand(data: ShareData): Promise<boolean> {
    try {
        await navigator.share(data);
        return true;
    } catch (error) {
        return (error as Error).name === 'AbortError';
    }
}

interface WaysProps {
    title: string;
    what: {url: string} | {text: string} | undefined; // to be sent or copied; nothing: there is only the picture
    send?: string; // the words for that
    copy?: string;
    draw: () => Promise<File>;
}

// Ways to share something: send it, copy it, save it as a picture.
export function ShareWays({title, what, send = t('share.send'), copy = t('room.copy'), draw}: WaysProps) {
    const [said, setSaid] = useState('');
    const copyIt = async (text: string) => {
        try {
            await navigator.clipboard.writeText(text);
            setSaid(t('room.copied'));
        } catch {
            setSaid(text); // without the right to copy it can still be read
        }
    };
    const picture = async () => {
        const file = await draw();
        if ('canShare' in navigator && navigator.canShare({files: [file]}) && (await hand({title, ...what, files: [file]}))) return;
        saveFile(file);
        setSaid(t('share.saved'));
    };
    return (
        <div class="share">
            <div class="row">
                {what && 'share' in navigator && <button type="button" data-do="share" onClick={() => void hand({title, ...what})}>{send}</button>}
                {what && <button type="button" data-do="copy" onClick={() => void copyIt('url' in what ? what.url : what.text)}>{copy}</button>}
                <button type="button" data-do="picture" onClick={() => void picture()}>{t('share.picture')}</button>
            </div>
            <p class="soft said" role="status">{said}</p>
        </div>
    );
}

export function Share(props: Props) {
    const {table, game, result, names} = props;
    const title = `${gameTitle(game)}: ${t('over.winner', {names: listed(result.winners.map((seat) => names[seat]!)), n: result.winners.length})}`;
    const what = isLocal(table) ? undefined : {url: `${location.origin}/replay/${table}`}; // nobody else can open its address
    return <ShareWays title={title} what={what} draw={() => drawResult(props)} />;
}
