/* A room and what is kept of it: events as they come back from the store, and the row that goes
 * with them. */
#ifndef PARLOR_SERVER_ROOM_STORAGE_H
#define PARLOR_SERVER_ROOM_STORAGE_H

#include "server/room.h"
#include "server/store.h"

/* Reads a table: its snapshot and the events since, or all events if that gives no room, or not one that the
 * events fit. NULL with a reason if the result is not LOAD_READ. */
struct room *room_storage_load(struct store *, const char *id, enum load_result *, struct problem *);

/* Has a room take the events that it lacks; frees it and returns NULL if that is not possible. */
struct room *room_storage_catch_up(struct store *, struct room *, enum load_result *, struct problem *);

/* Has a room take an event that was kept, as a store_take. */
bool room_storage_take(void *of_room, const struct stored *, struct problem *);

/* Returns the row of a room, for the list of tables and for a restart. */
struct store_row room_storage_row(const struct room *);

#endif
