/* See snapshot.h. One walk over the room writes and reads it, so that both always agree; numbers are the
 * same on every machine. What comes out of order, of range or out of step with the rules is refused. */
#include "server/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rules/bytes.h"
#include "server/message.h"
#include "server/shuffle.h"

enum { FORMAT = 2 }; /* of what walk() writes: another number for every change of it */

/* Bytes that come or go; nothing happens any more once it has failed. */
struct flow {
    bool writes;       /* else it reads */
    uint8_t *out;      /* where to, */
    const uint8_t *in; /* or where from */
    size_t at, length;
    bool failed;
};

/* ---- kinds of values ---- */

static void flow_bytes(struct flow *f, void *bytes, size_t length)
{
    f->failed |= length > f->length - f->at;
    if (f->failed)
        return;
    if (f->writes)
        memcpy(f->out + f->at, bytes, length);
    else
        memcpy(bytes, f->in + f->at, length);
    f->at += length;
}

static void flow_number(struct flow *f, int64_t *value)
{
    uint8_t bytes[8];

    bytes_store64(bytes, (uint64_t)*value);
    flow_bytes(f, bytes, sizeof bytes);
    if (!f->failed)
        *value = (int64_t)bytes_load64(bytes);
}

/* A number from 0 to a bound. */
static int flow_count(struct flow *f, int value, int most)
{
    int64_t number = value;

    flow_number(f, &number);
    f->failed |= number < 0 || number > most;
    return f->failed ? 0 : (int)number;
}

static void flow_text(struct flow *f, char *text, size_t size)
{
    int length = flow_count(f, f->writes ? (int)strlen(text) : 0, (int)size - 1);

    flow_bytes(f, text, (size_t)length);
    if (f->failed || f->writes)
        return;
    memset(text + length, 0, size - (size_t)length);
    f->failed |= !text_is_utf8(text, (size_t)length) || strlen(text) != (size_t)length;
}

/* 64 hex digits, or nothing where that may be. */
static void flow_hex(struct flow *f, char text[HEX_SIZE], bool may_be_empty)
{
    flow_text(f, text, HEX_SIZE);
    f->failed |= !hex_is_well_formed(text) && !(may_be_empty && !text[0]);
}

static void flow_bot(struct flow *f, const struct bot **bot)
{
    char name[NAME_SIZE] = "";
    struct writer w = write_into(name, sizeof name);

    write_text(&w, *bot ? (*bot)->name : "");
    flow_text(f, name, sizeof name);
    *bot = name[0] ? bot_by_name(name) : NULL;
    f->failed |= name[0] && !*bot;
}

/* ---- the parts of a room ---- */

static void walk_seat(struct flow *f, struct room_seat *it)
{
    it->kind = (enum seat_kind)flow_count(f, (int)it->kind, SEAT_BOT);
    flow_text(f, it->name, sizeof it->name);
    it->look = flow_count(f, it->look, LOOK_MAX);
    it->sat = flow_count(f, it->sat, NUMBER_MAX);
    flow_bytes(f, it->key, sizeof it->key);
    flow_bot(f, &it->bot);
    flow_text(f, it->why, sizeof it->why);
    flow_number(f, &it->bank);
    flow_number(f, &it->asked);
    for (int i = 0; i < SPENT_KEPT; i++)
        flow_number(f, &it->spent[i]);
    f->failed |= (it->kind == SEAT_BOT && !it->bot) || (it->kind == SEAT_FREE && it->bot);
}

/* All but what the opening says, and the commitment, which follows from the secret. */
static void walk_deal(struct flow *f, struct deal *deal)
{
    deal->sealed = flow_count(f, deal->sealed, 1) != 0;
    flow_hex(f, deal->secret, false);
    deal->abandoned = flow_count(f, deal->abandoned, ABANDONED_MAX);
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        flow_hex(f, deal->seals[seat], true);
        flow_text(f, deal->salts[seat], SALT_SIZE);
    }
    for (int i = 0; i < deal->abandoned; i++) {
        flow_hex(f, deal->starts[i].commitment, false);
        for (int seat = 0; seat < MAX_SEATS; seat++) {
            flow_hex(f, deal->starts[i].seals[seat], true);
            flow_text(f, deal->starts[i].missing[seat], NAME_SIZE);
        }
    }
    if (!f->writes && !f->failed)
        deal_commitment(deal->secret, deal->commitment);
}

static void walk_chat(struct flow *f, struct room *room)
{
    room->chats = flow_count(f, room->chats, NUMBER_MAX);
    for (int number = room->chats > CHAT_KEPT ? room->chats - CHAT_KEPT : 0; number < room->chats; number++) {
        struct chat_line *line = &room->chat[number % CHAT_KEPT];
        line->number = number;
        line->seat = flow_count(f, line->seat + 1, MAX_SEATS) - 1; /* there may have been more of them then */
        flow_number(f, &line->at);
        flow_text(f, line->name, sizeof line->name);
        flow_text(f, line->text, sizeof line->text);
    }
}

static void walk_rest(struct flow *f, struct room *room)
{
    room->events = flow_count(f, room->events, NUMBER_MAX);
    f->failed |= room->events == 0; /* it was opened */
    room->status = (enum room_status)flow_count(f, (int)room->status, ROOM_STARTING);
    room->readied = flow_count(f, room->readied, NUMBER_MAX);
    flow_number(f, &room->readied_at);
    flow_number(f, &room->changed);
    flow_number(f, &room->clock);
    flow_text(f, room->next, sizeof room->next);
    f->failed |= room->next[0] && !id_is_well_formed(room->next);
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        for (int seat = 0; seat <= MAX_SEATS; seat++)
            room->counts[kind][seat] = flow_count(f, room->counts[kind][seat], NUMBER_MAX);
}

/* The opening is kept as its event, which says all about the plan. */
static void walk_opening(struct flow *f, struct room *room)
{
    char text[EVENT_SIZE] = "";
    struct writer w = write_into(text, sizeof text);
    struct event event = {.kind = EVENT_OPEN, .seat = -1, .of.open = &room->plan};
    struct problem why;

    if (f->writes)
        event_write(&event, &w);
    f->failed |= w.overflow;
    flow_text(f, text, sizeof text);
    flow_number(f, &room->opened);
    if (f->writes || f->failed)
        return;
    struct open_plan *plan = must_alloc(sizeof *plan);
    f->failed = !event_read(text, strlen(text), room->opened, plan, &event, &why) || event.kind != EVENT_OPEN ||
                !room_take(room, &event, &why);
    free(plan);
}

/* ---- the game ---- */

enum { CHOICE_BYTES = 3 }; /* seat, and action id, the lower byte first */

/* What the state must be in the end. */
static int64_t hash_now(const struct table *table)
{
    struct state_buffer state;

    table_view(table, OPEN, table_steps(table), &state);
    return (int64_t)bytes_hash(HASH_START, state.bytes, table_game(table)->state_size);
}

static void write_choices(struct flow *f, const struct table *table)
{
    for (int step = 0; step < table_steps(table); step++) {
        struct step it = table_step(table, step);
        uint8_t bytes[CHOICE_BYTES] = {(uint8_t)it.actor, (uint8_t)it.id, (uint8_t)(it.id >> 8)};
        if (it.actor != CHANCE)
            flow_bytes(f, bytes, sizeof bytes);
    }
}

/* Plays the choices again; the deals come by themselves. */
static void read_choices(struct flow *f, struct room *room, int count)
{
    uint8_t bytes[CHOICE_BYTES];
    struct problem why;

    for (int i = 0; i < count && !f->failed; i++) {
        flow_bytes(f, bytes, sizeof bytes);
        f->failed = f->failed || !table_do(room->table, bytes[0], (uint16_t)(bytes[1] | bytes[2] << 8), &why);
        if (!f->failed)
            room->seats[bytes[0]].choices++;
    }
}

static void walk_game(struct flow *f, struct room *room)
{
    struct problem why;
    int count = flow_count(f, f->writes ? table_choices(room->table) : 0, NUMBER_MAX);

    if (!f->writes && !f->failed)
        f->failed = !(room->table = room_table(room, &why));
    if (f->failed)
        return;
    if (f->writes)
        write_choices(f, room->table);
    else
        read_choices(f, room, count);
    int64_t made = hash_now(room->table), hash = made;
    flow_number(f, &hash);
    f->failed |= hash != made || (table_turn(room->table).kind == TURN_OVER) != (room->status == ROOM_OVER);
}

/* ---- the whole ---- */

/* Whatever the bytes that follow depend on. */
static void walk_head(struct flow *f, struct room *room)
{
    int64_t format = FORMAT, layout = 0, mine = 0;

    flow_number(f, &format);
    f->failed |= format != FORMAT;
    if (f->writes)
        mine = layout = (int64_t)state_layout(room->plan.table.game);
    flow_number(f, &layout);
    walk_opening(f, room);
    if (!f->writes && !f->failed)
        mine = (int64_t)state_layout(room->plan.table.game);
    f->failed |= layout != mine;
}

static void walk(struct flow *f, struct room *room)
{
    walk_head(f, room);
    if (f->failed)
        return;
    walk_rest(f, room);
    walk_deal(f, &room->deal);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        walk_seat(f, &room->seats[seat]);
    walk_chat(f, room);
    if (!f->failed && (room->status == ROOM_PLAYING || room->status == ROOM_OVER))
        walk_game(f, room);
    f->failed |= !f->writes && f->at != f->length;
}

size_t snapshot_write(struct room *room, void *bytes)
{
    struct flow f = {.writes = true, .out = bytes, .length = SNAPSHOT_SIZE};

    walk(&f, room);
    return f.failed ? 0 : f.at;
}

struct room *snapshot_read(const char id[ID_LENGTH + 1], const void *bytes, size_t length)
{
    struct flow f = {.in = bytes, .length = length};
    struct room *room = room_new(id);

    walk(&f, room);
    if (!f.failed)
        return room;
    room_free(room);
    return NULL;
}

bool snapshot_is_ours(const void *bytes, size_t length)
{
    struct flow f = {.in = bytes, .length = length};
    const char no_id[ID_LENGTH + 1] = "";
    struct room *room = room_new(no_id);

    walk_head(&f, room);
    room_free(room);
    return !f.failed;
}
