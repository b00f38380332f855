/* The novice of BANNISH. Its rules of thumb:
 *   - what counts is the chance that exactly one rival ends above it: for each
 *     rival that is guessed from how far apart the stars are and how many tricks
 *     are still to come, as if each went to anybody,
 *   - cards that will stay in hands at the end count as stars already,
 *   - it takes the card after which that chance is best, and plays the card for
 *     which winning, losing and BANNISH leave the best chance on average,
 *   - a card wins if it is the highest so far and none of those still to play
 *     happens to play a higher one, or the same, of those not seen yet. */
#include "bots/bot.h"
#include "rules/bannish.h"

/* Chances are counted in thousandths. */
enum { SURE = 1000 };

struct thought {
    const struct state *s;
    int me;
    int estimate[MAX_SEATS]; /* stars of each seat as they stand: taken, and what will stay in hand */
    int reach;               /* stars by which totals may still move apart */
    int best_star;           /* what the best card is worth */
};

/* The cards in hidden hands that are like this one. */
static int unseen_copies(const struct state *s, int me, int card)
{
    int seen = pile_copies(s->gone, card) + pile_copies(s->table, card) + pile_copies(s->hand[me], card);
    for (int seat = 0; seat < s->players; seat++)
        seen += pile_copies(s->taken[seat], card);
    return 2 - seen;
}

static int square_root(int number)
{
    int root = 0;
    while ((root + 1) * (root + 1) <= number)
        root++;
    return root;
}

static struct thought think(const struct state *s, int me)
{
    struct thought t = {.s = s, .me = me};
    int tricks = HAND, sum = 0;

    for (int i = 0; i < NUMBERS; i++) {
        sum += s->stars[i];
        t.best_star = s->stars[i] > t.best_star ? s->stars[i] : t.best_star;
    }
    for (int seat = 0; seat < s->players; seat++)
        tricks = s->count[seat] < tricks ? s->count[seat] : tricks;
    for (int seat = 0; seat < s->players; seat++) {
        int stay = s->count[seat] - tricks, in_hand = stay * sum / NUMBERS;
        if (seat == me && stay > 0)
            in_hand = stay * bannish_stars(s, s->hand[me]) / s->count[me];
        t.estimate[seat] = bannish_stars(s, s->taken[seat]) + in_hand;
    }
    t.reach = 1 + t.best_star * square_root(400 * tricks / s->players) / 10;
    return t;
}

/* The chance that exactly one rival ends above me. */
static int chance_of_second(const struct thought *t)
{
    int none = SURE, one = 0;

    for (int seat = 0; seat < t->s->players; seat++) {
        if (seat == t->me)
            continue;
        int ahead = t->estimate[seat] - t->estimate[t->me];
        int above = SURE / 2 + ahead * SURE / (2 * t->reach);
        above = above < 0 ? 0 : above > SURE ? SURE : above;
        one = (one * (SURE - above) + none * above) / SURE;
        none = none * (SURE - above) / SURE;
    }
    return one;
}

static int chance_if_gained(const struct thought *t, int seat, int stars)
{
    struct thought then = *t;
    then.estimate[seat] += stars;
    return chance_of_second(&then);
}

static int stars_of(const struct thought *t, int card)
{
    return t->s->stars[card_number(card) - 1];
}

/* What it is worth to me that a seat takes one of these cards: I choose what is
 * best for me, a rival is thought to take the most stars. */
static int chance_if_won(const struct thought *t, int seat, uint64_t cards)
{
    int best = 0, most = 0;

    for (cards &= PILE_ONES; cards; cards &= cards - 1) {
        int stars = stars_of(t, __builtin_ctzll(cards) / 2);
        int mine = chance_if_gained(t, seat, stars);
        best = mine > best ? mine : best;
        most = stars > most ? stars : most;
    }
    return seat == t->me ? best : chance_if_gained(t, seat, most);
}

/* The place that wins among these cards of a trick, or -1 without any. */
static int winning_place(const struct trick *trick, uint64_t cards)
{
    int best = -1;

    for (int place = 0; place < trick->count; place++) {
        int card = trick->card[place] - 1;
        if (!(cards & pile_one(card)))
            continue;
        if (best < 0 || (card_colour(card) == card_colour(trick->card[best] - 1) && card > trick->card[best] - 1))
            best = place;
    }
    return best;
}

/* The chance that nobody after me beats this card of the lead colour, which is
 * the highest so far, or removes it with its twin. */
static int chance_to_hold(const struct thought *t, int card, int to_play)
{
    const struct state *s = t->s;
    int colour = card_colour(card), of_colour = 0, beating = 0, hold = SURE, seat = t->me;

    for (int number = 1; number <= NUMBERS; number++) {
        int other = colour * NUMBERS + number - 1, copies = unseen_copies(s, t->me, other);
        of_colour += copies;
        beating += other >= card ? copies : 0;
    }
    for (; to_play > 0; to_play--) {
        seat = seat + 1 == s->players ? 0 : seat + 1;
        if (!(s->lacks[seat] >> colour & 1))
            hold = hold * (of_colour + 1 - beating) / (of_colour + 1);
    }
    return hold;
}

static int value_of_play(const struct thought *t, int card)
{
    const struct state *s = t->s;
    struct trick trick = s->now;
    uint64_t cards = s->table ^ pile_one(card); /* a twin goes, and mine with it */

    trick.card[trick.count++] = (uint8_t)(card + 1);
    int place = winning_place(&trick, cards);
    if (s->table & pile_one(card)) /* BANNISH */
        return place < 0 ? chance_of_second(t) : chance_if_won(t, bannish_seat_of(s, &trick, place), cards);
    int winner = bannish_seat_of(s, &trick, place), to_play = s->players - trick.count;
    if (winner != t->me)
        return chance_if_won(t, winner, cards);
    int hold = chance_to_hold(t, card, to_play), next = winner + 1 == s->players ? 0 : winner + 1;
    int lost = to_play > 0 ? chance_if_gained(t, next, (t->best_star + stars_of(t, card)) / 2) : 0;
    return (hold * chance_if_won(t, t->me, cards) + (SURE - hold) * lost) / SURE;
}

static int value_of(const struct thought *t, uint16_t id)
{
    int card = id_card(id);
    return id_is_play(id) ? value_of_play(t, card) : chance_if_gained(t, t->me, stars_of(t, card));
}

static void rate(const struct bot_view *view, int *values)
{
    struct thought t = think(view->state, view->seat);

    for (int i = 0; i < view->count; i++)
        values[i] = value_of(&t, view->legal[i]);
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    int values[LEGAL_ROOM];

    rate(view, values);
    return bot_best(view, values, rng);
}

const struct novice bannish_novice = {.game = &bannish, .choose = choose};

/* ---- for the search ---- */

/* A round at a time: the next one is dealt afresh. */
static bool done(const struct state *from, const struct state *now)
{
    return now->round != from->round;
}

/* Two victory points win: who has one is about three times as likely to be first. */
static double value(const struct state *s, int seat)
{
    enum { NEARER = 3 };
    struct result result;
    double sum = 0;

    bannish.result(s, &result);
    if (result.winners)
        return result.winners >> seat & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;
    for (int other = 0; other < s->players; other++)
        sum += s->vp[other] ? NEARER : 1;
    return (s->vp[seat] ? NEARER : 1) / sum;
}

const struct thinker bannish_thinker = {
    .game = &bannish,
    .simulations = {[LEVEL_CLUB] = 250, [LEVEL_EXPERT] = 2500, [LEVEL_MASTER] = 25000},
    .candidates = BOT_CANDIDATES_MOST,
    .rate = rate,
    .done = done,
    .value = value,
};
