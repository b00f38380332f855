/* Checks all data of a server, and copies them. Both work while the server runs. */
#ifndef PARLOR_SERVER_AUDIT_H
#define PARLOR_SERVER_AUDIT_H

#include "table/table.h"

struct audit {
    int64_t tables, events, snapshots; /* looked at */
    int64_t faults;                    /* found */
};

struct audit_watch {
    void (*fault)(void *, const char *what);            /* something is wrong */
    void (*progress)(void *, int64_t done, int64_t of); /* tables */
    void *context;
};

/* Looks at everything in a directory: the file as SQLite sees it, the head, the row of every table, the
 * chain of its events, the game that they make, and whether its snapshot equals the state after them. Changes nothing.
 * False with the reason if that cannot be done; what is wrong with the data are faults. */
bool audit_check(const char *directory, const struct audit_watch *, struct audit *, struct problem *);

/* Copies the data to another directory, which is made and must not have any, with a head of its own.
 * False with the reason; then nothing is there. */
bool audit_backup(const char *directory, const char *destination, struct problem *);

#endif
