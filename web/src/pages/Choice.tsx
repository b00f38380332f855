// One of several, as a row of buttons.
interface ChoiceProps<T extends string> {
    name: string;
    legend: string;
    value: T;
    options: [T, string][];
    onChange: (value: T) => void;
}

export function Choice<T extends string>({name, legend, value, options, onChange}: ChoiceProps<T>) {
    return (
        <fieldset class="choice">
            <legend>{legend}</legend>
            <div class="segments">
                {options.map(([option, words]) => (
                    <label key={option}>
                        <input type="radio" name={name} value={option} checked={value === option} onChange={() => onChange(option)}
                            ref={(input) => { if (input) input.checked = value === option; /* a choice that was not taken shows as before */ }} />
                        <span lang={name === 'language' ? option : undefined}>{words}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}
