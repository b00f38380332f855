/* What `parlor lab` and `parlor arena` share: the options that cut them in shards. */
#ifndef PARLOR_CLI_SHARDS_H
#define PARLOR_CLI_SHARDS_H

#include "cli/cli.h"
#include "lab/shard.h"

struct arg arg_shard(const char **shard); /* see shard_wanted() */
struct arg arg_merge(bool *merge);        /* adds up the shards */

/* Reads --shard as typed; NULL: all the work. False after saying what is wrong, also if it is to be merged as well. */
bool shard_wanted(const struct command *, const char *typed, bool merge, struct shard *);

#endif
