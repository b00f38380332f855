/* A survey: all games that a lab plays, and the figures that come of them.
 *
 * For every set of rules there is a run of the line-up asked for and, where skill
 * is asked about, one for each step of the ladder and one with all levels in all
 * seats. A run is deals 0 .. deals-1, the same for all sets of rules, in batches
 * that depend on nothing but their number; a batch is added to one of the run's
 * blocks, whose sums are all that is kept (lab/checkpoint.h). A shard (lab/shard.h)
 * has a range of the batches of every run, and so its sums add up to the whole. */
#ifndef PARLOR_LAB_SURVEY_H
#define PARLOR_LAB_SURVEY_H

#include <stdio.h>

#include "lab/figures.h"
#include "lab/shard.h"
#include "lab/workers.h"

enum {
    VARIANTS_MAX = 8,
    LABEL_SIZE = OPTION_SIZE + NAME_SIZE, /* name=value */
};

/* Part of a run: pieces begin .. end-1, of which p is the deals from p * batch on, as many as `batch`, but only those
 * below `deals`. It is added to block p % blocks. */
struct survey_part {
    const struct lineup *lineup;
    long begin, end, batch, deals;
    int blocks;
    bool kings; /* kingmaking is asked about in every KINGS_EVERY-th deal */
};

enum survey_end {
    SURVEY_PLAYED,
    SURVEY_CANNOT, /* it is too much for it; nothing was played */
    SURVEY_FAILED, /* for the reason given */
};

/* Plays games elsewhere than in the program's own threads: cuda/survey.h. The games MUST be the same. */
struct survey_engine {
    void *context;
    long deals; /* at a time, at most */

    /* Writes what came of a part to one tally for each block. */
    enum survey_end (*play)(void *context, const struct survey_part *, struct tally *sums, struct problem *why);
};

struct survey_plan {
    const char *version;                  /* of the program: another one may play differently */
    struct table_plan *variants;          /* count of them, all of one game; they stay the caller's */
    char (*labels)[LABEL_SIZE];           /* of each: stars=equal */
    const struct bot *(*bots)[MAX_SEATS]; /* of each, by seat */
    int count;                            /* 1 .. VARIANTS_MAX */
    const char *varied;                   /* the option that differs, or NULL */
    long deals, skill_deals;              /* the latter may be 0 */
    int threads;
    const struct survey_engine *engine; /* NULL: the program's own threads */
    const char *directory;
    struct shard shard; /* the share that is played: see lab/shard.h */
};

struct survey;

/* Plans the games, and reads those that are in the directory. NULL with the reason. */
struct survey *survey_open(const struct survey_plan *, struct problem *why);
void survey_close(struct survey *);

/* Games of the whole survey, or of its shard, and those that are done. */
long survey_games(const struct survey *);
long survey_done(const struct survey *);

/* Progress, reported on the caller's thread. */
struct survey_watch {
    bool (*stopped)(void *unused);
    void (*done)(const struct survey *);
};

/* Plays what is left. What is done when it stops or fails has been kept. */
enum workers_end survey_run(struct survey *, const struct survey_watch *, struct problem *why);

/* Adds up the shards in the directory, in place of playing. False with the reason, which names the file, unless all are
 * there and finished. */
bool survey_merge(struct survey *, struct problem *why);

/* Writes the figures, once all games are played. */
void survey_write(const struct survey *, FILE *json, FILE *csv);

#endif
