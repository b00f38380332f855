/* Followers: what is public of a game, kept from the onlooker's facts alone and compared with the true state. */
#ifndef PARLOR_TESTS_SUPPORT_FOLLOW_H
#define PARLOR_TESTS_SUPPORT_FOLLOW_H

#include "rules/game.h"

struct follower {
    void (*start)(const struct state *, void *counts);
    void (*hear)(const struct game *, const struct fact *, void *counts);
    void (*check)(const struct state *, const void *counts);
    size_t size;
};

/* A field of a fact that must be there, and its value. Include cmocka.h first. */
static inline struct fact_field told_field(const struct game *game, const struct fact *fact, const char *name)
{
    struct fact_field field;

    assert_true(fact_find(game, fact, name, &field) && field.value);
    return field;
}

static inline int told(const struct game *game, const struct fact *fact, const char *name)
{
    return told_field(game, fact, name).value[0];
}

/* Each game has one, in tests/follow_GAME.c. It is weak, so that the tests of a game without one still build. */
#define FOLLOWER(name, ...) extern const struct follower follow_##name __attribute__((weak));
GAMES(FOLLOWER)
#undef FOLLOWER

#endif
