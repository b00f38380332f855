/* Uses a state from outside that rules/accept.h has accepted: calls every function of its game, its drawing,
 * its features and its bots. Shared by the law (accept_test.c) and the fuzz target (fuzz/state.c); both run it with
 * sanitizers. A broken promise is printed, and ends the program. */
#ifndef PARLOR_TESTS_SUPPORT_EXERCISE_H
#define PARLOR_TESTS_SUPPORT_EXERCISE_H

#include "rules/game.h"

enum exercise {
    EXERCISE_CHOICES, /* legal, objection, notation both ways, what a move touches */
    EXERCISE_WORDS,   /* describe, result, rounds, observe */
    EXERCISE_DRAWING, /* some part in some form, or the whole table */
    EXERCISE_WORLDS,  /* redact and imagine */
    EXERCISE_PLAY,    /* some steps from an imagined world: apply, chance, tell, features */
    EXERCISE_NOVICE,
    EXERCISE_SEARCH, /* a short one, and a hint */
    EXERCISES,
};

struct guest {
    const struct game *game;
    const struct state *view; /* that the door has let in */
    int players, viewer;
    struct rng rng;
};

void exercise(struct guest *, enum exercise);

/* Changes bytes of a state as an attacker might who has some good ones: flips a bit, sets, moves, swaps and counts
 * bytes, or puts a piece of another in. */
void spoil(uint8_t *bytes, const uint8_t *other, size_t size, struct rng *);

/* Printed before the program ends because of a broken promise or a sanitizer. */
extern char exercise_place[512];

#endif
