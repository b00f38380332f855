/* The games that a test is about: all of them, or the one that the environment names, PARLOR_GAME=scout. Include
 * cmocka.h first. */
#ifndef PARLOR_TESTS_SUPPORT_CHOSEN_H
#define PARLOR_TESTS_SUPPORT_CHOSEN_H

#include <stdlib.h>
#include <string.h>

#include "rules/game.h"

static inline bool is_chosen(const struct game *game)
{
    const char *only = getenv("PARLOR_GAME");
    return !only || strcmp(only, game->id) == 0;
}

/* Fails the test if no game was chosen: a mistyped name would pass everything. */
static inline void check_chosen(int count)
{
    if (count == 0)
        fail_msg("PARLOR_GAME: there is no game called %s", getenv("PARLOR_GAME"));
}

#endif
