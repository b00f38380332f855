/* What `parlor arena` and its ladder share: having an arena played, with what
 * is shown meanwhile, and the statistics of it. */
#ifndef PARLOR_CLI_ARENA_H
#define PARLOR_CLI_ARENA_H

#include "lab/arena.h"

struct measured {
    long deals;               /* done: fewer than asked for after Ctrl-C */
    struct arena_deal *games; /* of each deal; the caller frees */
    struct standing standings[MAX_SEATS];
    double p_value;                    /* of the first two players; 1 where there is one */
    long faults;                       /* games lost by fault */
    struct arena_seen seen[MAX_SEATS]; /* by kind */
};

/* Plays an arena, keeping finished deals in the file `state` (NULL: nowhere).
 * False after saying what went wrong; there is then nothing to free. */
bool measure_arena(const struct arena *, const char *state, const char *title, struct measured *out);

enum { LADDER_LEVELS = 16 }; /* the most */

struct ladder {
    struct player_kind levels[LADDER_LEVELS]; /* from weakest to strongest */
    int count;                                /* at least 2 */
    const struct game *game;                  /* NULL: all */
    long players;                             /* -1: all */
    long deals, threads, move_time;
    struct seed seed;
    const char *state, *out; /* NULL: nowhere, standard output */
};

/* Returns the exit code; EXIT_FAILED after saying so if games were lost by fault. */
int exit_after_faults(int exit_code, long faults);

/* Plays neighbouring levels and writes the table; an exit code. */
int run_ladder(const struct ladder *);

#endif
