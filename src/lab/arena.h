/* The arena: duplicate play. Every deal is played once for each way of moving
 * the whole line-up round the table, so that the luck of the deal and of the
 * seat cancels.
 *
 * A deal depends on the run's seed and its number only. Bots of the program
 * draw by seat and step, so two that play alike play the same game in every
 * rotation and come out exactly even. Finished deals can be kept in a file
 * (lab/deal_log.h); a run that was ended goes on from there and ends up the same. */
#ifndef PARLOR_LAB_ARENA_H
#define PARLOR_LAB_ARENA_H

#include "lab/player.h"
#include "lab/rating.h"
#include "lab/shard.h"
#include "table/table.h"

enum { ARENA_DEALS = 100000 }; /* the most of a run */

struct arena {
    struct table_plan plan; /* its seed is the run's; each deal's own is drawn from it */
    struct player_kind kinds[MAX_SEATS];
    struct field field;    /* how many kinds there are, and how many seats each has */
    int lineup[MAX_SEATS]; /* kinds; in rotation r, seat s has lineup[(s + r) % players] */
    int rotations;         /* that seat somebody else somewhere */
    long deals;
    struct shard shard; /* the share of the deals that is played: see lab/shard.h */
    int threads;
    int move_ms;         /* for a program's move */
    const char *version; /* of the program: another one may play differently */
};

struct arena_deal {
    struct outcome games[MAX_SEATS]; /* one per rotation */
};

/* What a run has seen of a kind. Deals that were found in a file tell nothing. */
struct arena_seen {
    char said_name[NAME_SIZE]; /* the name that a program gave itself; empty for none */
    struct move_times times;
};

/* Progress, reported on the caller's thread in the order of deals. */
struct arena_watch {
    void *context; /* handed to all of these: */
    bool (*stopped)(void *context);
    void (*done)(void *context, long deals); /* `deals` deals are done; deals found in a file are reported together */
    void (*fault)(void *context, long deal, int rotation, int seat, int kind, const char *what);
};

/* Sets up a line-up from its kinds, which stay the caller's: one for each seat,
 * the last for all seats that are left. Kinds of one name are one player. The
 * plan must be set; seats are named by their numbers. */
void arena_seat(struct arena *, const struct player_kind *, int count);

/* Writes the kind of player in each seat of a rotation. */
void arena_rotation(const struct arena *, int rotation, int kinds[MAX_SEATS]);

/* Returns how many seats a line-up must be rotated by to be the same again. */
int arena_period(const int *lineup, int players);

struct deal_log;

/* Plays all deals of the shard that the log (or NULL) does not have, adds them to
 * it, and fills deals[], which has space for all deals of the run, and seen[] by
 * kind. Returns how many are done, the first ones without a gap: fewer than asked
 * for when it was stopped. -1 with the reason when something went wrong. */
long arena_play(const struct arena *, struct deal_log *, const struct arena_watch *, struct arena_deal *deals,
                struct arena_seen seen[MAX_SEATS], struct problem *why);

/* Adds deals up for the statistics. */
void arena_sums(const struct arena *, const struct arena_deal *deals, long count, struct deal_sum *sums);

/* The kind that ratings are anchored at: novice, or -1 if it does not play. */
int arena_anchor(const struct arena *);

#endif
