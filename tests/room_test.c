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

#include "server/arrange.h"
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

/* They knew neither looks nor whether watchers may write. */
static void events_of_older_versions_make_a_room(void **unused)
{
#define KEY "1111111111111111111111111111111111111111111111111111111111111111"
    static const char *const lines[] = {
        "{\"event\":\"open\",\"game\":\"scout\",\"players\":3,\"options\":{},\"secret\":\"" KEY
        "\",\"bots\":[\"\",\"\",\"club\"],\"public\":true,\"hints\":true,\"clock\":{\"move\":604800000,"
        "\"bank\":120000,\"patience\":60000},\"from\":\"\"}",
        "{\"event\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"" KEY "\"}",
        "{\"event\":\"sit\",\"seat\":0,\"name\":\"Ann\",\"key\":\"" KEY "\"}",
        "{\"event\":\"chat\",\"seat\":1,\"text\":\"hello\"}",
    };
#undef KEY
    static struct open_plan plan;
    struct room *room = room_new("AAAAAAAAAAAAAAAAAAAAAA");

    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct event event;
        struct problem why = {.text = ""};
        if (!event_read(lines[i], strlen(lines[i]), 1, &plan, &event, &why) || !room_take(room, &event, &why))
            fail_msg("%s: %s", lines[i], why.text);
    }
    assert_true(room->plan.watchers_talk);
    assert_int_equal(room_host(room), 1);
    assert_int_equal(room->seats[1].look, 0);
    assert_int_equal(room->seats[0].look, 1);
    assert_string_equal(room->chat[0].name, "Ben");
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
    assert_true(room_may_chat(room, 1, "", "hello", &chat, &why));
    take(room, &chat);
    assert_true(room_may_leave(room, 1, &stand, &why));
    take(room, &stand);
    assert_true(room_may_sit(room, -1, "Eve", -1, key, &sit, &why));
    assert_int_equal(sit.seat, 1);
    take(room, &sit);
    assert_string_equal(room->chat[0].name, "person 1");
    room_free(room);
}

/* ---- the waiting room ---- */

static void sit_at(struct room *room, int seat, const char *name, int look)
{
    struct event sit;
    struct problem why = {.text = ""};
    uint8_t key[KEY_BYTES] = {(uint8_t)(seat + 1)};

    if (!room_may_sit(room, seat, name, look, key, &sit, &why))
        fail_msg("%s", why.text);
    take(room, &sit);
}

static void leave_seat(struct room *room, int seat)
{
    struct event leave;
    struct problem why;

    assert_true(room_may_leave(room, seat, &leave, &why));
    take(room, &leave);
}

static void the_host_has_been_seated_longest(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 3, 1);
    struct room *room = room_opened(&plan, 1);

    (void)unused;
    assert_int_equal(room_host(room), -1);
    sit_at(room, 2, "Cleo", -1);
    sit_at(room, 0, "Ann", -1);
    sit_at(room, 1, "Ben", -1);
    assert_int_equal(room_host(room), 2);
    leave_seat(room, 2);
    assert_int_equal(room_host(room), 0);
    sit_at(room, 2, "Cleo", -1);
    assert_int_equal(room_host(room), 0); /* who comes back is the last */
    start_room(room, 3);
    leave_seat(room, 0);
    assert_int_equal(room_host(room), 1);
    room_free(room);
}

static void everybody_looks_different(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 4, 1);
    struct room *room = room_opened(&plan, 1);
    struct event event;
    struct problem why;

    (void)unused;
    sit_at(room, 0, "Ann", 7);
    sit_at(room, 1, "Ben", 7);
    sit_at(room, 2, "Cleo", -1);
    assert_int_equal(room->seats[0].look, 7);
    assert_int_equal(room->seats[1].look, 0);
    assert_int_equal(room->seats[2].look, 1);
    assert_false(arrange_may_look(room, 1, 7, "", &event, &why));
    assert_string_equal(why.no, "look_taken");
    assert_false(arrange_may_look(room, 1, 5, "bot:club", &event, &why));
    assert_false(arrange_may_look(room, 3, 5, "", &event, &why)); /* nobody sits there */
    assert_true(arrange_may_look(room, 1, -1, "Benno", &event, &why));
    take(room, &event);
    assert_true(arrange_may_look(room, 1, 0, "", &event, &why)); /* its own */
    assert_true(arrange_may_look(room, 1, 11, "", &event, &why));
    take(room, &event);
    assert_string_equal(room->seats[1].name, "Benno");
    assert_int_equal(room->seats[1].look, 11);
    room_free(room);
}

static void refuses_plan(struct room *room, int host, struct open_plan *plan, const char *no)
{
    struct event event;
    struct problem why = {.no = "", .text = ""};

    assert_false(arrange_may_plan(room, host, plan, &event, &why));
    assert_string_equal(why.no ? why.no : why.text, no);
}

static void the_host_changes_the_table_before_the_start_alone(void **unused)
{
    struct open_plan plan = plan_of(game_by_id("scout"), 3, 1), wish;
    struct room *room = room_opened(&plan, 1);
    struct event event;
    struct problem why;

    (void)unused;
    sit_at(room, 2, "Cleo", -1);
    sit_at(room, 0, "Ann", -1);
    wish = room->plan;
    wish.table.players = 5;
    wish.hints = false;
    wish.clock.move = 1000;
    refuses_plan(room, 0, &wish, "host_only");
    refuses_plan(room, ONLOOKER, &wish, "host_only");
    assert_true(arrange_may_plan(room, 2, &wish, &event, &why));
    take(room, &event);
    assert_int_equal(room->plan.table.players, 5);
    assert_int_equal(room->plan.clock.move, 1000);
    assert_false(room->plan.hints);
    assert_true(arrange_may_seat(room, 2, 4, bot_by_name("club"), &event, &why));
    take(room, &event);
    assert_string_equal(room->seats[4].name, "bot:club");
    wish = room->plan;
    wish.table.players = 2;
    refuses_plan(room, 2, &wish, "last_seat_taken");
    wish.table.players = 3; /* the bot on the last seat goes */
    assert_true(arrange_may_plan(room, 2, &wish, &event, &why));
    take(room, &event);
    assert_int_equal(room->plan.table.players, 3);
    assert_false(arrange_may_seat(room, 2, 3, NULL, &event, &why));
    assert_string_equal(why.no, "no_such_seat");
    wish.table.players = 4;
    assert_true(arrange_may_plan(room, 2, &wish, &event, &why));
    take(room, &event);
    assert_int_equal(room->seats[3].kind, SEAT_FREE);
    wish.table.game = game_by_id("belle");
    refuses_plan(room, 2, &wish, "a table keeps its game");
    room_free(room);
}

static void the_host_says_who_sits_where(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 3, 1);
    struct room *room = room_opened(&plan, 1);
    const struct bot *club = bot_by_name("club");
    struct event event;
    struct problem why;

    (void)unused;
    sit_at(room, 0, "Ann", -1);
    sit_at(room, 1, "Ben", -1);
    seal_everybody(room, 3);
    assert_false(arrange_may_seat(room, 1, 2, club, &event, &why));
    assert_string_equal(why.no, "host_only");
    assert_false(arrange_may_seat(room, 0, 0, NULL, &event, &why));
    assert_string_equal(why.no, "host_stays");
    assert_false(arrange_may_seat(room, 0, 1, club, &event, &why));
    assert_string_equal(why.no, "seat_taken");
    uint8_t key[KEY_BYTES] = {2};
    assert_int_equal(room_seat_of(room, key), 1);
    assert_true(arrange_may_seat(room, 0, 1, NULL, &event, &why));
    take(room, &event);
    assert_int_equal(room_seat_of(room, key), -1);
    assert_int_equal(room->seats[1].kind, SEAT_FREE);
    assert_string_equal(room->deal.seals[1], "");
    assert_true(room->deal.seals[0][0]); /* that of the others stays */
    for (int seat = 1; seat < 3; seat++) {
        assert_true(arrange_may_seat(room, 0, seat, club, &event, &why));
        take(room, &event);
        assert_true(arrange_is_placed(room, seat, club));
        assert_true(room->plan.bots[seat] == club);
    }
    start_room(room, 4);
    assert_false(arrange_may_seat(room, 0, 1, NULL, &event, &why));
    assert_string_equal(why.no, "game_begun");
    struct open_plan wish = room->plan;
    refuses_plan(room, 0, &wish, "game_begun");
    assert_false(arrange_may_look(room, 0, 3, "", &event, &why));
    room_free(room);
}

static void watchers_write_where_the_table_lets_them(void **unused)
{
    struct open_plan plan = plan_of(game_by_id("scout"), 2, 1);
    struct problem why;
    struct event event;

    (void)unused;
    struct room *room = room_opened(&plan, 1);
    assert_false(room_may_chat(room, ONLOOKER, "Eve", "hello", &event, &why));
    assert_string_equal(why.no, "watchers_silent");
    room_free(room);
    plan.watchers_talk = true;
    room = room_opened(&plan, 1);
    assert_false(room_may_chat(room, ONLOOKER, "", "hello", &event, &why));
    assert_string_equal(why.no, "chat_name");
    assert_false(room_may_chat(room, ONLOOKER, "a bot", "hello", &event, &why));
    assert_true(room_may_chat(room, ONLOOKER, "Eve", "hello", &event, &why));
    take(room, &event);
    assert_int_equal(room->chat[0].seat, ONLOOKER);
    assert_string_equal(room->chat[0].name, "Eve");
    assert_false(room_may_chat(room, 0, "Eve", "hello", &event, &why)); /* nobody sits there */
    room_free(room);
}

static void a_start_keeps_the_table_as_it_is(void **unused)
{
    const struct open_plan plan = plan_of(game_by_id("scout"), 3, 1);
    struct room *room = room_opened(&plan, 1);
    struct event ready = of_seat(EVENT_READY, 0, 3), abandon, event;
    struct problem why;

    (void)unused;
    seat_everybody(room, 2);
    struct open_plan wish = room->plan;
    take(room, &ready);
    refuses_plan(room, 0, &wish, "about_to_begin");
    assert_false(arrange_may_seat(room, 0, 1, NULL, &event, &why));
    assert_string_equal(why.no, "about_to_begin");
    shuffle_abandon(&abandon);
    take(room, &abandon);
    wish.hints = false;
    assert_true(arrange_may_plan(room, 0, &wish, &event, &why));
    wish.table.players = 4; /* players' programs have seen three seals */
    refuses_plan(room, 0, &wish, "players_fixed");
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
        cmocka_unit_test(events_of_older_versions_make_a_room),
        cmocka_unit_test(what_does_not_fit_a_start_is_refused),
        cmocka_unit_test(the_longest_fair_fits_a_record),
        cmocka_unit_test(events_that_are_no_events_are_not_read),
        cmocka_unit_test(a_move_is_paid_from_its_own_time_then_from_the_bank),
        cmocka_unit_test(whoever_comes_back_has_some_time),
        cmocka_unit_test(a_take_back_goes_on_where_the_choice_had_stopped_the_clock),
        cmocka_unit_test(a_sealed_choice_is_told_to_nobody_and_can_be_taken_back),
        cmocka_unit_test(chat_keeps_the_name_of_who_said_it),
        cmocka_unit_test(the_host_has_been_seated_longest),
        cmocka_unit_test(everybody_looks_different),
        cmocka_unit_test(the_host_changes_the_table_before_the_start_alone),
        cmocka_unit_test(the_host_says_who_sits_where),
        cmocka_unit_test(a_start_keeps_the_table_as_it_is),
        cmocka_unit_test(watchers_write_where_the_table_lets_them),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
