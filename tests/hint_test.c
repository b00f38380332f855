/* Checks whether hints come true: `hint_test [DECISIONS [TIMES]]` tries DECISIONS
 * decisions of each game. The first action of a hint should be the best as often as
 * the hint says it is sure. A search with TIMES as many simulations, and its own
 * luck, decides what is best. The tests run a few decisions with little
 * thought; docs/bots.md has the figures of a longer run with the master's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/hint.h"
#include "support/tables.h"

enum { CLASSES = 5, ONE_IN = 12 };

static const double class_ends[CLASSES] = {0.4, 0.6, 0.8, 0.95, 2};

static int wanted = 20;  /* decisions of each game */
static int times = 10;   /* the simulations of the hint that the judge has */
static int portion = 10; /* the hint has 1/portion of the master's simulations */

/* Counts hints: how many, how sure they were, and how often right. */
struct tally {
    int count;
    double said, right;
};

static void add_to(struct tally *tally, double said, double right)
{
    tally->count++;
    tally->said += said;
    tally->right += right;
}

static void print_tally(const char *name, const struct tally *tally)
{
    if (tally->count > 0)
        printf("%-12s %5d decisions   said %.2f   right %.2f\n", name, tally->count, tally->said / tally->count,
               tally->right / tally->count);
}

/* Returns 1 if a judge thinks that the first line of a hint is the best, 0 if not; shared
 * among those that the judge cannot tell apart. */
static double is_right(const struct hint_line *first, const struct hint_line *judged, int count)
{
    int equals = 0, mine = 0;

    for (int i = 0; i < count && judged[i].value == judged[0].value; i++) {
        equals++;
        mine += judged[i].id == first->id;
    }
    return (double)mine / equals;
}

static void judge(const struct game *game, struct state_buffer view, int seat, struct rng *rng, struct tally *of_game,
                  struct tally *classes)
{
    struct hint_line first, judged[BOT_CANDIDATES_MAX];
    uint16_t legal[LEGAL_SIZE];
    struct bot_budget budget = {.simulations = thinker_of(game)->simulations[LEVEL_MASTER] / portion};
    struct bot_view bot_view = bot_view_at(LEVEL_MASTER, game, state_in(&view), seat, NULL, budget, legal);

    if (bot_view.count == 1)
        return;
    hint(&bot_view, rng, &first, 1);
    bot_view.budget.simulations *= times;
    double right = is_right(&first, judged, hint(&bot_view, rng, judged, BOT_CANDIDATES_MAX));
    int at = 0;
    while (first.sure >= class_ends[at])
        at++;
    add_to(of_game, first.sure, right);
    add_to(&classes[at], first.sure, right);
}

/* Judges some decisions of a game of novices, evenly spaced. */
static void play_one(const struct game *game, uint8_t seed, struct tally *of_game, struct tally *classes)
{
    struct table *t = new_table(game, 3 + seed % 2, seed);
    struct rng rng = rng_fast(seed);
    struct problem why;

    while (table_turn(t).kind != TURN_OVER && of_game->count < wanted) {
        int seat = __builtin_ctz(table_turn(t).seats);
        struct state_buffer view;
        table_view(t, seat, table_steps(t), &view);
        if (rng_below(&rng, ONE_IN) == 0)
            judge(game, view, seat, &rng, of_game, classes);
        uint16_t id = bot_choose(bot_by_name("novice"), game, state_in(&view), seat, &rng);
        assert_true(table_do(t, seat, id, &why));
    }
    table_close(t);
}

static void a_hint_is_right_as_often_as_it_says(void **unused)
{
    struct tally classes[CLASSES] = {{0}}, all = {0};
    static const char *const names[CLASSES] = {"below 0.4", "0.4 to 0.6", "0.6 to 0.8", "0.8 to 0.95", "above 0.95"};

    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct tally of_game = {0};
        for (uint8_t seed = 1; of_game.count < wanted; seed++)
            play_one(games[i], seed, &of_game, classes);
        print_tally(games[i]->id, &of_game);
    }
    for (int i = 0; i < CLASSES; i++) {
        print_tally(names[i], &classes[i]);
        all.count += classes[i].count;
        all.said += classes[i].said;
        all.right += classes[i].right;
    }
    print_tally("all", &all);
    double apart = (all.said - all.right) / all.count, luck = 1.0 / all.count; /* luck: two standard errors, squared */
    assert_true(apart * apart < 0.15 * 0.15 || apart * apart < luck);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_hint_is_right_as_often_as_it_says)};

    wanted /= test_stride() < wanted ? test_stride() : wanted;
    if (count > 1) {
        wanted = (int)strtol(words[1], NULL, 10);
        portion = 1;
    }
    if (count > 2)
        times = (int)strtol(words[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
