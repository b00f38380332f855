// The bar: one line that says whose turn it is and has confirm, undo and hint, and a button for the list of all legal
// moves in words, which is the way of keyboards and screen readers too.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {GameUi, Situation} from '../games/game';
import type {HintLine} from '../protocol';
import {listed} from '../text/text';
import {t} from '../text/frame';
import {spoken, Told} from '../told';
import {owes, type TableClient, type TableState} from './client';
import type {Forced} from './forced';
import type {Planning} from './plans';

interface Props {
    client: TableClient;
    state: TableState;
    situation: Situation<unknown>;
    ui: GameUi<unknown>;
    choose: (action: string) => void;
    forced: Forced | undefined;
    planning: Planning;
}

function waitedFor({seats, names, you}: Situation<unknown>): string[] {
    return seats.flatMap((seat, at) => (seat.waiting && at !== you ? [names[at]!] : []));
}

function statusLine(state: TableState, situation: Situation<unknown>): string {
    if (state.sending) return t('table.sending');
    if (owes(state.frame!)) return t('table.yourturn');
    const names = waitedFor(situation);
    if (names.length > 0) return t('table.waiting', {names: listed(names)});
    return situation.you === undefined ? t('table.watching') : '';
}

// What may be chosen, and how that is said.
type Choice = Pick<Props, 'ui' | 'situation' | 'choose'>;

function groups({ui, situation}: Choice): Map<string, string[]> {
    const by = new Map<string, string[]>();
    for (const action of situation.legal) {
        const heading = ui.group?.(action, situation) ?? t('table.moves.other');
        const group = by.get(heading);
        if (group) group.push(action);
        else by.set(heading, [action]);
    }
    return by;
}

const step = 80; // moves that are listed in one frame: hundreds at once can be felt

function MovesList(props: Choice) {
    const {ui, situation, choose} = props;
    const [count, setCount] = useState(step);
    const more = count < situation.legal.length;
    useEffect(() => {
        if (more) setCount(count + step);
    }, [more, count]);
    let left = count;
    return (
        <div class="moves-list" aria-busy={more}>
            {[...groups(props)].map(([heading, actions]) => {
                const now = actions.slice(0, left);
                left -= now.length;
                return now.length > 0 && (
                    <fieldset key={heading} onKeyDown={walk}>
                        <legend>{heading}</legend>
                        {now.map((action, at) => (
                            <button type="button" key={action} tabIndex={at === 0 ? 0 : -1} data-action={action} onClick={() => choose(action)}>
                                <Told sentence={ui.describe(action, situation)} Chip={ui.Chip} view={situation.view} />
                            </button>
                        ))}
                    </fieldset>
                );
            })}
        </div>
    );
}

// Arrow keys go from move to move; a group is one stop of the Tab key.
function walk(event: KeyboardEvent): void {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (!step) return;
    const buttons = [...(event.currentTarget as Element).querySelectorAll<HTMLButtonElement>('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

export function Moves({ui, situation, choose}: Choice) {
    const always = ui.listed ?? false;
    const [open, setOpen] = useState(always);
    if (situation.legal.length === 0) return null;
    // The list lies over the table: a choice closes it, so that you see what comes of it.
    const pick = (action: string) => {
        setOpen(always);
        choose(action);
    };
    return (
        <details class={always ? 'moves listed' : 'moves'} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}
            onKeyDown={(event) => event.key === 'Escape' && setOpen(always)}>
            <summary>{t('table.moves.count', {n: situation.legal.length})}</summary>
            {open && <MovesList ui={ui} situation={situation} choose={pick} />}
        </details>
    );
}

function HintPanel({lines, ui, situation, choose}: {lines: HintLine[]} & Choice) {
    const [best, ...others] = lines;
    if (!best) return null;
    const move = ui.describe(best.do, situation);
    const told = (sentence: string) => <Told sentence={sentence} Chip={ui.Chip} view={situation.view} />;
    return (
        <div class="hint" role="status">
            <p>
                <strong>{told(t(best.sure >= 0.6 ? 'table.hint.best' : 'table.hint.close', {move}))}</strong>{' '}
                <span class="soft">
                    {t('table.hint.value', {n: Math.round(best.value * 100)})}, {t('table.hint.sure', {n: Math.round(best.sure * 100)})}
                </span>
            </p>
            {ui.explain && <p>{told(ui.explain(best.do, situation))}</p>}
            {others.length > 0 && (
                <p class="soft">
                    {t('table.hint.others')}{' '}
                    {told(others.map((line) => `${ui.describe(line.do, situation)} (${Math.round(line.value * 100)})`).join(' · '))}
                </p>
            )}
            <button type="button" class="small" onClick={() => choose(best.do)}>{told(move)}</button>
        </div>
    );
}

// If the focused element disappears with a move, focuses the bar, so that the next Tab
// leads to what you can do now.
function useFocusKept(moment: unknown) {
    const bar = useRef<HTMLElement>(null);
    useEffect(() => {
        if (document.activeElement === document.body) bar.current?.focus({preventScroll: true});
    }, [moment]);
    return bar;
}

export function Confirm({move, ui, situation, onConfirm, onCancel}: {move: string; onConfirm: () => void; onCancel: () => void} & Pick<Props, 'ui' | 'situation'>) {
    const button = useRef<HTMLButtonElement>(null);
    useEffect(() => button.current?.focus({preventScroll: true}), [move]);
    return (
        <div class="bar-line ask" role="group" aria-label={spoken(move)}>
            <p><Told sentence={t('table.confirm.ask', {move})} Chip={ui.Chip} view={situation.view} /></p>
            <button type="button" class="main" data-do="confirm" ref={button} onClick={onConfirm}>{t('table.confirm')}</button>
            <button type="button" data-do="cancel" onClick={onCancel}>{t('table.cancel')}</button>
        </div>
    );
}

// A line of the bar about a move that comes by itself, and the button against it.
function Coming({words, stop, onStop, ms, ui, situation}: {words: string; stop: string; onStop: () => void; ms?: number} & Pick<Props, 'ui' | 'situation'>) {
    return (
        <div class="bar-line coming" style={ms === undefined ? undefined : {'--ms': `${ms}ms`}}>
            <p role="status"><Told sentence={words} Chip={ui.Chip} view={situation.view} /></p>
            <button type="button" data-do="stop" onClick={onStop}>{stop}</button>
        </div>
    );
}

export function Bar(props: Props) {
    const {client, state, situation, ui, choose, forced, planning} = props;
    const {table} = state.frame!;
    const due = owes(state.frame!);
    const bar = useFocusKept(due ? table.move : undefined);
    const sitIn = situation.you !== undefined && table.status === 'playing' && situation.seats[situation.you]!.bot;
    return (
        <section class={`bar${due ? ' due' : ''}`} aria-label={t('table.actions')} tabIndex={-1} ref={bar}>
            {state.problem && <p class="problem" role="alert">{t('table.refused', {text: state.problem})}</p>}
            {planning.gone && <p class="bar-note" role="status">{t('table.plan.gone')}</p>}
            {Array.isArray(state.hint) && <HintPanel lines={state.hint} ui={ui} situation={situation} choose={choose} />}
            {state.picked ? (
                <Confirm move={ui.describe(state.picked, situation)} ui={ui} situation={situation} onConfirm={() => void client.choose(state.picked!)}
                    onCancel={() => client.pick(undefined)} />
            ) : forced ? (
                <Coming words={t('table.forced', {move: ui.describe(forced.action, situation)})} stop={t('table.forced.stop')} onStop={forced.stop}
                    ms={forced.ms} ui={ui} situation={situation} />
            ) : planning.plan !== undefined && !due ? (
                <Coming words={t('table.plan', {move: ui.describe(planning.plan, situation)})} stop={t('table.cancel')}
                    onStop={() => planning.choose(undefined)} ui={ui} situation={situation} />
            ) : (
                <div class="bar-line">
                    <p class="bar-status">{sitIn ? t('table.sitin') : statusLine(state, situation)}</p>
                    {sitIn && <button type="button" class="main" onClick={() => void client.ask({type: 'back'})}>{t('table.back')}</button>}
                    {table.may_undo && (
                        <button type="button" data-do="undo" onClick={() => void client.ask({type: 'undo'})}>{t('table.undo')}</button>
                    )}
                    {due && table.hints && (
                        <button type="button" data-do="hint" disabled={state.hint === 'thinking'} onClick={() => void client.hint()}>
                            {t(state.hint === 'thinking' ? 'table.hint.thinking' : 'table.hint')}
                        </button>
                    )}
                    <Moves ui={ui} situation={situation} choose={choose} />
                </div>
            )}
        </section>
    );
}
