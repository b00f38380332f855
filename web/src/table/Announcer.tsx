// Tells screen readers what happens: each event, your turn and the result, once. Every announcement is a line of its own that is
// added to a live region, so that nothing is read again when the table is drawn again.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Situation} from '../games/game';
import type {TableMessage} from '../protocol';
import {t} from '../text/frame';
import {listed} from '../text/text';
import {spoken} from '../told';
import type {Frame} from './client';

const kept = 4; // lines; older ones have been read

// Who has won.
export function headline(table: TableMessage, names: string[]): string {
    const {winners} = table.result!;
    if (winners.length === 1 && winners[0] === table.you) return t('over.won');
    return t('over.winner', {names: listed(winners.map((seat) => names[seat]!)), n: winners.length});
}

interface Props {
    frame: Frame;
    situation: Situation<unknown>;
    due: boolean;
    result: string | undefined; // the headline, at the end
}

export function Announcer({frame, situation, due, result}: Props) {
    const [lines, setLines] = useState<{number: number; text: string}[]>([]);
    const told = useRef({number: 0, turn: undefined as number | undefined, result: undefined as string | undefined});
    useEffect(() => {
        const before = told.current;
        const turn = due ? frame.table.move : undefined;
        const news = [
            ...situation.lines.map(spoken),
            ...(turn !== undefined && turn !== before.turn ? [t('table.yourturn')] : []),
            ...(result !== undefined && result !== before.result ? [result] : []),
        ];
        told.current = {number: before.number + 1, turn: turn ?? before.turn, result: result ?? before.result};
        if (news.length > 0) setLines((old) => [...old, {number: before.number, text: news.join(' ')}].slice(-kept));
    }, [frame]); // eslint-disable-line react-hooks/exhaustive-deps -- nothing else is news
    return (
        <div class="hidden-text" role="log" aria-live="polite">
            {lines.map(({number, text}) => <p key={number}>{text}</p>)}
        </div>
    );
}
