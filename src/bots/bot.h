/* Players made of code. A bot is handed the redacted state of its seat, the
 * legal actions and random numbers, and nothing else: what its seat cannot
 * know is not there to be looked at. */
#ifndef PARLOR_BOTS_BOT_H
#define PARLOR_BOTS_BOT_H

#include "rules/game.h"

struct bot_view {
    const struct game *game;
    const struct state *state; /* redacted for this seat */
    int seat;                  /* owes a choice */
    const uint16_t *legal;     /* ascending */
    int count;                 /* at least 1 */
};

struct bot {
    const char *name;
    const char *help; /* one line */

    /* MUST return one of the legal ids; MUST answer the same for the same view
     * and the same random numbers. */
    uint16_t (*choose)(const struct bot_view *, struct rng *);
};

extern const struct bot *const bots[]; /* from weakest to strongest; ends with NULL */
const struct bot *bot_by_name(const char *name);

/* Asks a bot what it would do in a state that has been redacted for this seat. */
uint16_t bot_choose(const struct bot *, const struct game *, const struct state *redacted, int seat, struct rng *);

/* The random numbers of a bot for one decision: its own by table seed, seat and
 * step, so that the same seed and the same choices give the same game. */
struct rng bot_rng(const struct seed *, int seat, int step);

/* The legal action with the highest of these values, one for each; among equals
 * any, so that the bot is not a bore. */
uint16_t bot_best(const struct bot_view *, const int *values, struct rng *);

/* Rules of thumb, one function a game (bots/GAME.c). */
struct novice {
    const struct game *game;
    uint16_t (*choose)(const struct bot_view *, struct rng *);
};

extern const struct novice scout_novice;
extern const struct novice bridesmaid_novice;
extern const struct novice belle_novice;
extern const struct novice sparrows_novice;
extern const struct novice bannish_novice;

#endif
