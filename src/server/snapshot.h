/* A room as bytes, so that a table that is read again costs no more for being long. A snapshot has what the
 * room's events have come to, and of the game the choices that stand, three bytes each: the rules play
 * them again in a fraction of the time that it takes to read events, check their hashes and parse what they
 * say. So a room made of a snapshot is whole (history, undo, record), and every choice in it was legal.
 *
 * A snapshot is a help, never data: the events stay what counts. Bytes of another version, of other rules
 * or of no snapshot at all give no room, and the caller reads the events instead. */
#ifndef PARLOR_SERVER_SNAPSHOT_H
#define PARLOR_SERVER_SNAPSHOT_H

#include "server/room.h"

enum {
    SNAPSHOT_SIZE = 1 << 17, /* bytes; a table that is as long as room_can_hold() lets it be takes half of them */
    SNAPSHOT_EVERY = 64,     /* events from one snapshot to the next: at most as many are read with it */
    SNAPSHOT_WORTH = 16,     /* events without which a table that goes from memory gets none */
};

/* Writes the snapshot of a room, which is not changed, into SNAPSHOT_SIZE bytes. Returns its length; 0 if it does
 * not fit. */
size_t snapshot_write(struct room *, void *bytes);

/* Makes the room; NULL if these bytes do not give one here. Its chain is left to the caller. */
struct room *snapshot_read(const char id[ID_LENGTH + 1], const void *bytes, size_t length);

/* Whether this program could have written the bytes, by what they say of their version and rules. */
bool snapshot_is_ours(const void *bytes, size_t length);

#endif
