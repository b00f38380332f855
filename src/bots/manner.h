/* Manners. People who know the same rules of thumb still play differently: one goes for
 * much, one waits, one is fond of a colour, one does not see every card. A novice has such
 * a manner for a whole game: it shifts a little what the rules of thumb say of an action,
 * and hides an action from the novice now and then. What the shifts are, each game
 * says (bots/GAME.c). Levels that search have none: chance alone makes them differ. */
#ifndef PARLOR_BOTS_MANNER_H
#define PARLOR_BOTS_MANNER_H

#include <stdbool.h>

#include "rules/rng.h"

/* All zero: plain, by the rules of thumb alone. Leanings are between -3 and 3. */
struct manner {
    int8_t daring;     /* goes for much, and at once; below 0: for little, and waits */
    int8_t thrift;     /* keeps what it has; below 0: spends it */
    int8_t company;    /* does what others did; below 0: what they did not */
    int8_t fancy;      /* how fond it is of some one thing; never below 0 */
    bool forgets;      /* does not keep count of what is gone */
    uint8_t overlooks; /* actions of 256 that it does not see */
    uint32_t tastes;   /* what it is fond of, and whatever else a game reads out of any number; 0 if plain */
};

/* Returns the manner of a seat, which depends on the table's seed. No two seats of a table
 * have the same one. */
struct manner manner_of(const struct seed *, int seat);

static inline bool manner_is_plain(const struct manner *manner)
{
    return manner->tastes == 0;
}

/* How a novice likes the thing of this number for no reason at all: -3, -1, 1 or 3. There are
 * sixteen; plain ones have no such likings. */
static inline int manner_taste(const struct manner *manner, int number)
{
    return manner_is_plain(manner) ? 0 : 2 * (int)(manner->tastes >> 2 * (number & 15) & 3) - 3;
}

/* The one of `count` things that it is fond of, as much as `fancy` says. */
static inline int manner_favourite(const struct manner *manner, int count)
{
    return (int)((uint64_t)(uint32_t)(manner->tastes * 0x9e3779b1u) * (uint32_t)count >> 32);
}

#endif
