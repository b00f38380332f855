/* Copies all data of a server, as they are at one moment, from one database to another of any kind. It works while the
 * server runs. */
#ifndef PARLOR_SERVER_COPY_H
#define PARLOR_SERVER_COPY_H

#include "server/store.h"

struct copy_watch {
    void (*progress)(void *, int64_t done, int64_t of); /* tables */
    void *context;
};

/* Copies to a place that has no data yet. Then the copy holds as much as the original, with the same hashes, and has a
 * head of its own. False with the reason; what is there then has not got its name yet, and the same call goes on with
 * it. */
bool copy_all(const struct store_place *from, const struct store_place *to, const struct copy_watch *,
              struct problem *);

#endif
