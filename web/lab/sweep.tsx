// Rules side by side: what each of them changes.
import {estimated, type Unit} from './numbers';
import {Chapter, placeName, row, Table} from './parts';
import {Intervals} from './plots';
import type {Figure, Figures, Results, Variant} from './results';

interface Compared {
    name: string;
    unit: Unit;
    change: Unit;
    pick: (figures: Partial<Figures>) => Figure | undefined;
}

function compared(results: Results): Compared[] {
    const percent = {unit: '%', change: '±%'} as const, number = {unit: 'number', change: '±'} as const;
    const places = results.variants[0]!.figures.places.map((_, i): Compared =>
        ({name: `wins of ${placeName(i, results.first)}`, ...percent, pick: ({places}) => places?.[i]?.wins}));
    return [
        ...places,
        {name: 'points of a winner', ...number, pick: ({points}) => points?.winner},
        {name: 'points of the others', ...number, pick: ({points}) => points?.loser},
        {name: 'margin', ...number, pick: ({points}) => points?.margin},
        {name: 'decisions in a game', ...number, pick: ({length}) => length?.decisions.mean},
        {name: 'rounds in a game', ...number, pick: ({length}) => length?.rounds?.mean},
        {name: 'changes of the lead', ...number, pick: ({lead}) => lead?.changes},
        {name: 'decided after', ...percent, pick: ({lead}) => lead?.decided},
        {name: 'runaways', ...percent, pick: ({lead}) => lead?.runaway},
        {name: 'comebacks', ...percent, pick: ({lead}) => lead?.comeback},
        {name: 'shared wins', ...percent, pick: ({ties}) => ties?.shared_wins},
        {name: 'a loser decides', ...percent, pick: ({kingmaking}) => kingmaking?.decides},
        {name: 'winning explained by the player', ...percent, pick: ({skill}) => skill?.variance.wins.player},
    ];
}

const changed = ({low, high}: Figure): boolean => low !== null && high !== null && (low > 0 || high < 0);

function Happenings({variant, first}: {variant: Variant; first: string}) {
    const shown = (variant.difference?.features ?? []).filter(({per_game}) => per_game.mean !== null && changed(per_game));
    const most = [...shown].sort((a, b) => Math.abs(b.per_game.mean!) - Math.abs(a.per_game.mean!)).slice(0, 16);
    return most.length === 0 ? null : (
        <>
            <h3>What happens more or less often: {variant.label}, against {first}</h3>
            <Intervals rows={most.map(({name, per_game}) => row(name, per_game))} unit="±" label="times a game, more or less" mark={0} title={`What ${variant.label} changes`} />
        </>
    );
}

export function Sweep({results}: {results: Results}) {
    const [first, ...others] = results.variants as [Variant, ...Variant[]];
    const rows = compared(results).filter(({pick}) => pick(first.figures)?.mean != null);
    const cell = (variant: Variant, {pick, change}: Compared): string => {
        const figure = variant.difference && pick(variant.difference);
        return figure ? `${estimated(figure, change)}${changed(figure) ? ' *' : ''}` : '–';
    };
    return (
        <Chapter title={`What does ${results.varied} change?`} lead={results.varied === 'players'
            ? 'Differences to the first, with 95 % intervals; a star marks those that are clear.'
            : 'The same deals under each of the rules. Differences to the first, with 95 % intervals; a star marks those that are clear.'}>
            <Table caption={`Each column is a set of rules; ${first.label} comes first, as it is.`} items={rows} columns={[
                {title: 'figure', cell: ({name}) => name, text: true},
                {title: first.label, cell: ({pick, unit}) => estimated(pick(first.figures)!, unit)},
                ...others.map((variant) => ({title: variant.label, cell: (it: Compared) => cell(variant, it)})),
            ]} />
            {others.map((variant) => <Happenings key={variant.label} variant={variant} first={first.label} />)}
        </Chapter>
    );
}
