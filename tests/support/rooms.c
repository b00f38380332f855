/* See rooms.h. */
#include "support/rooms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

void take(struct room *room, const struct event *event)
{
    static struct open_plan plan;
    char text[EVENT_SIZE], again[EVENT_SIZE];
    struct writer w = write_into(text, sizeof text), w2 = write_into(again, sizeof again);
    struct event read;
    struct problem why = {.text = ""};

    event_write(event, &w);
    assert_false(w.overflow);
    if (!event_read(text, w.length, event->at, &plan, &read, &why) || !room_take(room, &read, &why))
        fail_msg("%s: %s", text, why.text);
    event_write(&read, &w2);
    assert_string_equal(text, again);
}

struct open_plan plan_of(const struct game *game, int players, uint8_t seed)
{
    struct open_plan plan = {.table = {.game = game, .players = players}, .hints = true};

    memset(&plan.secret, SECRET_BYTE, sizeof plan.secret);
    plan.secret.bytes[0] = seed;
    plan.clock.patience = PATIENCE_USUAL;
    return plan;
}

struct open_plan plan_with(const struct game *game, const struct setup *setup, int number)
{
    struct open_plan plan = plan_of(game, setup->players, (uint8_t)number);
    struct problem why = {.text = ""};

    plan.secret.bytes[1] = (uint8_t)(number >> 8);
    for (int i = 0; game->options[i].name; i++)
        if (setup->value[i] &&
            !plan_option(&plan.table, game->options[i].name, strlen(game->options[i].name), setup->value[i], &why))
            fail_msg("%s", why.text);
    return plan;
}

bool is_own_deck(const struct game *game, const struct setup *setup)
{
    return game->deck && setup->value[game->deck->option];
}

struct room *room_opened(const struct open_plan *plan, int64_t at)
{
    static struct open_plan copy;
    struct room *room = room_new("AAAAAAAAAAAAAAAAAAAAAA");

    assert_non_null(room);
    copy = *plan;
    take(room, &(struct event){.kind = EVENT_OPEN, .seat = -1, .at = at, .of.open = &copy});
    return room;
}

void seat_everybody(struct room *room, int64_t at)
{
    char name[] = "person 0";
    uint8_t key[KEY_BYTES];

    memset(key, KEY_BYTE, sizeof key);
    for (int seat = 0; seat < room->plan.table.players; seat++) {
        struct event event;
        struct problem why = {.text = ""};
        name[7] = (char)('0' + seat);
        key[0] = (uint8_t)seat;
        if (room->seats[seat].kind != SEAT_FREE)
            continue;
        assert_true(room_may_sit(room, seat, name, -1, key, &event, &why));
        event.at = at;
        take(room, &event);
    }
}

void salt_of(int seat, char out[HEX_SIZE])
{
    memset(out, '5', HEX_SIZE - 1);
    out[0] = (char)('0' + seat);
    out[HEX_SIZE - 1] = '\0';
}

void seal_everybody(struct room *room, int64_t at)
{
    for (int seat = 0; seat < room->plan.table.players; seat++) {
        struct event seal = {.kind = EVENT_SEAL, .seat = seat, .at = at};
        char salt[HEX_SIZE];
        salt_of(seat, salt);
        deal_seal(room->deal.commitment, room->id, seat, salt, seal.of.seal);
        if (room->seats[seat].kind == SEAT_PERSON)
            take(room, &seal);
    }
}

void start_room(struct room *room, int64_t at)
{
    int players = room->plan.table.players;

    seal_everybody(room, at);
    take(room, &(struct event){.kind = EVENT_READY, .seat = 0, .at = at});
    for (int seat = 0; seat < players; seat++) {
        struct event show = {.kind = EVENT_SHOW, .seat = seat, .at = at};
        salt_of(seat, show.of.salt);
        if (room->seats[seat].kind == SEAT_PERSON)
            take(room, &show);
    }
    assert_int_equal(room->status, ROOM_PLAYING);
}

struct room *room_playing(const struct game *game, int players, uint8_t seed)
{
    const struct open_plan plan = plan_of(game, players, seed);
    struct room *room = room_opened(&plan, 1);

    seat_everybody(room, 2);
    start_room(room, 3);
    return room;
}

bool choose_at_random(struct room *room, struct rng *rng, int64_t at)
{
    unsigned seats = room_waiting(room);
    uint16_t ids[LEGAL_SIZE];
    struct state_buffer view;
    char action[ACTION_SIZE];
    struct writer w = write_into(action, sizeof action);
    struct event event;
    struct problem why = {.text = ""};

    if (!seats)
        return false;
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
        seats &= seats - 1;
    int seat = __builtin_ctz(seats), count = table_legal(room->table, seat, ids);
    table_view(room->table, seat, table_steps(room->table), &view);
    table_game(room->table)->action_text(state_in(&view), seat, ids[rng_below(rng, (uint32_t)count)], &w);
    if (!room_may_do(room, seat, action, &event, &why))
        fail_msg("%s is refused: %s", action, why.text);
    event.at = at;
    take(room, &event);
    return true;
}

void something_else(struct room *room, struct rng *rng, int64_t at)
{
    int seat = (int)rng_below(rng, (uint32_t)room->plan.table.players);
    struct event event = {.kind = EVENT_CHAT, .seat = seat, .at = at};
    struct problem why;
    bool may = true;

    switch (rng_below(rng, 4)) {
    case 0: may = room_may_chat(room, seat, "", "a line with \"quotes\", \\ and ü", &event, &why); break;
    case 1: may = room_may_leave(room, seat, &event, &why); break;
    case 2: may = room_may_come_back(room, seat, &event, &why); break;
    default: may = room_may_undo(room, seat, &event, &why); break;
    }
    event.at = at;
    if (may)
        take(room, &event);
}

const char *frame_of(const struct room *room, int viewer, int log_from)
{
    static char texts[2][MESSAGE_SIZE];
    static int next;
    const struct presence presence = {.here = 1, .watchers = 2};
    char *text = texts[next++ % 2];
    struct writer w = write_into(text, MESSAGE_SIZE);

    message_table(&w, room, &presence,
                  (struct audience){.who = listener_for(&languages[0], viewer), .log_from = log_from, .state = true},
                  room->changed);
    assert_false(w.overflow);
    return text;
}
