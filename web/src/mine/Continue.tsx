// On the front page: the games to go on with, those that wait for you first.
import {useEffect} from 'preact/hooks';
import {link} from '../address';
import {keysChanged, unfinished} from '../keys';
import {useStore} from '../store';
import {GameRow, kindOf, t} from './Rows';
import {askAgain, told} from './seats';

const shown = 4;

export function Continue() {
    const {seats} = useStore(told);
    useStore(keysChanged);
    const keys = unfinished().filter((key) => kindOf(key, seats.get(key.table)) !== 'lost');
    const some = keys.length > 0;
    useEffect(() => {
        if (some) void askAgain();
    }, [some]);
    if (!some) return null;
    const due = (table: string) => Number(kindOf(keys.find((key) => key.table === table)!, seats.get(table)) === 'turn');
    const sorted = [...keys].sort((a, b) => due(b.table) - due(a.table));
    return (
        <section class="panel mine" aria-label={t('continue')}>
            <h2>{t('continue')}</h2>
            <ul class="game-rows">{sorted.slice(0, shown).map((key) => <GameRow key={key.table} keyOfSeat={key} known={seats.get(key.table)} />)}</ul>
            {keys.length > shown && <a class="quiet" href={link('/games')}>{t('continue.all', {n: keys.length})}</a>}
        </section>
    );
}
