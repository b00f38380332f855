// Shows how a round was scored.
import {t} from './text';
import type {Sheet} from './view';

export const signed = (n: number) => (n < 0 ? `−${-n}` : `${n}`);

export function SheetTable({sheet, names}: {sheet: Sheet; names: string[]}) {
    const bonus = t(sheet.lines.length === 2 ? 'sheet.chips' : 'sheet.tokens');
    const name = sheet.who === undefined ? '' : names[sheet.who]!;
    return (
        <section class="sheet-of-round" aria-label={t('sheet', {n: sheet.round})}>
            <h2>{t('sheet', {n: sheet.round})}</h2>
            <p>{t(`sheet.${sheet.why}`, {name})}</p>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t('sheet.player')}</th>
                        <th scope="col">{t('sheet.captured')}</th>
                        <th scope="col">{bonus}</th>
                        <th scope="col">{t('sheet.hand')}</th>
                        <th scope="col">{t('sheet.points')}</th>
                        <th scope="col">{t('sheet.total')}</th>
                    </tr>
                </thead>
                <tbody>
                    {sheet.lines.map((line, seat) => (
                        <tr key={seat} class={sheet.who === seat ? 'ended' : ''}>
                            <th scope="row">{names[seat]}</th>
                            <td>{line.captured}</td>
                            <td>+ {line.bonus}</td>
                            <td>{line.free && line.cards > 0 ? t('sheet.free', {n: line.cards}) : `− ${line.cards}`}</td>
                            <td><strong>= {signed(line.points)}</strong></td>
                            <td>{signed(line.total)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}
