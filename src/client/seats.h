/* Remembers a person's seats: the token of each, by server and table, so
 * that a token goes back to the server that gave it and to nobody else; and what else is
 * kept of a table (pledge.h).
 *
 * Each is a file of its own, for its owner alone, in a folder of its kind: a seat in
 * $XDG_STATE_HOME/parlor/seats/ (~/.local/state/parlor/seats/). Its name is a hash of the
 * table's address, so that no server has a say in it; in it stand the address and the
 * token, a line each, and what was last seen of the table: `seen EVENT HASH`. Links are not
 * followed. The latest SEATS_KEPT of a kind stay. */
#ifndef PARLOR_CLIENT_SEATS_H
#define PARLOR_CLIENT_SEATS_H

#include "client/client.h"

enum {
    SEATS_KEPT = 500,
    KEPT_SIZE = 8192, /* bytes of a file */
};

/* Finds what is kept of a table in the folder of this kind, as one line without its line feed;
 * false if there is nothing. */
bool kept_find(const char *kind, const struct client_address *, char *out, size_t size);

/* Keeps it, or forgets it with an empty text. False with the reason. */
bool kept_put(const char *kind, const struct client_address *, const char *text, struct problem *);

/* Finds what is kept of a table with this id, at any server: its address and the text. */
bool kept_of_table(const char *kind, const char *table, struct client_address *, char *out, size_t size);

/* Finds the token of the person's seat at this table, and what was last seen there; false if there
 * is none. */
bool seats_find(const struct client_address *, char token[ID_LENGTH + 1], struct seen *);

/* Remembers a token, or forgets the seat with an empty one. False with the reason. */
bool seats_keep(const struct client_address *, const char *token, const struct seen *, struct problem *);

#endif
