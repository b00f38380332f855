// Shows a lesson of a tutorial: says what it says, and rings what it is about.
import type {RefObject} from 'preact';
import {useEffect} from 'preact/hooks';
import type {Lesson} from '../games/game';
import {settings} from '../settings';
import {useStore} from '../store';
import {t} from '../text/beside';

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
