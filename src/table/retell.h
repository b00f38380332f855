/* A step of a game, told again as JSON to one viewer: `parlor replay --json` and
 * the server's replays are made of it. */
#ifndef PARLOR_TABLE_RETELL_H
#define PARLOR_TABLE_RETELL_H

#include "table/table.h"

/* The members "step", "actor", "do" and "told" of an object. What was done is
 * there for its own seat and when everything is OPEN: for others the notation may
 * give away what is hidden, so they have the sentences told. */
void retell_step(const struct table *, int viewer, int step, struct writer *);

#endif
