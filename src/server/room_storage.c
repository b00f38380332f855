/* See room_storage.h. */
#include "server/room_storage.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/log.h"
#include "server/snapshot.h"

bool room_storage_take(void *of_room, const struct stored *stored, struct problem *why)
{
    struct room *room = of_room;
    struct event event;
    struct open_plan *plan = must_alloc(sizeof *plan);
    bool fine = event_read(stored->text, stored->length, stored->at, plan, &event, why) && room_take(room, &event, why);
    free(plan);
    room->chain = stored->chain;
    return fine;
}

/* ---- reading a table ---- */

struct restored {
    const char *id;
    struct room *room; /* NULL: there is no snapshot that fits */
};

static void restore(void *of_restored, const struct store_snapshot *snapshot)
{
    struct restored *it = of_restored;

    it->room = snapshot_read(it->id, snapshot->bytes, snapshot->length);
    if (!it->room)
        return;
    it->room->chain = snapshot->point.chain;
    it->room->in_snapshot = snapshot->point.events;
    it->room->restored = snapshot->point;
    if (it->room->events == snapshot->point.events)
        return;
    room_free(it->room);
    it->room = NULL;
}

struct room *room_storage_catch_up(struct store *store, struct room *room, enum load_result *result,
                                   struct problem *why)
{
    const struct chain_point from = {room->events, room->chain};

    *result = store_load(store, room->id, &from, room_storage_take, room, why);
    if (*result == LOAD_READ)
        return room;
    room_free(room);
    return NULL;
}

struct room *room_storage_load(struct store *store, const char *id, enum load_result *result, struct problem *why)
{
    struct restored restored = {id, NULL};

    store_snapshot(store, id, restore, &restored);
    struct room *room = restored.room ? room_storage_catch_up(store, restored.room, result, why) : NULL;
    if (restored.room && !room)
        log_line("snapshot_ignored", "table=%s", id);
    return room ? room : room_storage_catch_up(store, room_new(id), result, why);
}

/* ---- the row of a table ---- */

struct store_row room_storage_row(const struct room *room)
{
    /* A start is looked at soon, and does not have a status of its own in the lobby. So are bots that nobody watches.
     */
    bool starting = room->status == ROOM_STARTING;
    bool soon = (starting && !room_start_flag(room)) || room_goes_on_alone(room);
    struct store_row row = {.status = starting ? ROOM_OPEN : (int)room->status,
                            .listed = room->plan.listed,
                            .opened = room->opened,
                            .changed = room->changed,
                            .wake = soon ? 1 : room_next_flag(room),
                            .events = room->events,
                            .chain = room->chain};
    struct writer game = write_into(row.game, sizeof row.game);

    memcpy(row.id, room->id, sizeof row.id);
    write_text(&game, room->plan.table.game->id);
    return row;
}
