// A result to show to others: the address of the replay, and a picture.
import {useState} from 'preact/hooks';
import {isLocal} from '../local/which';
import type {Result, Seat} from '../protocol';
import {gameTitle, t} from '../text/frame';
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

export function Share(props: Props) {
    const {table, game, result, names} = props;
    const [said, setSaid] = useState('');
    const local = isLocal(table); // nobody else can open its address
    const url = local ? undefined : `${location.origin}/replay/${table}`;
    const title = `${gameTitle(game)}: ${t('over.winner', {names: listed(result.winners.map((seat) => names[seat]!)), n: result.winners.length})}`;
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(url!);
            setSaid(t('room.copied'));
        } catch {
            setSaid(url!); // without the right to copy it can still be read
        }
    };
    const picture = async () => {
        const file = await drawResult(props, title);
        const data = {files: [file], title, ...(url !== undefined && {url})};
        if ('canShare' in navigator && navigator.canShare({files: [file]}) && (await hand(data))) return;
        saveFile(file);
        setSaid(t('share.saved'));
    };
    return (
        <div class="share">
            <div class="row">
                {!local && 'share' in navigator && <button type="button" data-do="share" onClick={() => void hand({title, url})}>{t('share.send')}</button>}
                {!local && <button type="button" data-do="copy" onClick={() => void copy()}>{t('room.copy')}</button>}
                <button type="button" data-do="picture" onClick={() => void picture()}>{t('share.picture')}</button>
            </div>
            <p class="soft said" role="status">{said}</p>
        </div>
    );
}
