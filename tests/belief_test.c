/* What the bot of SCOUT believes about hidden hands: worlds agree with what the seat knows, and say better who can beat
 * the Prior Set than worlds that are drawn evenly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/scout_policy.h"
#include "bots/search.h"
#include "support/tables.h"

enum { WORLDS = 40 };

static struct table *open_table(int players, uint8_t seed)
{
    struct table_plan plan = plan_for(&scout, players, seed);
    struct problem why;
    struct table *table = table_open(&plan, &why);

    assert_non_null(table);
    assert_true(table_deal(table, &why));
    return table;
}

/* What a seat is asked, with all that a bot gets. */
struct asked {
    struct state_buffer state;
    struct bot_history history;
    struct bot_view view;
    uint16_t legal[LEGAL_SIZE];
};

static void ask(const struct table *table, int seat, struct asked *out)
{
    out->history = bot_history_of(table, seat);
    table_view(table, seat, table_steps(table), &out->state);
    out->view =
        bot_view_at(LEVEL_NONE, &scout, state_in(&out->state), seat, &out->history, (struct bot_budget){0}, out->legal);
}

/* Plays on until a seat owes a choice in a turn that is not the first of its round; false at the end of the game. */
static bool next_question(struct table *table, int *seat)
{
    struct problem why;

    for (struct turn turn; (turn = table_turn(table)).kind == TURN_CHOICE;) {
        struct asked it;
        *seat = __builtin_ctz(turn.seats);
        ask(table, *seat, &it);
        struct rng rng = bot_rng(&table_plan(table)->seed, *seat, table_steps(table));
        it.view.budget.simulations = BOT_POLICY;
        uint16_t id = bot_by_name("club")->choose(&it.view, &rng);
        assert_true(table_do(table, *seat, id, &why));
        turn = table_turn(table);
        if (turn.kind == TURN_CHOICE && scout_state(state_in(&it.state))->phase == SCOUT_PHASE_TURN) {
            *seat = __builtin_ctz(turn.seats);
            ask(table, *seat, &it);
            if (scout_state(state_in(&it.state))->phase == SCOUT_PHASE_TURN)
                return true;
        }
    }
    return false;
}

static void assert_agrees(const struct state *world, const struct asked *it)
{
    struct state_buffer again;

    memcpy(again.bytes, world, scout.state_size);
    scout.redact(state_in(&again), it->view.seat);
    assert_memory_equal(again.bytes, it->state.bytes, scout.state_size);
}

/* True if a seat could beat the Prior Set if it were its turn. */
static bool can_play(const struct scout_state *s, int seat)
{
    struct scout_state turn = *s;
    uint16_t legal[LEGAL_SIZE];

    turn.mover = (uint8_t)seat;
    for (int i = 0, count = scout_legal(&turn, seat, legal); i < count; i++)
        if (scout_move(legal[i]).kind == SCOUT_MOVE_PLAY)
            return true;
    return false;
}

/* Returns for how many of the others a world is right about whether they can beat the Prior Set. */
static int hits(const struct scout_state *world, const struct scout_state *truth, int seat)
{
    int count = 0;

    for (int other = 0; other < truth->players; other++)
        count += other != seat && can_play(world, other) == can_play(truth, other);
    return count;
}

static const struct scout_state *truth_of(const struct table *table, struct state_buffer *buffer)
{
    for (int seat = 0; seat < table_plan(table)->players; seat++) {
        struct state_buffer own;
        struct scout_state *all = scout_state_in(state_in(buffer));
        table_view(table, seat, table_steps(table), &own);
        if (seat == 0)
            *all = *scout_state(state_in(&own));
        memcpy(all->hand[seat], scout_state(state_in(&own))->hand[seat], SCOUT_HAND_SIZE);
    }
    return scout_state(state_in(buffer));
}

static void compare(const struct table *table, int seat, long *believed, long *imagined)
{
    static struct state_buffer worlds[WORLDS];
    struct state_buffer truth_buffer, even;
    const struct scout_state *truth = truth_of(table, &truth_buffer);
    struct rng rng = rng_fast(1);
    struct asked it;

    ask(table, seat, &it);
    assert_int_equal(scout_believe(&it.view, &rng, worlds, WORLDS), WORLDS);
    for (int i = 0; i < WORLDS; i++) {
        assert_agrees(state_in(&worlds[i]), &it);
        *believed += hits(scout_state(state_in(&worlds[i])), truth, seat);
        memcpy(even.bytes, it.state.bytes, scout.state_size);
        scout.imagine(state_in(&even), seat, &rng);
        *imagined += hits(scout_state(state_in(&even)), truth, seat);
    }
}

static void Worlds_agree_with_the_view_and_say_better_who_can_play(void **state)
{
    (void)state;
    for (int players = 2; players <= 5; players++) {
        long believed = 0, imagined = 0;
        struct table *table = open_table(players, 1);
        for (int seat; next_question(table, &seat);)
            compare(table, seat, &believed, &imagined);
        table_close(table);
        print_message("%d players: %ld right about who can play, %ld in even worlds\n", players, believed, imagined);
        assert_true(believed > imagined);
    }
}

/* ---- histories that cannot be ---- */

static void look_backwards(const struct bot_source *source, int seat, int step, struct bot_past *out)
{
    const struct table *table = (const struct table *)(const void *)source;
    struct bot_history history = bot_history_of(table, seat);

    history.look(history.source, seat, history.steps - 1 - step, out);
}

static void look_at_every_other(const struct bot_source *source, int seat, int step, struct bot_past *out)
{
    const struct table *table = (const struct table *)(const void *)source;
    struct bot_history history = bot_history_of(table, seat);

    history.look(history.source, seat, history.steps % 2 + 2 * step, out);
}

static void A_history_that_cannot_be_does_no_harm(void **state)
{
    static struct state_buffer worlds[WORLDS];

    (void)state;
    for (int players = 2; players <= 5; players++) {
        struct table *table = open_table(players, 1);
        for (int seat; next_question(table, &seat);) {
            struct asked it;
            ask(table, seat, &it);
            for (int kind = 0; kind < 3; kind++) {
                struct bot_history history = it.history;
                struct rng rng = rng_fast(1);
                history.look = kind == 0 ? look_backwards : kind == 1 ? look_at_every_other : it.history.look;
                history.steps = kind == 0 ? it.history.steps : kind == 1 ? it.history.steps / 2 : 0;
                it.view.history = &history;
                int count = scout_believe(&it.view, &rng, worlds, 8);
                assert_true(count == 8 || count == 0);
                assert_true(kind < 2 || count == 0);
                for (int i = 0; i < count; i++)
                    assert_agrees(state_in(&worlds[i]), &it);
            }
        }
        table_close(table);
    }
}

/* ---- the search ---- */

static void Searches_find_the_same_with_any_number_of_threads(void **state)
{
    struct table *table = open_table(4, 2);
    int seat = -1;

    (void)state;
    for (int i = 0; i < 9; i++)
        assert_true(next_question(table, &seat));
    struct search_report reports[3] = {{.count = 0}};
    for (int i = 0; i < 3; i++) {
        struct rng rng = rng_fast(5);
        struct asked it;
        ask(table, seat, &it);
        it.view.budget = (struct bot_budget){.simulations = scout_thinker.believing, .threads = i == 0 ? 1 : 3};
        if (i == 2) /* … and something else without a history */
            it.view.history = NULL;
        search(&it.view, &rng, &reports[i]);
    }
    assert_memory_equal(&reports[0], &reports[1], sizeof reports[0]);
    assert_memory_not_equal(&reports[0], &reports[2], sizeof reports[0]);
    table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(A_history_that_cannot_be_does_no_harm),
        cmocka_unit_test(Searches_find_the_same_with_any_number_of_threads),
        cmocka_unit_test(Worlds_agree_with_the_view_and_say_better_who_can_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
