/* The novice of Always a Bridesmaid. Its rules of thumb:
 *   - a rival who has held back stays put, but for a card set aside; one who is
 *     still active will end somewhere between the total now and a few cards more,
 *   - from that follows what each total of its own would bring on average; it
 *     plays towards the best it can reach with two cards, and holds back when
 *     playing on promises no more,
 *   - small cards first: a turn more shows what the others are up to,
 *   - turning WILD costs a point, so it is done only for more than that,
 *   - cards that are of little use go to the Reserve and on display; the others
 *     are drawn first and kept. */
#include "bots/bot.h"
#include "rules/bridesmaid.h"

/* Points and chances are counted in 1/256. */
enum { UNIT = 256 };

/* How much a card is worth having in hand, by index. */
static const uint8_t usefulness[ACCESSORIES] = {0, 1, 2, 6, 7, 5, 6, 7, 8, 8, 7};

static int use_of(uint16_t cards)
{
    int use = 0;
    for (int i = 0; i < ACCESSORIES; i++)
        use += cards >> i & 1 ? usefulness[i] : 0;
    return use;
}

/* The totals that a rival may end with, all taken as equally likely. */
struct range {
    int low, high;
};

static struct range rival_range(const struct state *s, int rival)
{
    enum { ASIDE = 8, STRIDE = 4, FARTHEST = 12 }; /* what is likely, not what is possible */
    int total = (int)s->total[rival];
    bool robot = s->players == 2 && rival == ROBOT;

    if (!(s->held >> rival & 1)) {
        int cards = robot ? (ROBOT_PILE - s->shown) / 2 : bridesmaid_hand_count(s, rival);
        return (struct range){total, total + (cards * STRIDE < FARTHEST ? cards * STRIDE : FARTHEST)};
    }
    return (struct range){total, !robot && (s->set_aside >> rival & 1) ? total + ASIDE : total};
}

/* What a total would bring on average, in 1/256 points. */
static int worth(const struct state *s, int seat, int total)
{
    int rivals = bridesmaid_rivals(s), shared = UNIT, points = 0;
    int above[RIVALS_MOST + 1] = {UNIT}; /* chance that so many are above it */

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
        points += above[count] * bridesmaid_rank_points(rivals, count);
    return points * shared / UNIT;
}

/* What playing or revealing these cards costs at the end of the game (AB-8). */
static int wild_cost(const struct state *s, int seat, uint16_t cards)
{
    return (cards & WILD_CARDS) && !(s->wild >> seat & 1) ? UNIT : 0;
}

/* The best of adding at most one card of these to a total. */
static int best_with_one(const struct state *s, int seat, int total, uint16_t cards)
{
    int best = worth(s, seat, total);

    for (int i = 0; i < ACCESSORIES; i++) {
        uint16_t card = (uint16_t)(1u << i);
        if (!(cards & card))
            continue;
        int value = worth(s, seat, total + bridesmaid_values[i]) - wild_cost(s, seat, card);
        best = value > best ? value : best;
    }
    return best;
}

static int value_of_play(const struct state *s, int seat, struct move move)
{
    uint16_t rest = (uint16_t)(s->hand[seat] & ~move.cards);
    int card = bridesmaid_sum(move.cards), total = s->total[seat] + card;
    int patience = bridesmaid_values[ACCESSORIES - 1] - card;

    return best_with_one(s, seat, total, rest) - wild_cost(s, seat, move.cards) + patience;
}

static int value_of_hold(const struct state *s, int seat)
{
    if (s->held == 0)
        return best_with_one(s, seat, s->total[seat], s->hand[seat]);
    return worth(s, seat, s->total[seat]);
}

static int value_of(const struct bot_view *view, uint16_t id)
{
    const struct state *s = view->state;
    struct move move = bridesmaid_move(id);

    switch (move.kind) {
    case MOVE_RESERVE:
    case MOVE_DISPLAY: return -use_of(move.cards);
    case MOVE_DRAW: return use_of(move.cards);
    case MOVE_ROBOT: return bridesmaid_sum(move.cards);
    case MOVE_PLAY: return value_of_play(s, view->seat, move);
    case MOVE_HOLD: return value_of_hold(s, view->seat);
    default:
        return worth(s, view->seat, s->total[view->seat] + bridesmaid_sum(move.cards)) -
               wild_cost(s, view->seat, move.cards);
    }
}

static void rate(const struct bot_view *view, int *values)
{
    for (int i = 0; i < view->count; i++)
        values[i] = value_of(view, view->legal[i]);
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    int values[LEGAL_ROOM];

    rate(view, values);
    return bot_best(view, values, rng);
}

const struct novice bridesmaid_novice = {.game = &bridesmaid, .choose = choose};

/* ---- for the search ---- */

static void unseal(struct state *s, int seat)
{
    for (int other = 0; other < s->players; other++)
        if (other != seat)
            s->sealed[other] = 0;
    s->chosen = (uint8_t)(s->chosen & seat_bit(seat));
}

/* The novice's choice; but of hundreds of Reserves only some are compared, which
 * is also more like people, who do not all choose the same. */
static uint16_t policy(const struct state *s, int seat, const struct bot_notes *notes, struct rng *rng)
{
    enum { COMPARED = 8 };
    uint16_t legal[LEGAL_ROOM], some[COMPARED];
    struct bot_view view = {.game = &bridesmaid, .state = s, .seat = seat, .legal = legal};

    (void)notes;
    view.count = bridesmaid.legal(s, seat, legal);
    if (view.count == 1)
        return legal[0];
    if (s->phase == PHASE_RESERVE) {
        for (int i = 0; i < COMPARED; i++)
            some[i] = legal[rng_below(rng, (uint32_t)view.count)];
        view.legal = some;
        view.count = COMPARED;
    }
    return choose(&view, rng);
}

/* To the end of the round: points are known then. */
static bool done(const struct state *from, const struct state *now)
{
    return now->round != from->round && now->phase == PHASE_PLAY;
}

static double value(const struct state *s, int seat)
{
    static const double spread[ROUNDS + 1] = {2.0, 1.6, 1.2, 0.5}; /* by rounds scored */
    struct result result;

    bridesmaid.result(s, &result);
    return win_share(&result, s->players, seat, spread[s->round]);
}

const struct thinker bridesmaid_thinker = {
    .game = &bridesmaid,
    .simulations = {[LEVEL_CLUB] = 45, [LEVEL_EXPERT] = 450, [LEVEL_MASTER] = 4500},
    .candidates = 16,
    .rate = rate,
    .policy = policy,
    .unseal = unseal,
    .done = done,
    .value = value,
};
