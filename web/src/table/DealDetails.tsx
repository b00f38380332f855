// Tells everybody at a table how its cards are dealt.
import {keyOf} from '../keys';
import type {TableMessage} from '../protocol';
import {t} from '../text/beside';
import {listed} from '../text/text';
import {namesOf} from './names';
import {startsFrom} from './pledge';

// The starts that were given up stay in sight, and on record.
export function GivenUp({table}: {table: TableMessage}) {
    const starts = table.fair.abandoned ?? [];
    if (starts.length === 0) return null;
    return (
        <section class="panel given-up" role="status">
            <h2>{t('deal.givenup')}</h2>
            <ul>{starts.map(({commitment, missing}) => <li key={commitment}>{t('deal.givenup.one', {names: listed(missing)})}</li>)}</ul>
            {table.status === 'open' && <p>{t('deal.givenup.line')}</p>}
        </section>
    );
}

// Commitment, seals and your salt, to be compared.
export function DealDetails({table}: {table: TableMessage}) {
    const {fair, seats} = table;
    const names = namesOf(seats);
    const own = table.you === undefined ? undefined : startsFrom(keyOf(table.table)?.starts).find(({commitment}) => commitment === fair.commitment);
    if (!fair.seals) return null;
    const seals = seats.flatMap((seat, at) => (seat.kind === 'person' ? [{name: names[at]!, seal: fair.seals![at] === '' ? t('deal.noseal') : fair.seals![at]!}] : []));
    return (
        <details class="panel deal">
            <summary>{t('deal.title')}</summary>
            <p>{t('deal.line')}</p>
            <dl>
                <dt>{t('deal.commitment')}</dt>
                <dd><code>{fair.commitment}</code></dd>
                {own && <><dt>{t('deal.salt')}</dt><dd><code>{own.salt}</code></dd></>}
                {seals.map(({name, seal}) => <><dt>{t('deal.seal', {name})}</dt><dd><code>{seal}</code></dd></>)}
            </dl>
        </details>
    );
}
