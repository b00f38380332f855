/* Lists all ways to set up a game that tests should try: every player count, alone and
 * with every value worth trying of every option. */
#ifndef PARLOR_TESTS_SUPPORT_VARIANTS_H
#define PARLOR_TESTS_SUPPORT_VARIANTS_H

#include "rules/game.h"

typedef void variant_visit(const struct game *, const struct setup *);

/* Fails the test if the game does not open for one of its player counts. */
void for_every_variant_of(const struct game *, variant_visit *);

/* Of every game, the template included; of one alone if the environment names it, PARLOR_GAME=scout. */
void for_every_variant(variant_visit *);

#endif
