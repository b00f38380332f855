/* Snapshots: a room that is made of one is the room, and goes on as it would; bytes that are no snapshot, or not of
 * this program, give none, whatever they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/arrange.h"
#include "server/shuffle.h"
#include "server/snapshot.h"
#include "support/rooms.h"
#include "support/scale.h"
#include "support/variants.h"

static uint8_t written[SNAPSHOT_SIZE], again[SNAPSHOT_SIZE];

static struct tally {
    long snapshots, mutants, taken;
    size_t longest;
} tally;

/* ---- the same room ---- */

static void assert_same_history(const struct table *a, const struct table *b)
{
    assert_int_equal(table_steps(a), table_steps(b));
    for (int step = 0; step <= table_steps(a); step++) {
        struct state_buffer one, other;
        table_view(a, OPEN, step, &one);
        table_view(b, OPEN, step, &other);
        assert_memory_equal(one.bytes, other.bytes, table_game(a)->state_size);
    }
    assert_int_equal(table_choices(a), table_choices(b));
    assert_memory_equal(table_plan(a)->fair, table_plan(b)->fair, sizeof table_plan(a)->fair);
    assert_memory_equal(&table_plan(a)->seed, &table_plan(b)->seed, sizeof table_plan(a)->seed);
}

static void assert_same_room(struct room *a, struct room *b)
{
    for (int viewer = ONLOOKER; viewer < a->plan.table.players; viewer++) {
        const char *one = frame_of(a, viewer, 0), *other = frame_of(b, viewer, 0);
        assert_string_equal(one, other);
    }
    for (int seat = 0; seat < a->plan.table.players; seat++)
        assert_int_equal(a->seats[seat].choices, b->seats[seat].choices);
    assert_memory_equal(a->chat, b->chat, sizeof a->chat);
    assert_memory_equal(a->counts, b->counts, sizeof a->counts);
    size_t length = snapshot_write(a, written);
    assert_true(length > 0);
    assert_int_equal(length, snapshot_write(b, again));
    assert_memory_equal(written, again, length);
    assert_int_equal((bool)a->table, (bool)b->table);
    if (a->table)
        assert_same_history(a->table, b->table);
}

/* The room made of the snapshot of another, which must be the same. */
static struct room *restored(struct room *room)
{
    size_t length = snapshot_write(room, written);
    struct room *copy = snapshot_read(room->id, written, length);

    assert_true(length > 0);
    tally.snapshots++;
    tally.longest = tally.longest > length ? tally.longest : length;
    if (!copy)
        fail_msg("%s, %d events: the snapshot gives no room", room->plan.table.game->id, room->events);
    assert_same_room(room, copy);
    return copy;
}

/* Goes on at random; the same for the same numbers. */
static bool go_on(struct room *room, struct rng *rng, int64_t at)
{
    if (rng_below(rng, 3) == 0)
        something_else(room, rng, at);
    return choose_at_random(room, rng, at + 100);
}

static void walk_variant(const struct game *game, const struct setup *setup)
{
    struct open_plan plan;
    struct rng rng = rng_fast((uint64_t)setup->players);
    int64_t at = 10;
    bool goes_on = true;

    if (is_own_deck(game, setup)) /* a server has none */
        return;
    plan = plan_with(game, setup, 7);
    plan.clock = (struct clock_plan){.move = 500, .bank = 2000, .patience = 5000};
    struct room *room = room_opened(&plan, 1);
    seat_everybody(room, 2);
    start_room(room, 3);
    for (int made = 0; goes_on && made < scaled(60, 120, 1000); made++, at += 300) {
        struct room *copy = made % scaled(20, 17, 1) == 0 ? restored(room) : NULL;
        struct rng same = rng;
        goes_on = go_on(room, &rng, at);
        if (copy) {
            assert_int_equal(go_on(copy, &same, at), goes_on);
            assert_same_room(room, copy);
        }
        room_free(copy);
    }
    room_free(restored(room));
    room_free(room);
}

static void a_room_made_of_a_snapshot_is_the_room_and_goes_on_as_it_would(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for_every_variant_of(games[i], walk_variant);
    print_message("%ld snapshots, the longest of %zu bytes\n", tally.snapshots, tally.longest);
}

/* ---- before the start, and after the end ---- */

static void give_up_a_start(struct room *room)
{
    struct event abandon;

    seal_everybody(room, 20);
    take(room, &(struct event){.kind = EVENT_READY, .seat = 0, .at = 21});
    room_free(restored(room));
    struct event show = {.kind = EVENT_SHOW, .seat = 0, .at = 22};
    salt_of(0, show.of.salt);
    take(room, &show);
    shuffle_abandon(&abandon);
    abandon.at = 23;
    take(room, &abandon);
    assert_int_equal(room->deal.abandoned, 1);
    room_free(restored(room));
}

static void a_table_that_has_not_begun(void **unused)
{
    struct open_plan plan = plan_of(game_by_id("scout"), 4, 3);

    (void)unused;
    plan.bots[3] = bot_by_name("club");
    plan.listed = true;
    struct room *room = room_opened(&plan, 1);
    room_free(restored(room));
    seat_everybody(room, 2);
    room_free(restored(room));
    take(room, &(struct event){.kind = EVENT_STAND, .seat = 1, .at = 3});
    seat_everybody(room, 4);
    give_up_a_start(room);
    start_room(room, 30);
    room_free(restored(room));
    room_free(room);
}

/* Tables of 0.1 had salts of any text and no seals; a prepared deal has none. */
static void deals_without_seals(void **unused)
{
    (void)unused;
    for (int prepared = 0; prepared < 2; prepared++) {
        struct open_plan plan = plan_of(game_by_id("belle"), 2, 3);
        struct event salt = {.kind = EVENT_SALT, .seat = 1, .at = 5, .of.salt = "grüße"};
        plan.prepared = prepared * 7;
        struct room *room = room_opened(&plan, 1);
        seat_everybody(room, 2);
        if (!prepared)
            take(room, &salt);
        room_free(restored(room));
        take(room, &(struct event){.kind = EVENT_START, .seat = -1, .at = 6});
        room_free(restored(room));
        room_free(room);
    }
}

/* A line of chat may be of a seat that is there no longer. */
static void a_table_that_was_arranged(void **unused)
{
    struct open_plan plan = plan_of(game_by_id("scout"), 5, 1);
    struct room *room = room_opened(&plan, 1);
    struct event event;
    struct problem why = {.text = ""};

    (void)unused;
    seat_everybody(room, 2);
    assert_true(room_may_chat(room, 4, "", "hello", &event, &why));
    take(room, &event);
    for (int seat = 2; seat < 5; seat++) {
        assert_true(arrange_may_seat(room, 0, seat, NULL, &event, &why));
        take(room, &event);
    }
    assert_true(arrange_may_seat(room, 0, 2, bot_by_name("club"), &event, &why));
    take(room, &event);
    plan = room->plan;
    plan.table.players = 3;
    plan.watchers_talk = true;
    plan.clock.move = SLOW_MOVE;
    assert_true(arrange_may_plan(room, 0, &plan, &event, &why));
    take(room, &event);
    assert_true(room_may_chat(room, ONLOOKER, "Eve", "hello", &event, &why));
    take(room, &event);
    assert_true(arrange_may_look(room, 1, 9, "Benno", &event, &why));
    take(room, &event);
    struct room *copy = restored(room);
    assert_int_equal(copy->chat[0].seat, 4);
    assert_int_equal(copy->chat[1].seat, ONLOOKER);
    assert_int_equal(copy->seats[1].look, 9);
    assert_int_equal(copy->plan.clock.move, SLOW_MOVE);
    seal_everybody(room, 3);
    seal_everybody(copy, 3);
    struct event ready = {.kind = EVENT_READY, .seat = 0, .at = 77};
    take(room, &ready);
    take(copy, &ready);
    struct room *starting = restored(room);
    assert_int_equal(room_start_flag(starting), 77 + SLOW_MOVE);
    assert_same_room(copy, starting);
    room_free(starting);
    room_free(copy);
    room_free(room);
}

static void a_game_that_is_over(void **unused)
{
    struct room *room = room_playing(game_by_id("bannish"), 3, 1);
    struct event next = {.kind = EVENT_NEXT, .seat = -1, .at = 90, .of.next = "BBBBBBBBBBBBBBBBBBBBBA"};
    struct rng rng = rng_fast(2);

    (void)unused;
    for (int64_t at = 10; choose_at_random(room, &rng, at); at++)
        continue;
    assert_int_equal(room->status, ROOM_OVER);
    room_free(restored(room));
    take(room, &next);
    room_free(restored(room));
    room_free(room);
}

/* ---- bytes that are not a snapshot ---- */

static void cut_it(const struct room *room, const uint8_t *bytes, size_t length, size_t stride)
{
    for (size_t cut = 0; cut < length; cut += stride) {
        uint8_t *part = malloc(cut + 1); /* its own, so that reading past its end is noticed */
        assert_non_null(part);
        memcpy(part, bytes, cut);
        assert_null(snapshot_read(room->id, part, cut));
        free(part);
    }
}

/* Whatever is let in can be shown, and goes on. */
static void try_mutant(const struct room *room, const uint8_t *bytes, size_t length)
{
    struct room *made = snapshot_read(room->id, bytes, length);
    struct rng rng = rng_fast(1);

    tally.mutants++;
    if (!made)
        return;
    tally.taken++;
    for (int viewer = ONLOOKER; viewer < made->plan.table.players; viewer++)
        frame_of(made, viewer, 0);
    if (made->table) {
        something_else(made, &rng, 1000000);
        choose_at_random(made, &rng, 1000000);
    }
    room_free(made);
}

static void change_it(const struct room *room, const uint8_t *bytes, size_t length, size_t stride)
{
    uint8_t *changed = malloc(length);

    assert_non_null(changed);
    memcpy(changed, bytes, length);
    for (size_t at = 0; at < length; at += stride)
        for (int change = 0; change < 3; change++) {
            changed[at] = (uint8_t)(change == 0 ? bytes[at] ^ 1u << at % 8 : change == 1 ? 0xff : 0);
            try_mutant(room, changed, length);
            changed[at] = bytes[at];
        }
    free(changed);
}

static void bytes_that_are_no_snapshot_do_no_harm(void **unused)
{
    static uint8_t bytes[SNAPSHOT_SIZE];

    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct room *room = room_playing(games[i], games[i]->min_players, 1);
        struct rng rng = rng_fast(4);
        for (int made = 0; made < 25 && go_on(room, &rng, 10 + made); made++)
            continue;
        size_t length = snapshot_write(room, bytes);
        assert_true(snapshot_is_ours(bytes, length));
        cut_it(room, bytes, length, (size_t)scaled(97, 17, 3));
        change_it(room, bytes, length, (size_t)scaled(97, 17, 3));
        bytes[0]++; /* another format */
        assert_false(snapshot_is_ours(bytes, length));
        assert_null(snapshot_read(room->id, bytes, length));
        bytes[0]--;
        bytes[8]++; /* states of another layout */
        assert_false(snapshot_is_ours(bytes, length));
        assert_null(snapshot_read(room->id, bytes, length));
        room_free(room);
    }
    print_message("%ld changed snapshots, %ld of them give a room\n", tally.mutants, tally.taken);
}

static void a_long_table_fits(void **unused)
{
    struct open_plan plan = plan_of(game_by_id("sparrows"), 5, 1);
    struct problem why = {.text = ""};
    struct rng rng = rng_fast(1);
    int choices = (int)scaled(1000, 3000, 7000);

    (void)unused;
    assert_true(plan_option(&plan.table, "target", strlen("target"), "999999", &why));
    struct room *room = room_opened(&plan, 1);
    seat_everybody(room, 2);
    start_room(room, 3);
    for (int made = 0; made < choices && choose_at_random(room, &rng, 4); made++)
        continue;
    assert_int_equal(table_choices(room->table), choices);
    for (int line = 0; line < CHAT_KEPT; line++) {
        struct event chat = {.kind = EVENT_CHAT, .seat = line % 2 - 1, .at = 5};
        memset(chat.of.chat.text, 'x', CHAT_SIZE - 1);
        take(room, &chat);
    }
    size_t length = snapshot_write(room, written);
    print_message("%d choices: %zu bytes\n", choices, length);
    assert_true(length > 0);
    struct room *copy = snapshot_read(room->id, written, length);
    assert_non_null(copy);
    assert_same_history(room->table, copy->table);
    room_free(copy);
    room_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_made_of_a_snapshot_is_the_room_and_goes_on_as_it_would),
        cmocka_unit_test(a_table_that_has_not_begun),
        cmocka_unit_test(a_table_that_was_arranged),
        cmocka_unit_test(deals_without_seals),
        cmocka_unit_test(a_game_that_is_over),
        cmocka_unit_test(bytes_that_are_no_snapshot_do_no_harm),
        cmocka_unit_test(a_long_table_fits),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
