/* Checks all data of a server. It works while the server runs. */
#ifndef PARLOR_SERVER_AUDIT_H
#define PARLOR_SERVER_AUDIT_H

#include <limits.h>

#include "server/store.h"

struct audit {
    char name[PATH_MAX];               /* of the database or the directory, for messages */
    int64_t tables, events, snapshots; /* looked at */
    int64_t faults;                    /* found */
};

struct audit_watch {
    void (*fault)(void *, const char *what);            /* something is wrong */
    void (*progress)(void *, int64_t done, int64_t of); /* tables */
    void *context;
};

/* Looks at everything in a directory or a database: what the database says of itself, the head, the row of every
 * table, the chain of its events, the game that they make, and whether its snapshot equals the state after them.
 * Changes nothing. False with the reason if that cannot be done; what is wrong with the data are faults. */
bool audit_check(const struct store_place *, const struct audit_watch *, struct audit *, struct problem *);

#endif
