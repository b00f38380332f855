/* The manners of novices: those of one table differ, a game is the same again by its seed, and at Always a
 * Bridesmaid, where all choose at once from the same cards, they do not all choose the same.
 *
 *     manner_test GAMES LEVEL    says how often those of a level did, over that many games with each number of players
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "support/tables.h"

static int games_measured;

static struct seed seed_of(int number)
{
    struct rng rng = rng_fast((uint64_t)number);
    struct seed seed;

    rng_seed(&rng, &seed);
    return seed;
}

static struct table *open_table(const struct game *game, int players, int number)
{
    struct table_plan plan = plan_for(game, players, 0);
    struct problem why;

    plan.seed = seed_of(number);
    struct table *table = table_open(&plan, &why);
    assert_non_null(table);
    assert_true(table_deal(table, &why));
    return table;
}

static uint16_t ask(const struct bot *bot, const struct table *table, int seat, bool plainly)
{
    struct bot_mind mind = bot_mind(&table_plan(table)->seed, seat, table_steps(table));
    struct state_buffer view;

    if (plainly)
        mind.manner = (struct manner){0};
    table_view(table, seat, table_steps(table), &view);
    return bot_think(bot, table_game(table), state_in(&view), seat, NULL, (struct bot_budget){0}, &mind);
}

/* ---- who has which ---- */

static bool are_same(struct manner a, struct manner b)
{
    return a.daring == b.daring && a.thrift == b.thrift && a.company == b.company && a.fancy == b.fancy &&
           a.forgets == b.forgets && a.overlooks == b.overlooks;
}

static void seats_of_a_table_have_different_manners(void **unused)
{
    enum { TABLES = 2000 };
    int as_before = 0;

    (void)unused;
    for (int number = 0; number < TABLES; number++) {
        struct seed seed = seed_of(number), before = seed_of(number + TABLES);
        for (int seat = 0; seat < MAX_SEATS; seat++) {
            struct manner manner = manner_of(&seed, seat);
            assert_false(manner_is_plain(&manner));
            assert_in_range(manner.daring + 3, 0, 6);
            assert_in_range(manner.thrift + 3, 0, 6);
            assert_in_range(manner.company + 3, 0, 6);
            assert_in_range(manner.fancy, 0, 3);
            assert_in_range(manner.overlooks, 1, 80);
            assert_true(are_same(manner, manner_of(&seed, seat)));
            for (int other = 0; other < seat; other++) {
                assert_false(are_same(manner, manner_of(&seed, other)));
                assert_int_not_equal(manner.tastes, manner_of(&seed, other).tastes);
            }
            as_before += are_same(manner, manner_of(&before, seat));
        }
    }
    assert_true(as_before < TABLES * MAX_SEATS / 10); /* another game, other manners */
}

/* ---- what they do ---- */

/* Plays a whole game of novices; returns a number that depends on all choices. */
static uint64_t play_whole(const struct game *game, int players, int number)
{
    struct table *table = open_table(game, players, number);
    const struct bot *novice = bot_by_name("novice");
    uint64_t sum = 0;
    struct problem why;

    while (table_turn(table).kind != TURN_OVER) {
        int seat = __builtin_ctz(table_turn(table).seats);
        uint16_t id = ask(novice, table, seat, false);
        sum = (sum ^ id) * 0x100000001b3u;
        assert_true(table_do(table, seat, id, &why));
    }
    table_close(table);
    return sum;
}

static void the_same_seed_gives_the_same_game(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++)
            assert_true(play_whole(games[i], players, players) == play_whole(games[i], players, players));
}

/* Asks the manners of many tables at decisions of plain novices. */
static void manners_matter_in_every_game(void **unused)
{
    enum { ASKED = 12, DECISIONS = 150 };

    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct table *table = open_table(games[i], games[i]->max_players, 1);
        const struct bot *novice = bot_by_name("novice");
        int decisions = 0, differ = 0, plain_too = 0;
        while (table_turn(table).kind != TURN_OVER && decisions < DECISIONS) {
            int seat = __builtin_ctz(table_turn(table).seats);
            struct rng rng = rng_fast((uint64_t)table_steps(table));
            uint16_t legal[LEGAL_SIZE];
            struct state_buffer view;
            struct problem why;
            table_view(table, seat, table_steps(table), &view);
            uint16_t plain = bot_choose(novice, games[i], state_in(&view), seat, &rng);
            if (games[i]->legal(state_in(&view), seat, legal) > 1) {
                bool all = true;
                for (int number = 0; number < ASKED; number++) {
                    struct seed seed = seed_of(number);
                    struct bot_mind mind = bot_mind(&seed, seat, 0);
                    bool as_plain = bot_think(novice, games[i], state_in(&view), seat, NULL, (struct bot_budget){0},
                                              &mind) == plain;
                    all = all && as_plain;
                    plain_too += as_plain;
                }
                decisions++;
                differ += !all;
            }
            assert_true(table_do(table, seat, plain, &why));
        }
        table_close(table);
        if (games_measured)
            printf("%-12s %3d decisions: not all alike %3d, as the plain one %d of 100\n", games[i]->id, decisions,
                   differ, 100 * plain_too / (ASKED * decisions));
        assert_true(3 * differ > decisions);                 /* manners show … */
        assert_true(10 * plain_too > 3 * ASKED * decisions); /* … and sense remains */
    }
}

/* ---- mirrors ---- */

struct mirrors {
    int turns; /* in which everybody chose */
    int same;  /* everybody the same card, or everybody to hold back */
};

static void count_turn(const struct bot *bot, struct table *table, bool plainly, struct mirrors *mirrors)
{
    int players = table_plan(table)->players;
    unsigned due = table_turn(table).seats, first = 0;
    uint16_t legal[LEGAL_SIZE];
    struct state_buffer view;
    bool same = true, choice = due == (1u << players) - 1;
    struct problem why;

    for (int seat = 0; seat < players; seat++) {
        if (!(due >> seat & 1))
            continue;
        uint16_t id = ask(bot, table, seat, plainly);
        table_view(table, seat, table_steps(table), &view);
        char text[64];
        struct writer w = write_into(text, sizeof text);
        table_game(table)->action_text(state_in(&view), seat, id, &w);
        choice = choice && (strncmp(text, "play", 4) == 0 || strncmp(text, "hold", 4) == 0) &&
                 table_game(table)->legal(state_in(&view), seat, legal) > 1;
        same = same && (seat == 0 || id == first);
        first = id;
        assert_true(table_do(table, seat, id, &why));
    }
    mirrors->turns += choice;
    mirrors->same += choice && same;
}

static struct mirrors count_mirrors(const struct bot *bot, int players, bool plainly, int games_played)
{
    struct mirrors mirrors = {0};

    for (int number = 0; number < games_played; number++) {
        struct table *table = open_table(&bridesmaid, players, number);
        while (table_turn(table).kind != TURN_OVER)
            count_turn(bot, table, plainly, &mirrors);
        table_close(table);
    }
    return mirrors;
}

static void novices_do_not_mirror_each_other(void **unused)
{
    static const int least[MAX_SEATS + 1] = {[3] = 10, [4] = 25, [5] = 50}; /* turns to one where all choose the same */

    (void)unused;
    for (int players = 3; players <= MAX_SEATS; players++) {
        int number = 200 / test_stride();
        struct mirrors mirrors = count_mirrors(bot_by_name("novice"), players, false, number);
        struct mirrors plain = count_mirrors(bot_by_name("novice"), players, true, number);
        assert_true(mirrors.turns > 2 * number);
        assert_true(mirrors.same * least[players] < mirrors.turns);
        assert_true(plain.same * 6 > plain.turns); /* it is their manners that they owe it to */
    }
}

static void measure(const struct bot *bot)
{
    for (int players = 3; players <= MAX_SEATS; players++)
        for (int plainly = 0; plainly < 2; plainly++) {
            struct mirrors mirrors = count_mirrors(bot, players, plainly, games_measured);
            printf("%s%s, %d players: all choose the same in %d of %d turns, %.2f %%\n", bot->name,
                   plainly ? ", plain" : "", players, mirrors.same, mirrors.turns,
                   100.0 * mirrors.same / mirrors.turns);
        }
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_of_a_table_have_different_manners),
        cmocka_unit_test(the_same_seed_gives_the_same_game),
        cmocka_unit_test(manners_matter_in_every_game),
        cmocka_unit_test(novices_do_not_mirror_each_other),
    };

    if (count == 3 && bot_by_name(words[2])) {
        games_measured = (int)strtol(words[1], NULL, 10);
        measure(bot_by_name(words[2]));
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
