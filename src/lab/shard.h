/* Shards: shares of numbered work, for many machines.
 *
 * Shard 3/16 has the pieces from 2/16 to 3/16 of all of them. Which pieces those are depends on nothing but these
 * numbers, so 16 machines that know nothing of each other do all the work, each piece once. A shard keeps what it has
 * done in a file of its own, shard-3-of-16, in a directory that all of them may share. */
#ifndef PARLOR_LAB_SHARD_H
#define PARLOR_LAB_SHARD_H

#include "table/table.h"

enum {
    SHARDS_MAX = 10000,
    SHARD_NAME = 32, /* bytes of shard-3-of-16 */
};

struct shard {
    int number, of; /* number is 1 .. of; of is 0 if all the work is meant */
};

/* Reads a shard as typed: 3/16. */
bool shard_parse(const char *typed, struct shard *);

/* The pieces of a shard are begin .. end-1. */
long shard_begin(const struct shard *, long pieces);
long shard_end(const struct shard *, long pieces);

/* Writes the name of a shard's file. */
void shard_name(const struct shard *, char name[SHARD_NAME]);

/* Returns whether a file of this name means to be a shard. */
bool shard_named(const char *name);

/* Finds all shards in a directory, and how many there are. False with the reason if one is missing, or there are files
 * of shards that do not belong together. */
bool shards_find(const char *directory, int *of, struct problem *why);

#endif
