// The strip that says what is to be done, shows the card one looks at in words, and
// has the buttons that are no cards.
import {Icon, Regret} from './art';
import type {Play} from './index';
import {t} from './text';
import {isGuest, type CardId} from './view';
import {costInWords, costOf, nameOf} from './words';

// Says what to choose next, once a selection has begun.
function nextStep({aims, chosen, view}: Play) {
    const card = view.cards[chosen.card!];
    if (aims.seats.size > 0) return 'ask.from';
    if (chosen.mine && aims.cards.size > 0) return 'ask.swap';
    if (aims.mine.size > 0 && !chosen.mine) return 'ask.own';
    if (aims.cards.size > 0) return 'ask.card';
    return card && !isGuest(card) && card.type === 'MISCHIEF' ? 'ask.theirs' : 'ask.group';
}

function question(play: Play): string {
    const {view, you, legal, aims, chosen, names} = play;
    if (view.scoring) return t('ask.scoring');
    if (legal.length === 0) {
        const name = names[view.turn[0] ?? 0]!;
        return view.turn.length === 0 || view.turn[0] === you ? '' : t(view.phase === 'play' ? 'ask.wait.play' : 'ask.wait.invite', {name});
    }
    if (chosen.card && !aims.plain) return t(nextStep(play));
    if (view.phase === 'play') return t('ask.play');
    if (view.seats[you!]!.full.every(Boolean)) return t('ask.full');
    return `${t('ask.invite')}${view.free_skip ? ` ${t('ask.free')}` : ''}`;
}

function Reading({id, play}: {id: CardId; play: Play}) {
    const card = play.view.cards[id];
    if (!card) return null;
    return (
        <p class="reading">
            <strong>{nameOf(id, play.view.cards)}</strong>{' '}
            {isGuest(card) ? (
                <>
                    {card.noble && <em>{t(`noble.${card.noble}`)} </em>}
                    {card.interests.map((interest) => <span key={interest} class="nowrap"><Icon interest={interest} /> {t(`interest.${interest}`)} </span>)}
                </>
            ) : (
                <>
                    <em>{t(`type.${card.type}`)} ({t(`how.${card.type}`)}).</em> {t(`does.${card.effect}`)}
                    {card.by !== undefined && ` ${t('played.by', {name: play.names[card.by]!})}.`}
                </>
            )}
        </p>
    );
}

export function Ask({play, read}: {play: Play; read: CardId | undefined}) {
    const {view, aims, chosen, choose, select, names, legal, picked} = play;
    const due = legal.length > 0;
    const card = chosen.card ?? play.hovered ?? read;
    return (
        <div role="group" class={due ? 'ask due' : 'ask'} aria-label={t('step', {n: view.phase === 'play' ? 1 : 2})}>
            <p class="question">
                {(due || view.turn.length > 0) && <span class="step">{t('step', {n: view.scoring ? 3 : view.phase === 'play' ? 1 : 2})}</span>}
                {question(play)}
            </p>
            {card ? <Reading id={card} play={play} /> : <p class="reading hint-line">{t('ask.look')}</p>}
            <div class="ask-buttons">
                {aims.plain && (
                    <button type="button" class="main" data-action={aims.plain} onClick={() => choose(aims.plain!)}>
                        {view.phase === 'play' ? t('do.play') : t('do.take', {cost: costInWords(costOf(chosen.card!, view))})}
                    </button>
                )}
                {[...aims.seats].map(([seat, action]) => (
                    <button type="button" key={seat} class="main" data-action={action} onClick={() => choose(action)}>{t('do.from', {name: names[seat]!})}</button>
                ))}
                {chosen.card && due && !picked && <button type="button" data-do="back" onClick={() => select({})}>{t('do.cancel')}</button>}
                {aims.none && !chosen.card && (
                    <button type="button" class="main" data-action={aims.none} onClick={() => choose(aims.none!)}>{t('do.none')}</button>
                )}
            </div>
        </div>
    );
}

export function RegretCount({n}: {n: number}) {
    return <span class="regret-count" role="img" aria-label={t('regrets', {n})}><span aria-hidden="true">{n}</span><Regret /></span>;
}
