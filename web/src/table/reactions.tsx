// Reactions: eight small drawings that a player sends with two taps, and that float at the sender's seat for a moment.
import type {ComponentChildren} from 'preact';
import {useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {Reaction} from '../protocol';
import {prefersStill} from '../settings';
import {t} from '../text/beside';
import type {TableClient} from './client';

const skin = '#ffcf4a', ink = '#3a2606';

function Face({children}: {children: ComponentChildren}) {
    return (
        <>
            <circle cx="12" cy="12" r="10" fill={skin} stroke={ink} stroke-width="1.2" />
            <g fill="none" stroke={ink} stroke-width="1.8">{children}</g>
        </>
    );
}

const hand = 'M8 11V6M11 10V4.3M14 10.2V5M17 12V7.8M7.2 15.5L4.4 12.3M8 11.5h9v4a4.8 4.8 0 0 1-9 1.2Z';

// The same lines twice, the broad ones below: they are the outline.
function Hand({transform}: {transform?: string}) {
    return (
        <g transform={transform} stroke-linecap="round" stroke-linejoin="round">
            <path d={hand} stroke={ink} stroke-width="4.6" fill={ink} />
            <path d={hand} stroke={skin} stroke-width="2.5" fill={skin} />
        </g>
    );
}

const drawings: Record<Reaction, ComponentChildren> = {
    clap: (
        <>
            <Hand transform="translate(-1.5 5) rotate(-14 12 12) scale(.8)" />
            <Hand transform="translate(25.5 5) scale(-.8 .8) rotate(-14 12 12)" />
            <path d="M12 1v2.5M7 1.8l1 2M17 1.8l-1 2" stroke="currentColor" stroke-width="1.6" fill="none" />
        </>
    ),
    laugh: <Face><path d="M6.5 10.5c.6-1.8 2.4-1.8 3 0M14.5 10.5c.6-1.8 2.4-1.8 3 0" /><path d="M7 13.5h10a5 4.6 0 0 1-10 0Z" fill={ink} /></Face>,
    wow: <Face><path d="M8.5 9v.6M15.5 9v.6" stroke-width="2.4" /><ellipse cx="12" cy="15.5" rx="2.4" ry="3" fill={ink} /></Face>,
    think: <Face><path d="M8.7 9.8v.5M15.3 9.3v.5" stroke-width="2.4" /><path d="M6.8 7.6l3-.8M13.6 6l3.6.6M9 16.5l6-1.3" /></Face>,
    sorry: <Face><path d="M8.5 11v.5M15.5 11v.5" stroke-width="2.4" /><path d="M6.3 9l3-1.5M17.7 9l-3-1.5M8.5 17c1.5-2.2 5.5-2.2 7 0" /></Face>,
    heart: <path d="M12 21C4 15 2.5 11.5 2.5 8.5a4.8 4.8 0 0 1 9.5-1.2A4.8 4.8 0 0 1 21.5 8.5C21.5 11.5 20 15 12 21Z" fill="#d8364a" stroke="#5d0f1a" stroke-width="1.2" />,
    hurry: (
        <>
            <path d="M10 1.8h4M12 2v3M18.5 5.5l1.3 1.3" stroke="currentColor" stroke-width="2.2" />
            <circle cx="12" cy="13.5" r="8.5" fill="#fffaf0" stroke={ink} stroke-width="2" />
            <path d="M12 13.5V8.5M12 13.5l3.5 2" stroke="#a32a1c" stroke-width="2.2" />
        </>
    ),
    bye: (
        <>
            <Hand transform="translate(.5 2) rotate(12 12 12) scale(.92)" />
            <path d="M2 7c.3-2 1.4-3.6 3-4.6M22 19c-.6 1.8-1.8 3-3.6 3.6" stroke="currentColor" stroke-width="1.6" fill="none" />
        </>
    ),
};

export const reactions = Object.keys(drawings) as Reaction[];

export function Drawn({reaction}: {reaction: Reaction}) {
    return <svg class="reaction" viewBox="0 0 24 24" aria-hidden="true" stroke-linecap="round">{drawings[reaction]}</svg>;
}

// What floats at a seat just now, if anything.
export function Floating({reaction}: {reaction: Reaction | undefined}) {
    if (!reaction) return null;
    return <span class={prefersStill() ? 'floating still' : 'floating'} data-reaction={reaction}><Drawn reaction={reaction} /></span>;
}

// Tells screen readers who reacts how.
export function Reacted({floating, names}: {floating: Partial<Record<number, Reaction>>; names: string[]}) {
    const told = Object.entries(floating).map(([seat, reaction]) => t(`reaction.${reaction!}.by`, {name: names[Number(seat)] ?? ''}));
    return <div class="hidden-text" role="status">{told.join(' ')}</div>;
}

function walk(event: KeyboardEvent): void {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    const buttons = [...(event.currentTarget as Element).querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

// The row of all of them, opened by a button: your own seat.
export function ReactButton({client, children}: {client: TableClient; children?: ComponentChildren}) {
    const [open, setOpen] = useState(false);
    const button = useRef<HTMLButtonElement>(null);
    const row = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        if (open) row.current?.querySelector('button')?.focus({preventScroll: true});
    }, [open]);
    const close = () => {
        setOpen(false);
        button.current?.focus({preventScroll: true});
    };
    const left = (event: FocusEvent) => {
        if (!row.current?.contains(event.relatedTarget as Node | null) && event.relatedTarget !== button.current) setOpen(false);
    };
    return (
        <>
            <button type="button" class="react-button" aria-expanded={open} aria-label={t('reaction.open')} title={t('reaction.open')} ref={button}
                onClick={() => setOpen(!open)} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
                {children}
                <svg class="react-mark" viewBox="0 0 24 24" aria-hidden="true" stroke-linecap="round"><Face><path d="M8.5 9v.6M15.5 9v.6" stroke-width="2.6" /><path d="M7 14c1.8 3.5 8.2 3.5 10 0" /></Face></svg>
            </button>
            {open && (
                <div class="reactions" role="group" aria-label={t('reaction.open')} ref={row} onFocusOut={left}
                    onKeyDown={(event) => {
                        event.stopPropagation(); // the table has keys of its own
                        if (event.key === 'Escape') close();
                        else walk(event);
                    }}>
                    {reactions.map((reaction) => (
                        <button type="button" key={reaction} aria-label={t(`reaction.${reaction}`)} title={t(`reaction.${reaction}`)} data-do={reaction}
                            onClick={() => {
                                close();
                                client.react(reaction);
                            }}>
                            <Drawn reaction={reaction} />
                        </button>
                    ))}
                </div>
            )}
        </>
    );
}
