// In the header: at how many other tables it is your turn.
import {useEffect} from 'preact/hooks';
import {link} from '../address';
import {keysChanged} from '../keys';
import {route} from '../router';
import {useStore} from '../store';
import {t} from './Rows';
import {askAgain, keepAsking, told, waiting} from './seats';

export function TurnBadge() {
    const at = useStore(route);
    useStore(told);
    useStore(keysChanged);
    useEffect(keepAsking, []);
    useEffect(() => {
        if (told.get().at > 0) void askAgain(); // another page: a choice may have been made meanwhile
    }, [at]);
    const here = at.page === 'table' ? at.table : '';
    const n = waiting().filter(({table}) => table !== here).length;
    if (n === 0) return null;
    return (
        <a class="turn-badge" href={link('/games')}>
            <span class="turn-badge-words">{t('badge')} </span>
            <span aria-hidden="true" class="turn-badge-count">{n}</span>
            <span class="hidden-text">({n})</span>
        </a>
    );
}
