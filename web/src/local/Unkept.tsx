// A game on this device that the device does not keep: what is not saved would be gone with the page.
import {useEffect} from 'preact/hooks';
import {link} from '../address';
import {t} from '../text/frame';
import {saveFile} from '../table/saving';
import {savedGame} from './saved';

export function Unkept({table, full}: {table: string; full: boolean}) {
    useEffect(() => {
        const warn = (event: Event) => event.preventDefault();
        addEventListener('beforeunload', warn);
        return () => removeEventListener('beforeunload', warn);
    }, []);
    return (
        <div class="banner" role="alert">
            <span>{t(full ? 'trouble.full' : 'trouble.unkept')}</span>
            <button type="button" data-do="save" onClick={() => void savedGame(table).then(saveFile)}>{t('trouble.full.save')}</button>
            {full && <a class="button" href={link('/games')} target="_blank" rel="noopener">{t('trouble.full.remove')}</a>}
        </div>
    );
}
