// Something to show to others: of a result the address of the replay, and a picture.
import {useState} from 'preact/hooks';
import type {Result, Seat} from '../protocol';
import {gameTitle, t} from '../text/frame';
import {listed} from '../text/text';
import {drawResult} from './picture';

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

function download(file: File): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

interface WaysProps {
    title: string;
    url: string;
    instead?: {text: string; send: string; copy: string}; // of the address: a text, and the words for sending and copying it
    draw: () => Promise<File>;
}

// Ways to share something: send it, copy it, save it as a picture.
export function ShareWays({title, url, instead, draw}: WaysProps) {
    const [said, setSaid] = useState('');
    const copied = instead?.text ?? url;
    const data = instead ? {title, text: instead.text} : {title, url};
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(copied);
            setSaid(t('room.copied'));
        } catch {
            setSaid(copied); // without the right to copy it can still be read
        }
    };
    const picture = async () => {
        const file = await draw();
        if ('canShare' in navigator && navigator.canShare({files: [file]}) && (await hand({...data, files: [file]}))) return;
        download(file);
        setSaid(t('share.saved'));
    };
    return (
        <div class="share">
            <div class="row">
                {'share' in navigator && <button type="button" data-do="share" onClick={() => void hand(data)}>{instead?.send ?? t('share.send')}</button>}
                <button type="button" data-do="copy" onClick={() => void copy()}>{instead?.copy ?? t('room.copy')}</button>
                <button type="button" data-do="picture" onClick={() => void picture()}>{t('share.picture')}</button>
            </div>
            <p class="soft said" role="status">{said}</p>
        </div>
    );
}

export function Share(props: Props) {
    const {table, game, result, names} = props;
    const title = `${gameTitle(game)}: ${t('over.winner', {names: listed(result.winners.map((seat) => names[seat]!)), n: result.winners.length})}`;
    return <ShareWays title={title} url={`${location.origin}/replay/${table}`} draw={() => drawResult(props)} />;
}
