/* The waiting room: the part of a room while it is open, where people choose how they look, and
 * the host changes the table and says who sits where. The host is the person who has been
 * seated longest, so that there is always somebody who can, as long as anybody sits. */
#ifndef PARLOR_SERVER_ARRANGE_H
#define PARLOR_SERVER_ARRANGE_H

#include "server/room.h"

/* The host's seat; -1 if nobody sits. Who has left a game is not host, but may be again. */
int room_host(const struct room *);

/* Returns a look that nobody at the table has: the wanted one if it is such, else the first. -1 wants none. */
int arrange_free_look(const struct room *, int wanted);

/* Whether a seat is a bot's of this level already, or with NULL free: then there is nothing to do. */
bool arrange_is_placed(const struct room *, int seat, const struct bot *);

/* ---- what is allowed: each makes the event, or says why not ---- */

bool arrange_may_look(const struct room *, int seat, int look /* -1: it stays */, const char *name /* "": it stays */,
                      struct event *, struct problem *);
bool arrange_may_seat(const struct room *, int host, int seat, const struct bot * /* NULL: free it */, struct event *,
                      struct problem *);

/* The plan is used by the event, and must last as long. */
bool arrange_may_plan(const struct room *, int host, struct open_plan *, struct event *, struct problem *);

/* ---- taking events; false, with nothing changed, if they do not fit ---- */

bool arrange_take_look(struct room *, const struct event *, struct problem *);
bool arrange_take_seat(struct room *, const struct event *, struct problem *);
bool arrange_take_plan(struct room *, const struct event *, struct problem *);

#endif
