/* A seat is what the store says. The hall is played at random by several clients, some with the
 * same seat, over a disk that is slow or fails, with connections that break, restarts and a clock
 * that jumps, and compared after every step with a simple model: two rooms made of what the disk
 * has. `ahead` is made of all that was appended: it says what anybody may do. `kept` is made of
 * what is on disk: it says what anybody may be told. Who sits where goes by names in the model,
 * each of which is used once, and by keys in the hall.
 *
 * A run that fails prints its seed: `hall_test SEED` repeats it alone. */
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

#include "server/arrange.h"
#include "server/live_tables.h"
#include "server/shuffle.h"
#include "support/scale.h"
#include "support/stage.h"

enum { CLIENTS = 5, CLAIMS_MAX = 64, WAITING_MAX = 256, NAMES_MAX = 512, TEXT_SIZE = 2048 };

static struct store disk;
static struct think thinker;
static struct hall *hall;
static struct game_clock game_clock;
static struct transport_handler handler;
static struct rng dice;
static uint64_t seed_now;
static int step_now;
static long only = -1; /* the one seed to run */

static struct tally {
    long runs, steps, tables, oks, refusals, losses, restarts, hints, over, put_off, arranged, reactions;
} tally;

#define HOLDS(law) ((law) ? (void)0 : broken(__LINE__, #law))

static void broken(int line, const char *law)
{
    fprintf(stderr, "hall_test.c:%d: %s does not hold: step %d of `hall_test %llu`\n", line, law, step_now,
            (unsigned long long)seed_now);
    abort();
}

static int below(int bound)
{
    return (int)rng_below(&dice, (uint32_t)bound);
}

/* ---- the clock ---- */

static int64_t clock_ms, steady; /* the latter never jumps */

static void pass(int ms)
{
    clock_ms += ms;
    steady += ms;
}

int clock_gettime(clockid_t which, struct timespec *out)
{
    int64_t now = which == CLOCK_REALTIME ? clock_ms : steady;

    *out = (struct timespec){.tv_sec = now / 1000, .tv_nsec = now % 1000 * 1000000};
    return 0;
}

/* ---- the model ---- */

static char table_id[ID_LENGTH + 1];
static struct room *ahead, *kept;
static int ahead_at, kept_at; /* events of the disk that have been looked at */

static void replay(struct room *room, int *at, int until)
{
    static struct open_plan plan;

    for (; *at < until; (*at)++) {
        const struct kept *it = &disk.events[*at];
        struct event event;
        struct problem why = {.text = ""};
        if (strcmp(it->row.id, table_id) == 0)
            HOLDS(event_read(it->text, it->length, it->at, &plan, &event, &why) && room_take(room, &event, &why));
    }
}

static void look_at_disk(void)
{
    replay(kept, &kept_at, disk.kept);
    replay(ahead, &ahead_at, disk.count);
}

/* Forgets the events that were on their way. */
static void forget_ahead(void)
{
    room_free(ahead);
    ahead = room_new(table_id);
    HOLDS(ahead);
    ahead_at = 0;
    look_at_disk();
}

/* ---- the clients ---- */

struct asked {
    int64_t re;
    int event; /* the number on disk of what it has made happen; -1: of nothing */
    int seen;  /* events of the table when it was asked */
    int seat;  /* of who asked */
    bool lost;
    char name[NAME_SIZE]; /* of a sit */
};

struct peer {
    bool open, closing, greeted;
    bool told_bye; /* and to come back */
    void *of_hall;
    int claims[CLAIMS_MAX], claim_count; /* the names that are its own, the latest last */
    int sat;                             /* the last sit is saved once the disk has this many events */
    struct asked waiting[WAITING_MAX];
    int waitings;
    json_t *table; /* the last message about it */
};

struct http_call {
    bool answered;
    bool is_record;
};

static struct peer peers[CLIENTS];
static char tokens[NAMES_MAX][ID_LENGTH + 1]; /* of the seat that was taken with this name; empty: not told */
static int names, chats, requests;

static void write_name(int number, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "p%d", number);
}

static int seat_named(const struct room *room, int number)
{
    char name[NAME_SIZE];

    write_name(number, name);
    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (room->seats[seat].kind == SEAT_PERSON && strcmp(room->seats[seat].name, name) == 0)
            return seat;
    return ONLOOKER;
}

/* The seat that a client has in a room. */
static int role(const struct peer *peer, const struct room *room)
{
    int seat = ONLOOKER;

    for (int i = 0; i < peer->claim_count; i++)
        seat = seat_named(room, peer->claims[i]) != ONLOOKER ? seat_named(room, peer->claims[i]) : seat;
    return seat;
}

static int64_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- what is told ---- */

static void check_view(const json_t *message, const struct room *room, int viewer)
{
    static char text[MESSAGE_SIZE];
    struct writer w = write_into(text, sizeof text);
    struct state_buffer view;

    table_view(room->table, viewer, table_steps(room->table), &view);
    table_game(room->table)->describe(state_in(&view), &w);
    json_t *expected = json_loadb(text, w.length, 0, NULL);
    HOLDS(expected && json_equal(expected, json_object_get(message, "view")));
    json_decref(expected);
}

static void check_seats(const json_t *seats, const struct room *room)
{
    static const char *const kinds[] = {"free", "person", "bot"};

    HOLDS(json_array_size(seats) == (size_t)room->plan.table.players);
    for (int seat = 0; seat < room->plan.table.players; seat++) {
        const json_t *it = json_array_get(seats, (size_t)seat);
        HOLDS(strcmp(text_in(it, "name"), room->seats[seat].name) == 0);
        HOLDS(strcmp(text_in(it, "kind"), kinds[room->seats[seat].kind]) == 0);
        HOLDS((json_object_get(it, "bot") != NULL) == (room->seats[seat].bot != NULL));
        HOLDS((json_object_get(it, "look") != NULL) == (room->seats[seat].kind == SEAT_PERSON));
        HOLDS(number_of(it, "look") == room->seats[seat].look);
    }
}

/* A table message is of what is on disk, and of the seat that its reader has there. */
static void check_table(struct peer *peer, json_t *message)
{
    const json_t *you = json_object_get(message, "you");
    int viewer = role(peer, kept);

    HOLDS(strcmp(text_in(message, "table"), table_id) == 0);
    HOLDS(number_of(message, "event") == kept->events);
    HOLDS((you ? (int)json_integer_value(you) : ONLOOKER) == viewer);
    check_seats(json_object_get(message, "seats"), kept);
    HOLDS((json_object_get(message, "host") ? (int)number_of(message, "host") : -1) == room_host(kept));
    HOLDS(number_of(message, "players") == kept->plan.table.players);
    HOLDS(json_is_true(json_object_get(message, "watchers_talk")) == kept->plan.watchers_talk);
    HOLDS((json_object_get(message, "view") != NULL) == (kept->table != NULL));
    if (kept->table)
        check_view(message, kept, viewer);
    HOLDS(!json_object_get(message, "legal") || viewer != ONLOOKER);
    json_decref(peer->table);
    peer->table = json_incref(message);
    tally.tables++;
}

static bool is_legal(const struct room *room, int seat, const char *action)
{
    uint16_t id;
    struct problem why;

    return seat != ONLOOKER && room->status == ROOM_PLAYING &&
           table_parse(room->table, seat, action, strlen(action), &id, &why) &&
           table_is_legal(room->table, seat, id, &why);
}

static struct asked *asked_of(struct peer *peer, int64_t re)
{
    for (int i = 0; i < peer->waitings; i++)
        if (peer->waiting[i].re == re)
            return &peer->waiting[i];
    return NULL;
}

/* A hint is about the choice that its reader owes by what is on disk, or owed before. */
static void check_hint(struct peer *peer, const json_t *message)
{
    const json_t *line = json_array_get(json_object_get(message, "lines"), 0);
    const struct asked *asked = asked_of(peer, number_of(message, "re"));

    tally.hints++;
    HOLDS(asked && kept->events >= asked->seen);
    HOLDS(kept->events > asked->seen || is_legal(kept, asked->seat, text_in(line, "do")));
}

static void check_answer(struct peer *peer, const json_t *message, bool ok)
{
    HOLDS(!json_object_get(message, "behind")); /* nothing that was told is ever lost here */
    struct asked *asked = asked_of(peer, number_of(message, "re"));
    const char *code = text_in(json_object_get(message, "error"), "code");
    const char *token = text_in(message, "token");

    HOLDS(asked);                                                         /* and not yet answered */
    HOLDS(strcmp(code, "not_saved") == 0 || kept->events >= asked->seen); /* a refusal tells of the table too */
    if (ok) {
        HOLDS(!asked->lost && asked->event < disk.kept);
    } else if (asked->event >= 0) {
        HOLDS(asked->lost && strcmp(code, "not_saved") == 0);
    }
    if (token[0]) {
        HOLDS(ok && asked->name[0]);
        memcpy(tokens[strtol(asked->name + 1, NULL, 10)], token, ID_LENGTH + 1);
    }
    tally.oks += ok;
    tally.refusals += !ok;
    *asked = peer->waiting[--peer->waitings];
}

/* The host has freed its seat: nobody asked for that answer. */
static bool is_put_off(const struct peer *peer, const json_t *message)
{
    bool is = strcmp(text_in(json_object_get(message, "error"), "reason"), "put_off") == 0;

    HOLDS(!is || (!json_object_get(message, "re") && role(peer, kept) == ONLOOKER));
    tally.put_off += is;
    return is;
}

static void check_chat(const json_t *message)
{
    bool found = false;

    for (int i = 0; i < disk.kept && !found; i++)
        found = strstr(disk.events[i].text, text_in(message, "text")) != NULL;
    HOLDS(found);
}

/* A reaction is of a person whose seat is on disk, and its reader knows the table. */
static void check_reaction(const struct peer *peer, const json_t *message)
{
    HOLDS(peer->table && kept->seats[number_of(message, "seat")].kind == SEAT_PERSON);
    tally.reactions++;
}

void peer_send(struct peer *peer, const char *text, size_t length)
{
    HOLDS(peer->open);
    if (peer->closing)
        return;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *type = text_in(message, "type");
    look_at_disk();
    if (strcmp(type, "table") == 0)
        check_table(peer, message);
    else if (is_put_off(peer, message))
        HOLDS(strcmp(type, "error") == 0);
    else if (strcmp(type, "ok") == 0 || strcmp(type, "error") == 0)
        check_answer(peer, message, type[0] == 'o');
    else if (strcmp(type, "chat") == 0)
        check_chat(message);
    else if (strcmp(type, "reaction") == 0)
        check_reaction(peer, message);
    else if (strcmp(type, "hint") == 0) {
        check_hint(peer, message);
        check_answer(peer, message, true);
    } else {
        HOLDS(strcmp(type, "bye") == 0);
        peer->told_bye = json_is_true(json_object_get(message, "again"));
    }
    json_decref(message);
}

void peer_close(struct peer *peer, int code, const char *reason)
{
    HOLDS(peer->open && code >= 1000 && reason[0]);
    peer->closing = true;
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
    HOLDS(!call->answered);
    call->answered = true;
    look_at_disk();
    if (call->is_record) {
        HOLDS(answer->status != 200 || (kept->status == ROOM_OVER && disk.kept == disk.count));
        return;
    }
    json_t *message = json_loadb(answer->body, answer->length, 0, NULL);
    if (!table_id[0]) {
        HOLDS(answer->status == 201);
        memcpy(table_id, text_in(message, "table"), ID_LENGTH + 1);
    } else if (answer->status == 200) {
        check_seats(json_object_get(message, "seats"), kept);
    }
    json_decref(message);
}

struct transport_figures http_figures(const struct http_call *call)
{
    (void)call;
    return (struct transport_figures){0};
}

static void hang_up(struct peer *peer)
{
    if (peer->open)
        handler.closed(handler.context, peer);
    json_decref(peer->table);
    *peer = (struct peer){0};
}

static void ask_http(const char *method, const char *path, const char *body)
{
    struct http_call call = {.is_record = strstr(path, "/record")};
    const struct http_request request = {.method = method,
                                         .path = path,
                                         .query = "",
                                         .known = "",
                                         .body = body,
                                         .length = strlen(body),
                                         .address = "1.2.3.4"};

    handler.request(handler.context, &call, &request);
    handler.woken(handler.context);
    if (!call.answered)
        handler.gone(handler.context, &call);
}

/* ---- what clients do ---- */

/* Sends a request, and compares what happened with what the model allows: an event of
 * this kind by this seat is on its way, or none that a client could have caused. */
static __attribute__((format(printf, 6, 7))) void request(struct peer *peer, bool allowed, const char *kind, int seat,
                                                          const char *name, const char *format, ...)
{
    char text[TEXT_SIZE], member[32];
    va_list args;
    int before = disk.count;
    bool takes = !disk.failed;
    struct asked *asked = &peer->waiting[peer->waitings++];

    HOLDS(peer->waitings < WAITING_MAX);
    *asked = (struct asked){.re = ++requests, .event = -1, .seen = ahead->events, .seat = role(peer, ahead)};
    if (name)
        snprintf(asked->name, sizeof asked->name, "%s", name);
    if (kind && allowed && takes)
        asked->event = before;
    size_t length = (size_t)snprintf(text, sizeof text, "{\"re\":%d,", requests);
    va_start(args, format);
    vsnprintf(text + length, sizeof text - length, format, args);
    va_end(args);
    handler.message(handler.context, peer, text, strlen(text));
    snprintf(member, sizeof member, "\"seat\":%d", seat);
    for (int i = before; i < disk.count; i++) {
        bool first = i == before && kind && allowed;
        const char *event = disk.events[i].text;
        HOLDS(first || strstr(event, "{\"event\":\"bot\"") || strstr(event, "{\"event\":\"stand\"") ||
              (kind && strcmp(kind, "open") == 0));
        HOLDS(!first || strncmp(event + strlen("{\"event\":\""), kind, strlen(kind)) == 0);
        HOLDS(!first || seat == ONLOOKER || strstr(event, member));
    }
    HOLDS(!kind || !allowed || !takes || disk.count > before);
}

static void connect_peer(struct peer *peer)
{
    if (peer->open)
        return;
    peer->open = true;
    handler.opened(handler.context, peer, "1.2.3.4");
}

/* With the token of a seat that somebody was told once, or without any. */
static void say_hello(struct peer *peer)
{
    int known[NAMES_MAX], count = 0;

    for (int i = 0; i < names; i++)
        if (tokens[i][0])
            known[count++] = i;
    int number = count > 0 && below(4) > 0 ? known[below(count)] : -1;
    connect_peer(peer);
    if (number < 0) {
        peer->claim_count = peer->sat = 0;
        peer->greeted = true;
        const json_t *seen = peers[below(CLIENTS)].table;
        if (seen)
            request(peer, true, NULL, ONLOOKER, NULL,
                    "\"type\":\"hello\",\"table\":\"%s\",\"event\":%d,\"hash\":\"%s\"}", table_id,
                    (int)number_of(seen, "event"), text_in(seen, "hash"));
        else
            request(peer, true, NULL, ONLOOKER, NULL, "\"type\":\"hello\",\"table\":\"%s\"}", table_id);
        return;
    }
    int seat = seat_named(ahead, number);
    bool back = seat != ONLOOKER && ahead->seats[seat].bot && ahead->status == ROOM_PLAYING;
    for (struct peer *other = peers; other < peers + CLIENTS && seat != ONLOOKER; other++)
        HOLDS(other == peer || !other->open || !other->greeted || role(other, ahead) != seat || !other->closing);
    if (seat != ONLOOKER) {
        peer->greeted = true;
        peer->claim_count = peer->sat = 0;
        peer->claims[peer->claim_count++] = number;
    }
    request(peer, seat != ONLOOKER, back ? "back" : NULL, seat, NULL,
            "\"type\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", table_id, tokens[number]);
    for (struct peer *other = peers; other < peers + CLIENTS && seat != ONLOOKER; other++)
        HOLDS(other == peer || !other->open || !other->greeted || role(other, ahead) != seat || other->closing);
}

static void say_sit(struct peer *peer)
{
    char name[NAME_SIZE];
    struct event event;
    struct problem why;
    uint8_t key[KEY_BYTES] = {1};
    int seat = below(2) ? -1 : below(ahead->plan.table.players);

    HOLDS(names < NAMES_MAX && peer->claim_count < CLAIMS_MAX);
    write_name(names, name);
    bool may = role(peer, ahead) == ONLOOKER && room_may_sit(ahead, seat, name, -1, key, &event, &why);
    may = may && peer->sat <= disk.kept; /* who has left a seat again before the disk had it must wait for that */
    peer->claims[peer->claim_count++] = names++;
    peer->sat = may && !disk.failed ? disk.count + 1 : peer->sat;
    if (seat >= 0)
        request(peer, may, "sit", may ? event.seat : ONLOOKER, name, "\"type\":\"sit\",\"name\":\"%s\",\"seat\":%d}",
                name, seat);
    else
        request(peer, may, "sit", may ? event.seat : ONLOOKER, name, "\"type\":\"sit\",\"name\":\"%s\"}", name);
}

static void say_do(struct peer *peer, int seat)
{
    uint16_t ids[LEGAL_SIZE];
    char action[ACTION_SIZE] = "nonsense";
    struct writer w = write_into(action, sizeof action);
    struct state_buffer view;
    int actor = seat != ONLOOKER && below(8) ? seat : below(ahead->plan.table.players);

    if (ahead->status == ROOM_PLAYING && (room_waiting(ahead) >> actor & 1)) {
        int count = table_legal(ahead->table, actor, ids);
        table_view(ahead->table, actor, table_steps(ahead->table), &view);
        table_game(ahead->table)->action_text(state_in(&view), actor, ids[below(count)], &w);
    }
    bool may = seat != ONLOOKER && !ahead->seats[seat].bot && is_legal(ahead, seat, action);
    request(peer, may, "do", seat, NULL, "\"type\":\"do\",\"do\":\"%s\",\"move\":%d}", action,
            seat == ONLOOKER ? 0 : ahead->seats[seat].choices);
}

static void say_start(struct peer *peer, int seat)
{
    struct event event;
    struct problem why;

    request(peer, seat != ONLOOKER && room_may_start(ahead, seat, &event, &why), "ready", seat, NULL,
            "\"type\":\"start\"}");
}

/* A seal, or the salt that it was made of; one that has come before is only acknowledged. */
static void say_shuffle(struct peer *peer, int seat)
{
    static const char salt[] = "5a17000000000000000000000000000000000000000000000000000000000001";
    const struct deal *deal = &ahead->deal;
    struct event event;
    struct problem why;
    char seal[HEX_SIZE];
    bool sits = seat != ONLOOKER;

    deal_seal(deal->commitment, table_id, sits ? seat : 0, salt, seal);
    if (sits && deal->seals[seat][0] && below(4)) {
        bool known = strcmp(deal->salts[seat], salt) == 0;
        request(peer, known || shuffle_may_show(ahead, seat, salt, &event, &why), known ? NULL : "show", seat, NULL,
                "\"type\":\"salt\",\"salt\":\"%s\"}", salt);
    } else {
        bool known = sits && strcmp(deal->seals[seat], seal) == 0;
        request(peer, known || (sits && shuffle_may_seal(ahead, seat, seal, &event, &why)), known ? NULL : "seal", seat,
                NULL, "\"type\":\"seal\",\"seal\":\"%s\"}", seal);
    }
}

/* Looks, and what only the host may do. */
static void say_arrange(struct peer *peer, int seat)
{
    static struct open_plan plan;
    static const char *const levels[] = {"", "", "novice", "club"};
    const struct game *game = ahead->plan.table.game;
    const char *level = levels[below(4)];
    struct event event;
    struct problem why;
    int other = below(below(4) ? ahead->plan.table.players : MAX_SEATS), look = below(LOOK_MAX + 1);
    bool sits = seat != ONLOOKER, may;

    switch (below(3)) {
    case 0:
        request(peer, sits && arrange_may_look(ahead, seat, look, "", &event, &why), "look", seat, NULL,
                "\"type\":\"look\",\"look\":%d}", look);
        break;
    case 1: {
        const struct bot *bot = level[0] ? bot_by_name(level) : NULL;
        may = sits && arrange_may_seat(ahead, seat, other, bot, &event, &why);
        request(peer, may, may && arrange_is_placed(ahead, other, bot) ? NULL : "seat", other, NULL,
                "\"type\":\"seat\",\"seat\":%d,\"bot\":\"%s\"}", other, level);
        break;
    }
    default:
        plan = ahead->plan;
        plan.table.players = game->min_players + below(game->max_players - game->min_players + 1);
        plan.watchers_talk = below(2);
        may = sits && arrange_may_plan(ahead, seat, &plan, &event, &why);
        request(peer, may, "arrange", ONLOOKER, NULL, "\"type\":\"arrange\",\"players\":%d,\"watchers_talk\":%s}",
                plan.table.players, plan.watchers_talk ? "true" : "false");
        tally.arranged += may;
        break;
    }
}

/* The rest of what can be asked for. */
static void say_word(struct peer *peer, int seat)
{
    struct event event;
    struct problem why;
    bool sits = seat != ONLOOKER;

    switch (below(7)) {
    case 0: {
        bool may = sits && room_may_leave(ahead, seat, &event, &why);
        request(peer, may, ahead->status == ROOM_OPEN ? "stand" : "bot", seat, NULL, "\"type\":\"leave\"}");
        break;
    }
    case 1:
        request(peer, sits && room_may_undo(ahead, seat, &event, &why), "undo", seat, NULL, "\"type\":\"undo\"}");
        break;
    case 2:
        request(peer, sits && room_may_come_back(ahead, seat, &event, &why), "back", seat, NULL, "\"type\":\"back\"}");
        break;
    case 3:
        request(peer, sits || ahead->plan.watchers_talk, "chat", seat, NULL,
                "\"type\":\"chat\",\"name\":\"Eve\",\"text\":\"line %d.\"}", chats++);
        break;
    case 5: request(peer, false, NULL, ONLOOKER, NULL, "\"type\":\"react\",\"reaction\":\"wow\"}"); break;
    case 4: say_shuffle(peer, seat); break;
    default: {
        bool opens = sits && ahead->status == ROOM_OVER && !ahead->next[0];
        request(peer, opens, opens ? "open" : NULL, ONLOOKER, NULL, "\"type\":\"rematch\"}");
        break;
    }
    }
}

static void act(struct peer *peer)
{
    if (!peer->greeted || !below(8)) {
        say_hello(peer);
        return;
    }
    int seat = role(peer, ahead);
    bool playing = ahead->status == ROOM_PLAYING;
    if (seat == ONLOOKER && ahead->status == ROOM_OPEN && below(6))
        say_sit(peer);
    else if (ahead->status == ROOM_STARTING && below(4))
        say_shuffle(peer, seat);
    else if (!below(ahead->status == ROOM_OPEN ? 3 : 40))
        say_arrange(peer, seat);
    else if (!playing && below(2))
        say_start(peer, seat);
    else if (playing && !below(5))
        request(peer, false, NULL, ONLOOKER, NULL, "\"type\":\"hint\"}");
    else if (playing && below(5))
        say_do(peer, seat);
    else if (below(6) == 0)
        say_sit(peer);
    else
        say_word(peer, seat);
}

/* ---- what happens to the server ---- */

static void fail_disk(void)
{
    for (struct peer *peer = peers; peer < peers + CLIENTS; peer++) {
        peer->sat = 0;
        for (int i = 0; i < peer->waitings; i++)
            peer->waiting[i].lost |= peer->waiting[i].event >= disk.kept;
    }
    stage_lose_all(&disk);
    forget_ahead();
    tally.losses++;
}

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
                                       .expire_days = 30,
                                       .reveal_s = 1000000};

    hall = hall_open(&disk, &thinker, NULL, &game_clock, &limits);
    HOLDS(hall);
    hall_handler(hall, &handler);
}

/* The process is told to end: everybody hears it, those too who come before it has ended. */
static void say_goodbye(void)
{
    hall_shut_down(hall);
    for (struct peer *peer = peers; peer < peers + CLIENTS; peer++) {
        connect_peer(peer);
        HOLDS(peer->told_bye && peer->closing);
    }
}

/* The process ends, or is killed if something is on its way to the disk, and is started again. */
static void restart(void)
{
    if (below(2))
        say_goodbye();
    for (struct peer *peer = peers; peer < peers + CLIENTS; peer++)
        hang_up(peer);
    if (disk.kept == disk.count && !disk.failed) {
        hall_keep_snapshots(hall);
        stage_keep_all(&disk);
    }
    hall_close(hall);
    stage_lose_all(&disk);
    disk.failed = false;
    disk.holds = false;
    thinker.count = 0;
    forget_ahead();
    open_hall();
    tally.restarts++;
}

static void look(void)
{
    char path[64];

    snprintf(path, sizeof path, "/api/tables/%s%s", table_id, below(2) ? "" : "/record");
    ask_http("GET", path, "");
}

static void jump(void)
{
    enum { HOUR = 3600 * 1000 };

    if (below(3))
        pass(below(5000));
    else
        clock_ms += below(2) ? HOUR : -HOUR;
    handler.tick(handler.context);
}

static void disturb(void)
{
    switch (below(8)) {
    case 0: fail_disk(); break;
    case 1:
    case 2: disk.holds = true; break;
    case 3:
        disk.holds = false;
        stage_keep_all(&disk);
        break;
    case 4: hang_up(&peers[below(CLIENTS)]); break;
    case 5:
        if (!below(4))
            restart();
        break;
    case 6: look(); break;
    default: jump(); break;
    }
}

/* Everybody has been told how the table stands, by the seat that the disk gives them, and every
 * question is answered. */
static void check_settled(void)
{
    if (disk.holds || disk.failed || disk.kept < disk.count)
        return;
    for (struct peer *peer = peers; peer < peers + CLIENTS; peer++) {
        if (!peer->greeted)
            continue;
        HOLDS(peer->waitings == 0 || thinker.count > 0);
        HOLDS(peer->table && number_of(peer->table, "event") == kept->events);
        const json_t *you = json_object_get(peer->table, "you");
        HOLDS((you ? (int)json_integer_value(you) : ONLOOKER) == role(peer, kept));
    }
}

static void one_step(void)
{
    pass(below(300));
    if (below(4))
        act(&peers[below(CLIENTS)]);
    else
        disturb();
    look_at_disk();
    handler.woken(handler.context);
    for (struct peer *peer = peers; peer < peers + CLIENTS; peer++)
        if (peer->closing)
            hang_up(peer);
    look_at_disk();
    handler.woken(handler.context);
    look_at_disk();
    check_settled();
    tally.steps++;
}

static void open_table(void)
{
    char wish[TEXT_SIZE];
    int count = 0;

    while (games[count])
        count++;
    const struct game *game = games[below(count)];
    int players = game->min_players;
    size_t length =
        (size_t)snprintf(wish, sizeof wish, "{\"game\":\"%s\",\"players\":%d,\"bots\":[\"\"", game->id, players);
    for (int seat = 1; seat < players; seat++)
        length += (size_t)snprintf(wish + length, sizeof wish - length, ",\"%s\"", below(2) ? "" : "novice");
    snprintf(wish + length, sizeof wish - length, "]%s}",
             below(2) ? ",\"clock\":{\"move\":2000,\"bank\":1000,\"patience\":3000}" : "");
    ask_http("POST", "/api/tables", wish);
}

static void begin(uint64_t seed)
{
    seed_now = seed;
    stage_clear(&disk, &thinker);
    stage_seed(seed);
    dice = rng_fast(seed + 1);
    clock_ms = 1760000000000;
    steady = 1000;
    game_clock = (struct game_clock){0};
    memset(tokens, 0, sizeof tokens);
    memset(table_id, 0, sizeof table_id);
    names = chats = requests = step_now = 0;
    ahead_at = kept_at = 0;
    open_hall();
    ahead = room_new(table_id);
    kept = room_new(table_id);
    HOLDS(ahead && kept);
    open_table();
    memcpy(ahead->id, table_id, sizeof ahead->id);
    memcpy(kept->id, table_id, sizeof kept->id);
    ahead_at = kept_at = 0;
    look_at_disk();
}

static void run(uint64_t seed)
{
    enum { STEPS = 160, LONG = 2000 }; /* in a long run some games are over, and played again */

    begin(seed);
    for (step_now = 0; step_now < (seed % 25 == 7 ? LONG : STEPS); step_now++)
        one_step();
    tally.runs++;
    tally.over += kept->status == ROOM_OVER;
    for (struct peer *peer = peers; peer < peers + CLIENTS; peer++)
        hang_up(peer);
    hall_close(hall);
    room_free(ahead);
    room_free(kept);
}

static void a_seat_is_what_the_store_says(void **unused)
{
    long runs = scaled(20, 250, 2000);

    (void)unused;
    for (long seed = only < 0 ? 0 : only; seed < (only < 0 ? runs : only + 1); seed++)
        run((uint64_t)seed);
    printf("%ld runs, %ld steps, %ld tables told, %ld answers, %ld refusals, %ld losses, %ld restarts, %ld hints, "
           "%ld games over, %ld tables read from snapshots, %ld tables arranged, %ld people put off, %ld reactions\n",
           tally.runs, tally.steps, tally.tables, tally.oks, tally.refusals, tally.losses, tally.restarts, tally.hints,
           tally.over, disk.restored, tally.arranged, tally.put_off, tally.reactions);
    if (only < 0)
        assert_true(tally.losses > 0 && tally.restarts > 0 && (scaled(1, 0, 0) || disk.restored > 0) &&
                    tally.hints > 0 && tally.reactions > 0 && tally.arranged > 0 &&
                    (scaled(1, 0, 0) || tally.put_off > 0) && tally.oks > tally.refusals / 4);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_seat_is_what_the_store_says)};

    only = argc > 1 ? strtol(argv[1], NULL, 10) : only;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
