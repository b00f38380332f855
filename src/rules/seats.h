/* Seats round a table, in the ways that every game asks about them. */
#ifndef PARLOR_RULES_SEATS_H
#define PARLOR_RULES_SEATS_H

#include "rules/game.h"

/* Returns the set of all seats. */
static inline uint8_t seats_all(int players)
{
    return (uint8_t)((1u << players) - 1);
}

/* Returns the next seat to the left. */
static inline int seat_next(int seat, int players)
{
    return seat + 1 == players ? 0 : seat + 1;
}

/* Returns how many seats to the left of one another one is. */
static inline int seats_apart(int from, int to, int players)
{
    return to < from ? to + players - from : to - from;
}

/* Returns whose secrets redact() takes away: everybody's but the viewer's own and those that lie open. */
static inline uint8_t seats_hidden(int viewer, int players, unsigned open)
{
    unsigned own = viewer >= 0 ? seat_bit(viewer) : 0;
    return (uint8_t)(viewer == OPEN ? 0 : seats_all(players) & ~own & ~open);
}

#endif
