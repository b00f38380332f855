/* The lab against what is known without it: exact chances of Six of Sparrows by
 * counting, deals of SCOUT by going through all pairs of cards, the symmetry of
 * seats in BANNISH, and effects that were put into a table and must come out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/kingmaking.h"
#include "lab/figure_sink.h"
#include "lab/tally.h"
#include "rules/sparrows.h"
#include "support/tables.h"

static void near(const char *what, double got, double expected, double within)
{
    if (!(fabs(got - expected) <= within))
        fail_msg("%s: %f is not within %f of %f", what, got, within, expected);
}

/* ---- games of the lab ---- */

static struct tally *play_random(const struct game *game, int players, int count)
{
    const struct bot *const lineup_bots[] = {bots[0], bots[0], bots[0], bots[0], bots[0]};
    struct table_plan plan = plan_for(game, players, 7);
    struct tally *tally = calloc(1, sizeof *tally);
    struct playing *playing = calloc(1, sizeof *playing);
    struct lineup lineup;
    struct problem why;
    atomic_bool stop = false;

    assert_true(tally && playing);
    assert_true(lineup_open(&lineup, &plan, lineup_bots, &why));
    assert_int_equal(lineup.rotations, 1);
    for (int number = 0; number < count; number += test_stride()) {
        struct rng rng = rng_strong(&plan.seed, RNG_GAME_SEED, (uint64_t)number);
        struct seed deal;
        rng_seed(&rng, &deal);
        assert_true(playing_game(playing, &lineup, 0, &deal, tally->grid, &stop));
        tally_game(tally, playing);
    }
    playing_free(playing);
    free(playing);
    return tally;
}

static int64_t events(const struct game *game, const struct tally *tally, const char *name)
{
    struct features features = features_of(game);

    for (int i = 0; i < features.count; i++) {
        char label[128];
        struct writer w = write_into(label, sizeof label);
        features.name(i, &w);
        if (strcmp(label, name) == 0)
            return tally->features[i].events;
    }
    fail_msg("%s does not count: %s", game->id, name);
    return 0;
}

/* Sums that must agree in every game. */
static void sums_agree(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++) {
            struct tally *tally = play_random(games[i], players, 60);
            int64_t wins = 0, place_wins = 0, points = 0, place_points = 0, binned = 0, decided = 0, in_parts = 0;
            for (int seat = 0; seat < players; seat++) {
                wins += tally->wins[seat];
                place_wins += tally->place_wins[seat];
                points += tally->points[seat];
                place_points += tally->place_points[seat];
            }
            for (int bin = 0; bin < POINT_BINS; bin++)
                binned += tally->winner_bins[bin] + tally->loser_bins[bin];
            for (int part = 0; part < PARTS; part++)
                in_parts += tally->parts[part].decisions;
            for (int part = 0; part <= PARTS; part++)
                decided += tally->decided_bins[part];
            assert_int_equal(wins, tally->games * WHOLE_WIN);
            assert_int_equal(place_wins, wins);
            assert_int_equal(place_points, points);
            assert_int_equal(tally->winner_points + tally->loser_points, points);
            assert_int_equal(binned, tally->games * players);
            assert_int_equal(in_parts, tally->decisions.sum);
            assert_int_equal(decided, tally->games);
            assert_true(tally->turns.sum <= tally->decisions.sum);
            free(tally);
        }
}

static int64_t seats_with(const struct tally *tally, struct features features, int points)
{
    int bin = (points - features.points_from) / features.points_step;

    assert_int_equal(features.points_step, 1);
    assert_in_range(bin, 1, POINT_BINS - 2); /* the outermost hold everything beyond, too */
    return tally->winner_bins[bin] + tally->loser_bins[bin];
}

static void result_below_zero(const struct state *state, struct result *out)
{
    template_game.result(state, out);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        out->points[seat] *= -20;
}

/* A game without a list of features still has a histogram of its points, below zero too. */
static void negative_points_are_told_apart_without_features(void **unused)
{
    struct game below = template_game;
    struct tally *tally = play_random(&template_game, 3, 60), *tally_below;
    int64_t seats = 0;

    (void)unused;
    below.result = result_below_zero;
    tally_below = play_random(&below, 3, 60);
    for (int points = 0; points <= 9; points++) {
        int64_t count = seats_with(tally, features_of(&template_game), points);
        assert_int_equal(seats_with(tally_below, features_of(&below), -20 * points), count);
        seats += count;
    }
    assert_int_equal(seats, tally->games * 3);
    free(tally);
    free(tally_below);
}

/* The games that list features; the others have points and places alone. */
#define FEATURES(name) &name,
#define NO_FEATURES(name)
#define GAME(name, bot, drawing, features) features(name)
static const struct game *const with_features[] = {GAMES(GAME) NULL};

static void names_are_told_apart(void **unused)
{
    (void)unused;
    for (int i = 0; with_features[i]; i++) {
        struct features features = features_of(with_features[i]);
        char names[FEATURES_MAX][128];
        assert_in_range(features.count, 1, FEATURES_MAX);
        assert_in_range(features.grid.rows, 0, GRID_ROWS);
        assert_in_range(features.grid.columns, 0, GRID_COLUMNS);
        for (int n = 0; n < features.count; n++) {
            struct writer w = write_into(names[n], sizeof names[n]);
            features.name(n, &w);
            assert_false(w.overflow || w.length == 0 || strchr(names[n], ','));
            for (int other = 0; other < n; other++)
                assert_string_not_equal(names[n], names[other]);
        }
    }
    assert_int_equal(features_of(&template_game).count, 0);
}

static void bannish_points_are_counted(void **unused)
{
    struct tally *tally = play_random(&bannish, 4, 400);

    (void)unused;
    assert_int_equal(events(&bannish, tally, "gets a victory point"),
                     tally->points[0] + tally->points[1] + tally->points[2] + tally->points[3]);
    assert_int_equal(events(&bannish, tally, "causes BANNISH"), events(&bannish, tally, "loses a card to BANNISH"));
    free(tally);
}

static void bridesmaid_ranks_are_counted(void **unused)
{
    struct tally *tally = play_random(&bridesmaid, 4, 200);
    int64_t ranked = 0, points = 0, of_grid = 0;

    (void)unused;
    ranked += events(&bridesmaid, tally, "comes first in a round");
    ranked += events(&bridesmaid, tally, "comes second in a round");
    ranked += events(&bridesmaid, tally, "comes third in a round");
    ranked += events(&bridesmaid, tally, "comes fourth in a round");
    assert_int_equal(ranked, tally->games * 3 * 4);
    for (int seat = 0; seat < 4; seat++)
        points += tally->points[seat];
    for (int row = 0; row < GRID_ROWS; row++)
        of_grid += tally->grid[row][0].points;
    assert_int_equal(points, of_grid - events(&bridesmaid, tally, "turns WILD"));
    free(tally);
}

/* Seats are drawn alike by the rules, so each has its even share. */
static void bannish_seats_are_even(void **unused)
{
    (void)unused;
    for (int players = 3; players <= 5; players++) {
        struct tally *tally = play_random(&bannish, players, 20000);
        double even = 1.0 / players, error = sqrt(even * (1 - even) / (double)tally->games);
        for (int seat = 0; seat < players; seat++)
            near("seat", (double)tally->wins[seat] / (double)(tally->games * WHOLE_WIN), even, 4.5 * error);
        free(tally);
    }
}

/* ---- SCOUT: two neighbours of a hand are any two cards, either way up ---- */

static void scout_neighbours_are_as_dealt(void **unused)
{
    enum { HIGHEST = 10 };
    int up[90], down[90], sides = 0, equal = 0, in_a_row = 0, pairs = 0;
    struct tally *tally = play_random(&scout, 5, 2000);

    (void)unused;
    for (int a = 1; a <= HIGHEST; a++)
        for (int b = 1; b <= HIGHEST; b++)
            if (a != b) {
                up[sides] = a;
                down[sides++] = b;
            }
    for (int i = 0; i < sides; i++)
        for (int k = 0; k < sides; k++) {
            if ((up[i] == up[k] && down[i] == down[k]) || (up[i] == down[k] && down[i] == up[k]))
                continue; /* the same card */
            pairs++;
            equal += up[i] == up[k];
            in_a_row += abs(up[i] - up[k]) == 1;
        }
    assert_int_equal(equal * 11, pairs);
    const double expected[] = {(double)equal / pairs, (double)in_a_row / pairs};
    for (int row = 0; row < 2; row++) {
        const struct grid_cell *cell = &tally->grid[row][0];
        double error = sqrt(expected[row] * (1 - expected[row]) / (double)cell->trials);
        near("neighbours", (double)cell->hits / (double)cell->trials, expected[row], 4.5 * error);
    }
    free(tally);
}

/* ---- Six of Sparrows: every bid by counting ---- */

enum { POOL = 2 * SPARROWS_CYCLES };

static double choose(int all, int some)
{
    double ways = 1;

    if (some < 0 || some > all)
        return 0;
    for (int i = 0; i < some; i++)
        ways = ways * (all - i) / (i + 1);
    return ways;
}

/* Counts the ways to hold `cards` cards of the numbers left that still lack at most
 * this many pairs, trios and quartets. */
static double sets_ways(int numbers, int cards, int pairs, int trios, int fours)
{
    double ways = 0;

    if (cards < 0)
        return 0;
    if (numbers == 0)
        return cards == 0 && pairs <= 0 && trios <= 0 && fours <= 0;
    for (int copies = 0; copies <= SPARROWS_SUITS; copies++)
        ways += choose(SPARROWS_SUITS, copies) * sets_ways(numbers - 1, cards - copies, pairs - (copies >= 2),
                                                           trios - (copies >= 3), fours - (copies >= 4));
    return ways;
}

/* Counts the ways to hold `cards` cards of numbers from here on without a run of
 * `length`; `run` numbers in a row end here, and each number has `suits` suits. */
static double runless_ways(int number, int cards, int run, int length, int suits)
{
    double ways = 0;

    if (run == length || cards < 0)
        return 0;
    if (number == SPARROWS_NUMBERS)
        return cards == 0;
    for (int copies = 0; copies <= suits; copies++)
        ways += choose(suits, copies) * runless_ways(number + 1, cards - copies, copies ? run + 1 : 0, length, suits);
    return ways;
}

/* Counts the ways to hold `cards` cards of `suits` suits, each allowed up to `most`,
 * or each without a band of `length`. */
static double suits_ways(int suits, int cards, int most, int length)
{
    double ways = 0;

    if (suits == 0)
        return cards == 0;
    for (int k = 0; k <= SPARROWS_NUMBERS && k <= cards && k <= most; k++)
        ways += (length ? runless_ways(0, k, 0, length, 1) : choose(SPARROWS_NUMBERS, k)) *
                suits_ways(suits - 1, cards - k, most, length);
    return ways;
}

static double highest_chance(int players)
{
    double chance = 0;
    int others = (players - 1) * SPARROWS_CYCLES;

    for (int highest = 1; highest <= SPARROWS_NUMBERS; highest++)
        for (int copies = 1; copies <= SPARROWS_SUITS; copies++) {
            int below = SPARROWS_SUITS * (highest - 1), mine = SPARROWS_CYCLES - copies;
            chance += choose(SPARROWS_SUITS, copies) * choose(below, mine) / choose(SPARROWS_CARDS, SPARROWS_CYCLES) *
                      choose(below - mine, others) / choose(SPARROWS_CARDS - SPARROWS_CYCLES, others);
        }
    return chance;
}

/* The chance that `hands` hands, of what is left of the deck, all have fewer than
 * `mine` of a suit that has `of_suit` cards left. */
static double fewer_chance(int hands, int left, int of_suit, int mine)
{
    double chance = 0;

    if (hands == 0)
        return 1;
    for (int k = 0; k < mine && k <= SPARROWS_CYCLES; k++)
        chance += choose(of_suit, k) * choose(left - of_suit, SPARROWS_CYCLES - k) / choose(left, SPARROWS_CYCLES) *
                  fewer_chance(hands - 1, left - SPARROWS_CYCLES, of_suit - k, mine);
    return chance;
}

static double majority_chance(int players)
{
    double chance = 0;

    for (int mine = 1; mine <= SPARROWS_CYCLES; mine++)
        chance += choose(SPARROWS_NUMBERS, mine) * choose(SPARROWS_CARDS - SPARROWS_NUMBERS, SPARROWS_CYCLES - mine) /
                  choose(SPARROWS_CARDS, SPARROWS_CYCLES) *
                  fewer_chance(players - 1, SPARROWS_CARDS - SPARROWS_CYCLES, SPARROWS_NUMBERS - mine, mine);
    return chance;
}

/* Ways to deal a hand and a table from the suits left, the hand having every suit
 * that the table has. */
static double covering_ways(int suits, int hand, int table)
{
    double ways = 0;

    if (suits == 0)
        return hand == 0 && table == 0;
    for (int h = 0; h <= hand; h++)
        for (int t = 0; t <= table && (h > 0 || t == 0); t++)
            ways += choose(SPARROWS_NUMBERS, h) * choose(SPARROWS_NUMBERS - h, t) *
                    covering_ways(suits - 1, hand - h, table - t);
    return ways;
}

static double exact_chance(const struct sparrows_bid *bid, int players)
{
    double pools = choose(SPARROWS_CARDS, POOL);
    int parameter = (int)bid->parameter;

    switch (bid->kind) {
    case SPARROWS_KIND_SETS:
        return sets_ways(SPARROWS_NUMBERS, POOL, (int)(bid->parameter & 0xffff), (int)(bid->parameter >> 16 & 0xffff),
                         (int)(bid->parameter >> 32)) /
               pools;
    case SPARROWS_KIND_STREET: return 1 - runless_ways(0, POOL, 0, parameter, SPARROWS_SUITS) / pools;
    case SPARROWS_KIND_GROUP: return 1 - suits_ways(SPARROWS_SUITS, POOL, parameter - 1, 0) / pools;
    case SPARROWS_KIND_BAND: return 1 - suits_ways(SPARROWS_SUITS, POOL, SPARROWS_NUMBERS, parameter) / pools;
    case SPARROWS_KIND_HIGH:
    case SPARROWS_KIND_LOW: return highest_chance(players);
    case SPARROWS_KIND_MAJORITY: return majority_chance(players);
    case SPARROWS_KIND_HAND_SUITS:
        return covering_ways(SPARROWS_SUITS, SPARROWS_CYCLES, SPARROWS_CYCLES) /
               choose(SPARROWS_CARDS, SPARROWS_CYCLES) / choose(SPARROWS_CARDS - SPARROWS_CYCLES, SPARROWS_CYCLES);
    default:
        return choose(SPARROWS_NUMBERS, SPARROWS_CYCLES) * pow(SPARROWS_SUITS, SPARROWS_CYCLES) /
               choose(SPARROWS_CARDS, SPARROWS_CYCLES);
    }
}

static void sparrows_chances_are_exact(void **unused)
{
    enum { ANY_HAND = SPARROWS_CYCLES + 1 };

    (void)unused;
    for (int players = 2; players <= 5; players += 3) {
        struct tally *tally = play_random(&sparrows, players, 6000);
        for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
            const struct grid_cell *cell = &tally->grid[bid][ANY_HAND];
            double expected = exact_chance(&sparrows_bids[bid], players);
            double rounds = (double)cell->trials / players; /* hands of a round share its table */
            assert_true(cell->trials > 0);
            near(sparrows_bids[bid].id, (double)cell->hits / (double)cell->trials, expected,
                 4.5 * sqrt(expected * (1 - expected) / rounds) + 1e-9);
        }
        free(tally);
    }
}

static void sparrows_claims_are_counted_once(void **unused)
{
    struct tally *tally = play_random(&sparrows, 3, 100);
    int64_t claims = 0, of_grid = 0, points = 0, of_seats = 0;

    (void)unused;
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
        claims += tally->features[bid].events;
        for (int column = 0; column <= SPARROWS_CYCLES; column++) {
            of_grid += tally->grid[bid][column].trials;
            points += tally->grid[bid][column].points;
        }
    }
    for (int seat = 0; seat < 3; seat++)
        of_seats += tally->points[seat];
    assert_int_equal(claims, of_grid);
    assert_int_equal(claims, events(&sparrows, tally, "achieves a bid") + events(&sparrows, tally, "fails a bid"));
    assert_int_equal(points, of_seats); /* all points come from bids */
    free(tally);
}

/* ---- intervals ---- */

static double rng_unit(struct rng *rng)
{
    return ((double)rng_word(rng) + 0.5) / 4294967296.0;
}

/* About normal: the sum of twelve. */
static double rng_normal(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_unit(rng);
    return sum;
}

static void an_interval_of_a_mean_is_the_usual_one(void **unused)
{
    const double values[] = {3, 5, 4, 8};
    double without[4], sum = 20;

    (void)unused;
    for (int i = 0; i < 4; i++)
        without[i] = (sum - values[i]) / 3;
    struct estimate it = sink_estimate(sum / 4, without, 4);
    double half = 3.182 * sqrt(14.0 / 3 / 4); /* t with 3 degrees of freedom, s / sqrt n */
    near("low", it.low, 5 - half, 1e-9);
    near("high", it.high, 5 + half, 1e-9);
}

static void intervals_hold_what_they_promise(void **unused)
{
    enum { TIMES = 2000 };
    struct rng rng = rng_fast(11);
    int held = 0;

    (void)unused;
    for (int time = 0; time < TIMES; time++) { /* a ratio of two sums, which is no mean */
        double above[BLOCKS_MAX], below[BLOCKS_MAX], without[BLOCKS_MAX], top = 0, bottom = 0;
        for (int i = 0; i < BLOCKS_MAX; i++) {
            above[i] = 6 + rng_normal(&rng);
            below[i] = 10 + rng_normal(&rng);
            top += above[i];
            bottom += below[i];
        }
        for (int i = 0; i < BLOCKS_MAX; i++)
            without[i] = (top - above[i]) / (bottom - below[i]);
        struct estimate it = sink_estimate(top / bottom, without, BLOCKS_MAX);
        held += it.low <= 0.6 && 0.6 <= it.high;
    }
    near("coverage", (double)held / TIMES, 0.95, 0.02);
}

/* ---- what explains how a seat does ---- */

enum { TABLE_DEALS = 4000, AT_TABLE = 4 };

static void effects_come_out_as_they_went_in(void **unused)
{
    /* variances: player 5 (10, 10, 0, 0 has 25), seat 0, deal 16 for all and 36 a seat, rest 100 */
    struct factors factors = {.squares = 0};
    struct rng rng = rng_fast(5);

    (void)unused;
    for (int deal = 0; deal < TABLE_DEALS; deal++) {
        int64_t values[MAX_SEATS][MAX_SEATS];
        double of_deal = 40 * rng_normal(&rng);
        for (int seat = 0; seat < AT_TABLE; seat++) {
            double of_seat = 60 * rng_normal(&rng);
            for (int player = 0; player < AT_TABLE; player++)
                values[seat][player] = lround(of_deal + of_seat + (player < 2 ? 100 : 0) + 100 * rng_normal(&rng));
        }
        factors_add(&factors, AT_TABLE, values);
    }
    struct shares it = factors_explain(&factors, AT_TABLE, TABLE_DEALS);
    double all = 25 + 16 + 36 + 100;
    near("player", it.player, 25 / all, 0.01);
    near("seat", it.seat, 0, 0.005);
    near("deal", it.deal, (16 + 36) / all, 0.02);
    near("match", it.match, 0, 0.01);
    near("rest", it.rest, 100 / all, 0.02);
}

/* If one player wins what the others lose, that is luck and not the deal. */
static void luck_that_is_shared_out_is_luck(void **unused)
{
    struct factors factors = {.squares = 0};
    struct rng rng = rng_fast(6);

    (void)unused;
    for (int deal = 0; deal < TABLE_DEALS; deal++) {
        int64_t values[MAX_SEATS][MAX_SEATS];
        for (int game = 0; game < AT_TABLE; game++) {
            double luck[AT_TABLE], mean = 0;
            for (int seat = 0; seat < AT_TABLE; seat++)
                mean += (luck[seat] = 100 * rng_normal(&rng)) / AT_TABLE;
            for (int seat = 0; seat < AT_TABLE; seat++)
                values[seat][(seat + game) % AT_TABLE] = lround(luck[seat] - 0.8 * mean);
        }
        factors_add(&factors, AT_TABLE, values);
    }
    struct shares it = factors_explain(&factors, AT_TABLE, TABLE_DEALS);
    near("deal", it.deal, 0, 0.01);
    near("match", it.match, 0, 0.01);
    near("rest", it.rest, 1, 0.02);
}

/* Wins: the seat with the most of skill, cards and luck has it. */
static struct shares divide_wins(double skill, double cards, double luck)
{
    struct tally *tally = calloc(1, sizeof *tally);
    struct rng rng = rng_fast(9);

    assert_non_null(tally);
    for (int deal = 0; deal < TABLE_DEALS; deal++) {
        struct outcome outcomes[MAX_SEATS] = {{.winners = 0}};
        double of_seat[AT_TABLE];
        for (int seat = 0; seat < AT_TABLE; seat++)
            of_seat[seat] = cards * rng_normal(&rng);
        for (int rotation = 0; rotation < AT_TABLE; rotation++) {
            double best = -1e9;
            for (int seat = 0; seat < AT_TABLE; seat++) {
                double value = of_seat[seat] + luck * rng_normal(&rng);
                value += (seat + rotation) % AT_TABLE == 0 ? skill : 0;
                if (value > best)
                    outcomes[rotation].winners = seat_bit(seat);
                best = value > best ? value : best;
            }
        }
        tally_deal(tally, AT_TABLE, AT_TABLE, outcomes);
    }
    struct shares it = factors_explain(&tally->win_factors, AT_TABLE, TABLE_DEALS);
    free(tally);
    return it;
}

static void wins_are_explained(void **unused)
{
    (void)unused;
    struct shares skill = divide_wins(100, 1, 1), cards = divide_wins(0, 1, 0), luck = divide_wins(0, 0, 1);
    near("all skill", skill.player, 1, 1e-9);
    near("all cards", cards.deal, 1, 0.001);
    near("no cards", luck.deal, 0, 0.02);
    near("no player", luck.player, 0, 0.01);
    near("no match", luck.match, 0, 0.02);
    near("all luck", luck.rest, 1, 0.02);
    struct shares some = divide_wins(1, 1, 1);
    assert_true(some.player > 0.02 && some.deal > 0.1 && some.rest > 0.2);
    near("whole", some.player + some.seat + some.deal + some.match + some.rest, 1, 1e-9);
}

/* ---- kings ---- */

static void kingmaking_are_losers(void **unused)
{
    const struct bot *const random_bots[] = {bots[0], bots[0], bots[0], bots[0]};
    struct table_plan plan = plan_for(&bannish, 4, 3);
    struct playing *playing = calloc(1, sizeof *playing);
    struct grid_cell grid[GRID_ROWS][GRID_COLUMNS];
    struct lineup lineup;
    struct problem why;
    atomic_bool stop = false;

    (void)unused;
    assert_non_null(playing);
    assert_true(lineup_open(&lineup, &plan, random_bots, &why));
    for (int number = 0; number < 20; number++) {
        struct rng rng = rng_strong(&plan.seed, RNG_GAME_SEED, (uint64_t)number);
        struct kingmaking first, second;
        struct seed deal;
        rng_seed(&rng, &deal);
        assert_true(playing_game(playing, &lineup, 0, &deal, grid, &stop));
        assert_true(kingmaking_ask(playing, &first) && kingmaking_ask(playing, &second));
        assert_memory_equal(&first, &second, sizeof first);
        assert_in_range(first.asked, 1, 4 - __builtin_popcount(playing->result.winners));
        assert_in_range(first.lost, 0, first.asked);
        assert_in_range(first.made, 0, first.lost);
    }
    playing_free(playing);
    free(playing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_agree),
        cmocka_unit_test(negative_points_are_told_apart_without_features),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(bannish_points_are_counted),
        cmocka_unit_test(bridesmaid_ranks_are_counted),
        cmocka_unit_test(bannish_seats_are_even),
        cmocka_unit_test(scout_neighbours_are_as_dealt),
        cmocka_unit_test(sparrows_chances_are_exact),
        cmocka_unit_test(sparrows_claims_are_counted_once),
        cmocka_unit_test(an_interval_of_a_mean_is_the_usual_one),
        cmocka_unit_test(intervals_hold_what_they_promise),
        cmocka_unit_test(effects_come_out_as_they_went_in),
        cmocka_unit_test(luck_that_is_shared_out_is_luck),
        cmocka_unit_test(wins_are_explained),
        cmocka_unit_test(kingmaking_are_losers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
