// The line of a game's moments: step, play and jump, by mouse, touch and keyboard.
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import {settings} from '../settings';
import type {Decision} from '../protocol';
import {isMistake} from './study';
import {momentOf, type Moment} from './moments';
import {t} from './text';

const beats = {normal: 1500, fast: 600, off: 900}; // milliseconds a moment

const icons = {
    first: 'M6 5v14M18 5l-7 7 7 7',
    back: 'M15 5l-7 7 7 7',
    play: 'M7 4l12 8-12 8z',
    pause: 'M8 4v16M16 4v16',
    on: 'M9 5l7 7-7 7',
    last: 'M18 5v14M6 5l7 7-7 7',
};

function IconButton({icon, label, disabled, onClick}: {icon: keyof typeof icons; label: string; disabled?: boolean; onClick: () => void}) {
    return (
        <button type="button" class={icon === 'play' ? 'icon filled' : 'icon'} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d={icons[icon]} /></svg>
        </button>
    );
}

interface Props {
    list: Moment[];
    at: number; // the moment shown
    count: number; // steps
    decisions: Decision[];
    onShow: (at: number) => void;
}

function usePlaying(at: number, last: number, onShow: (at: number) => void): [boolean, (playing: boolean) => void] {
    const [playing, setPlaying] = useState(false);
    const show = useRef(onShow); // what it does may change while a timer runs
    show.current = onShow;
    useEffect(() => {
        if (!playing) return undefined;
        if (at >= last) {
            setPlaying(false);
            return undefined;
        }
        const timer = setTimeout(() => show.current(at + 1), beats[settings.get().speed]);
        return () => clearTimeout(timer);
    }, [playing, at, last]);
    return [playing, setPlaying];
}

// Keys that work wherever the focus is, unless something there wants them itself.
function useKeys(act: (key: string, shift: boolean) => boolean): void {
    const latest = useRef(act);
    latest.current = act;
    useLayoutEffect(() => { // what is on the screen can be used
        const press = (event: KeyboardEvent) => {
            const target = event.target as HTMLElement;
            const range = target instanceof HTMLInputElement && target.type === 'range';
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            if (!range && target.closest('input, select, textarea, dialog, [contenteditable]')) return;
            if (range && !event.shiftKey && event.key !== ' ') return; // it moves by itself
            if (event.key === ' ' && target.closest('button, a, summary')) return;
            if (target.closest('.wide, .log') && event.key.startsWith('Arrow')) return; // these scroll
            if (latest.current(event.key, event.shiftKey)) event.preventDefault();
        };
        addEventListener('keydown', press);
        return () => removeEventListener('keydown', press);
    }, []);
}

export function Timeline({list, at, count, decisions, onShow}: Props) {
    const last = list.length - 1;
    const [playing, setPlaying] = usePlaying(at, last, onShow);
    const mistakes = decisions.filter(isMistake).map((decision) => ({at: momentOf(list, decision.step), decision}));
    const wanted = useRef(at); // keys may be quicker than the drawing
    wanted.current = at;
    const mistakeBefore = () => mistakes.filter((mistake) => mistake.at < wanted.current).at(-1)?.at;
    const mistakeAfter = () => mistakes.find((mistake) => mistake.at > wanted.current)?.at;
    const show = (to: number | undefined) => {
        setPlaying(false);
        if (to === undefined) return;
        wanted.current = Math.min(last, Math.max(0, to));
        onShow(wanted.current);
    };
    const toggle = () => {
        if (!playing && at >= last) onShow(0);
        setPlaying(!playing);
    };
    useKeys((key, shift) => {
        switch (key) {
            case 'ArrowLeft': show(shift ? mistakeBefore() : wanted.current - 1); return true;
            case 'ArrowRight': show(shift ? mistakeAfter() : wanted.current + 1); return true;
            case 'Home': show(0); return true;
            case 'End': show(last); return true;
            case ' ': toggle(); return true;
            default: return false;
        }
    });
    const moment = list[at]!;
    const place = t('replay.at', {n: moment.step, of: count});
    return (
        <section class="panel timeline" aria-label={t('replay.timeline')}>
            <div class="track">
                <input type="range" min={0} max={last} value={at} aria-label={t('replay.timeline')} aria-valuetext={place}
                    onInput={(event) => show(Number(event.currentTarget.value))} />
                <div class="marks" aria-hidden="true">
                    {mistakes.map((mistake) => (
                        <span key={mistake.decision.step} class={`mark mark-${mistake.decision.verdict}`} style={{left: `${(100 * mistake.at) / Math.max(1, last)}%`}} />
                    ))}
                </div>
            </div>
            <div class="transport">
                <IconButton icon="first" label={t('replay.first')} disabled={at === 0} onClick={() => show(0)} />
                <IconButton icon="back" label={t('replay.back')} disabled={at === 0} onClick={() => show(at - 1)} />
                <IconButton icon={playing ? 'pause' : 'play'} label={t(playing ? 'replay.pause' : 'replay.play')} onClick={toggle} />
                <IconButton icon="on" label={t('replay.on')} disabled={at === last} onClick={() => show(at + 1)} />
                <IconButton icon="last" label={t('replay.last')} disabled={at === last} onClick={() => show(last)} />
                <output class="place">{place}</output>
                {mistakes.length > 0 && (
                    <span class="jumps">
                        <button type="button" class="small" disabled={mistakeBefore() === undefined} onClick={() => show(mistakeBefore())}>◂ {t('replay.mistake.back')}</button>
                        <button type="button" class="small" disabled={mistakeAfter() === undefined} onClick={() => show(mistakeAfter())}>{t('replay.mistake.on')} ▸</button>
                    </span>
                )}
            </div>
            <p class="soft keys">{t('replay.keys')}</p>
        </section>
    );
}
