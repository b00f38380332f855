/* Rooms as what their events make of them: the same events, the same room;
 * refusals change nothing; clocks, take-backs, bots that sit in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/shuffle.h"
#include "support/rooms.h"

static struct event of_seat(enum event_kind kind, int seat, int64_t at)
{
    return (struct event){.kind = kind, .seat = seat, .at = at};
}

static void refused(struct room *room, const struct event *event, const char *reason)
{
    struct problem why = {.text = ""};

    assert_false(room_take(room, event, &why));
    if (!strstr(why.text, reason))
        fail_msg("\"%s\" does not say \"%s\"", why.text, reason);
}

/* ---- the same events make the same room ---- */

static void assert_same_room(const struct room *a, const struct room *b)
{
    for (int viewer = ONLOOKER; viewer < a->plan.table.players; viewer++) {
        const char *one = frame_of(a, viewer, 0), *other = frame_of(b, viewer, 0);
        assert_string_equal(one, other);
    }
    assert_int_equal(a->chats, b->chats);
    assert_memory_equal(a->chat, b->chat, sizeof a->chat);
    for (int seat = 0; seat < a->plan.table.players; seat++) {
        assert_int_equal(a->seats[seat].bank, b->seats[seat].bank);
        assert_int_equal(a->seats[seat].asked, b->seats[seat].asked);
        assert_int_equal(a->seats[seat].choices, b->seats[seat].choices);
    }
}

static void play_twice(const struct game *game, int players)
{
    struct open_plan plan = plan_of(game, players, 7);
    plan.clock = (struct clock_plan){.move = 500, .bank = 2000, .patience = 5000};
    struct room *rooms[2];

    for (int i = 0; i < 2; i++) {
        struct rng rng = rng_fast(3);
        int64_t at = 10;
        rooms[i] = room_opened(&plan, 1);
        seat_everybody(rooms[i], 2);
        start_room(rooms[i], 3);
        for (int made = 0; made < 150 && choose_at_random(rooms[i], &rng, at += 300); made++)
            if (rng_below(&rng, 3) == 0)
                something_else(rooms[i], &rng, at += 100);
    }
    assert_same_room(rooms[0], rooms[1]);
    room_free(rooms[0]);
    room_free(rooms[1]);
}

static void the_same_events_make_the_same_room(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++)
            play_twice(games[i], players);
}

/* ---- refusals ---- */

static void a_refused_event_changes_nothing(void **unused)
{
    struct room *room = room_playing(game_by_id("bridesmaid"), 3, 1);
    struct rng rng = rng_fast(5);
    struct open_plan plan = room->plan;
    struct room before;

    (void)unused;
    for (int made = 0; made < 40 && choose_at_random(room, &rng, 10 + made); made++)
        for (int kind = 0; kind < EVENT_KINDS; kind++)
            for (int seat = 0; seat < MAX_SEATS; seat++) {
                struct event event = of_seat((enum event_kind)kind, seat, 1000);
                struct problem why = {.text = ""};
                int steps = table_steps(room->table);
                if (kind == EVENT_OPEN)
                    event.of.open = &plan;
                if (kind == EVENT_DO)
                    memcpy(event.of.choice.text, "nonsense", sizeof "nonsense");
                if (kind == EVENT_BOT && seat < 3) /* allowed */
                    continue;
                if ((kind == EVENT_CHAT || kind == EVENT_UNDO || kind == EVENT_NEXT) && seat < 3)
                    continue;
                before = *room;
                assert_false(room_take(room, &event, &why));
                assert_true(why.text[0]);
                assert_memory_equal(&before, room, sizeof before);
                assert_int_equal(table_steps(room->table), steps);
            }
    room_free(room);
}

static void what_a_room_does_not_allow_is_refused_when_it_comes_from_the_disk_too(void **unused)
{
    struct room *room = room_new("AAAAAAAAAAAAAAAAAAAAAA");
    struct open_plan plan = plan_of(game_by_id("scout"), 2, 1);
    struct event open = {.kind = EVENT_OPEN, .seat = -1, .of.open = &plan}, start = of_seat(EVENT_START, -1, 1);
    struct event sit = of_seat(EVENT_SIT, 0, 1), flip = of_seat(EVENT_DO, 0, 1);

    (void)unused;
    memcpy(sit.of.sit.name, "Ann", sizeof "Ann");
    memcpy(flip.of.choice.text, "flip", sizeof "flip");
    refused(room, &start, "does not exist");
    take(room, &open);
    refused(room, &open, "already open");
    refused(room, &start, "seats are still free");
    refused(room, &flip, "not begun");
    take(room, &sit);
    refused(room, &sit, "not free");
    sit.seat = 2;
    refused(room, &sit, "does not exist");
    sit.seat = 1;
    take(room, &sit);
    take(room, &start);
    refused(room, &start, "begun");
    refused(room, &sit, "begun");
    take(room, &flip);
    room_free(room);
}

/* A room asks once whether a choice is legal, but the answer is valid only at that moment. */
static void a_choice_is_asked_about_again_at_another_moment(void **unused)
{
    struct room *room = room_playing(game_by_id("scout"), 2, 1);
    struct event flip, keep;
    struct problem why;

    (void)unused;
    assert_true(room_may_do(room, 0, "flip", &flip, &why));
    assert_int_equal(flip.of.choice.legal_at, table_steps(room->table));
    assert_true(room_may_choose(room, 1, 0, &keep, &why));
    assert_string_equal(keep.of.choice.text, "keep");
    take(room, &flip);
    refused(room, &flip, "seat 0 is not to choose now");
    take(room, &keep); /* others have chosen since: it is read again */
    room_free(room);
}

/* Tables of 0.1 had salts of any text, and a start that dealt at once. */
static void a_table_of_0_1_goes_on(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 2, 1);
    struct room *room = room_opened(&plan, 1);
    struct event salt = of_seat(EVENT_SALT, 1, 3), start = of_seat(EVENT_START, -1, 4);

    (void)unused;
    seat_everybody(room, 2);
    memcpy(salt.of.salt, "any text", sizeof "any text");
    take(room, &salt);
    take(room, &start);
    assert_int_equal(room->status, ROOM_PLAYING);
    const char *fair = table_plan(room->table)->fair;
    assert_non_null(strstr(fair, "\"salts\":[\"\",\"any text\"]}"));
    assert_null(strstr(fair, "seals"));
    room_free(room);
}

/* ---- starts ---- */

static void what_does_not_fit_a_start_is_refused(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 2, 1);
    struct room *room = room_opened(&plan, 1);
    struct event seal = of_seat(EVENT_SEAL, 0, 3), ready = of_seat(EVENT_READY, 0, 3), show = of_seat(EVENT_SHOW, 0, 3);
    struct event abandon, stand = of_seat(EVENT_STAND, 0, 3);

    (void)unused;
    shuffle_abandon(&abandon);
    salt_of(0, show.of.salt);
    memset(seal.of.seal, 'a', HEX_SIZE - 1);
    refused(room, &seal, "have no seat");
    refused(room, &ready, "seats are still free");
    seat_everybody(room, 2);
    refused(room, &show, "when the game is starting");
    refused(room, &abandon, "cannot be abandoned");
    take(room, &ready);
    refused(room, &ready, "cannot start now");
    refused(room, &stand, "begun");
    refused(room, &show, "until all seals are there");
    seal_everybody(room, 4);
    assert_int_equal(shuffle_missing(room), 3);
    refused(room, &seal, "can no longer change");
    take(room, &show);
    refused(room, &show, "a different salt");
    assert_int_equal(shuffle_missing(room), 2);
    show.seat = 1;
    refused(room, &show, "not the salt");
    take(room, &abandon);
    assert_int_equal(room->status, ROOM_OPEN);
    assert_int_equal(room->seats[1].kind, SEAT_BOT);
    assert_int_equal(room_seat_of(room, room->seats[1].key), -1);
    assert_string_equal(room->deal.starts[0].missing[0], "person 1");
    start_room(room, 5);
    assert_non_null(strstr(table_plan(room->table)->fair, "\"missing\":[\"person 1\"]"));
    room_free(room);
}

static void the_longest_fair_fits_a_record(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 5, 1);
    struct room *room = room_opened(&plan, 1);

    (void)unused;
    seat_everybody(room, 2);
    for (int seat = 0; seat < 5; seat++) /* as long as names get, with the most escapes */
        memset(room->seats[seat].name, '"', NAME_SIZE - 1);
    for (int i = 0; i < ABANDONED_MAX; i++) {
        struct event ready = of_seat(EVENT_READY, 0, 3), abandon;
        shuffle_abandon(&abandon);
        seal_everybody(room, 3);
        take(room, &ready);
        take(room, &abandon); /* nobody has shown theirs, so everybody stays */
    }
    start_room(room, 4);
    size_t length = strlen(table_plan(room->table)->fair);
    assert_true(length < FAIR_SIZE - 1);
    assert_int_equal(table_plan(room->table)->fair[length - 1], '}');
    assert_true(length > FAIR_SIZE * 3 / 4);
    room_free(room);
}

static void events_that_are_no_events_are_not_read(void **unused)
{
    static const char *const texts[] = {"",
                                        "{}",
                                        "[]",
                                        "{\"event\":\"dance\"}",
                                        "{\"event\":\"start\",\"more\":1}",
                                        "{\"event\":\"do\",\"seat\":0}",
                                        "{\"event\":\"do\",\"seat\":9,\"do\":\"keep\"}",
                                        "{\"event\":\"sit\",\"seat\":0,\"name\":\"x\",\"key\":\"12\"}",
                                        "{\"event\":\"bot\",\"seat\":0,\"bot\":\"nobody\",\"why\":\"away\"}",
                                        "{\"event\":\"bot\",\"seat\":0,\"bot\":\"club\",\"why\":\"bored of it\"}",
                                        "{\"event\":\"next\",\"table\":\"much longer than an id can be\"}",
                                        "{\"event\":\"open\",\"game\":\"chess\",\"players\":2}"};
    static struct open_plan plan;

    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct event event;
        struct problem why = {.text = ""};
        assert_false(event_read(texts[i], strlen(texts[i]), 1, &plan, &event, &why));
        assert_true(why.text[0]);
    }
}

/* ---- clocks ---- */

static struct room *timed_room(int move, int bank)
{
    struct open_plan plan = plan_of(game_by_id("scout"), 2, 1);

    plan.clock.move = move;
    plan.clock.bank = bank;
    struct room *room = room_opened(&plan, 1);
    seat_everybody(room, 2);
    start_room(room, 1000);
    return room;
}

static void do_at(struct room *room, int seat, const char *action, int64_t at)
{
    struct event event;
    struct problem why = {.text = ""};

    if (!room_may_do(room, seat, action, &event, &why))
        fail_msg("%s", why.text);
    event.at = at;
    take(room, &event);
}

static void undo_at(struct room *room, int seat, int64_t at)
{
    struct event event;
    struct problem why = {.text = ""};

    if (!room_may_undo(room, seat, &event, &why))
        fail_msg("%s", why.text);
    event.at = at;
    take(room, &event);
}

static void a_move_is_paid_from_its_own_time_then_from_the_bank(void **unused)
{
    struct room *room = timed_room(500, 300);
    struct event event;

    (void)unused;
    assert_int_equal(room_time_left(room, 0, 1000), 800);
    assert_int_equal(room_time_left(room, 1, 1400), 400);
    assert_int_equal(room_next_flag(room), 1800);
    do_at(room, 0, "keep", 1400);
    assert_int_equal(room->seats[0].bank, 300);
    assert_int_equal(room_time_left(room, 0, 1500), -1);
    do_at(room, 1, "keep", 1700);
    assert_int_equal(room->seats[1].bank, 100);
    int64_t next = room_next_flag(room);
    assert_int_equal(next, 1700 + 500 + room->seats[__builtin_ctz(room_waiting(room))].bank);
    assert_false(room_flag(room, next - 1, &event));
    assert_true(room_flag(room, next, &event));
    assert_int_equal(event.kind, EVENT_BOT);
    assert_string_equal(event.of.bot.why, "time");
    event.at = next;
    take(room, &event);
    assert_int_equal(room->seats[event.seat].bank, 0);
    assert_int_equal(room_next_flag(room), 0);
    assert_false(room_flag(room, next + 1000000, &event));
    room_free(room);
}

static void whoever_comes_back_has_some_time(void **unused)
{
    struct room *room = timed_room(500, 300);
    struct event event;
    struct problem why;

    (void)unused;
    assert_true(room_flag(room, 1800, &event));
    event.at = 1800;
    take(room, &event);
    assert_true(room_waiting_for_bots(room) >> event.seat & 1);
    assert_true(room_may_come_back(room, event.seat, &event, &why));
    event.at = 5000;
    take(room, &event);
    assert_true(room_time_left(room, event.seat, 5000) >= 10000);
    room_free(room);
}

static void a_take_back_goes_on_where_the_choice_had_stopped_the_clock(void **unused)
{
    struct room *room = timed_room(500, 300);

    (void)unused;
    do_at(room, 0, "keep", 1400);
    undo_at(room, 0, 90000);
    assert_int_equal(room_time_left(room, 0, 90000), 400); /* 100 of the move, and the bank */
    do_at(room, 0, "flip", 90200);
    assert_int_equal(room->seats[0].bank, 200);
    undo_at(room, 0, 90300);
    assert_int_equal(room_time_left(room, 0, 90300), 200); /* the bank alone; what was paid from it stays paid */
    room_free(room);
}

/* ---- sealed choices ---- */

static void a_sealed_choice_is_told_to_nobody_and_can_be_taken_back(void **unused)
{
    struct room *room = room_playing(game_by_id("scout"), 3, 1);
    struct problem why;
    struct event event;

    (void)unused;
    int lines = log_lines(room);
    do_at(room, 1, "flip", 10);
    do_at(room, 2, "keep", 11);
    assert_int_equal(log_lines(room), lines);
    undo_at(room, 1, 12); /* though another has chosen since */
    assert_int_equal(room->seats[1].choices, 0);
    assert_int_equal(room_waiting(room), 3);
    assert_true(room_has_done(room, 2, 0, "keep"));
    assert_false(room_has_done(room, 1, 0, "flip"));
    do_at(room, 1, "keep", 13);
    do_at(room, 0, "keep", 14);
    assert_int_equal(log_lines(room), lines + 3);
    assert_false(room_may_undo(room, 1, &event, &why));
    assert_true(room_has_done(room, 1, 0, "keep"));
    assert_false(room_has_done(room, 1, 0, "flip"));
    assert_false(room_has_done(room, 1, 1, "keep"));
    room_free(room);
}

static void chat_keeps_the_name_of_who_said_it(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 2, 1);
    struct room *room = room_opened(&plan, 1);
    struct event chat, stand, sit;
    struct problem why;
    uint8_t key[KEY_BYTES] = {1};

    (void)unused;
    seat_everybody(room, 2);
    assert_true(room_may_chat(room, 1, "hello", &chat, &why));
    take(room, &chat);
    assert_true(room_may_leave(room, 1, &stand, &why));
    take(room, &stand);
    assert_true(room_may_sit(room, -1, "Eve", key, &sit, &why));
    assert_int_equal(sit.seat, 1);
    take(room, &sit);
    assert_string_equal(room->chat[0].name, "person 1");
    room_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_events_make_the_same_room),
        cmocka_unit_test(a_refused_event_changes_nothing),
        cmocka_unit_test(what_a_room_does_not_allow_is_refused_when_it_comes_from_the_disk_too),
        cmocka_unit_test(a_choice_is_asked_about_again_at_another_moment),
        cmocka_unit_test(a_table_of_0_1_goes_on),
        cmocka_unit_test(what_does_not_fit_a_start_is_refused),
        cmocka_unit_test(the_longest_fair_fits_a_record),
        cmocka_unit_test(events_that_are_no_events_are_not_read),
        cmocka_unit_test(a_move_is_paid_from_its_own_time_then_from_the_bank),
        cmocka_unit_test(whoever_comes_back_has_some_time),
        cmocka_unit_test(a_take_back_goes_on_where_the_choice_had_stopped_the_clock),
        cmocka_unit_test(a_sealed_choice_is_told_to_nobody_and_can_be_taken_back),
        cmocka_unit_test(chat_keeps_the_name_of_who_said_it),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
