/* Looks for puzzles (lab/puzzle.h) in games that bots play: one move is clearly best, and
 * rules of thumb miss it at least now and then. */
#ifndef PARLOR_LAB_PUZZLES_H
#define PARLOR_LAB_PUZZLES_H

#include "bots/bot.h"
#include "lab/workers.h"

struct puzzles_plan {
    struct table_plan table; /* its seed is the run's; 0 players: as many as the game allows, by turns */
    const struct bot *bot;   /* plays the games */
    int difficulty;          /* of the puzzles that are wanted; 0: all */
    int threads;             /* they change the time only */
    void *context;           /* handed to these, which are called by the caller's thread: */
    bool (*stopped)(void *context);
    bool (*take)(void *context, const char *line, size_t length); /* another one; false: enough */
};

/* Looks for puzzles until told to end, so it never returns WORKERS_DONE. The same plan gives the same lines in the
 * same order. No theme and no difficulty gets more than twice its fair share. */
enum workers_end puzzles_find(const struct puzzles_plan *, struct problem *why);

#endif
