/* See shards.h. */
#include "cli/shards.h"

struct arg arg_shard(const char **shard)
{
    return (struct arg){.name = "shard",
                        .kind = ARG_TEXT,
                        .value = "I/N",
                        .help = "play only share I of N, and keep it as a file",
                        .into.text = shard};
}

struct arg arg_merge(bool *merge)
{
    return (struct arg){
        .name = "merge", .kind = ARG_FLAG, .help = "add up the N files of --shard: play nothing", .into.flag = merge};
}

bool shard_wanted(const struct command *command, const char *typed, bool merge, struct shard *out)
{
    *out = (struct shard){.of = 0};
    if (!typed)
        return true;
    if (merge)
        usage_error(command, "--merge adds up all shards; leave out --shard %s", typed);
    else if (!shard_parse(typed, out))
        usage_error(command, "--shard %s: which share of how many? --shard 3/16; there are at most %d", typed,
                    SHARDS_MAX);
    return out->of > 0;
}
