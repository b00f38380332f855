// Parties: your own, and those of the others, which a phone shows one at a time.
import {useEffect, useRef, useState} from 'preact/hooks';
import {Card} from '../../cards';
import {chosenFor} from './aim';
import {Face} from './art';
import {RegretCount} from './ask';
import type {Play} from './index';
import {matchedIn, scoreOf} from './score';
import {Sum} from './sum';
import {t} from './text';
import {groupMost, groups, isGuest, moveOf, type CardId, type Interest} from './view';
import {inWords, nameOf} from './words';

interface GroupProps {
    play: Play;
    seat: number;
    at: number;
}

// The selected card would lie here: the group as it then is.
function useTrial({play, seat, at}: GroupProps): {ids: CardId[]; trial: CardId | undefined} {
    const {view, you, chosen, hovered, aims} = play;
    const ids = view.seats[seat]!.party[at]!;
    const card = chosen.card ?? (aims.starts.size > 0 ? hovered : undefined);
    const info = card ? view.cards[card] : undefined;
    const action = aims.groups.get(`${seat}.${at}`);
    if (chosen.mine && action) return {ids: [...ids, chosen.mine], trial: chosen.mine};
    const guestHere = info && isGuest(info) && seat === you && !view.seats[seat]!.full[at] && aims.starts.has(card!);
    const belleHere = info && !isGuest(info) && chosen.card && action;
    return guestHere || belleHere ? {ids: [...ids, card!], trial: card} : {ids, trial: undefined};
}

function GroupCard({id, play, seat, lit}: {id: CardId; play: Play; seat: number; lit: Interest[]}) {
    const {view, aims, chosen, select, choose, look, you, suggested} = play;
    const action = aims.cards.get(id);
    const mine = seat === you && aims.mine.has(id);
    const told = suggested ? moveOf(suggested) : undefined;
    const click = action ? () => choose(action) : mine ? () => select({card: chosen.card, mine: chosen.mine === id ? undefined : id}) : undefined;
    return (
        <Card
            id={id} to={`seat-${seat}`} label={inWords(id, view.cards, play.names)} selected={chosen.mine === id} lit={!!action || (mine && !chosen.mine)}
            suggested={told?.kind === 'play' && (told.mine === id || told.target === id)} action={action} onClick={click}
            onHover={(over) => look(over ? id : undefined)}
        >
            <Face id={id} card={view.cards[id]!} lit={lit} />
        </Card>
    );
}

function Group(props: GroupProps) {
    const {play, seat, at} = props;
    const {view, aims, you, names, choose, suggested, picked, chosen} = play;
    const {ids, trial} = useTrial(props);
    const {party, worth, full: fulls} = view.seats[seat]!;
    const real = party[at]!;
    const before = worth[at]!;
    const score = scoreOf(ids, view.cards);
    const {full} = score;
    const slots = seat === you || real.length > 2 ? groupMost : 2; // others need less room
    const action = aims.groups.get(`${seat}.${at}`);
    const scoring = view.scoring?.seat === seat && view.scoring.group === at;
    const name = seat === you ? t('group', {n: at + 1}) : t('group.of', {name: names[seat]!, n: at + 1});
    const marks = [full && 'full', action && 'open', scoring && 'scoring', trial && 'trial', action && suggested === action && 'suggested', action && picked === action && 'picked'];
    return (
        <div role="group" class={['group', ...marks.filter(Boolean)].join(' ')} aria-label={name} data-group={`${seat}.${at}`}>
            <h3>
                <span>{t('group', {n: at + 1})}</span>
                <span class="fill">{fulls[at] ? t('group.full') : t('group.open', {n: real.length})}</span>
            </h3>
            <div class="group-cards">
                {real.map((id) => <GroupCard key={id} id={id} play={play} seat={seat} lit={matchedIn(score)} />)}
                {Array.from({length: slots - real.length}, (_, slot) => <span key={slot} class="slot" />)}
            </div>
            <p class="worth">
                {trial && action ? (
                    <strong>{full && seat === you ? t('preview.full', {n: score.value}) : t('preview', {n: before, then: score.value})}</strong>
                ) : (
                    <strong>{trial ? t('preview', {n: before, then: score.value}) : t('worth', {n: score.value})}</strong>
                )}
                <Sum score={score} cards={view.cards} ids={ids} />
            </p>
            {action && (
                <button
                    type="button" class="drop" data-action={action} data-key={seat === you ? at + 1 : undefined} onClick={() => choose(action)} aria-pressed={picked === action}
                    aria-label={t('place', {what: name, card: nameOf(chosen.mine ?? chosen.card!, view.cards), n: score.value})}
                >
                    <span aria-hidden="true">{t('do.here', {n: at + 1})}</span>
                </button>
            )}
        </div>
    );
}

// The Belle cards in an opponent's hand: open, except for one that was stolen.
function Held({play, seat}: {play: Play; seat: number}) {
    const {view, names, look} = play;
    const {hand, unsure} = view.seats[seat]!;
    if (hand.length + unsure === 0) return null;
    return (
        <div class="held-by">
            <span class="soft">{t('hand.of')}</span>
            {hand.map((id) => (
                <Card key={id} id={id} size="small" label={inWords(id, view.cards, names)} onHover={(over) => look(over ? id : undefined)}>
                    <Face id={id} card={view.cards[id]!} />
                </Card>
            ))}
            {Array.from({length: unsure}, (_, at) => <Card key={at} size="small" back label={t('hidden')} />)}
        </div>
    );
}

export function Party({play, seat, own, shown = true}: {play: Play; seat: number; own?: boolean; shown?: boolean}) {
    const {view, names} = play;
    const turn = view.turn[0] === seat;
    const title = own ? t('party.you') : t('party.of', {name: names[seat]!});
    return (
        <div role="group" class={`party${own ? ' own' : ''}${turn ? ' turn' : ''}${shown ? '' : ' folded'}`} aria-label={title} data-party={seat}>
            <h2>{title}<RegretCount n={view.seats[seat]!.regrets} /></h2>
            <div class="groups">{groups.map((at) => <Group key={at} play={play} seat={seat} at={at} />)}</div>
            {!own && <Held play={play} seat={seat} />}
        </div>
    );
}

// Does the next click belong in this player's party?
function isAim({aims, view}: Play, seat: number): boolean {
    return groups.some((at) => aims.groups.has(`${seat}.${at}`)) || view.seats[seat]!.party.flat().some((id) => aims.cards.has(id));
}

export function Parties({play, seats}: {play: Play; seats: number[]}) {
    const {view, names, suggested} = play;
    const [wished, setWished] = useState(seats[0]!);
    const area = useRef<HTMLDivElement>(null);
    const aimed = seats.filter((seat) => isAim(play, seat));
    const aims = aimed.join();
    const scoring = view.scoring?.seat;
    const told = suggested ? moveOf(suggested) : undefined;
    const hinted = told?.kind === 'play' && chosenFor(suggested!).card === play.chosen.card ? told.seat : undefined;
    useEffect(() => {
        if (aimed.length === 0) return;
        if (!aimed.includes(wished)) setWished(hinted ?? aimed[0]!);
        area.current?.scrollIntoView({block: 'nearest'});
        // A tab that is clicked later stays, so nothing but a change of the aims counts.
        // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [aims]);
    const shown = scoring !== undefined && seats.includes(scoring) ? scoring : seats.includes(wished) ? wished : seats[0]!;
    return (
        <div role="group" ref={area} class={`others others-${seats.length}`} aria-label={t('others')}>
            {seats.length > 1 && (
                <div class="tabs" role="group" aria-label={t('others')}>
                    {seats.map((seat) => (
                        <button type="button" key={seat} aria-pressed={seat === shown} class={aimed.includes(seat) ? 'aimed' : ''} onClick={() => setWished(seat)}>
                            {view.turn[0] === seat && <span aria-hidden="true">▸</span>}{names[seat]}
                        </button>
                    ))}
                </div>
            )}
            <div class="parties">{seats.map((seat) => <Party key={seat} play={play} seat={seat} shown={seat === shown} />)}</div>
        </div>
    );
}
