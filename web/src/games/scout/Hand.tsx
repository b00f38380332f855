// Your row. Neighbours that go on from each other are linked; what can be played
// is lit; while a scouted card looks for its place the gaps can be clicked.
import {Card} from '../../cards';
import {Face, links} from './faces';
import {t} from './text';
import {cardId, covers, numbers, step, type Play, type Stretch, type Take} from './view';
import {cardName, gapName, madeBy} from './words';

// The card or gap under the pointer or the focus.
export type Peek = {at: number} | {take: Take} | undefined;

interface Props {
    row: string[];
    plays: Play[];
    takes: Take[]; // one for each gap that may be clicked
    chosen: Stretch | undefined;
    meant: Stretch | undefined; // lit up by the peek
    strong: boolean; // and may be played
    picked: string | undefined;
    planning: boolean;
    suggested: string | undefined;
    onPeek: (peek: Peek) => void;
    onPick: (at: number) => void;
    onTake: (take: Take) => void;
}

function Gap({take, row, picked, suggested, onPeek, onTake}: {take: Take} & Pick<Props, 'row' | 'picked' | 'suggested' | 'onPeek' | 'onTake'>) {
    const made = madeBy(row, take);
    const where = gapName(row, take.gap);
    const label = made.length > 1 ? t('gap.makes', {where, set: numbers(made)}) : t('gap.alone', {where});
    const peek = () => onPeek({take});
    return (
        <button
            type="button" class={`gap${made.length > 1 ? ' makes' : ''}${suggested === take.action ? ' hinted' : ''}`} aria-label={label} data-action={take.action}
            aria-pressed={picked === take.action} onClick={() => onTake(take)}
            onPointerEnter={peek} onPointerLeave={() => onPeek(undefined)} onFocus={peek} onBlur={() => onPeek(undefined)}
        >
            <span class="gap-sign" aria-hidden="true">{made.length > 1 ? made.length : '+'}</span>
        </button>
    );
}

export function Hand(props: Props) {
    const {row, plays, takes, chosen, meant, strong, suggested, planning, onPeek, onPick} = props;
    const peek = (now: Peek) => takes.length === 0 && onPeek(now); // else the gaps are what one points at
    const hinted = plays.find((play) => play.action === suggested);
    const gapAt = (gap: number) => {
        const take = takes.find((one) => one.gap === gap);
        return take && <Gap take={take} {...props} />;
    };
    const link = (at: number) => {
        const by = step(row, at);
        return by !== undefined && takes.length === 0 && <span class="link" aria-hidden="true">{links[by + 1]}</span>;
    };
    return (
        <div class="hand-room">
            <ol class={`hand${takes.length > 0 ? ' gapped' : ''}`} aria-label={t('hand')} style={{'--n': row.length}}>
                {row.map((card, at) => {
                    const open = takes.length === 0 && plays.some((play) => covers(play, at));
                    const inMeant = meant && covers(meant, at);
                    const label = open ? t('play.with', {card: cardName(card), at: at + 1}) : cardName(card);
                    return (
                        <li
                            key={cardId(card)} class={`slot${inMeant ? (strong ? ' meant' : ' weak') : ''}`}
                            onPointerEnter={() => peek({at})} onPointerLeave={() => peek(undefined)}
                            onFocusIn={() => peek({at})} onFocusOut={() => peek(undefined)}
                        >
                            {gapAt(at)}
                            <Card
                                id={cardId(card)} from="middle" label={label} lit={open} dimmed={!planning && plays.length > 0 && takes.length === 0 && !open}
                                selected={chosen && covers(chosen, at)} suggested={hinted && covers(hinted, at)}
                                onClick={open ? () => onPick(at) : undefined}
                            >
                                <Face card={card} />
                            </Card>
                            {link(at)}
                        </li>
                    );
                })}
                {takes.some((take) => take.gap === row.length) && <li class="slot slot-end">{gapAt(row.length)}</li>}
            </ol>
        </div>
    );
}
