/* The novice of Always a Bridesmaid. Its rules of thumb:
 *   - a rival who has held back stays put, except for a card set aside; one who is
 *     still active will end somewhere between the total now and a few cards more,
 *   - from that follows what each total of its own would bring on average; it
 *     plays towards the best it can reach with two cards, and holds back when
 *     playing on promises no more,
 *   - small cards first: a turn more shows what the others are up to,
 *   - turning WILD costs a point, so it is done only for more than that,
 *   - cards that are of little use go to the Reserve and on display; the others
 *     are drawn first and kept.
 *
 * All aim for second place, so a search is worth as much as what it believes of
 * the others. Small networks play in its playouts. The first has learned by
 * playing against itself; each of the others has learned from games to choose
 * as the level that uses the one before, and as novices. So every level knows
 * how those below it play. */
#include "bots/bridesmaid_policy.h"

#include "bots/bridesmaid_networks.h"
#include "bots/portable_math.h"

/* Points and chances are counted in 1/256. */
enum { UNIT = 256 };

/* How much a card is worth having in hand, by index. */
static const uint8_t usefulness[BRIDESMAID_ACCESSORIES] = {0, 1, 2, 6, 7, 5, 6, 7, 8, 8, 7};

static int use_of(uint16_t cards)
{
    int use = 0;
    for (int i = 0; i < BRIDESMAID_ACCESSORIES; i++)
        use += cards >> i & 1 ? usefulness[i] : 0;
    return use;
}

/* The totals that a rival may end with, all taken as equally likely. */
struct range {
    int low, high;
};

static struct range rival_range(const struct bridesmaid_state *s, int rival)
{
    enum { ASIDE = 8, STRIDE = 4, FARTHEST = 12 }; /* what is likely, not what is possible */
    int total = (int)s->total[rival];
    bool robot = s->players == 2 && rival == BRIDESMAID_ROBOT;

    if (!(s->held >> rival & 1)) {
        int cards = robot ? (BRIDESMAID_ROBOT_PILE_SIZE - s->shown) / 2 : bridesmaid_hand_count(s, rival);
        return (struct range){total, total + (cards * STRIDE < FARTHEST ? cards * STRIDE : FARTHEST)};
    }
    return (struct range){total, !robot && (s->set_aside >> rival & 1) ? total + ASIDE : total};
}

/* What a total would bring on average, in 1/256 points. */
static int worth(const struct bridesmaid_state *s, int seat, int total)
{
    int rivals = bridesmaid_rivals(s), shared = UNIT, points = 0;
    int above[BRIDESMAID_RIVALS_MAX + 1] = {UNIT}; /* above[n]: chance that n are above it */

    for (int rival = 0; rival < rivals; rival++) {
        if (rival == seat)
            continue;
        struct range range = rival_range(s, rival);
        int size = range.high - range.low + 1;
        int higher = total < range.low ? size : total > range.high ? 0 : range.high - total;
        int equal = total >= range.low && total <= range.high;
        for (int count = rivals - 1; count >= 0; count--)
            above[count] = (above[count] * (size - higher) + (count > 0 ? above[count - 1] * higher : 0)) / size;
        shared = shared * (2 * size - equal) / (2 * size);
    }
    for (int count = 0; count < rivals; count++)
        points += above[count] * s->ranks[count];
    return points * shared / UNIT;
}

/* What playing or revealing these cards costs at the end of the game (AB-8). */
static int wild_cost(const struct bridesmaid_state *s, int seat, uint16_t cards)
{
    return (cards & BRIDESMAID_WILD_CARDS) && !(s->wild >> seat & 1) ? UNIT : 0;
}

/* The best of adding at most one card of these to a total. */
static int best_with_one(const struct bridesmaid_state *s, int seat, int total, uint16_t cards)
{
    int best = worth(s, seat, total);

    for (int i = 0; i < BRIDESMAID_ACCESSORIES; i++) {
        uint16_t card = (uint16_t)(1u << i);
        if (!(cards & card))
            continue;
        int value = worth(s, seat, total + bridesmaid_values[i]) - wild_cost(s, seat, card);
        best = value > best ? value : best;
    }
    return best;
}

static int value_of_play(const struct bridesmaid_state *s, int seat, struct bridesmaid_move move)
{
    uint16_t rest = (uint16_t)(s->hand[seat] & ~move.cards);
    int card = bridesmaid_sum(move.cards), total = s->total[seat] + card;
    int patience = bridesmaid_values[BRIDESMAID_ACCESSORIES - 1] - card;

    return best_with_one(s, seat, total, rest) - wild_cost(s, seat, move.cards) + patience;
}

static int value_of_hold(const struct bridesmaid_state *s, int seat)
{
    if (s->held == 0)
        return best_with_one(s, seat, s->total[seat], s->hand[seat]);
    return worth(s, seat, s->total[seat]);
}

static int value_of(const struct bot_view *view, uint16_t id)
{
    const struct bridesmaid_state *s = bridesmaid_state(view->state);
    struct bridesmaid_move move = bridesmaid_move(id);

    switch (move.kind) {
    case BRIDESMAID_MOVE_RESERVE:
    case BRIDESMAID_MOVE_DISPLAY: return -use_of(move.cards);
    case BRIDESMAID_MOVE_DRAW: return use_of(move.cards);
    case BRIDESMAID_MOVE_ROBOT: return bridesmaid_sum(move.cards);
    case BRIDESMAID_MOVE_PLAY: return value_of_play(s, view->seat, move);
    case BRIDESMAID_MOVE_HOLD: return value_of_hold(s, view->seat);
    default:
        return worth(s, view->seat, s->total[view->seat] + bridesmaid_sum(move.cards)) -
               wild_cost(s, view->seat, move.cards);
    }
}

/* ---- manners ---- */

/* How a novice likes to have a card at hand beyond its use, in quarters of that. */
static int fondness(const struct manner *manner, int card)
{
    int high = bridesmaid_values[card] - 4;

    return 2 * manner_taste(manner, card) + manner->daring * high / 2 - manner->thrift * (usefulness[card] - 6) +
           (card == manner_favourite(manner, BRIDESMAID_ACCESSORIES) ? 8 * manner->fancy : 0);
}

static int use_to(const struct manner *manner, uint16_t cards)
{
    int use = 4 * use_of(cards);

    for (int i = 0; i < BRIDESMAID_ACCESSORIES; i++)
        use += cards >> i & 1 ? fondness(manner, i) : 0;
    return use;
}

/* How many rivals have played one of these cards in this round, or in its first turn in the last one. */
static int players_of(const struct bridesmaid_state *s, int seat, uint16_t cards)
{
    bool first = s->played[seat] == 0;
    int count = 0;

    for (int rival = 0; rival < s->players; rival++)
        count += rival != seat && ((first ? s->last_played[rival] : s->played[rival]) & cards);
    return count;
}

/* What a novice sees in playing a card that the rules of thumb do not: some save their good cards and some do not,
 * some do as the others do, and some have a number in mind that they want to come to. */
static int leaning_to_play(const struct bridesmaid_state *s, int seat, const struct manner *manner, uint16_t card)
{
    int index = __builtin_ctz(card);
    int value = bridesmaid_sum(card);
    int goal = 5 + manner_favourite(manner, 9), apart = s->total[seat] + value - goal;

    return 6 * manner_taste(manner, index) + 4 * manner->daring * value - 4 * manner->thrift * usefulness[index] +
           16 * manner->company * players_of(s, seat, card) - 4 * manner->fancy * (apart < 0 ? -apart : apart);
}

/* Holding back keeps all cards, and is timid while others go on. */
static int leaning_to_hold(const struct bridesmaid_state *s, int seat, const struct manner *manner)
{
    int goal = 5 + manner_favourite(manner, 9), apart = s->total[seat] - goal;

    return -20 * manner->daring + 10 * manner->thrift + 16 * manner->company * __builtin_popcount(s->held) -
           4 * manner->fancy * (apart < 0 ? -apart : apart);
}

static int value_to(const struct bot_view *view, uint16_t id)
{
    const struct bridesmaid_state *s = bridesmaid_state(view->state);
    const struct manner *manner = &view->manner;
    struct bridesmaid_move move = bridesmaid_move(id);

    switch (move.kind) {
    case BRIDESMAID_MOVE_RESERVE:
    case BRIDESMAID_MOVE_DISPLAY: return -use_to(manner, move.cards);
    case BRIDESMAID_MOVE_DRAW: return use_to(manner, move.cards);
    case BRIDESMAID_MOVE_PLAY: return value_of(view, id) + leaning_to_play(s, view->seat, manner, move.cards);
    case BRIDESMAID_MOVE_HOLD: return value_of(view, id) + leaning_to_hold(s, view->seat, manner);
    default: return value_of(view, id);
    }
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    int values[LEGAL_SIZE];

    for (int i = 0; i < view->count; i++)
        values[i] = manner_is_plain(&view->manner) ? value_of(view, view->legal[i]) : value_to(view, view->legal[i]);
    return bot_best(view, values, rng);
}

const struct novice bridesmaid_novice = {.game = &bridesmaid, .choose = choose};

/* ---- for the search: networks ---- */

/* The hidden layer: the sums of the rows, but nothing below 0. */
static void see(const int16_t weights[ROWS][HIDDEN], const struct bridesmaid_state *s, int seat, int16_t *hidden)
{
    uint8_t rows[ROWS_AT_ONCE];
    int16_t sums[HIDDEN] = {0};
    int count = put_rows(s, seat, rows);

    for (int i = 0; i < count; i++)
        for (int j = 0; j < HIDDEN; j++)
            sums[j] = (int16_t)(sums[j] + weights[rows[i]][j]);
    for (int j = 0; j < HIDDEN; j++)
        hidden[j] = sums[j] > 0 ? sums[j] : 0;
}

static int product(const int16_t *a, const int16_t *b)
{
    int sum = 0;
    for (int j = 0; j < HIDDEN; j++)
        sum += a[j] * b[j];
    return sum;
}

/* How much a network likes each card of a pool. */
static void like(const struct network *network, const int16_t *hidden, int out, unsigned pool, int *liking)
{
    for (; pool; pool &= pool - 1) {
        int i = __builtin_ctz(pool);
        liking[i] = network->levels[out + i] + product(network->outs[out + i], hidden);
    }
}

/* Draws cards of a pool: each time, a card that is liked by 1 more is e times as likely. */
static uint16_t draw_cards(const int *liking, unsigned pool, int count, struct rng *rng)
{
    int values[OPTIONS] = {0};
    unsigned drawn = 0;

    for (unsigned left = pool; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        values[i] = liking[i] + noise[rng_word(rng) >> (32 - NOISE_BITS)];
    }
    for (; count > 0; count--) {
        int best = __builtin_ctz(pool);
        for (unsigned left = pool & (pool - 1); left; left &= left - 1)
            best = values[__builtin_ctz(left)] > values[best] ? __builtin_ctz(left) : best;
        drawn |= 1u << best;
        pool &= ~(1u << best);
    }
    return (uint16_t)drawn;
}

/* ---- for the search: what it asks ---- */

enum { SHORT = 100, LONG = 2000, LONGEST = 20000 }; /* searches, in simulations */

/* The network that plays for the others: the longer a search, the better are the players whom it knows. */
static const struct network *network_for(int simulations)
{
    return &networks[simulations < SHORT ? 0 : simulations < LONG ? 1 : simulations < LONGEST ? 2 : 3];
}

static void answer(const struct network *network, const struct bridesmaid_state *s, int seat, struct question question,
                   int *liking)
{
    int16_t hidden[HIDDEN];

    see(network->rows, s, seat, hidden);
    like(network, hidden, question.out, question.pool, liking);
}

static void rate_for_search(const struct bot_view *view, int *values)
{
    const struct bridesmaid_state *s = bridesmaid_state(view->state);
    int liking[OPTIONS];
    struct question question = question_for(s, view->seat);

    answer(network_for(view->budget.simulations), s, view->seat, question, liking);
    for (int i = 0; i < view->count; i++) {
        uint16_t cards = bridesmaid_move(view->legal[i]).cards;
        values[i] = cards ? 0 : liking[NO_CARD];
        for (unsigned left = cards & ~question.forced; left; left &= left - 1)
            values[i] += liking[__builtin_ctz(left)];
    }
}

struct notes {
    const struct network *network; /* how the others play on */
    const struct network *past;    /* … and how they chose what is hidden */
};

static void prepare(const struct state *state, int simulations, struct bot_notes *buffer, struct rng *rng)
{
    (void)state, (void)rng;
    *(struct notes *)(void *)buffer->bytes =
        (struct notes){network_for(simulations), network_for(simulations > LONG ? simulations : LONG)};
}

static uint16_t policy(const struct state *state, int seat, const struct bot_notes *buffer, struct rng *rng)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    const struct notes *notes = (const struct notes *)(const void *)buffer->bytes;
    uint16_t legal[LEGAL_SIZE];
    int liking[OPTIONS], count = bridesmaid_legal(s, seat, legal);

    if (count == 1)
        return legal[0];
    struct question question = question_for(s, seat);
    answer(notes->network, s, seat, question, liking);
    unsigned cards = draw_cards(liking, question.pool, question.count, rng);
    return id_of(legal, count, cards | question.forced);
}

/* ---- for the search: worlds ---- */

/* The Reserve that a hidden seat may have: what its player would lay there and
 * not draw, of what has not been seen. */
static void redraw_reserve(struct bridesmaid_state *s, int seat, const struct network *network, struct rng *rng)
{
    int laid[BRIDESMAID_ACCESSORIES], drawn[BRIDESMAID_ACCESSORIES];
    int16_t hidden[HIDDEN];
    unsigned open = s->displayed[seat] | s->played[seat];

    s->hand[seat] = (uint16_t)(BRIDESMAID_ALL_CARDS & ~s->displayed[seat]);
    see(network->rows, s, seat, hidden);
    like(network, hidden, OUT_RESERVE, BRIDESMAID_ALL_CARDS, laid);
    like(network, hidden, OUT_DRAW, BRIDESMAID_ALL_CARDS, drawn);
    for (int i = 0; i < BRIDESMAID_ACCESSORIES && s->reserves < BRIDESMAID_RESERVE_SIZE; i++)
        laid[i] -= drawn[i];
    s->reserve[seat] = draw_cards(laid, BRIDESMAID_ALL_CARDS & ~(open | s->known[seat]), s->reserves, rng);
    s->hand[seat] = (uint16_t)(BRIDESMAID_ALL_CARDS & ~(open | s->reserve[seat]));
}

static void redraw_aside(struct bridesmaid_state *s, int seat, const struct network *network, struct rng *rng)
{
    struct question question = {OUT_ASIDE, s->hand[seat], 0, 1};
    int liking[OPTIONS];

    answer(network, s, seat, question, liking);
    s->aside[seat] = draw_cards(liking, question.pool, question.count, rng);
    s->hand[seat] = (uint16_t)(s->hand[seat] & ~s->aside[seat]);
}

/* What is hidden was drawn evenly; now it is drawn again as players choose. The
 * random numbers come from what was drawn first. */
static void unseal(struct state *state, int seat, const struct bot_notes *buffer)
{
    struct bridesmaid_state *s = bridesmaid_state_in(state);
    const struct network *network = ((const struct notes *)(const void *)buffer->bytes)->past;
    uint64_t seed = 0;

    for (int other = 0; other < s->players; other++)
        if (other != seat)
            seed = seed * 0xd1342543de82ef95u +
                   ((uint64_t)s->reserve[other] << 32 | (uint64_t)s->aside[other] << 16 | s->sealed[other]);
    struct rng rng = rng_fast(seed);
    for (int other = 0; other < s->players; other++) {
        if (other == seat)
            continue;
        s->sealed[other] = 0;
        if (s->set_aside >> other & 1)
            s->hand[other] |= s->aside[other];
        if (s->reserves > 0)
            redraw_reserve(s, other, network, &rng);
        if (s->set_aside >> other & 1)
            redraw_aside(s, other, network, &rng);
    }
    s->chosen = (uint8_t)(s->chosen & seat_bit(seat));
}

/* To the end of the round: points are known then. */
static bool done(const struct state *from_state, const struct state *now_state)
{
    const struct bridesmaid_state *from = bridesmaid_state(from_state), *now = bridesmaid_state(now_state);

    return now->round != from->round && now->phase == BRIDESMAID_PHASE_PLAY;
}

/* Before the last round is over, what such positions have come to when a network
 * played against itself. */
static double value(const struct state *state, int seat)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    struct result result;
    int16_t hidden[HIDDEN];

    if (s->phase == BRIDESMAID_PHASE_OVER) {
        bridesmaid_result(s, &result);
        return win_share(&result, s->players, seat, bridesmaid_spread);
    }
    see(value_rows, s, seat, hidden);
    return 1 / (1 + portable_exp(-(value_level + product(value_out, hidden)) / (double)OUT_ONE));
}

const struct thinker bridesmaid_thinker = {
    .game = &bridesmaid,
    .simulations = {[LEVEL_CLUB] = 25, [LEVEL_EXPERT] = 200, [LEVEL_MASTER] = LONGEST},
    .top = LEVEL_MASTER,
    .candidates = 16,
    .mixing = 0.005,
    .mixing_from = LONGEST / 2,
    .rate = rate_for_search,
    .prepare = prepare,
    .passing = true,
    .policy = policy,
    .unseal = unseal,
    .done = done,
    .value = value,
};
