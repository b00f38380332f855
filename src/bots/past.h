/* A history apart from its table, for thinkers that have no table: in another thread or worker, or in a program that is
 * told of it line by line. It holds only what the seat has seen, in one block of memory that can be carried as bytes:
 * where it arrives, `game` is set again. */
#ifndef PARLOR_BOTS_PAST_H
#define PARLOR_BOTS_PAST_H

#include "bots/bot.h"

enum { PAST_MAX = 1 << 16 }; /* steps: forty times as many as the longest games that people or bots play */

struct past {
    const struct game *game;
    int32_t steps, space;      /* how many it has, and how many fit */
    alignas(8) uint8_t kept[]; /* of each step a struct past_step and the view before it */
};

struct past_step {
    int32_t actor, id;
};

/* Returns an empty one with space for some steps, at least one; NULL without memory. free() ends it. */
struct past *past_new(const struct game *, int steps);

/* Copies a table's history as a seat has seen it; NULL without memory, or of more than PAST_MAX steps. */
struct past *past_of(const struct table *, int seat);

/* Adds a step, as the seat saw it. False without memory, or after PAST_MAX steps; nothing has changed then. */
bool past_add(struct past **, const struct bot_past *);

/* Write and read who made a step and which action it was, as a `past` line of docs/bot-protocol.md has them: `chance
 * -`, `2 -`, or, of the seat's own, `0 17`. False after failing the reader. */
void past_write_head(struct writer *, const struct bot_past *);
bool past_read_head(struct reader *, struct bot_past *);

/* Returns why a step from outside, whose view has passed state_accept(), cannot be one that the seat has seen; NULL if
 * it can. */
const char *past_fault(const struct game *, int seat, const struct bot_past *);

/* Returns how many bytes it takes, without the space that is left. */
size_t past_size(const struct past *);

/* Returns it for a bot at the seat that it was made for. */
struct bot_history past_history(const struct past *, int seat);

#endif
