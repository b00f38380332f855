/* See ledger.h. */
#include "server/ledger.h"

#include <stdlib.h>
#include <string.h>

bool ledger_take(void *of_room, const struct stored *stored, struct problem *why)
{
    struct room *room = of_room;
    struct event event;
    struct open_plan *plan = malloc(sizeof *plan);

    if (!plan)
        return problem_set(why, "out of memory", "", "");
    bool fine = event_read(stored->text, stored->length, stored->at, plan, &event, why) && room_take(room, &event, why);
    free(plan);
    room->chain = stored->chain;
    return fine;
}

struct store_row ledger_row(const struct room *room)
{
    /* A start is looked at soon, and is no status of its own in the lobby. */
    bool starting = room->status == ROOM_STARTING;
    struct store_row row = {.status = starting ? ROOM_OPEN : (int)room->status,
                            .listed = room->plan.listed,
                            .opened = room->opened,
                            .changed = room->changed,
                            .wake = starting ? 1 : room_next_flag(room),
                            .events = room->events,
                            .chain = room->chain};
    struct writer game = write_into(row.game, sizeof row.game);

    memcpy(row.id, room->id, sizeof row.id);
    write_text(&game, room->plan.table.game->id);
    return row;
}
