// The lesson of the moment. If the game has taken another course than the lessons know, they fall silent and you play on.
import {useState} from 'preact/hooks';
import type {Lesson, Tutorial} from '../games/game';
import type {TableMessage} from '../protocol';

function momentOf(table: TableMessage): number | 'over' | undefined {
    if (table.status === 'over') return 'over';
    return table.legal && table.legal.length > 0 ? table.move : undefined;
}

// Counts the lessons of this moment that have been read, and leads to the next.
export function useLessons(table: TableMessage): [number, () => void] {
    const moment = momentOf(table);
    const [read, setRead] = useState({moment, count: 0});
    const count = read.moment === moment ? read.count : 0;
    return [count, () => setRead({moment, count: count + 1})];
}

export function lessonAt(tutorial: Tutorial, table: TableMessage, read: number): Lesson | undefined {
    const moment = momentOf(table);
    const lesson = tutorial.lessons.filter((one) => one.move === moment)[read];
    const possible = !lesson?.only || lesson.only.some((action) => table.legal?.includes(action));
    return possible ? lesson : undefined;
}
