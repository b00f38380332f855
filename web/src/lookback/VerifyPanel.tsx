// "Check the deals": what was promised, what came, and whether it fits.
import {useCallback, useEffect, useState} from 'preact/hooks';
import {keyOf} from '../keys';
import {begunHere} from '../local/which';
import {namesInRecord} from '../table/names';
import {startsFrom} from '../table/pledge';
import {listed} from '../text/text';
import {check, type Checked, type Own} from './fair';
import {t} from './text';

interface Line {
    good: boolean;
    text: string;
    why?: string; // in the words of the rules, for those who look into it
}

const ownTexts = {good: 'verify.own', bad: 'verify.own.bad', left: 'verify.own.left'} as const satisfies Record<Exclude<Own, 'none'>, string>;

function linesOf({header, commitment, salts, own, seed, deals, dealt}: Checked): Line[] {
    const lines: Line[] = [];
    const {fair} = header;
    if (fair) {
        lines.push({good: commitment, text: t(commitment ? 'verify.commitment' : 'verify.commitment.bad')});
        if (fair.seals) lines.push({good: salts, text: t(salts ? 'verify.salts' : 'verify.salts.bad')});
        if (own !== 'none') lines.push({good: own !== 'bad', text: t(ownTexts[own])});
        lines.push({good: seed, text: t(seed ? 'verify.seed' : 'verify.seed.bad')});
        if (fair.prepared !== undefined) lines.push({good: false, text: t('verify.prepared', {n: fair.prepared})});
    }
    if (deals) lines.push({good: false, text: t('verify.deals.bad'), why: deals});
    else lines.push({good: true, text: dealt > 0 ? t('verify.deals', {n: dealt}) : t('verify.deals.none')});
    return lines;
}

function Numbers({checked}: {checked: Checked}) {
    const {header} = checked;
    const rows = [
        ...(header.fair
            ? [[t('verify.fingerprint'), header.fair.commitment], [t('verify.secret'), header.fair.secret],
                ...namesInRecord(header.names).map((name, seat) => [t('verify.saltof', {name}), header.fair!.salts[seat] === '' ? t('verify.nosalt') : header.fair!.salts[seat]])]
            : []),
        [t('verify.seedname'), header.seed],
    ];
    return (
        <details class="numbers">
            <summary>{t('verify.details')}</summary>
            <dl>{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd><code>{value}</code></dd></div>)}</dl>
        </details>
    );
}

// Remarks that are not errors.
function Remarks({checked}: {checked: Checked}) {
    const {fair} = checked.header;
    if (!fair) return null;
    return (
        <>
            {fair.abandoned?.map(({commitment, missing}) => <p key={commitment}>{t('verify.givenup', {names: listed(namesInRecord(missing))})}</p>)}
            {!fair.seals && fair.prepared === undefined && <p>{t('verify.old')}</p>}
            {fair.seals && checked.own === 'none' && <p class="soft">{t('verify.nothing')}</p>}
        </>
    );
}

function Outcome({checked}: {checked: Checked}) {
    const lines = linesOf(checked);
    const fair = lines.every((line) => line.good);
    return (
        <div role="status">
            {checked.header.fair ? (
                <p class={fair ? 'outcome good' : 'outcome bad'}>{fair ? '✓ ' : '✗ '}{t(fair ? 'verify.fair' : 'verify.unfair')}</p>
            ) : (
                <p>{t('verify.noserver')}</p>
            )}
            <ul class="checks">
                {lines.map(({good, text, why}) => (
                    <li key={text} class={good ? 'good' : 'bad'}>
                        <span aria-hidden="true">{good ? '✓' : '✗'}</span> {text} {why && <code lang="en">{why}</code>}
                    </li>
                ))}
            </ul>
            <Remarks checked={checked} />
            <Numbers checked={checked} />
        </div>
    );
}

type State = 'idle' | 'running' | 'norecord' | 'unreachable' | Checked;

// The table where a record's game was played.
function tableIn(record: string): string | undefined {
    return /"fair":\{"table":"([A-Za-z0-9_-]{22})"/.exec(record.slice(0, record.indexOf('\n')))?.[1];
}

// Of a table the browser may remember its own part in the deal; a file names its table itself.
export function VerifyPanel({record, table, atOnce}: {record: string; table?: string; atOnce?: boolean}) {
    const [state, setState] = useState<State>('idle');
    const begin = useCallback(() => {
        setState('running');
        const of = table ?? tableIn(record);
        const starts = startsFrom(of === undefined ? undefined : keyOf(of)?.starts);
        check(record, starts).then((checked) => setState(checked ?? 'norecord'), () => setState('unreachable'));
    }, [record, table]);
    useEffect(() => {
        if (atOnce) begin();
        else setState('idle');
    }, [atOnce, begin]);
    return (
        <section class="panel verify" id="verify" aria-label={t('verify.title')}>
            <h2>{t('verify.title')}</h2>
            <p class="soft">{t(begunHere(tableIn(record) ?? '') ? 'verify.line.here' : 'verify.line')}</p>
            {(state === 'idle' || state === 'running') && (
                <button type="button" disabled={state === 'running'} onClick={begin}>{t(state === 'idle' ? 'verify.begin' : 'verify.running')}</button>
            )}
            {state === 'norecord' && <p class="problem" role="alert">{t('verify.norecord')}</p>}
            {state === 'unreachable' && (
                <div class="row" role="alert">
                    <span class="problem">{t('verify.unreachable')}</span>
                    <button type="button" onClick={begin}>{t('verify.begin')}</button>
                </div>
            )}
            {typeof state === 'object' && <Outcome checked={state} />}
        </section>
    );
}
