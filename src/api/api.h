/* Shared by the files of the public API. A table there is a struct table here;
 * these files trust callers only as far as include/parlor.h says. */
#ifndef PARLOR_API_API_H
#define PARLOR_API_API_H

#include "parlor.h"
#include "table/table.h"

static inline struct table *inner(struct parlor_table *t)
{
    return (struct table *)t;
}

static inline const struct table *inner_of(const struct parlor_table *t)
{
    return (const struct table *)t;
}

/* True if there is a table with this seat; a viewer may also be an onlooker. */
bool api_seat(const struct parlor_table *, int seat);
bool api_viewer(const struct parlor_table *, int viewer);

/* True if there is a table; if not, the problem says so. */
bool api_table(const struct parlor_table *, struct problem *);

/* A writer into a buffer of the caller's, which may be missing. */
struct writer api_writer(char *out, size_t size);

/* Hands out a problem; false. */
bool api_refuse(const struct problem *, char *why, size_t size);

/* Hands out a table that has been dealt, or NULL and why. */
struct parlor_table *api_hand_out(struct table *, struct problem *, char *why, size_t size);

#endif
