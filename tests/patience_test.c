/* Nobody waits for somebody who is gone: each way in which a person can vanish, before the start, during it, in play
 * with and without a clock, and in a slow game, where being away means nothing and only the clock does. The hall runs
 * over a disk, bots and a network that are made up, and by a clock that the test moves, so that days pass at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/live_tables.h"
#include "server/shuffle.h"
#include "support/stage.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR, PEOPLE = 4, BODY_SIZE = 1 << 16 };

static struct store disk;
static struct think thinker;
static struct hall *hall;
static struct game_clock game_clock;
static struct transport_handler handler;

/* ---- the clock ---- */

static int64_t now; /* milliseconds, of either clock */

int clock_gettime(clockid_t which, struct timespec *out)
{
    int64_t time = which == CLOCK_REALTIME ? now + 1760000000000 : now;

    *out = (struct timespec){.tv_sec = time / 1000, .tv_nsec = time % 1000 * 1000000};
    return 0;
}

/* Lets time pass, in steps that a server would notice. */
static void pass(int64_t ms)
{
    int64_t step = ms / 20 > SECOND ? ms / 20 : SECOND;

    for (int64_t end = now + ms; now < end;) {
        now += end - now < step ? end - now : step;
        handler.tick(handler.context);
        handler.woken(handler.context);
    }
}

/* ---- people ---- */

struct peer {
    bool open;
    void *of_hall;
    char token[ID_LENGTH + 1];
    json_t *table;   /* the last message about it */
    char reason[32]; /* of the last refusal */
};

struct http_call {
    int status;
    char body[BODY_SIZE];
};

static struct peer people[PEOPLE];
static char table_id[ID_LENGTH + 1];

void peer_send(struct peer *peer, const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    const char *token = json_string_value(json_object_get(message, "token"));
    const char *reason = json_string_value(json_object_get(json_object_get(message, "error"), "reason"));

    if (token)
        memcpy(peer->token, token, ID_LENGTH + 1);
    if (reason)
        snprintf(peer->reason, sizeof peer->reason, "%s", reason);
    if (strcmp(type, "table") == 0) {
        json_decref(peer->table);
        peer->table = json_incref(message);
    }
    json_decref(message);
}

void peer_close(struct peer *peer, int code, const char *reason)
{
    (void)peer, (void)code, (void)reason;
}

void peer_set(struct peer *peer, void *of_hall)
{
    peer->of_hall = of_hall;
}

void *peer_get(const struct peer *peer)
{
    return peer->of_hall;
}

void http_answer(struct http_call *call, const struct http_answer *answer)
{
    call->status = answer->status;
    assert_true(answer->length < BODY_SIZE);
    memcpy(call->body, answer->body, answer->length);
    call->body[answer->length] = '\0';
}

struct transport_figures http_figures(const struct http_call *call)
{
    (void)call;
    return (struct transport_figures){0};
}

static json_t *ask(const char *method, const char *path, const char *body)
{
    static struct http_call call;
    const struct http_request request = {.method = method,
                                         .path = path,
                                         .query = "",
                                         .known = "",
                                         .body = body,
                                         .length = strlen(body),
                                         .address = "1.2.3.4"};

    call = (struct http_call){0};
    handler.request(handler.context, &call, &request);
    handler.woken(handler.context);
    json_t *answer = json_loads(call.body, 0, NULL);
    assert_true(call.status < 300 && answer);
    return answer;
}

static __attribute__((format(printf, 2, 3))) void say(struct peer *peer, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    peer->reason[0] = '\0';
    handler.message(handler.context, peer, text, strlen(text));
    handler.woken(handler.context);
}

static void hello(struct peer *peer, const char *token)
{
    if (!peer->open)
        handler.opened(handler.context, peer, "1.2.3.4");
    peer->open = true;
    if (token[0])
        say(peer, "{\"type\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", table_id, token);
    else
        say(peer, "{\"type\":\"hello\",\"table\":\"%s\"}", table_id);
}

static void come(struct peer *peer)
{
    hello(peer, peer->token);
}

static void go(struct peer *peer)
{
    if (peer->open)
        handler.closed(handler.context, peer);
    peer->open = false;
    json_decref(peer->table);
    peer->table = NULL;
}

static const json_t *seat_of(const struct peer *peer, int seat)
{
    return json_array_get(json_object_get(peer->table, "seats"), (size_t)seat);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void is_kind(const struct peer *peer, int seat, const char *kind)
{
    assert_string_equal(text_of(seat_of(peer, seat), "kind"), kind);
}

static void status_is(const struct peer *peer, const char *status)
{
    assert_string_equal(text_of(peer->table, "status"), status);
}

/* ---- the room as it is ---- */

static const struct room *room_now(void)
{
    enum error_code code;
    struct problem why;
    const struct live_table *it = live_find(hall, table_id, &code, &why);

    assert_non_null(it);
    return it->room;
}

static void salt_of_seat(int seat, char out[HEX_SIZE])
{
    memset(out, '0' + seat, HEX_SIZE - 1);
    out[HEX_SIZE - 1] = '\0';
}

static void seal(struct peer *peer, int seat)
{
    char salt[HEX_SIZE], digest[HEX_SIZE];

    salt_of_seat(seat, salt);
    deal_seal(text_of(json_object_get(peer->table, "fair"), "commitment"), table_id, seat, salt, digest);
    say(peer, "{\"type\":\"seal\",\"seal\":\"%s\"}", digest);
}

static void show(struct peer *peer, int seat)
{
    char salt[HEX_SIZE];

    salt_of_seat(seat, salt);
    say(peer, "{\"type\":\"salt\",\"salt\":\"%s\"}", salt);
}

/* Makes some choice for the seat of a person, who is there. */
static void choose(struct peer *peer, int seat)
{
    const json_t *legal = json_object_get(peer->table, "legal");

    assert_true(json_array_size(legal) > 0 && (room_waiting(room_now()) >> seat & 1));
    say(peer, "{\"type\":\"do\",\"do\":\"%s\",\"move\":%d}", json_string_value(json_array_get(legal, 0)),
        (int)json_integer_value(json_object_get(peer->table, "move")));
    assert_string_equal(peer->reason, "");
}

/* ---- the server ---- */

static void open_hall(void)
{
    const struct hall_limits limits = {.tables_max = 8,
                                       .hello_s = 3600,
                                       .opened_per_hour = 100000,
                                       .requests_per_second = 100000,
                                       .analyses_per_hour = 100000,
                                       .messages_per_second = 100000,
                                       .chats_per_minute = 100000,
                                       .idle_s = 100,
                                       .watchers_max = 1000,
                                       .expire_days = 7,
                                       .reveal_s = 20};

    hall = hall_open(&disk, &thinker, NULL, &game_clock, &limits);
    hall_handler(hall, &handler);
}

static void restart(void)
{
    for (int i = 0; i < PEOPLE; i++)
        go(&people[i]);
    hall_keep_snapshots(hall);
    stage_keep_all(&disk);
    hall_close(hall);
    thinker.count = 0;
    open_hall();
}

static int set_up(void **unused)
{
    (void)unused;
    stage_clear(&disk, &thinker);
    stage_seed(1);
    now = 1000;
    game_clock = (struct game_clock){0};
    memset(people, 0, sizeof people);
    open_hall();
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    for (int i = 0; i < PEOPLE; i++)
        go(&people[i]);
    hall_close(hall);
    return 0;
}

/* Opens a table of a game for three, and has a number of people sit down there; the other seats have these bots. */
static void open_table(const char *levels, const char *clock, int count)
{
    char wish[256];

    snprintf(wish, sizeof wish, "{\"game\":\"bridesmaid\",\"players\":3,\"bots\":%s,\"clock\":%s}", levels, clock);
    json_t *opened = ask("POST", "/api/tables", wish);
    memcpy(table_id, text_of(opened, "table"), ID_LENGTH + 1);
    json_decref(opened);
    for (int i = 0; i < count; i++) {
        people[i].token[0] = '\0';
        come(&people[i]);
        say(&people[i], "{\"type\":\"sit\",\"seat\":%d,\"name\":\"P%d\"}", i, i);
        assert_true(people[i].token[0]);
        seal(&people[i], i);
    }
}

static void start(int count)
{
    say(&people[0], "{\"type\":\"start\"}");
    for (int i = 0; i < count; i++)
        show(&people[i], i);
    status_is(&people[0], "playing");
}

static const char three[] = "[\"\",\"\",\"\"]", usual[] = "{\"patience\":60000}", slow[] = "{\"move\":86400000}";

/* ---- before the start ---- */

static void a_seat_in_the_waiting_room_is_free_once_its_person_stays_away(void **unused)
{
    struct peer *ann = &people[0], *ben = &people[1];

    (void)unused;
    open_table(three, usual, 2);
    go(ann);
    pass(59 * SECOND);
    is_kind(ben, 0, "person");
    pass(2 * SECOND);
    is_kind(ben, 0, "free");
    is_kind(ben, 1, "person");
    assert_int_equal(json_integer_value(json_object_get(ben->table, "host")), 1);
    come(ann);
    assert_string_equal(ann->reason, "wrong_token");
    hello(ann, "");
    say(ann, "{\"type\":\"sit\",\"name\":\"Ann\"}");
    is_kind(ben, 0, "person");
}

static void to_go_and_tell_friends_costs_nobody_their_seat(void **unused)
{
    struct peer *ann = &people[0], *ben = &people[1];

    (void)unused;
    open_table(three, usual, 1);
    go(ann);
    pass(HOUR);
    hello(ben, "");
    is_kind(ben, 0, "person");
    pass(50 * SECOND);
    come(ann);
    pass(HOUR);
    is_kind(ben, 0, "person");
    go(ben);
    go(ann);
    restart();
    pass(DAY);
    hello(ben, "");
    is_kind(ben, 0, "person"); /* now somebody waits */
    pass(61 * SECOND);
    is_kind(ben, 0, "free");
}

static void who_comes_back_in_time_keeps_the_seat(void **unused)
{
    struct peer *ann = &people[0], *ben = &people[1];

    (void)unused;
    open_table(three, usual, 2);
    for (int i = 0; i < 5; i++) {
        go(ann);
        pass(50 * SECOND);
        come(ann);
        is_kind(ben, 0, "person");
        assert_string_equal(ann->reason, "");
        pass(20 * SECOND);
    }
}

static void the_waiting_room_of_a_slow_game_waits(void **unused)
{
    (void)unused;
    open_table(three, slow, 2);
    go(&people[0]);
    pass(3 * DAY);
    is_kind(&people[1], 0, "person");
    come(&people[0]);
    assert_string_equal(people[0].reason, "");
}

/* ---- during the start ---- */

static void a_start_is_given_up_and_a_bot_takes_the_seat(void **unused)
{
    (void)unused;
    open_table(three, usual, 3);
    say(&people[0], "{\"type\":\"start\"}");
    show(&people[0], 0);
    show(&people[2], 2);
    go(&people[1]);
    pass(19 * SECOND);
    status_is(&people[0], "starting");
    pass(2 * SECOND);
    status_is(&people[0], "open");
    is_kind(&people[0], 1, "bot");
}

static void the_start_of_a_slow_game_waits_as_long_as_a_move_may_take(void **unused)
{
    struct peer *ann = &people[0], *ben = &people[1], *cleo = &people[2];

    (void)unused;
    open_table(three, slow, 3);
    go(ben);
    go(cleo);
    say(ann, "{\"type\":\"start\"}");
    show(ann, 0);
    go(ann);
    pass(6 * HOUR);
    come(ben);
    show(ben, 1);
    go(ben);
    restart();
    pass(6 * HOUR);
    come(cleo);
    status_is(cleo, "starting");
    int64_t left = json_integer_value(json_object_get(seat_of(cleo, 2), "time"));
    assert_in_range(left, 11 * HOUR, 12 * HOUR);
    show(cleo, 2);
    status_is(cleo, "playing");
}

static void a_slow_start_ends_too_with_nobody_there(void **unused)
{
    struct peer *ann = &people[0];

    (void)unused;
    open_table(three, slow, 3);
    say(ann, "{\"type\":\"start\"}");
    show(ann, 0);
    for (int i = 0; i < 3; i++)
        go(&people[i]);
    pass(DAY - HOUR);
    assert_int_equal(room_now()->status, ROOM_STARTING);
    pass(2 * HOUR);
    come(ann);
    status_is(ann, "open");
    is_kind(ann, 1, "bot");
    is_kind(ann, 2, "bot");
}

/* ---- in play ---- */

static void a_bot_plays_for_who_is_away_from_a_game_without_a_clock(void **unused)
{
    (void)unused;
    open_table(three, usual, 3);
    start(3);
    unsigned waiting = room_waiting(room_now());
    int seat = __builtin_ctz(waiting), other = (seat + 1) % 3;
    go(&people[seat]);
    pass(59 * SECOND);
    assert_string_equal(text_of(seat_of(&people[other], seat), "why"), "");
    pass(3 * SECOND);
    assert_string_equal(text_of(seat_of(&people[other], seat), "why"), "away");
    assert_true(room_now()->seats[seat].choices > 0);
    come(&people[seat]);
    assert_string_equal(text_of(seat_of(&people[other], seat), "why"), "");
}

static void a_bot_plays_for_who_runs_out_of_time_whether_there_or_not(void **unused)
{
    (void)unused;
    open_table(three, "{\"move\":30000,\"bank\":30000}", 3);
    start(3);
    int seat = __builtin_ctz(room_waiting(room_now())), other = (seat + 1) % 3;
    pass(59 * SECOND);
    assert_string_equal(text_of(seat_of(&people[other], seat), "why"), "");
    pass(3 * SECOND);
    assert_string_equal(text_of(seat_of(&people[other], seat), "why"), "time");
}

/* ---- slow games ---- */

static void a_slow_game_goes_on_over_days_with_one_person_there_at_a_time(void **unused)
{
    (void)unused;
    open_table("[\"\",\"\",\"novice\"]", slow, 2);
    start(2);
    go(&people[0]);
    go(&people[1]);
    for (int visit = 0; visit < 12 && room_now()->status == ROOM_PLAYING; visit++) {
        pass(20 * HOUR);
        unsigned waiting = room_waiting(room_now());
        assert_true(waiting && !(waiting >> 2 & 1)); /* the bot has chosen, though nobody was there */
        int seat = __builtin_ctz(waiting);
        assert_null(room_now()->seats[seat].bot); /* being away is no reason for a bot */
        come(&people[seat]);
        choose(&people[seat], seat);
        go(&people[seat]);
        if (visit == 5)
            restart();
    }
}

static void a_slow_game_ends_a_turn_when_its_time_is_over(void **unused)
{
    (void)unused;
    open_table("[\"\",\"\",\"novice\"]", slow, 2);
    start(2);
    go(&people[0]);
    go(&people[1]);
    pass(HOUR);
    int seat = __builtin_ctz(room_waiting(room_now()) & 3), other = 1 - seat, made = room_now()->seats[seat].choices;
    if (room_waiting(room_now()) >> other & 1) { /* all choose at once */
        come(&people[other]);
        choose(&people[other], other);
        go(&people[other]);
    }
    pass(21 * HOUR);
    assert_null(room_now()->seats[seat].bot);
    restart();
    pass(4 * HOUR);
    assert_string_equal(room_now()->seats[seat].why, "time");
    assert_true(room_now()->seats[seat].choices > made); /* and the game has gone on for the other */
    assert_null(room_now()->seats[other].bot);
    come(&people[seat]);
    assert_null(room_now()->seats[seat].bot);
}

/* Bots whom nobody plays with wait until somebody comes: a server does not play with itself. */
static void a_slow_game_that_everybody_has_left_rests(void **unused)
{
    (void)unused;
    open_table("[\"\",\"novice\",\"novice\"]", slow, 1);
    start(1);
    say(&people[0], "{\"type\":\"leave\"}");
    go(&people[0]);
    int events = room_now()->events;
    pass(2 * DAY);
    assert_in_range(room_now()->events, events, events + 1); /* a choice may have been on its way */
    come(&people[0]);
    pass(HOUR);
    unsigned waiting = room_waiting(room_now());
    assert_true(room_now()->status == ROOM_OVER || waiting == 1);
}

/* Its clock may run for longer than an open table lives without a change. */
static void a_slow_table_is_there_as_long_as_its_clock_runs(void **unused)
{
    char key[256];

    (void)unused;
    open_table("[\"\",\"\",\"novice\"]", "{\"move\":1209600000,\"bank\":1209600000}", 2);
    start(2);
    go(&people[0]);
    go(&people[1]);
    pass(HOUR);
    int seat = __builtin_ctz(room_waiting(room_now()) & 3);
    pass(27 * (int64_t)DAY);
    snprintf(key, sizeof key, "{\"seats\":[{\"table\":\"%s\",\"token\":\"%s\"}]}", table_id, people[seat].token);
    json_t *answer = ask("POST", "/api/seats", key);
    const json_t *mine = json_array_get(json_object_get(answer, "seats"), 0);
    assert_true(json_is_true(json_object_get(mine, "waiting")));
    int64_t left = json_integer_value(json_object_get(mine, "until")) - (now + 1760000000000);
    assert_in_range(left, 22 * HOUR, DAY);
    json_decref(answer);
    pass(DAY);
    assert_string_equal(room_now()->seats[seat].why, "time");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_seat_in_the_waiting_room_is_free_once_its_person_stays_away),
        CASE(to_go_and_tell_friends_costs_nobody_their_seat),
        CASE(who_comes_back_in_time_keeps_the_seat),
        CASE(the_waiting_room_of_a_slow_game_waits),
        CASE(a_start_is_given_up_and_a_bot_takes_the_seat),
        CASE(the_start_of_a_slow_game_waits_as_long_as_a_move_may_take),
        CASE(a_slow_start_ends_too_with_nobody_there),
        CASE(a_bot_plays_for_who_is_away_from_a_game_without_a_clock),
        CASE(a_bot_plays_for_who_runs_out_of_time_whether_there_or_not),
        CASE(a_slow_game_goes_on_over_days_with_one_person_there_at_a_time),
        CASE(a_slow_game_ends_a_turn_when_its_time_is_over),
        CASE(a_slow_game_that_everybody_has_left_rests),
        CASE(a_slow_table_is_there_as_long_as_its_clock_runs),
    };
#undef CASE

    return cmocka_run_group_tests(tests, NULL, NULL);
}
