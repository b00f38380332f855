/* Keeps track of where a test is on its walk through games, and of what differs there, so that a broken law names
 * game, seed, step, seat and field, and you can repeat the walk. */
#ifndef PARLOR_TESTS_SUPPORT_PLACE_H
#define PARLOR_TESTS_SUPPORT_PLACE_H

#include "rules/game.h"

struct place {
    const struct game *game; /* NULL: nowhere */
    struct setup setup;
    char values[MAX_OPTIONS][64]; /* of the options, since a setup does not own them */
    int number;                   /* of the walk, which its random numbers come from */
    int step;                     /* of it */
    int seat;                     /* a seat, ONLOOKER, or CHANCE for none */
};

extern struct place place;

void place_enter(const struct game *, const struct setup *, int number);
void place_write(struct writer *); /* "scout, 3 players, game 7, step 12, seat 1" */

/* Fail unless both are the same, and say which part of them is not. What is compared is said in a few words. */
void same_state(const struct game *, const struct state *, const struct state *, const char *what);
void same_observation(const struct game *, const uint8_t *, const uint8_t *, const char *what);
void same_json(const char *, const char *, const char *what);

#endif
