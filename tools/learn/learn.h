/* The commands of learn, and what they share: odds, draws by them, and steps along a
 * gradient. */
#ifndef PARLOR_LEARN_LEARN_H
#define PARLOR_LEARN_LEARN_H

#include <stddef.h>

#include "cli/cli.h"
#include "rules/rng.h"

extern const struct command command_scout, command_scout_imitate, command_sparrows, command_bannish;
extern const struct command command_bridesmaid, command_imitate, command_write;

/* 0 to 1, neither of them. */
float draw_evenly(struct rng *);

/* Turns likings into chances: what is liked by 1 more is e times as likely. */
void chances_of(float *likings, int count);

/* One of these, as likely as its chance. */
int draw_by(const float *chances, int count, struct rng *);

/* Steps against a gradient, of about the same length for every weight however
 * steep its slope is (Adam). All but the four numbers is zero at first. */
struct descent {
    size_t count;  /* weights */
    float memory;  /* how much of the mean square of a slope a step keeps, below 1 */
    float least;   /* slopes far below this are not made more of */
    long steps;    /* taken so far */
    float *slopes; /* of the next step, summed up by the caller; descend() clears them */
    float *mean;   /* of the slopes */
    float *square; /* mean square of them */
};

void descend(struct descent *, float *weights, float scale, float length);

/* Hands all games of a file of records, which are to be of this game, to each() until that returns false. Returns
 * false after saying what is wrong. */
struct game;
struct table;
bool read_records(const struct game *, const char *path, bool (*each)(void *, const struct table *), void *);

#endif
