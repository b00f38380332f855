// Always a Bridesmaid at the browser's table.
import {mention} from '../../told';
import type {GameUi, Situation, TableProps} from '../game';
import {Chip} from './chip';
import {Head, Ladder, News, SingleNote} from './ladder';
import {tutorial} from './lessons';
import {useMemory} from './memory';
import {Own, preview} from './own';
import {Rival, Robot} from './rivals';
import {Turn} from './turn';
import {signed, t} from './text';
import {moveOf, stages, sum, without, type View} from './view';

function Table(props: TableProps<View>) {
    const {view, you, order} = props;
    const memory = useMemory(view);
    const others = order.filter((seat) => seat !== you);
    return (
        <div class="bm">
            <Head {...props} />
            <div class="middle-part" tabIndex={0}>
                <div class="bm-rivals">
                    {others.map((seat) => <Rival key={seat} seat={seat} situation={props} memory={memory} />)}
                    {view.robot && <Robot situation={props} memory={memory} />}
                </div>
                <div class="bm-middle">
                    <Turn memory={memory} situation={props} />
                    <Ladder {...props} />
                    <News memory={memory} situation={props} />
                    <SingleNote situation={props} />
                </div>
            </div>
            {you !== undefined && <Own props={props} you={you} memory={memory} />}
        </div>
    );
}

// Cards within a sentence.
function drawn(cards: number[]): string {
    return cards.map((card) => mention(String(card), signed(card))).join(' ') || '–';
}

function describe(action: string): string {
    const {kind, cards} = moveOf(action);
    if (kind === 'aside' && cards.length === 0) return t('aside.none');
    return t(`do.name.${kind}`, {cards: drawn(cards)});
}

function explain(action: string, {view, you}: Situation<View>): string {
    const {kind, cards} = moveOf(action);
    const own = view.seats[you!]!;
    switch (kind) {
        case 'reserve': {
            const left = without(own.hand!, cards);
            return t('why.reserve', {cards: drawn(left), total: signed(sum(left))});
        }
        case 'robot': return t('why.robot', {total: signed(sum(cards))});
        case 'draw': return t('why.draw', {cards: drawn(without(own.reserve!, cards))});
        case 'display': return t('why.display');
        default: return preview(action, view, you!);
    }
}

function seatNote(seat: number, {view}: Situation<View>): string {
    return view.seats[seat]!.wild ? t('wild') : '';
}

export const bridesmaid: GameUi<View> = {
    id: 'bridesmaid',
    Table,
    describe,
    group: (action) => t(`group.${moveOf(action).kind}`),
    explain,
    stages,
    Chip,
    seatNote,
    tutorial,
};
