/* A directory that keeps the finished work of a lab, so that it can be ended at any
 * time and gone on with.
 *
 * It belongs to one lab: the file `lab` says which. Sums are kept in one file a
 * run, or one file a shard (lab/shard.h), written under another name first, with a
 * sum over them at the end: there is always a whole one, or none.
 *
 * A shard's file begins with two lines of text, the lab's and its own. Numbers of eight
 * bytes follow: how many runs there are, and for each the pieces that are done and every
 * number that is not 0, after its place. */
#ifndef PARLOR_LAB_CHECKPOINT_H
#define PARLOR_LAB_CHECKPOINT_H

#include "lab/shard.h"

struct checkpoint;

/* Makes the directory if it is not there, or goes on with it if it is of the same
 * lab. NULL with the reason if it is another's, or somebody works with it now: on
 * the same shard, or on everything. */
struct checkpoint *checkpoint_open(const char *directory, const char *lab, const struct shard *, struct problem *why);
void checkpoint_close(struct checkpoint *);

/* Reads the sums of a run, and how many pieces are in them. False if there are
 * none, or they are damaged: the run then starts again. */
bool checkpoint_load(const struct checkpoint *, int run, void *sums, size_t size, long *pieces);
bool checkpoint_save(const struct checkpoint *, int run, const void *sums, size_t size, long pieces,
                     struct problem *why);

/* The work of a shard on one run. */
struct shard_sums {
    int64_t *sums; /* count of them */
    size_t count;
    long pieces; /* that are in them */
};

/* Reads what a shard has done in each run. False with the reason, which names the file, if there is none, it is
 * damaged, or it is of another lab or shard; the sums are then undefined. */
bool checkpoint_load_shard(const struct checkpoint *, const struct shard *, struct shard_sums *, int runs,
                           struct problem *why);
bool checkpoint_save_shard(const struct checkpoint *, const struct shard *, const struct shard_sums *, int runs,
                           struct problem *why);

#endif
