// How a table is arranged: chosen before it is opened, changed by the host in the waiting room, and read by everybody.
import type {Pace} from '../clock';
import type {GameFacts} from '../protocol';

export type Level = Exclude<GameFacts['bots'][number], 'random'>;

// The levels that you can play against, the weakest first; random is for programs.
export const levelsOf = (facts: GameFacts): Level[] => facts.bots.filter((bot) => bot !== 'random');

export interface Arrangement {
    options: Record<string, string>; // of the game; what is missing is as usual
    pace: Pace;
    hints: boolean;
    public: boolean;
    talk: boolean; // watchers may
}

// What differs from the usual: the server is told of nothing else.
export function changedOptions(facts: GameFacts, options: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(options).filter(([name, value]) =>
        value !== '' && facts.options.some((option) => option.name === name && option.default !== value)));
}

export function Check({label, checked, onChange}: {label: string; checked: boolean; onChange: (checked: boolean) => void}) {
    return (
        <label class="check">
            <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
        </label>
    );
}
