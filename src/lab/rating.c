/* See rating.h. All sums run in the order of the deals and all random numbers
 * come from fixed seeds, so the same games give the same figures to the last
 * digit. */
#include "lab/rating.h"

#include <math.h>
#include <stdlib.h>

#include "memory.h"

enum {
    BLOCKS = 2000,    /* resampled one by one; where there are more deals, neighbours are taken together */
    RESAMPLES = 1000, /* of the bootstrap */
    FLIPS = 9999,     /* of the permutation test */
};

/* ---- adding up a game ---- */

/* Returns what one more seat of a player adds to the number of a multiset. */
static int stage_step(const struct field *field, int player)
{
    int step = 1;
    for (int i = 0; i < player; i++)
        step *= field->seats[i] + 1;
    return step;
}

/* Returns how many seats of a player are in the multiset with this number. */
static int stage_seats(const struct field *field, int stage, int player)
{
    return stage / stage_step(field, player) % (field->seats[player] + 1);
}

/* Adds a stage at which these seats were left, one of the `first` seats coming
 * out of it next, each as likely. Seats of one player only say nothing. */
static void add_stage(struct deal_sum *sum, const struct field *field, const int *player_at, unsigned left,
                      unsigned first, double weight)
{
    int stage = 0, player = -1;
    bool mixed = false;

    for (int seat = 0; seat < field->players; seat++)
        if (left >> seat & 1) {
            mixed |= player >= 0 && player != player_at[seat];
            player = player_at[seat];
            stage += stage_step(field, player);
        }
    if (!mixed)
        return;
    sum->seen.stages[stage] += weight;
    for (int seat = 0; seat < field->players; seat++)
        if (first >> seat & 1)
            sum->seen.first[player_at[seat]] += weight / __builtin_popcount(first);
}

static double choose(int all, int some)
{
    double ways = 1;
    for (int i = 0; i < some; i++)
        ways = ways * (all - i) / (i + 1);
    return ways;
}

/* Adds the stages of a group of tied seats. While some of them are left, all
 * subsets of the same size are equally likely. */
static void add_tied(struct deal_sum *sum, const struct field *field, const int *player_at, unsigned tied,
                     unsigned behind)
{
    int all = __builtin_popcount(tied);

    for (unsigned some = tied; some; some = (some - 1) & tied)
        add_stage(sum, field, player_at, some | behind, some, 1 / choose(all, __builtin_popcount(some)));
}

void deal_add(struct deal_sum *sum, const struct field *field, const int *player_at, const struct outcome *out)
{
    int wins[MAX_SEATS], ranks[MAX_SEATS], before[MAX_SEATS];

    outcome_split(out, field->players, wins, ranks);
    outcome_places(out, field->players, before);
    sum->games++;
    for (int seat = 0; seat < field->players; seat++) {
        int player = player_at[seat];
        sum->wins[player] += wins[seat];
        sum->ranks[player] += ranks[seat];
        sum->points[player] += out->points[seat];
        sum->faults[player] += seat == out->fault;
    }
    for (int place = 0; place < field->players; place++) {
        unsigned tied = 0, behind = 0;
        for (int seat = 0; seat < field->players; seat++) {
            tied |= before[seat] == place ? 1u << seat : 0;
            behind |= before[seat] > place ? 1u << seat : 0;
        }
        add_tied(sum, field, player_at, tied, behind);
    }
}

/* ---- means ---- */

/* The 97.5 % quantile of Student's t. */
static double t_quantile(long freedom)
{
    static const double few[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281};
    double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, n = (double)freedom;

    if (freedom <= (long)(sizeof few / sizeof few[0]))
        return few[freedom - 1];
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

enum figure { FIGURE_WINS, FIGURE_POINTS, FIGURE_RANK };

/* A figure of a player in one deal, for a seat and game. */
static double figure_of(const struct field *field, const struct deal_sum *deal, int player, enum figure figure)
{
    double seats = (double)deal->games * field->seats[player];

    if (figure == FIGURE_WINS)
        return (double)deal->wins[player] / (WHOLE_WIN * seats);
    if (figure == FIGURE_RANK)
        return (double)deal->ranks[player] / (WHOLE_RANK * seats);
    return (double)deal->points[player] / seats;
}

static struct estimate estimate_of(const struct field *field, const struct deal_sum *deals, long count, int player,
                                   enum figure figure)
{
    double sum = 0, squares = 0;

    for (long i = 0; i < count; i++)
        sum += figure_of(field, &deals[i], player, figure);
    struct estimate it = {.mean = sum / (double)count};
    for (long i = 0; i < count; i++) {
        double off = figure_of(field, &deals[i], player, figure) - it.mean;
        squares += off * off;
    }
    double half = count < 2 ? 0 : t_quantile(count - 1) * sqrt(squares / (double)(count - 1) / (double)count);
    it.low = it.mean - half;
    it.high = it.mean + half;
    return it;
}

/* A share is between none and all. Where every deal was won or lost outright,
 * their spread says nothing: the interval is then the exact one for as many
 * tosses of a coin that all fell alike. */
static void bound_share(struct estimate *share, long deals)
{
    double alike = pow(0.025, 1 / (double)deals);

    share->low = fmax(share->low, 0);
    share->high = fmin(share->high, 1);
    if (deals > 1 && share->mean >= 1)
        share->low = alike;
    if (deals > 1 && share->mean <= 0)
        share->high = 1 - alike;
}

/* ---- ratings ---- */

static void add_evidence(struct evidence *to, const struct evidence *from)
{
    for (int i = 0; i < MAX_SEATS; i++)
        to->first[i] += from->first[i];
    for (int i = 0; i < STAGES; i++)
        to->stages[i] += from->stages[i];
}

/* One drawn game between every two players. */
static struct evidence drawn_games(const struct field *field)
{
    struct evidence drawn = {.first = {0}};

    for (int a = 0; a < field->count; a++)
        for (int b = a + 1; b < field->count; b++) {
            drawn.stages[stage_step(field, a) + stage_step(field, b)] += 1;
            drawn.first[a] += 0.5;
            drawn.first[b] += 0.5;
        }
    return drawn;
}

/* One round of minorisation-maximisation; returns how far a strength moved, as
 * a logarithm. The strengths are kept at a product of 1. */
static double improve(const struct field *field, const struct evidence *seen, double strength[MAX_SEATS])
{
    double share[MAX_SEATS] = {0}, moved = 0, product = 0;

    for (int stage = 1; stage < STAGES; stage++) {
        double all = 0;
        if (seen->stages[stage] <= 0)
            continue;
        for (int i = 0; i < field->count; i++)
            all += stage_seats(field, stage, i) * strength[i];
        for (int i = 0; i < field->count; i++)
            share[i] += seen->stages[stage] * stage_seats(field, stage, i) / all;
    }
    double before[MAX_SEATS];
    for (int i = 0; i < field->count; i++) {
        before[i] = strength[i];
        strength[i] = seen->first[i] / share[i];
        product += log(strength[i]) / field->count;
    }
    for (int i = 0; i < field->count; i++) {
        strength[i] /= exp(product);
        moved = fmax(moved, fabs(log(strength[i] / before[i])));
    }
    return moved;
}

static void fit(const struct field *field, const struct evidence *seen, int anchor, double rating[MAX_SEATS])
{
    enum { ROUNDS = 5000 };
    double strength[MAX_SEATS] = {1, 1, 1, 1, 1};

    if (field->count > 1) /* somebody alone is the anchor */
        for (int round = 0; round < ROUNDS && improve(field, seen, strength) > 1e-9; round++)
            continue;
    for (int i = 0; i < field->count; i++)
        rating[i] = ANCHOR + 400 * log10(strength[i] / (anchor < 0 ? 1 : strength[anchor]));
}

/* Adds the deals up in at most BLOCKS blocks; returns how many there are. */
static long fill_blocks(const struct deal_sum *deals, long count, struct evidence *blocks)
{
    long used = count < BLOCKS ? count : BLOCKS;

    for (long i = 0; i < count; i++)
        add_evidence(&blocks[i * used / count], &deals[i].seen);
    return used;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Ratings of deals drawn with replacement, one row a player. */
static void resample(const struct field *field, const struct evidence *blocks, long count, int anchor,
                     double rows[MAX_SEATS][RESAMPLES])
{
    const struct evidence drawn = drawn_games(field);
    struct rng rng = rng_fast(1000);

    for (int i = 0; i < RESAMPLES; i++) {
        struct evidence seen = drawn;
        double rating[MAX_SEATS];
        for (long k = 0; k < count; k++)
            add_evidence(&seen, &blocks[rng_below(&rng, (uint32_t)count)]);
        fit(field, &seen, anchor, rating);
        for (int player = 0; player < field->count; player++)
            rows[player][i] = rating[player];
    }
}

/* Too much for the stack. */
struct workshop {
    struct evidence blocks[BLOCKS];
    double rows[MAX_SEATS][RESAMPLES];
};

static void rate(const struct field *field, const struct deal_sum *deals, long count, int anchor,
                 struct standing out[MAX_SEATS])
{
    struct workshop *shop = must_zero(1, sizeof *shop);
    double rating[MAX_SEATS];

    long blocks = fill_blocks(deals, count, shop->blocks);
    struct evidence seen = drawn_games(field);
    for (long i = 0; i < blocks; i++)
        add_evidence(&seen, &shop->blocks[i]);
    fit(field, &seen, anchor, rating);
    resample(field, shop->blocks, blocks, anchor, shop->rows);
    for (int player = 0; player < field->count; player++) {
        double *row = shop->rows[player];
        qsort(row, RESAMPLES, sizeof *row, by_size);
        out[player].rating = (struct estimate){
            .mean = rating[player], .low = row[RESAMPLES / 40], .high = row[RESAMPLES - 1 - RESAMPLES / 40]};
    }
    free(shop);
}

void rating_standings(const struct field *field, const struct deal_sum *deals, long count, int anchor,
                      struct standing out[MAX_SEATS])
{
    for (int player = 0; player < field->count; player++) {
        out[player] = (struct standing){
            .wins = estimate_of(field, deals, count, player, FIGURE_WINS),
            .points = estimate_of(field, deals, count, player, FIGURE_POINTS),
            .rank = estimate_of(field, deals, count, player, FIGURE_RANK),
        };
        bound_share(&out[player].wins, count);
        for (long i = 0; i < count; i++)
            out[player].faults += deals[i].faults[player];
    }
    rate(field, deals, count, anchor, out);
}

/* ---- the test ---- */

double rating_difference(const struct field *field, const struct deal_sum *deals, long count, int one, int other)
{
    int64_t blocks[BLOCKS] = {0}, seen = 0;
    long used = count < BLOCKS ? count : BLOCKS, as_large = 0;
    struct rng rng = rng_fast(2000);

    for (long i = 0; i < count; i++) { /* whole numbers: in equal shares of a seat the difference is 0 */
        int64_t more =
            (int64_t)deals[i].wins[one] * field->seats[other] - (int64_t)deals[i].wins[other] * field->seats[one];
        blocks[i * used / count] += more;
        seen += more;
    }
    for (int flip = 0; flip < FLIPS; flip++) {
        int64_t sum = 0;
        uint32_t signs = 0;
        for (long i = 0; i < used; i++, signs >>= 1) {
            if (i % 32 == 0)
                signs = rng_word(&rng);
            sum += signs & 1 ? blocks[i] : -blocks[i];
        }
        as_large += llabs(sum) >= llabs(seen);
    }
    return (double)(as_large + 1) / (FLIPS + 1);
}
