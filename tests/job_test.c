/* What a job carries: a bot of the server, or who asks for a hint there, has the history that the table has for the
 * seat, byte for byte, and nothing of choices that are still sealed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bots/past.h"
#include "server/job.h"
#include "support/historian.h"
#include "support/scale.h"
#include "support/tables.h"

/* Every step of a copy is the table's, as the seat may know it. */
static void assert_past_is(const struct past *past, const struct table *table, int seat)
{
    const struct game *game = table_game(table);
    struct bot_history kept = past_history(past, seat), own = bot_history_of(table, seat);

    assert_int_equal(kept.steps, table_settled(table));
    assert_int_equal(kept.steps, own.steps);
    for (int i = 0; i < kept.steps; i++) {
        struct bot_past a, b;
        struct state_buffer redacted;
        kept.look(kept.source, seat, i, &a);
        own.look(own.source, seat, i, &b);
        assert_int_equal(a.actor, b.actor);
        assert_int_equal(a.id, b.id);
        assert_int_equal(a.id != BOT_UNSEEN, a.actor == seat);
        assert_memory_equal(a.view.bytes, b.view.bytes, game->state_size);
        redacted = a.view;
        game->redact(state_in(&redacted), seat);
        assert_memory_equal(a.view.bytes, redacted.bytes, game->state_size);
    }
}

static uint64_t hash_of(const struct past *past, int seat)
{
    struct bot_history history = past_history(past, seat);

    return history_hash(past->game, &history);
}

static void check_jobs(struct room *room, int seat)
{
    struct table *table = room->table;
    struct think_job hint = job_for_hint(room, seat), quick;
    struct think_answer answer = {.job = job_for_bot(room, seat)};
    uint16_t ids[LEGAL_SIZE];

    assert_past_is(answer.job.past, table, seat);
    assert_past_is(hint.past, table, seat);
    uint64_t hash = hash_of(answer.job.past, seat);
    int count = answer.job.game->legal(state_in(&answer.job.view), seat, ids);
    job_do(&answer, (struct bot_budget){0});
    assert_int_equal(answer.lines[0].id, ids[hash % (uint64_t)count]);
    assert_null(answer.job.past);
    job_forget(&hint);
    assert_null(hint.past);
    room->seats[seat].bot = &bot_novice;
    quick = job_for_bot(room, seat);
    assert_null(quick.past); /* it looks at none */
    room->seats[seat].bot = &historian_bot;
}

/* The past of a seat stays the same while others choose at the same time. */
static void check_who_waits(struct room *room, uint64_t *before, int *settled)
{
    unsigned seats = table_turn(room->table).seats;
    bool same = *settled == table_settled(room->table);

    for (int seat = 0; seat < MAX_SEATS; seat++) {
        if (!(seats >> seat & 1))
            continue;
        check_jobs(room, seat);
        struct past *past = past_of(room->table, seat);
        assert_non_null(past);
        uint64_t hash = hash_of(past, seat);
        if (same)
            assert_int_equal(hash, before[seat]);
        before[seat] = hash;
        free(past);
    }
    *settled = table_settled(room->table);
}

/* A room where bots sit that choose by their history. */
static void check_game(const struct game *game, int players, uint8_t seed)
{
    struct room room = {.table = new_table(game, players, seed)};
    struct rng rng = rng_fast(seed);
    uint64_t before[MAX_SEATS];
    int settled = -1;

    for (int seat = 0; seat < players; seat++)
        room.seats[seat].bot = &historian_bot;
    while (table_turn(room.table).kind == TURN_CHOICE) {
        int some = (int)rng_below(&rng, (uint32_t)scaled(60, 20, 4));
        if (some < 2)
            check_who_waits(&room, before, &settled);
        play_at_random(room.table, &rng, 1);
    }
    table_close(room.table);
}

static void jobs_carry_what_their_seats_have_seen(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++)
            check_game(games[i], players, (uint8_t)(players + 1));
}

static void a_job_without_a_past_is_done_all_the_same(void **unused)
{
    struct room room = {.table = new_table(&scout, 3, 1)};
    struct think_answer answer;
    uint16_t ids[LEGAL_SIZE];

    (void)unused;
    room.seats[0].bot = &historian_bot;
    answer.job = job_for_bot(&room, 0);
    job_forget(&answer.job);
    job_do(&answer, (struct bot_budget){0});
    int count = table_legal(room.table, 0, ids);
    assert_int_equal(answer.lines[0].id, ids[history_hash(&scout, NULL) % (uint64_t)count]);
    table_close(room.table);
}

/* A step that somebody tells of: the same again when it is read, and refused where the seat cannot have seen it. */
static void steps_are_written_and_read(void **unused)
{
    struct table *table = new_table(&scout, 3, 1);
    struct rng rng = rng_fast(1);

    (void)unused;
    play_at_random(table, &rng, 40);
    struct bot_history history = bot_history_of(table, 1);
    for (int i = 0; i < history.steps; i++) {
        char text[64];
        struct writer w = write_into(text, sizeof text);
        struct bot_past step, again;
        history.look(history.source, 1, i, &step);
        past_write_head(&w, &step);
        struct reader in = read_from(text, w.length);
        assert_true(past_read_head(&in, &again) && read_end(&in));
        assert_int_equal(again.actor, step.actor);
        assert_int_equal(again.id, step.id);
        assert_null(past_fault(&scout, 1, &step));
        again.view = step.view;
        again.actor = step.actor == CHANCE ? 1 : CHANCE;
        assert_non_null(past_fault(&scout, 1, &again));
        again.actor = step.actor;
        again.id = step.actor == 1 ? scout.max_actions : 0;
        assert_non_null(past_fault(&scout, 1, &again));
        again.id = step.actor == 1 ? BOT_UNSEEN : 0;
        assert_non_null(past_fault(&scout, 1, &again));
    }
    table_close(table);
}

static void a_past_has_a_largest_size(void **unused)
{
    static struct bot_past step;
    struct past *past = past_new(&bridesmaid, 1);

    (void)unused;
    assert_non_null(past);
    for (int i = 0; i < PAST_MAX; i++)
        assert_true(past_add(&past, &step));
    assert_false(past_add(&past, &step));
    assert_int_equal(past->steps, PAST_MAX);
    free(past);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_carry_what_their_seats_have_seen),
        cmocka_unit_test(a_job_without_a_past_is_done_all_the_same),
        cmocka_unit_test(steps_are_written_and_read),
        cmocka_unit_test(a_past_has_a_largest_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
