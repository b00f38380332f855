/* The statistics of the arena: cases whose answer is known, and strengths that
 * were put in and must come out again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "lab/rating.h"
#include "support/tables.h"

enum { DEALS = 400 };

static void near(double got, double expected, double within)
{
    if (!(fabs(got - expected) <= within))
        fail_msg("%f is not within %f of %f", got, within, expected);
}

/* One player a seat. */
static struct field each_alone(int players)
{
    struct field field = {.players = players, .count = players};
    for (int i = 0; i < players; i++)
        field.seats[i] = 1;
    return field;
}

static void splits_wins_and_ranks(void **unused)
{
    const struct outcome tie = {.points = {5, 9, 9, 5, 7}, .winners = 1 << 1 | 1 << 2, .fault = -1};
    const struct outcome broken = {.points = {30, 9, 9}, .winners = 1 << 1, .fault = -1}; /* a tie-break */
    const struct outcome fault = {.points = {3, 9, 2}, .winners = 1 << 0 | 1 << 2, .fault = 1};
    int wins[MAX_SEATS], ranks[MAX_SEATS];

    (void)unused;
    outcome_split(&tie, 5, wins, ranks);
    const int tie_wins[] = {0, 30, 30, 0, 0}, tie_ranks[] = {9, 3, 3, 9, 6};
    assert_memory_equal(wins, tie_wins, sizeof tie_wins);
    assert_memory_equal(ranks, tie_ranks, sizeof tie_ranks);
    outcome_split(&broken, 3, wins, ranks);
    const int broken_wins[] = {0, 60, 0}, broken_ranks[] = {4, 2, 6};
    assert_memory_equal(wins, broken_wins, sizeof broken_wins);
    assert_memory_equal(ranks, broken_ranks, sizeof broken_ranks);
    outcome_split(&fault, 3, wins, ranks);
    const int fault_wins[] = {30, 0, 30}, fault_ranks[] = {3, 6, 3};
    assert_memory_equal(wins, fault_wins, sizeof fault_wins);
    assert_memory_equal(ranks, fault_ranks, sizeof fault_ranks);
}

/* Whatever the ties, every order of a whole game has one stage a place. */
static void every_game_weighs_the_same(void **unused)
{
    const struct field field = each_alone(5);
    const int player_at[] = {0, 1, 2, 3, 4};
    const struct outcome games_of[] = {
        {.points = {5, 4, 3, 2, 1}, .winners = 1, .fault = -1},
        {.points = {5, 5, 3, 3, 3}, .winners = 3, .fault = -1},
        {.points = {1, 1, 1, 1, 1}, .winners = 31, .fault = -1},
    };

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct deal_sum sum = {.games = 0};
        double stages = 0, first = 0;
        deal_add(&sum, &field, player_at, &games_of[i]);
        for (int k = 0; k < STAGES; k++)
            stages += sum.seen.stages[k];
        for (int k = 0; k < 5; k++)
            first += sum.seen.first[k];
        near(stages, 4, 1e-12); /* the last place is no stage */
        near(first, 4, 1e-12);
    }
}

/* Two players who win in turn. */
static void equals_are_equal(void **unused)
{
    const struct field field = each_alone(2);
    const int player_at[] = {0, 1};
    struct deal_sum deals[20] = {{.games = 0}};
    struct standing standings[MAX_SEATS];

    (void)unused;
    for (int i = 0; i < 20; i++) {
        const struct outcome out = {.points = {i % 2, 1 - i % 2}, .winners = i % 2 ? 1 : 2, .fault = -1};
        deal_add(&deals[i], &field, player_at, &out);
    }
    rating_standings(&field, deals, 20, 0, standings);
    for (int i = 0; i < 2; i++) {
        near(standings[i].wins.mean, 0.5, 1e-12);
        near(standings[i].rank.mean, 1.5, 1e-12);
        near(standings[i].points.mean, 0.5, 1e-12);
        near(standings[i].rating.mean, ANCHOR, 1e-6);
        near(standings[i].wins.high - 0.5, 2.0930 * sqrt(0.25 * 20 / 19 / 20), 2e-4); /* t with 19 degrees */
    }
    near(rating_difference(&field, deals, 20, 0, 1), 1, 1e-12);
}

/* In every deal both win once: nothing is left to chance. */
static void a_cancelled_deal_has_no_spread(void **unused)
{
    const struct field field = each_alone(2);
    const int ways[2][2] = {{0, 1}, {1, 0}};
    struct deal_sum deals[5] = {{.games = 0}};
    struct standing standings[MAX_SEATS];

    (void)unused;
    for (int i = 0; i < 5; i++)
        for (int way = 0; way < 2; way++) {
            const struct outcome out = {.points = {3, 1}, .winners = 1, .fault = -1};
            deal_add(&deals[i], &field, ways[way], &out);
        }
    rating_standings(&field, deals, 5, -1, standings);
    for (int i = 0; i < 2; i++) {
        assert_true(standings[i].wins.mean == 0.5 && standings[i].wins.low == 0.5 && standings[i].wins.high == 0.5);
        near(standings[i].rating.mean, ANCHOR, 1e-6);
        near(standings[i].rating.high - standings[i].rating.low, 0, 1e-6);
    }
    near(rating_difference(&field, deals, 5, 0, 1), 1, 1e-12);
}

/* A player who never loses still has a rating: n wins and a drawn game. */
static void who_never_loses_is_rated(void **unused)
{
    const struct field field = each_alone(2);
    const int player_at[] = {0, 1};
    struct deal_sum deals[99] = {{.games = 0}};
    struct standing standings[MAX_SEATS];

    (void)unused;
    for (int i = 0; i < 99; i++) {
        const struct outcome out = {.points = {1, 0}, .winners = 1, .fault = -1};
        deal_add(&deals[i], &field, player_at, &out);
    }
    rating_standings(&field, deals, 99, 1, standings);
    near(standings[1].rating.mean, ANCHOR, 1e-9);
    near(standings[0].rating.mean, ANCHOR + 400 * log10(99.5 / 0.5), 0.01);
    near(standings[0].wins.mean, 1, 0);
    near(standings[0].wins.low, pow(0.025, 1.0 / 99), 1e-9);
    near(standings[0].wins.high, 1, 0);
    near(rating_difference(&field, deals, 99, 0, 1), 1e-4, 1e-12);
    near(rating_difference(&field, deals, 99, 1, 0), 1e-4, 1e-12);
}

static void a_single_deal_and_a_single_player(void **unused)
{
    const struct field field = {.players = 3, .count = 1, .seats = {3}};
    const int player_at[] = {0, 0, 0};
    const struct outcome out = {.points = {4, 6, 8}, .winners = 4, .fault = -1};
    struct deal_sum deal = {.games = 0};
    struct standing standing[MAX_SEATS];

    (void)unused;
    deal_add(&deal, &field, player_at, &out);
    rating_standings(&field, &deal, 1, -1, standing);
    near(standing->wins.mean, 1.0 / 3, 1e-12);
    near(standing->points.mean, 6, 1e-12);
    near(standing->rank.mean, 2, 1e-12);
    near(standing->rating.mean, ANCHOR, 1e-9);
    assert_true(standing->wins.low == standing->wins.mean && standing->rating.low == standing->rating.mean);
}

/* ---- strengths put in ---- */

static double uniform(struct rng *rng)
{
    return (rng_word(rng) + 0.5) / 4294967296.0;
}

/* A game by the model itself: points fall with the place. */
static struct outcome draw_game(const double *strength, const int *player_at, int players, struct rng *rng)
{
    struct outcome out = {.fault = -1};
    unsigned left = (1u << players) - 1;

    for (int place = 0; place < players; place++) {
        double all = 0, at;
        int seat = -1;
        for (int i = 0; i < players; i++)
            all += left >> i & 1 ? strength[player_at[i]] : 0;
        at = uniform(rng) * all;
        for (int i = 0; i < players && at > 0; i++)
            if (left >> i & 1) {
                seat = i;
                at -= strength[player_at[i]];
            }
        left &= ~(1u << seat);
        out.points[seat] = players - place;
        if (place == 0)
            out.winners = seat_bit(seat);
    }
    return out;
}

static void draw_deals(const struct field *field, const int *lineup, const double *strength, struct rng *rng,
                       struct deal_sum *deals, int count)
{
    for (int i = 0; i < count; i++) {
        deals[i] = (struct deal_sum){.games = 0};
        for (int rotation = 0; rotation < field->players; rotation++) {
            int player_at[MAX_SEATS];
            for (int seat = 0; seat < field->players; seat++)
                player_at[seat] = lineup[(seat + rotation) % field->players];
            const struct outcome out = draw_game(strength, player_at, field->players, rng);
            deal_add(&deals[i], field, player_at, &out);
        }
    }
}

static void planted_strengths_come_out(void **unused)
{
    const double strength[] = {1, 4, 0.5, 2, 1.5};
    const struct {
        struct field field;
        int lineup[MAX_SEATS];
    } cases[] = {
        {{.players = 5, .count = 5, .seats = {1, 1, 1, 1, 1}}, {0, 1, 2, 3, 4}},
        {{.players = 4, .count = 2, .seats = {3, 1}}, {1, 0, 0, 0}},
        {{.players = 5, .count = 3, .seats = {2, 1, 2}}, {0, 1, 2, 0, 2}},
        {{.players = 2, .count = 2, .seats = {1, 1}}, {0, 1}},
    };
    static struct deal_sum deals[4 * DEALS];
    int count = 4 * DEALS / test_stride();
    struct rng rng = rng_fast(7);

    (void)unused;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct standing standings[MAX_SEATS];
        draw_deals(&cases[c].field, cases[c].lineup, strength, &rng, deals, count);
        rating_standings(&cases[c].field, deals, count, 0, standings);
        for (int i = 0; i < cases[c].field.count; i++) {
            double width = standings[i].rating.high - standings[i].rating.low;
            near(standings[i].rating.mean, ANCHOR + 400 * log10(strength[i] / strength[0]), width + 1e-6);
            assert_true(standings[i].rating.low <= standings[i].rating.mean);
            assert_true(standings[i].rating.mean <= standings[i].rating.high);
        }
        assert_true(rating_difference(&cases[c].field, deals, count, 0, 1) < 0.001);
    }
}

/* Checks how often 95 % intervals contain the true value, over many small runs, and how
 * often the test reports a difference between equals. */
static void intervals_cover(void **unused)
{
    enum { RUNS = 200, FEW = 40 };
    const double strength[] = {1, 3}, equal[] = {1, 1};
    const struct field field = {.players = 3, .count = 2, .seats = {2, 1}};
    const int lineup[] = {1, 0, 0}, runs = RUNS / test_stride();
    const int slack = test_stride() > 1 ? 2 : 0; /* of a few runs, two more may miss */
    static struct deal_sum deals[FEW];
    struct rng rng = rng_fast(11);
    int wins = 0, ratings = 0, alarms = 0;

    (void)unused;
    for (int run = 0; run < runs; run++) {
        struct standing standings[MAX_SEATS];
        draw_deals(&field, lineup, strength, &rng, deals, FEW);
        rating_standings(&field, deals, FEW, 0, standings);
        double truth = ANCHOR + 400 * log10(3);
        wins += standings[1].wins.low <= 0.6 && 0.6 <= standings[1].wins.high;
        ratings += standings[1].rating.low <= truth && truth <= standings[1].rating.high;
        draw_deals(&field, lineup, equal, &rng, deals, FEW);
        alarms += rating_difference(&field, deals, FEW, 0, 1) < 0.05;
    }
    assert_true((wins + slack) * 100 >= runs * 89);
    assert_true((ratings + slack) * 100 >= runs * 87);
    assert_true((alarms - slack) * 100 <= runs * 11);
}

/* The same deals give the same figures, and more than are resampled one by one
 * give the same answer as few. */
static void many_deals_are_taken_together(void **unused)
{
    enum { MANY = 5000 };
    const double strength[] = {1, 3};
    const struct field field = {.players = 3, .count = 2, .seats = {2, 1}};
    const int lineup[] = {1, 0, 0};
    struct deal_sum *deals = calloc(MANY, sizeof *deals);
    struct standing one[MAX_SEATS] = {{.faults = 0}}, two[MAX_SEATS] = {{.faults = 0}};
    struct rng rng = rng_fast(3);

    (void)unused;
    assert_non_null(deals);
    draw_deals(&field, lineup, strength, &rng, deals, MANY);
    rating_standings(&field, deals, MANY, 0, one);
    rating_standings(&field, deals, MANY, 0, two);
    assert_memory_equal(one, two, sizeof one);
    near(one[1].rating.mean, ANCHOR + 400 * log10(3), 12);
    /* A game tells 0.6 * 0.4 about the first place and, where that is taken by
     * one of the weaker, 0.75 * 0.25 about the second. */
    double known = 3 * MANY * (0.24 + 0.4 * 0.1875);
    near(one[1].rating.high - one[1].rating.low, 2 * 1.96 * 400 / log(10) / sqrt(known), 1);
    free(deals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_wins_and_ranks),
        cmocka_unit_test(every_game_weighs_the_same),
        cmocka_unit_test(equals_are_equal),
        cmocka_unit_test(a_cancelled_deal_has_no_spread),
        cmocka_unit_test(who_never_loses_is_rated),
        cmocka_unit_test(a_single_deal_and_a_single_player),
        cmocka_unit_test(planted_strengths_come_out),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(many_deals_are_taken_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
