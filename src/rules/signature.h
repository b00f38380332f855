/* A signature of a game's behaviour: seeded games of uniformly random choices,
 * every state and every legal list folded into one number. It is the same
 * natively, with sanitizers and as WebAssembly; when it changes, the rules do. */
#ifndef PARLOR_RULES_SIGNATURE_H
#define PARLOR_RULES_SIGNATURE_H

#include "rules/game.h"

struct signature {
    uint64_t hash;
    uint64_t decisions;
};

/* Returns the signature of games first .. first+count-1 of a setup that passes setup_check(). */
struct signature signature_of(const struct game *, const struct setup *, uint32_t first, uint32_t count);

/* Returns the same over all player counts the game is for, with its default options. */
struct signature signature_of_game(const struct game *, uint32_t count);

#endif
