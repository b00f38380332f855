// The rules of a game: the text of docs/rules, with the layout's drawings where the
// rules are that they show.
import type {JSX} from 'preact';
import {useEffect} from 'preact/hooks';
import {address, link} from '../address';
import {askRules, Refused} from '../api';
import {hasTutorial, loadExamples, loadGame, type Examples} from '../games/registry';
import {useAsked} from '../lookback/asked';
import {blocksOf, type Block, type Span} from '../lookback/markdown';
import {t} from '../lookback/text';
import {settings} from '../settings';
import {useStore} from '../store';
import {Page} from '../table/Trouble';
import {gameTitle, t as frame} from '../text/frame';

function Words({spans}: {spans: Span[]}) {
    return (
        <>
            {spans.map(({kind, text}, at) => {
                switch (kind) {
                    case 'strong': return <strong key={at}>{text}</strong>;
                    case 'em': return <em key={at}>{text}</em>;
                    case 'code': return <code key={at}>{text}</code>;
                    default: return text;
                }
            })}
        </>
    );
}

function Table({block}: {block: Block & {kind: 'table'}}) {
    const side = (column: number) => (block.right[column] ? 'number' : undefined);
    return (
        <div class="wide" tabIndex={0} role="group" aria-label={block.head.map((cell) => cell.map((span) => span.text).join('')).join(', ')}>
            <table class="rules-table">
                <thead><tr>{block.head.map((cell, at) => <th key={at} scope="col" class={side(at)}><Words spans={cell} /></th>)}</tr></thead>
                <tbody>
                    {block.rows.map((row, at) => (
                        <tr key={at}>{row.map((cell, column) => <td key={column} class={side(column)}><Words spans={cell} /></td>)}</tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

// Text in columns: a Chinese character is as wide as two others, whatever the font makes of it.
function Columns({text}: {text: string}) {
    return <>{text.split(/([\u2e80-\u9fff\uff00-\uff60])/).map((part, at) => (at % 2 ? <span key={at} class="wide-character">{part}</span> : part))}</>;
}

function Drawn({block}: {block: Block}): JSX.Element {
    switch (block.kind) {
        case 'heading': {
            const Heading = `h${block.level}` as 'h1';
            return <Heading id={block.anchor}>{block.text}</Heading>;
        }
        case 'paragraph': return <p id={block.rule} class={block.rule && 'rule'}><Words spans={block.spans} /></p>;
        case 'block': return <pre class="wide" tabIndex={0}><Columns text={block.text} /></pre>;
        case 'list': {
            const List = block.ordered ? 'ol' : 'ul';
            return <List class="bullets">{block.items.map((spans, at) => <li key={at}><Words spans={spans} /></li>)}</List>;
        }
        case 'table': return <Table block={block} />;
    }
}

// After which block the drawing of each rule stands: the last one that belongs to it.
function places(blocks: Block[]): Map<number, string> {
    const out = new Map<number, string>();
    let rule: string | undefined;
    blocks.forEach((block, at) => {
        const next = blocks[at + 1];
        if (block.kind === 'paragraph' && block.rule) rule = block.rule;
        const ends = !next || next.kind === 'heading' || (next.kind === 'paragraph' && next.rule);
        if (rule && ends) {
            out.set(at, rule);
            rule = undefined;
        }
    });
    return out;
}

function Contents({blocks}: {blocks: Block[]}) {
    return (
        <nav class="contents" aria-label={t('rules.contents')}>
            <ul>
                {blocks.map((block) => block.kind === 'heading' && block.level === 2 && (
                    <li key={block.anchor}><a href={`#${block.anchor}`}>{block.text}</a></li>
                ))}
            </ul>
        </nav>
    );
}

function Text({examples, text, language}: {examples: Examples; text: string; language: string}) {
    const blocks = blocksOf(text);
    const drawings = places(blocks);
    useEffect(() => {
        document.getElementById(address().mark)?.scrollIntoView();
    }, [text]);
    return (
        <>
            <Contents blocks={blocks} />
            <article class="rules-text" lang={language}>
                {blocks.map((block, at) => {
                    const rule = drawings.get(at);
                    const Example = rule && examples[rule];
                    return (
                        <>
                            <Drawn key={at} block={block} />
                            {Example && <div class="rule-example" role="group" aria-label={t('rules.example', {rule})}><Example /></div>}
                        </>
                    );
                })}
            </article>
        </>
    );
}

async function rulesOf(game: string): Promise<{text: string; language: string; examples: Examples}> {
    const [rules, examples] = await Promise.all([askRules(game), loadExamples(game), loadGame(game)]);
    return {...rules, examples};
}

export function Rules({game}: {game: string}) {
    const {language} = useStore(settings);
    const [asked, again] = useAsked(() => rulesOf(game), `${game} ${language}`);
    if (asked.state === 'loading') return <p class="loading" role="status">{t('replay.loading')}</p>;
    if (asked.state === 'failed')
        return (
            <Page title={asked.error instanceof Refused ? t('rules.none') : frame('trouble.server')}>
                {!(asked.error instanceof Refused) && <button type="button" class="main" onClick={again}>{frame('trouble.again')}</button>}
            </Page>
        );
    return (
        <div class="narrow rules">
            <div class="row rules-ways">
                <a class="button main" href={link(`/new/${game}`)}>{frame('game.play')}</a>
                {hasTutorial(game) && <a class="button" href={link(`/tutorial/${game}`)}>{frame('game.learn')}</a>}
                <span class="hidden-text">{t('rules.title', {game: gameTitle(game)})}</span>
            </div>
            <Text {...asked.value} />
        </div>
    );
}
