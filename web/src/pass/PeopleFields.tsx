// Who shares this device: how many people, and their names. Bots take the other seats.
import {Choice} from '../pages/Choice';
import {longest} from '../protocol';
import {texts} from '../text/text';

const t = texts('pass');

interface Props {
    players: number;
    names: string[]; // as typed, one for each person
    onChange: (names: string[]) => void;
}

export function PeopleFields({players, names, onChange}: Props) {
    const counts = Array.from({length: players - 1}, (_, at) => String(at + 2));
    const resized = (count: number) => Array.from({length: count}, (_, seat) => names[seat] ?? '');
    const rename = (seat: number, name: string) => onChange(names.map((old, at) => (at === seat ? name : old)));
    return (
        <>
            <Choice name="people" legend={t('people')} value={String(names.length)} options={counts.map((count) => [count, count])}
                onChange={(count) => onChange(resized(Number(count)))} />
            {names.map((name, seat) => (
                <label key={seat} class="field">
                    {t('name', {n: seat + 1})}
                    <input name={`person-${seat}`} value={name} placeholder={t('person', {n: seat + 1})} maxLength={longest.name} autocomplete="off"
                        onInput={(event) => rename(seat, event.currentTarget.value)} />
                </label>
            ))}
            <p class="soft note">{t('people.line')}</p>
        </>
    );
}
