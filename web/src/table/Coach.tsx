// The runner of a tutorial: says what a lesson says, rings what it is about, and
// lets the lesson's actions through alone. If the game has taken another course
// than the lessons know, they fall silent and one plays on.
import type {RefObject} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import type {Lesson, Tutorial} from '../games/game';
import type {TableMessage} from '../protocol';
import {settings} from '../settings';
import {useStore} from '../store';
import {t} from '../text/frame';

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

interface Props {
    lesson: Lesson | undefined;
    owes: boolean;
    area: RefObject<HTMLElement>;
    onNext: () => void;
}

export function Coach({lesson, owes, area, onNext}: Props) {
    const {confirm} = useStore(settings);
    useEffect(() => {
        const lit = lesson?.light ? [...(area.current?.querySelectorAll(lesson.light) ?? [])] : [];
        for (const element of lit) element.classList.add('taught');
        return () => {
            for (const element of lit) element.classList.remove('taught');
        };
    });
    useEffect(() => {
        const lit = [...(area.current?.querySelectorAll('.taught') ?? [])];
        lit.find((element) => element.checkVisibility())?.scrollIntoView({block: 'nearest'});
    }, [area, lesson]);
    if (!lesson && !owes) return null;
    return (
        <section class="coach" aria-label={t('tutorial.coach')}>
            <p role="status">{lesson ? lesson.text() : t('tutorial.free')}{lesson?.only && confirm && ` ${t('tutorial.confirm', {confirm: t('table.confirm')})}`}</p>
            {lesson && !lesson.only && <button type="button" class="main" data-do="next" onClick={onNext}>{t('tutorial.next')}</button>}
        </section>
    );
}
