// A tutorial: its own table with a prepared deal, opened when there is none to go
// on with.
import {useEffect, useState} from 'preact/hooks';
import {openTable, Unreachable} from '../api';
import {useGame} from '../games/registry';
import {keepKey, unfinished} from '../keys';
import {t} from '../text/beside';
import {TablePage} from '../table/Table';
import {Page} from '../table/Trouble';
import type {Tutorial} from '../games/game';
import {knownWho} from './Who';

async function tutorialTable(game: string, tutorial: Tutorial): Promise<string> {
    const begun = unfinished().find((key) => key.tutorial && key.game === game);
    if (begun) return begun.table;
    const name = knownWho()?.name ?? t('who.alone');
    const bots = Array.from({length: tutorial.players}, (_, seat) => (seat === 0 ? '' : 'novice'));
    const wish = {game, players: tutorial.players, options: tutorial.options, name, bots, prepared: tutorial.prepared};
    const opened = await openTable(wish).catch((error: unknown) => {
        if (error instanceof Unreachable) return openTable(wish, true);
        throw error;
    });
    keepKey({table: opened.table, token: opened.token!, game, name, seat: opened.seat!, at: Date.now(), tutorial: true});
    return opened.table;
}

export function Learn({game}: {game: string}) {
    const ui = useGame(game);
    const tutorial = ui === 'failed' ? undefined : ui?.tutorial;
    const [table, setTable] = useState<string>();
    useEffect(() => {
        if (tutorial) tutorialTable(game, tutorial).then(setTable, () => setTable('failed'));
    }, [game, tutorial]);
    if (ui && ui !== 'failed' && !tutorial) return <Page title={t('tutorial.none')} />;
    if (ui === 'failed' || table === 'failed') return <Page title={t('trouble.server')} />;
    return table && tutorial ? <TablePage table={table} tutorial={tutorial} /> : null;
}
