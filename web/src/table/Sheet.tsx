// The score sheet: totals first, and columns that add up to them.
import type {Result, SheetColumn} from '../protocol';
import {findText, minus} from '../text/text';
import {t} from '../text/beside';
import {ranking} from './ranking';

type Part = Parameters<typeof findText>[0];

// What a column is called, in the words of its game.
function titleOf(game: string, {key, round}: SheetColumn): string {
    return key === undefined ? t('over.round', {n: round ?? 0}) : (findText(game as Part, `part.${key}`) ?? key);
}

interface Props {
    game: string;
    result: Result;
    sheet: SheetColumn[];
    names: string[];
    you?: number | undefined;
    aside?: boolean; // the totals are somewhere else
}

export function Sheet({game, result, sheet, names, you, aside = false}: Props) {
    const counted = findText(game as Part, 'part.counted') ?? '';
    return (
        <div class="wide sheet-table" tabIndex={0} role="region" aria-label={t('over.points')}>
            <table class="points">
                <thead>
                    <tr>
                        <th scope="col">{t('over.player')}</th>
                        <th scope="col" class="total-head">{t('over.total')}</th>
                        {sheet.map((column, at) => <th key={at} scope="col">{titleOf(game, column)}</th>)}
                    </tr>
                </thead>
                <tbody>
                    {ranking(result).map((seat) => (
                        <tr key={seat} class={`${result.winners.includes(seat) ? 'winner' : ''}${seat === you ? ' own' : ''}`} data-seat={seat}>
                            <th scope="row">{names[seat]}</th>
                            <td class={aside ? 'sum' : 'total'}><strong>{minus(result.points[seat]!)}</strong></td>
                            {sheet.map((column, at) => (
                                <td key={at}>
                                    {minus(column.points[seat]!)}
                                    {column.counted && <span class="counted"> {column.counted[seat]} {counted}</span>}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

// The points of every round, for games whose sheet has other columns. They add up, too.
export function Rounds({game, result, sheet, names}: Props) {
    const rounds = result.rounds ?? [];
    if (rounds.length < 2 || sheet.some(({round}) => round !== undefined)) return null;
    const columns = rounds.map((points, at) => ({round: at + 1, points}));
    return (
        <details class="rounds">
            <summary>{t('over.rounds')}</summary>
            <Sheet game={game} result={result} sheet={columns} names={names} aside />
        </details>
    );
}
