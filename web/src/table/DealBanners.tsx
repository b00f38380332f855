// Warns everybody at a table of a deal that may be known to somebody.
import {t} from '../text/frame';

// Unmissable: the person who opened such a table can know every hand.
export function PreparedBanner({number}: {number: number}) {
    return (
        <div class="banner prepared" role="alert">
            <strong>{t('deal.prepared', {n: number})}</strong>
            <span>{t('deal.prepared.line')}</span>
        </div>
    );
}

export function ForeignBanner() {
    return <div class="banner" role="alert">{t('deal.foreign')}</div>;
}
