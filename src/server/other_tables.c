/* Whose a table is where several servers share a database, and copies of the tables of other nodes, for those who only
 * look at them. See live_tables.h. */
#include <string.h>

#include "server/live_tables.h"
#include "server/room_storage.h"

/* ---- whose a table is ---- */

static bool is_sure(const struct hall *hall)
{
    struct store_standing standing;

    store_standing(hall->store, &standing);
    return standing.sure && standing.number == hall->life;
}

bool live_claim(struct hall *hall, const char *id, bool in_memory, enum error_code *code, struct problem *why)
{
    struct problem own; /* names the database: not for clients */
    enum claim claim = CLAIM_UNKNOWN;

    hall->elsewhere.number = 0;
    if (!store_is_shared(hall->store))
        return true;
    if (is_sure(hall))
        claim = in_memory ? CLAIM_MINE : store_claim(hall->store, id, &hall->elsewhere, &own);
    if (claim != CLAIM_OTHERS)
        hall->elsewhere.number = 0;
    *code = claim == CLAIM_UNKNOWN ? ERROR_TOO_MANY : ERROR_NOT_SAVED;
    return claim == CLAIM_MINE || server_refuse(why, REFUSE_TABLE_UNREADABLE);
}

/* ---- copies ---- */

/* The copy of a table, or else the place of the one that nobody has asked for longest. */
static struct copy *copy_of(struct hall *hall, const char *id)
{
    struct copy *oldest = &hall->copies[0];

    for (int i = 0; i < COPIES; i++) {
        struct copy *it = &hall->copies[i];
        if (it->table.room && strcmp(it->table.room->id, id) == 0)
            return it;
        oldest = it->used < oldest->used ? it : oldest;
    }
    if (oldest->table.room)
        room_free(oldest->table.room);
    oldest->table = (struct live_table){.room = NULL};
    return oldest;
}

/* Brings the copy of a table up to date, for the address that asks. */
static struct room *renew(struct hall *hall, struct room *room, const char *id, const struct store_row *row,
                          enum error_code *code, struct problem *why)
{
    enum load_result result = LOAD_READ;
    struct problem own; /* names the database: not for clients */
    double begun = steady_seconds();

    if (room && row && row->events == room->events)
        return room;
    room = room ? room_storage_catch_up(hall->store, room, &result, &own) : NULL;
    live_charge(hall, begun);
    return room ? room : live_load(hall, id, code, why);
}

const struct live_table *live_look(struct hall *hall, const char *id, const struct store_row *row,
                                   enum error_code *code, struct problem *why)
{
    if (!store_is_shared(hall->store) || (live_in_memory(hall, id) && is_sure(hall)))
        return live_find(hall, id, code, why);
    struct copy *copy = copy_of(hall, id);
    copy->used = steady_ms();
    copy->table.room = renew(hall, copy->table.room, id, row, code, why);
    return copy->table.room && !live_is_expired(hall, copy->table.room, code, why) ? &copy->table : NULL;
}

void live_free_copies(struct hall *hall)
{
    for (int i = 0; i < COPIES; i++)
        if (hall->copies[i].table.room)
            room_free(hall->copies[i].table.room);
}
