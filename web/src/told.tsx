// Sentences that mention cards, which are drawn where they are mentioned. A sentence is a string with cards
// between control characters, which no name and no text has, so that no code searches sentences for cards.
import {Component, type ComponentChildren, type ComponentType} from 'preact';

const begins = '\u0001', ends = '\u0002';

// A card within a sentence: its notation, for the layout that draws it, and what it is called there.
export function mention(card: string, name: string): string {
    return begins + card + ends + name + ends;
}

interface Mention {
    card: string;
    name: string;
}

function piecesOf(sentence: string): (string | Mention)[] {
    const [first = '', ...rest] = sentence.split(begins);
    return [first, ...rest.flatMap((part) => {
        const [card = '', name = '', text = ''] = part.split(ends);
        return [{card, name}, text];
    })];
}

// The sentence as it is read out: with the names of cards.
export function spoken(sentence: string): string {
    return piecesOf(sentence).map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');
}

export interface ChipProps<View> extends Mention {
    view: View;
}

interface ToldProps<View> {
    sentence: string;
    Chip: ComponentType<ChipProps<View>> | undefined;
    view: View;
}

// The sentence as it is seen: with cards as the layout draws them, else by their names. It is drawn once, as the table was
// then: a long log is not gone through again whenever somebody moves.
export class Told<View> extends Component<ToldProps<View>> {
    override shouldComponentUpdate(next: ToldProps<View>): boolean {
        return next.sentence !== this.props.sentence || next.Chip !== this.props.Chip;
    }

    render({sentence, Chip, view}: ToldProps<View>) {
        return (
            <span>
                {piecesOf(sentence).map((piece, at) => {
                    if (typeof piece === 'string') return piece;
                    return Chip ? <Chip key={at} {...piece} view={view} /> : piece.name;
                })}
            </span>
        );
    }
}

// The chip of a card, for layouts: a drawing of `width` × 24, with the name for screen readers or, with `named`, for
// everybody.
export function CardChip({name, width, named, kind, children}: {name: string; width: number; named?: boolean; kind?: string; children: ComponentChildren}) {
    return (
        <span class="card-chip" title={named ? undefined : name}>
            <svg class={kind} viewBox={`0 0 ${width} 24`} style={{width: `${width / 16}em`}} aria-hidden="true">{children}</svg>
            <span class={named ? 'chip-name' : 'hidden-text'}>{name}</span>
        </span>
    );
}
