/* Keeps finished deals in a file, so that you can stop a run and continue it.
 *
 * Lines are only ever added to the file. Each is complete in itself and ends with
 * a checksum; a line that was cut or damaged is ignored and its deal
 * played again. One file may hold the deals of any number of runs:
 *
 *   run 9c0f… parlor VERSION scout 4 seed=… bots=club,novice,novice,novice
 *   deal 9c0f… 17 20,13,8,31/8/-1 22,9,17,30/8/-1 … 51d3…
 *
 * 9c0f… stands for the run, 17 for the deal; then points/winners/fault of the
 * game of each rotation, as in struct outcome, and the sum. A file that begins
 * otherwise is somebody else's and is left alone.
 *
 * A shard (lab/shard.h) has a file to itself, whose run also says how many deals there
 * are and which shard it is. */
#ifndef PARLOR_LAB_DEAL_LOG_H
#define PARLOR_LAB_DEAL_LOG_H

#include "lab/arena.h"

struct deal_log;

/* Opens or makes a file and reads the deals of this run; NULL with the reason. */
struct deal_log *deal_log_open(const char *path, const struct arena *, struct problem *why);
bool deal_log_close(struct deal_log *, struct problem *why);

/* Deals that are there, and lines that could not be read. */
long deal_log_count(const struct deal_log *);
long deal_log_damaged(const struct deal_log *);

/* A deal, if it is there. Safe while others look as well. */
bool deal_log_find(const struct deal_log *, long deal, struct arena_deal *out);

/* Adds a deal unless it came from the file. */
bool deal_log_add(struct deal_log *, long deal, const struct arena_deal *, struct problem *why);

/* Reads the file of the arena's shard for merging: all its deals MUST be there, and nothing else. Writes them to
 * deals[] by number. False with the reason, which names the file. */
bool deal_log_read_shard(const char *path, const struct arena *, struct arena_deal *deals, struct problem *why);

#endif
