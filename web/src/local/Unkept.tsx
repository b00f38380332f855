// A game on this device that the device does not keep: what is not saved would be gone with the page.
import {useEffect} from 'preact/hooks';
import {link} from '../address';
import {t} from '../text/frame';

export function Unkept({full}: {full: boolean}) {
    useEffect(() => {
        const warn = (event: Event) => event.preventDefault();
        addEventListener('beforeunload', warn);
        return () => removeEventListener('beforeunload', warn);
    }, []);
    return (
        <div class="banner" role="alert">
            <span>{t(full ? 'trouble.full' : 'trouble.unkept')}</span>
            {full && <a class="button" href={link('/games')} target="_blank" rel="noopener">{t('trouble.full.remove')}</a>}
        </div>
    );
}
