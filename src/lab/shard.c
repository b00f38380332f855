/* See shard.h. */
#include "lab/shard.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static const char prefix[] = "shard-";

/* Reads a shard with this between its numbers. */
static bool read_shard(struct reader *in, const char *between, struct shard *out)
{
    struct shard it = {.number = 0};

    read_number(in, 1, SHARDS_MAX, &it.number);
    read_literal(in, between);
    read_number(in, 1, SHARDS_MAX, &it.of);
    if (!read_end(in) || it.number > it.of)
        return false;
    *out = it;
    return true;
}

bool shard_parse(const char *typed, struct shard *out)
{
    struct reader in = read_from(typed, strlen(typed));
    return read_shard(&in, "/", out);
}

/* Returns how many of the pieces are in the first shards. */
static long pieces_of_first(const struct shard *shard, int shards, long pieces)
{
    return pieces / shard->of * shards + pieces % shard->of * shards / shard->of;
}

long shard_begin(const struct shard *shard, long pieces)
{
    return shard->of ? pieces_of_first(shard, shard->number - 1, pieces) : 0;
}

long shard_end(const struct shard *shard, long pieces)
{
    return shard->of ? pieces_of_first(shard, shard->number, pieces) : pieces;
}

void shard_name(const struct shard *shard, char name[SHARD_NAME])
{
    snprintf(name, SHARD_NAME, "%s%d-of-%d", prefix, shard->number, shard->of);
}

/* ---- all of them ---- */

bool shard_named(const char *name)
{
    return strncmp(name, prefix, sizeof prefix - 1) == 0;
}

static int is_shard(const struct dirent *entry)
{
    return shard_named(entry->d_name);
}

/* The shards of a directory while they are looked through. */
struct finding {
    const char *directory;
    int of;
    char first[SHARD_NAME];     /* name of the first that was found */
    bool there[SHARDS_MAX + 1]; /* by number */
};

static bool note(struct finding *it, const char *name, struct problem *why)
{
    struct reader in = read_from(name, strlen(name));
    struct shard shard = {.of = 0};
    char right[SHARD_NAME] = "";

    read_literal(&in, prefix);
    if (read_shard(&in, "-of-", &shard))
        shard_name(&shard, right);
    if (strcmp(name, right) != 0)
        return problem_set(why, "%s/%s: this is not the name of a shard, like shard-3-of-16; remove it or rename it",
                           it->directory, name);
    if (it->of && it->of != shard.of)
        return problem_set(why, "%s/%s: one of %d shards, but %s is one of %d; remove those that you do not mean",
                           it->directory, name, shard.of, it->first, it->of);
    if (!it->of)
        memcpy(it->first, right, sizeof right);
    it->of = shard.of;
    it->there[shard.number] = true;
    return true;
}

static bool is_complete(const struct finding *it, struct problem *why)
{
    int missing = 0;
    struct shard first = {.of = it->of};
    char name[SHARD_NAME];

    if (it->of == 0)
        return problem_set(why, "%s: there are no shards to merge here; --shard 1/N makes the first", it->directory);
    for (int number = it->of; number > 0; number--)
        if (!it->there[number]) {
            missing++;
            first.number = number;
        }
    if (missing == 0)
        return true;
    shard_name(&first, name);
    if (missing == 1)
        return problem_set(why, "%s/%s: this shard is missing; run --shard %d/%d", it->directory, name, first.number,
                           it->of);
    return problem_set(why, "%s/%s: this shard is missing, and %d more; run --shard %d/%d and so on", it->directory,
                       name, missing - 1, first.number, it->of);
}

bool shards_find(const char *directory, int *of, struct problem *why)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_shard, alphasort);

    if (count < 0)
        return problem_set(why, "%s: %s", directory, strerror(errno));
    struct finding *it = must_zero(1, sizeof *it);
    bool fine = true;
    it->directory = directory;
    for (int i = 0; i < count; i++) {
        fine = fine && note(it, entries[i]->d_name, why);
        free(entries[i]);
    }
    free(entries);
    fine = fine && is_complete(it, why);
    *of = it->of;
    free(it);
    return fine;
}
