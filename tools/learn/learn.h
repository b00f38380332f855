/* The commands of learn, and what they share: odds, draws by them, steps along a
 * gradient, and checkpoints. */
#ifndef PARLOR_LEARN_LEARN_H
#define PARLOR_LEARN_LEARN_H

#include <stddef.h>
#include <time.h>

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
 * steep its slope is (Adam). The arrays are zero at first. */
struct descent {
    size_t count;  /* weights */
    float memory;  /* how much of the mean square of a slope a step keeps, below 1 */
    float least;   /* slopes far below this are not made more of */
    long steps;    /* taken so far */
    float *slopes; /* of the next step, summed up by the caller; descend() clears them */
    float *mean;   /* of the slopes */
    float *square; /* mean square of them */
};

/* Returns false, after saying so, if a weight is not a number any more, or infinite. */
bool descend(struct descent *, float *weights, float scale, float length);

/* Says that the lesson has failed like this, and that nothing is written; returns false. */
bool lost_its_way(void);

/* Returns the length of a step, counted from 0: long at first, then shorter and shorter. */
float step_length(long step, long steps, float longest, float shortest);

/* A lesson in a file, as it lies in memory, so that an interrupted one goes on and ends with the same bytes. `what`
 * is a line that says whose lesson it is and how it goes on: a file with another line is refused. */
struct checkpoint {
    const char *path; /* NULL: nothing is kept */
    const char *what;
    void *lesson;
    size_t size;
    time_t saved;
};

/* Reads it if the file is there. False after saying what is wrong. */
bool checkpoint_begin(struct checkpoint *);

/* Saves it: always, or after a step if some seconds have passed. False after saying what is wrong. */
bool checkpoint_save(struct checkpoint *);
bool checkpoint_step(struct checkpoint *);

/* Reads a number above 0 as typed, like 0.4, that an option gives. False after saying what is wrong. */
bool length_typed(const struct command *, const char *option, const char *typed, float *length);

/* Hands all games of a file of records, which are to be of this game, to each() until that returns false. Returns
 * false after saying what is wrong. */
struct game;
struct table;
bool read_records(const struct game *, const char *path, bool (*each)(void *, const struct table *), void *);

#endif
