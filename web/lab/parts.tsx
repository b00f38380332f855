// The chapters of a report on one set of rules.
import type {ComponentChildren} from 'preact';
import {counted, estimated, type Unit, written} from './numbers';
import {Curves, Intervals, type Row, type Series, Shares} from './plots';
import type {Explained, Feature, Figure, Figures, Grid, Histogram, Results, Variant} from './results';

export function row(label: string, {mean, low, high, n}: Figure): Row {
    return mean === null ? {label} : {label, value: mean, low: low ?? undefined, high: high ?? undefined, n};
}

export function Chapter({title, lead, children}: {title: string; lead: string; children: ComponentChildren}) {
    return <section><h2>{title}</h2><p class="lead">{lead}</p>{children}</section>;
}

export interface Column<T> {
    title: string;
    cell: (item: T) => string;
    text?: boolean; // stands at the left
}

export function Table<T>({columns, items, caption}: {columns: Column<T>[]; items: T[]; caption: string}) {
    return (
        <div class="scroll" tabIndex={0}>
            <table>
                <caption>{caption}</caption>
                <thead><tr>{columns.map(({title, text}) => <th key={title} scope="col" class={text ? 'text' : ''}>{title}</th>)}</tr></thead>
                <tbody>
                    {items.map((item, i) => (
                        <tr key={i}>{columns.map(({title, cell, text}) => <td key={title} class={text ? 'text' : ''}>{cell(item)}</td>)}</tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function Facts({facts}: {facts: [string, Figure, Unit][]}) {
    return (
        <Table caption="95 % intervals" items={facts} columns={[
            {title: 'what', cell: ([name]) => name, text: true},
            {title: 'estimate', cell: ([, figure, unit]) => estimated(figure, unit)},
            {title: 'n', cell: ([, {n}]) => counted(n)},
        ]} />
    );
}

export const placeName = (i: number, first: string | null): string => (first === null ? `seat ${i}` : i === 0 ? `who ${first}` : `${i} to the left`);

export function Seats({figures, results}: {figures: Figures; results: Results}) {
    const places = figures.places.map((place, i) => ({...place, name: placeName(i, results.first)}));
    const even = 1 / places.length;
    const unfair = places.filter(({wins: {low, high}}) => low !== null && high !== null && (low > even || high < even));
    return (
        <Chapter title="Is it fair to every seat?" lead={unfair.length === 0
            ? `No seat is shown to win more or less than its even share of ${written(even, '%')}.`
            : `${unfair.map(({name, wins}) => `${name}: ${estimated(wins, '%')}`).join('; ')}. Even would be ${written(even, '%')}.`}>
            <Intervals rows={places.map(({name, wins}) => row(name, wins))} unit="%" label="share of wins" mark={even} title="Share of wins by seat" />
            <Table caption="A win that is shared counts in parts." items={places} columns={[
                {title: 'seat', cell: ({name}) => name, text: true},
                {title: 'wins', cell: ({wins}) => estimated(wins, '%')},
                {title: 'points', cell: ({points}) => estimated(points, 'number')},
                {title: 'games', cell: ({wins}) => counted(wins.n)},
            ]} />
        </Chapter>
    );
}

function distribution(name: string, {from, step, counts}: Histogram): Series {
    const all = counts.reduce((sum, count) => sum + count, 0) || 1;
    return {name, points: [...counts, 0].map((count, i) => ({x: from + i * step, y: count / all}))};
}

// So many bins that they can be told apart.
function coarser(histogram: Histogram, most = 60): Histogram {
    const width = Math.ceil(histogram.counts.length / most), counts: number[] = [];
    histogram.counts.forEach((count, i) => { counts[Math.floor(i / width)] = (counts[Math.floor(i / width)] ?? 0) + count; });
    return {from: histogram.from, step: histogram.step * width, counts};
}

export function Points({figures: {points}}: {figures: Figures}) {
    const step = Math.max(coarser(points.winners).step, coarser(points.losers).step);
    const alike = (histogram: Histogram) => coarser(histogram, Math.max(1, Math.floor((histogram.counts.length * histogram.step) / step)));
    return (
        <Chapter title="How many points?" lead={`A winner has ${estimated(points.winner, 'number')}, somebody else ${estimated(points.loser, 'number')}; the second is ${estimated(points.margin, 'number')} behind.`}>
            <Curves steps series={[distribution('winners', alike(points.winners)), distribution('the others', alike(points.losers))]}
                x={{label: 'points', unit: 'number'}} y={{label: 'share', unit: '%'}} title="Distribution of points" />
        </Chapter>
    );
}

export function Lengths({figures: {length}}: {figures: Figures}) {
    const kinds = ([['decisions', length.decisions], ['turns', length.turns], ['rounds', length.rounds]] as const).flatMap(([name, it]) => (it ? [{name, ...it}] : []));
    return (
        <Chapter title="How long is it?" lead={`A game has ${kinds.map(({name, mean}) => `${estimated(mean, 'number')} ${name}`).join(', ')}.`}>
            <Curves steps series={[distribution('decisions', coarser(length.decisions.histogram))]}
                x={{label: 'decisions in a game', unit: 'number'}} y={{label: 'share of games', unit: '%'}} title="Length of games" />
            <Table caption="Nine games of ten lie between the 5 % and the 95 % quantile." items={kinds} columns={[
                {title: 'of a game', cell: ({name}) => name, text: true},
                {title: 'mean', cell: ({mean}) => estimated(mean, 'number')},
                {title: '5 %', cell: ({p5}) => estimated(p5, 'number')},
                {title: 'median', cell: ({median}) => estimated(median, 'number')},
                {title: '95 %', cell: ({p95}) => estimated(p95, 'number')},
                {title: 'games', cell: ({mean}) => counted(mean.n)},
            ]} />
        </Chapter>
    );
}

export function Course({figures: {course, lead, ties, kingmaking, games}}: {figures: Figures}) {
    const over = (name: string, pick: (part: Figures['course'][number]) => Figure): Series =>
        ({name, points: course.flatMap((part, i) => (pick(part).mean === null ? [] : [{x: (i + 0.5) / course.length, y: pick(part).mean!}]))});
    return (
        <Chapter title="How does it go?" lead={`The lead changes ${estimated(lead.changes, 'number')} times. After ${estimated(lead.decided, '%')} of a game nobody overtakes its winner any more.`}>
            <h3>What there is to choose from</h3>
            <Curves series={[over('choices', ({choices}) => choices), over('decisions a turn', ({decisions_per_turn}) => decisions_per_turn)]}
                x={{label: 'course of the game', unit: '%'}} y={{label: 'mean', unit: 'number'}} title="Choices over the course of a game" />
            <h3>Who leads, wins?</h3>
            <Curves ceiling={1} series={[over('the leader wins', ({leader_wins}) => leader_wins), over('somebody leads alone', ({leader_alone}) => leader_alone), over('nothing to decide', ({forced}) => forced)]}
                x={{label: 'course of the game', unit: '%'}} y={{label: 'share', unit: '%'}} title="How often the leader wins, over the course of a game" />
            <Facts facts={[
                ['changes of the lead', lead.changes, 'number'],
                ['the winner leads for good from', lead.decided, '%'],
                ['runaway: decided in the first half', lead.runaway, '%'],
                ['comeback: the winner was last at half-time', lead.comeback, '%'],
                ['shared wins', ties.shared_wins, '%'],
                ['kingmaking: the last choice of somebody who loses is without hope', kingmaking.cannot_win, '%'],
                ['kingmaking: … and decides who wins', kingmaking.decides, '%'],
            ]} />
            <p class="note">Of {counted(games)} games; kingmaking is looked at in some of them only, by playing the alternatives out.</p>
        </Chapter>
    );
}

const MOST_ROWS = 40;

export function Features({features}: {features: Feature[]}) {
    const there = features.filter(({events, gain}) => events > 0 && gain.mean !== null);
    const sorted = [...there].sort((a, b) => b.gain.mean! - a.gain.mean!);
    const told = sorted.filter(({gain, seats}) => gain.low !== null && (seats.mean ?? 0) > 0.001 && (seats.mean ?? 0) < 0.999);
    return there.length === 0 ? null : (
        <Chapter title="What happens, and what wins?" lead="The share of wins of those seats where it happened, less that of the others. It goes with winning; it need not be the reason.">
            {told.length === 0 ? null : <Intervals rows={told.slice(0, MOST_ROWS).map(({name, gain}) => row(name, gain))} unit="±%" label="wins with it, less without" mark={0} title="What goes with winning" />}
            <Table caption="95 % intervals" items={sorted.concat(features.filter(({events, gain}) => events === 0 || gain.mean === null))} columns={[
                {title: 'what', cell: ({name}) => name, text: true},
                {title: 'times a game', cell: ({per_game}) => estimated(per_game, 'number')},
                {title: 'of seats', cell: ({seats}) => estimated(seats, '%')},
                {title: 'wins', cell: ({gain}) => estimated(gain, '±%')},
                {title: 'wins, each time', cell: ({gain_per_event}) => estimated(gain_per_event, '±%')},
                {title: 'points', cell: ({points_gain}) => estimated(points_gain, '±')},
                {title: 'n', cell: ({gain}) => counted(gain.n)},
            ]} />
        </Chapter>
    );
}

export function GridTable({grid}: {grid: Grid}) {
    const cell = ({share, points}: Grid['rows'][number]['cells'][number]): string =>
        share.mean === null ? '–' : `${written(share.mean, '%')}${points && points.mean !== null ? ` · ${written(points.mean, 'number')}` : ''} (${counted(share.n)})`;
    const points = grid.rows.some(({cells}) => cells.some((it) => it.points));
    return (
        <Chapter title={grid.title} lead={`${grid.hit}${points ? ' · points' : ''} (how many)`}>
            <Table caption={grid.title} items={grid.rows} columns={[
                {title: 'what', cell: ({name}) => name, text: true},
                ...grid.columns.map((title, i) => ({title, cell: ({cells}: Grid['rows'][number]) => cell(cells[i]!)})),
            ]} />
        </Chapter>
    );
}

export function Bids({bids}: {bids: NonNullable<Figures['bids']>}) {
    const sorted = [...bids.values].sort((a, b) => (b.worth.mean ?? -99) - (a.worth.mean ?? -99));
    return (
        <Chapter title="What should a bid be worth?" lead={`A claim brings ${estimated(bids.worth, 'number')} points. At the proposed values each bid would bring just that, claimed as it is now; unseen: claimed with token 1 before any card is dealt.`}>
            <Intervals rows={sorted.map(({name, worth}) => row(name, worth))} unit="number" label="points that a claim brings" mark={bids.worth.mean ?? undefined} title="Points that a claim brings, by bid" />
            <Table caption="95 % intervals" items={sorted} columns={[
                {title: 'bid', cell: ({name}) => name, text: true},
                {title: 'value', cell: ({value}) => counted(value)},
                {title: 'any hand has it', cell: ({chance}) => estimated(chance, '%')},
                {title: 'achieved when claimed', cell: ({achieved}) => estimated(achieved, '%')},
                {title: 'brings', cell: ({worth}) => estimated(worth, 'number')},
                {title: 'proposed value', cell: ({even_value}) => estimated(even_value, 'number')},
                {title: 'proposed, unseen', cell: ({blind_value}) => estimated(blind_value, 'number')},
                {title: 'claims', cell: ({achieved}) => counted(achieved.n)},
            ]} />
        </Chapter>
    );
}

const sources: [keyof Explained, string][] = [
    ['player', 'who plays'], ['seat', 'the seat'], ['deal', 'the cards'], ['match', 'who gets which'], ['rest', 'the rest: chance in play, and what others do'],
];

export function Skill({skill, players}: {skill: NonNullable<Figures['skill']>; players: number}) {
    const explained = (it: Explained) => sources.map(([key, name]) => ({name, share: it[key].mean ?? 0}));
    return (
        <Chapter title="How much is skill?" lead={`One player of a level at a table of the level below, every deal played from every seat. Even would be ${written(1 / players, '%')} of the wins.`}>
            {skill.ladder.length === 0 ? null : (
                <>
                    <Intervals rows={skill.ladder.map(({name, against, wins}) => row(`${name} over ${against}`, wins))} unit="%" label="share of wins" mark={1 / players} title="Skill ladder" />
                    <Table caption="95 % intervals" items={skill.ladder} columns={[
                        {title: 'level', cell: ({name}) => name, text: true},
                        {title: 'among', cell: ({against}) => against, text: true},
                        {title: 'wins', cell: ({wins}) => estimated(wins, '%')},
                        {title: 'points ahead', cell: ({points_ahead}) => estimated(points_ahead, '±')},
                        {title: 'games', cell: ({wins}) => counted(wins.n)},
                    ]} />
                </>
            )}
            <h3>What decides, at a table of {skill.variance.line_up.join(', ')}?</h3>
            <Shares parts={explained(skill.variance.wins)} title="What explains who wins" />
            <Table caption="Shares of the variance of wins and of points; an estimate can fall below zero. 95 % intervals" items={sources} columns={[
                {title: 'what decides', cell: ([, name]) => name, text: true},
                {title: 'of winning', cell: ([key]) => estimated(skill.variance.wins[key], '%')},
                {title: 'of points', cell: ([key]) => estimated(skill.variance.points[key], '%')},
                {title: 'games', cell: ([key]) => counted(skill.variance.wins[key].n)},
            ]} />
        </Chapter>
    );
}

export function Report({results, variant}: {results: Results; variant: Variant}) {
    const {figures} = variant;
    return (
        <>
            <Seats figures={figures} results={results} />
            {figures.skill ? <Skill skill={figures.skill} players={variant.players} /> : null}
            <Points figures={figures} />
            <Lengths figures={figures} />
            <Course figures={figures} />
            <Features features={figures.features} />
            {figures.bids ? <Bids bids={figures.bids} /> : null}
            {figures.grid ? <GridTable grid={figures.grid} /> : null}
        </>
    );
}
