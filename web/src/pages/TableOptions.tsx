// The fields for the options of a table, and the list for those who cannot change them.
import {useState} from 'preact/hooks';
import {duration, isSlow, paceName, paces, type Pace} from '../clock';
import type {GameFacts, GameOption} from '../protocol';
import {optionWords, t} from '../text/beside';
import {Check, type Arrangement} from './arrangement';
import {Choice} from './Choice';

const keyOf = (game: string, {name}: GameOption) => `${game}.${name}`;
const titleOf = (game: string, option: GameOption) => optionWords(keyOf(game, option), option.help);
const valueOf = (option: GameOption, options: Record<string, string>) => options[option.name] ?? (option.default === 'none' ? '' : option.default);

// What is typed counts when the field is left, and stays as it is while others change the table.
function OptionField({game, option, value, onChange}: {game: string; option: GameOption; value: string; onChange: (value: string) => void}) {
    const [typed, setTyped] = useState<string>();
    const key = keyOf(game, option);
    const leave = (now: string) => {
        setTyped(undefined);
        onChange(now);
    };
    if (option.kind === 'choice')
        return (
            <Choice name={option.name} legend={titleOf(game, option)} value={value} onChange={onChange}
                options={(option.values ?? '').split('|').map((one) => [one, optionWords(`${key}.${one}`, one)])} />
        );
    return (
        <label class="field">
            {titleOf(game, option)}
            <input name={option.name} value={typed ?? value} onInput={(event) => setTyped(event.currentTarget.value)}
                onChange={(event) => leave(event.currentTarget.value)}
                {...(option.kind === 'number' ? {type: 'number', min: option.least, max: option.most} : {maxLength: 64, placeholder: optionWords(`${key}.like`, option.values ?? '')})} />
        </label>
    );
}

// How long a move may take, and all that follows from it.
function paceLine(pace: Pace): string {
    const {move, bank} = pace;
    if (move === 0 && bank === 0) return t('clock.none.line');
    if (isSlow(pace)) return t('clock.slow.line', {time: duration(move)});
    return t('clock.line', {time: duration(move), bank: bank > 0 ? duration(bank) : ''});
}

// The paces that are offered, and the table's own if it is another.
function PaceField({pace, onChange}: {pace: Pace; onChange: (pace: Pace) => void}) {
    const own = paces.some(({move, bank}) => move === pace.move && bank === pace.bank) ? [] : [pace];
    const all = [...paces, ...own];
    return (
        <div>
            <Choice name="time" legend={t('clock.title')} value={`${pace.move},${pace.bank}`}
                options={all.map((one) => [`${one.move},${one.bank}`, paceName(one)])}
                onChange={(value) => onChange(all.find(({move, bank}) => `${move},${bank}` === value)!)} />
            <p class="soft note">{paceLine(pace)}</p>
        </div>
    );
}

interface FieldsProps {
    facts: GameFacts;
    friends: boolean; // others can come to this table
    value: Arrangement;
    change: (change: Partial<Arrangement>) => void;
}

export function OptionFields({facts, friends, value, change}: FieldsProps) {
    return (
        <div class="more">
            {facts.options.map((option) => (
                <OptionField key={option.name} game={facts.game} option={option} value={valueOf(option, value.options)}
                    onChange={(chosen) => change({options: {...value.options, [option.name]: chosen}})} />
            ))}
            <PaceField pace={value.pace} onChange={(pace) => change({pace})} />
            <div>
                <Check label={t('new.hints')} checked={value.hints} onChange={(hints) => change({hints})} />
                {friends && <Check label={t('new.talk')} checked={value.talk} onChange={(talk) => change({talk})} />}
                {friends && <Check label={t('new.public')} checked={value.public} onChange={(all) => change({public: all})} />}
            </div>
        </div>
    );
}

// The same for those who cannot change them.
export function OptionList({facts, value}: Pick<FieldsProps, 'facts' | 'value'>) {
    const yesNo = (yes: boolean) => t(yes ? 'new.yes' : 'new.no');
    const rows: [string, string][] = [
        ...facts.options.map((option): [string, string] => {
            const chosen = valueOf(option, value.options);
            return [titleOf(facts.game, option), optionWords(`${keyOf(facts.game, option)}.${chosen}`, chosen || t('new.usual'))];
        }),
        [t('clock.title'), paceLine(value.pace)],
        [t('new.hints'), yesNo(value.hints)],
        [t('new.talk'), yesNo(value.talk)],
        [t('new.public'), yesNo(value.public)],
    ];
    return <dl class="option-list">{rows.map(([title, words]) => <div key={title}><dt>{title}</dt><dd>{words}</dd></div>)}</dl>;
}
