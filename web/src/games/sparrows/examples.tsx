// Drawings for the rules page.
import type {ComponentChildren} from 'preact';
import {bidName, bids, planOf} from './bids';
import {Egg, SparrowCard} from './art';
import {Chips} from './BidRow';
import {t} from './text';
import {asks} from './words';

function Drawing({children}: {children: ComponentChildren}) {
    return <div class="game-sparrows sparrows example">{children}</div>;
}

function Cards({cards}: {cards: string}) {
    return <div class="example-row">{cards.split(' ').map((card) => <SparrowCard key={card} card={card} id={undefined} size="small" />)}</div>;
}

// A row in the third cycle.
function Dealt({name, cards}: {name: string; cards: string}) {
    return (
        <div class="row-of-cards">
            <span class="row-name">{name}</span>
            <div class="places">
                {cards.split(' ').map((card) => <SparrowCard key={card} card={card} id={undefined} />)}
                {[4, 5, 6].map((n) => <span key={n} class="place" />)}
            </div>
        </div>
    );
}

// A bid and cards that make it.
function Made({id, cards}: {id: string; cards: string}) {
    return (
        <div class="example-bid">
            <div class="bid bid-open">
                <span class="bid-head"><span class="bid-name">{bidName(id)}</span><span class="bid-value">{bids[id]!.value}</span></span>
                <span class="bid-asks">{asks(bids[id]!)}</span>
                <Chips plan={planOf(bids[id]!, cards.split(' '), [])} />
            </div>
            <Cards cards={cards} />
        </div>
    );
}

const Sum = ({value, token, points}: {value: number; token: number; points: number}) => (
    <p class="example-sum">{value} ÷ <Egg n={token} /> = <strong>{points}</strong></p>
);

export const examples = {
    'SP-1': () => <Drawing><Cards cards="S7 P10 E2 C1" /></Drawing>,
    'SP-4': () => <Drawing><Dealt name={t('table')} cards="E2 E6 P9" /><Dealt name={t('hand')} cards="S4 C10 E8" /><div class="example-row">{[1, 2, 3, 4, 5, 6].map((n) => <Egg key={n} n={n} state={n === 3 ? 'now' : ''} />)}</div></Drawing>,
    'SP-5': () => (
        <Drawing>
            <ol class="example-bids">
                <li>1. ({t('seat.dealer')}) ✉ {t('pass')}</li>
                <li>2. ✉ {bidName('straight_mid')} ✓ <Egg n={3} /></li>
                <li>3. ✉ {bidName('full_house_regular')} ✗</li>
            </ol>
        </Drawing>
    ),
    'SP-6': () => <Drawing><Sum value={140} token={1} points={140} /><Sum value={140} token={3} points={47} /><Sum value={140} token={6} points={23} /></Drawing>,
    'SP-8': () => (
        <Drawing>
            <Made id="full_house_regular" cards="S7 P7 E7 S4 C4" />
            <Made id="straight_mid" cards="C3 S4 P5 E6 S7" />
            <Made id="flush_short" cards="E1 E4 E5 E9" />
            <Made id="straight_flush_mid" cards="P5 P6 P7" />
        </Drawing>
    ),
    'SP-10': () => <Drawing><p class="example-sum">(80 + 200) ÷ <Egg n={2} /> = <strong>140</strong></p><p class="example-sum">80 ÷ <Egg n={2} /> − 10 = <strong>30</strong></p></Drawing>,
    'SP-12': () => <Drawing><Sum value={100} token={10} points={10} /></Drawing>,
};
