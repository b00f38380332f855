// "Check the deals": what was promised, what came, and whether it fits.
import {useCallback, useEffect, useState} from 'preact/hooks';
import {check, type Checked} from './fair';
import {t} from './text';

interface Line {
    good: boolean;
    text: string;
}

function linesOf({header, commitment, seed, deals, dealt}: Checked, seen: string | undefined): Line[] {
    const lines: Line[] = [];
    if (header.fair) {
        lines.push({good: commitment, text: t(commitment ? 'verify.commitment' : 'verify.commitment.bad')});
        if (seen) {
            const same = seen === header.fair.commitment;
            lines.push({good: same, text: t(same ? 'verify.seen' : 'verify.seen.bad')});
        }
        lines.push({good: seed, text: t(seed ? 'verify.seed' : 'verify.seed.bad')});
    }
    if (deals) lines.push({good: false, text: t('verify.deals.bad', {why: deals})});
    else lines.push({good: true, text: dealt > 0 ? t('verify.deals', {n: dealt}) : t('verify.deals.none')});
    return lines;
}

function Numbers({checked}: {checked: Checked}) {
    const {header} = checked;
    const rows = [
        ...(header.fair
            ? [[t('verify.fingerprint'), header.fair.commitment], [t('verify.secret'), header.fair.secret],
                [t('verify.words'), header.fair.salts.map((salt) => salt || t('verify.nowords')).join(' · ')]]
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

function Outcome({checked, seen}: {checked: Checked; seen: string | undefined}) {
    const lines = linesOf(checked, seen);
    const fair = lines.every((line) => line.good);
    return (
        <div role="status">
            {checked.header.fair ? (
                <p class={fair ? 'outcome good' : 'outcome bad'}>{fair ? '✓ ' : '✗ '}{t(fair ? 'verify.fair' : 'verify.unfair')}</p>
            ) : (
                <p>{t('verify.noserver')}</p>
            )}
            <ul class="checks">
                {lines.map(({good, text}) => <li key={text} class={good ? 'good' : 'bad'}><span aria-hidden="true">{good ? '✓' : '✗'}</span> {text}</li>)}
            </ul>
            <Numbers checked={checked} />
        </div>
    );
}

type State = 'idle' | 'running' | 'norecord' | 'unreachable' | Checked;

// `seen` is the fingerprint that this browser was shown before the game, if it was.
export function VerifyPanel({record, seen, atOnce}: {record: string; seen?: string; atOnce?: boolean}) {
    const [state, setState] = useState<State>('idle');
    const begin = useCallback(() => {
        setState('running');
        check(record).then((checked) => setState(checked ?? 'norecord'), () => setState('unreachable'));
    }, [record]);
    useEffect(() => {
        if (atOnce) begin();
        else setState('idle');
    }, [atOnce, begin]);
    return (
        <section class="panel verify" id="verify" aria-label={t('verify.title')}>
            <h2>{t('verify.title')}</h2>
            <p class="soft">{t('verify.line')}</p>
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
            {typeof state === 'object' && <Outcome checked={state} seen={seen} />}
        </section>
    );
}
