/* Many games of random choices, every invariant looked at after every step:
 * `endurance [GAMES [GAME]]`, that number for each game, shared among its variants.
 * The tests run a few thousand; before a release it is fifty thousand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/scale.h"
#include "support/variants.h"

static long wanted;      /* games for each game */
static const char *only; /* this game, or NULL for all */

static long variants, each, played, decisions;

static void count_variant(const struct game *game, const struct setup *setup)
{
    (void)game, (void)setup;
    variants++;
}

static void check(const struct game *game, const struct setup *setup, const struct state *state, long number)
{
    const char *fault = game->fault(state, OPEN);
    if (fault)
        fail_msg("%s with %d players, game %ld: %s", game->id, setup->players, number, fault);
}

static void play_one(const struct game *game, const struct setup *setup, long number)
{
    struct state_buffer buffer;
    struct state *state = state_in(&buffer);
    struct rng rng = rng_fast((uint64_t)number);
    uint16_t ids[LEGAL_SIZE];

    assert_null(game->start(state, setup));
    for (struct turn turn; (turn = game->turn(state)).kind != TURN_OVER;) {
        if (turn.kind == TURN_CHANCE) {
            game->chance(state, &rng);
        } else {
            int seat = __builtin_ctz(turn.seats), count = game->legal(state, seat, ids);
            assert_in_range(count, 1, game->max_legal);
            game->apply(state, seat, ids[rng_below(&rng, (uint32_t)count)], NULL);
            decisions++;
        }
        check(game, setup, state, number);
    }
    struct result result;
    game->result(state, &result);
    assert_true(result.winners != 0);
    played++;
}

/* A game that is set to last for hundreds of rounds stands for many. */
static void play_variant(const struct game *game, const struct setup *setup)
{
    long before = decisions;
    for (long i = 0; i < each && decisions - before < 1000 * each; i++)
        play_one(game, setup, i);
}

static void games_keep_every_invariant(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        if (only && !text_equal(only, games[i]->id))
            continue;
        variants = played = decisions = 0;
        for_every_variant_of(games[i], count_variant);
        each = wanted / variants + 1;
        for_every_variant_of(games[i], play_variant);
        printf("%s: %ld games, %ld decisions, %ld variants\n", games[i]->id, played, decisions, variants);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_keep_every_invariant)};

    wanted = argc > 1 ? strtol(argv[1], NULL, 10) : scaled(20, 2000, 50000);
    only = argc > 2 ? argv[2] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
