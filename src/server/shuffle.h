/* How the cards of a table come to be dealt so that nobody can choose them (wire/deal.h): the
 * part of a room that goes from its opening to the deal. Players' programs seal their salts;
 * somebody starts, and the room is STARTING; once all seals are there they stay as they are,
 * and salts are shown; the last one deals. If one does not come the start is given up. */
#ifndef PARLOR_SERVER_SHUFFLE_H
#define PARLOR_SERVER_SHUFFLE_H

#include "server/room.h"

/* STARTING: bit s: seat s owes its seal or, once all seals are there, its salt. Else 0. */
unsigned shuffle_missing(const struct room *);

/* ---- what is allowed: each makes the event, or says why not ---- */

bool shuffle_may_seal(const struct room *, int seat, const char *seal, struct event *, struct problem *);
bool shuffle_may_show(const struct room *, int seat, const char *salt, struct event *, struct problem *);

/* A start is given up; there is a new secret. */
void shuffle_abandon(struct event *);

/* ---- taking events; false, with nothing changed, if they do not fit ---- */

bool shuffle_take_seal(struct room *, const struct event *, struct problem *);
bool shuffle_take_ready(struct room *, const struct event *, struct problem *);
bool shuffle_take_show(struct room *, const struct event *, struct problem *);
bool shuffle_take_abandon(struct room *, const struct event *, struct problem *);

/* Nobody sits there any more. */
void shuffle_forget(struct deal *, int seat);

/* Gives a seat to a bot, or to nobody (NULL), with nothing left of who was there (room.c). */
void room_place(struct room *, int seat, const struct bot *);

/* Whether all seats are taken. */
bool room_is_full(const struct room *, struct problem *);

/* Opens the table that the room's deal makes, with the first cards dealt; NULL with the reason. The caller closes.
 * And has the room play there (room.c). */
struct table *room_table(const struct room *, struct problem *);
bool room_deal(struct room *, int64_t at, struct problem *);

#endif
