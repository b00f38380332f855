// The page that `parlor lab` writes: it contains the figures as JSON.
import {render} from 'preact';
import {useState} from 'preact/hooks';
import './report.css';
import {counted} from './numbers';
import {Report} from './parts';
import type {Results} from './results';
import {Sweep} from './sweep';

function Page({results}: {results: Results}) {
    const [at, choose] = useState(0);
    const {variants, title, varied} = results, variant = variants[at]!;
    return (
        <main>
            <header>
                <p class="kicker">parlor lab</p>
                <h1>{title}</h1>
                <p>
                    {variants.length === 1 ? `${variant.players} players` : `${variants.length} sets of rules`}: {variant.bots.join(', ')}. {counted(results.deals)} deals{results.skill_deals > 0 ? `, and ${counted(results.skill_deals)} of the ladder and of mixed tables, each from every seat` : ''}.
                    Every estimate stands with its 95 % interval and with n, how many games, seats or trials it comes from.
                </p>
                <p class="note">parlor {results.version}, seed <code>{results.seed.replace(/^0+(?=.)/, '')}</code>. The same figures: results.json, results.csv.</p>
            </header>
            {varied ? <Sweep results={results} /> : null}
            {variants.length < 2 ? null : (
                <nav aria-label="Rules">
                    {variants.map(({label}, i) => <button key={label} aria-pressed={i === at} onClick={() => choose(i)}>{label}</button>)}
                </nav>
            )}
            <Report results={results} variant={variant} />
        </main>
    );
}

const results = JSON.parse(document.getElementById('results')!.textContent!) as Results;
render(<Page results={results} />, document.getElementById('app')!);
