/* Games for the lab, without a table: nothing is kept but what is counted, so that
 * random games go on as fast as the rules do.
 *
 * Deals and the random numbers of bots are those that a table with the same seed
 * would have: a game of the lab is a game of `parlor sim`. In further rotations of a
 * line-up the deals are the same, but bots draw again, so that what the games of a
 * deal have in common is the deal and nothing else. */
#ifndef PARLOR_LAB_PLAYING_H
#define PARLOR_LAB_PLAYING_H

#include <stdatomic.h>

#include "bots/bot.h"
#include "lab/features.h"
#include "table/table.h"

/* The game and its players, the same for all workers. */
struct lineup {
    const struct table_plan *plan;
    struct features features;
    struct state_buffer start;         /* an empty table, a custom deck laid */
    int chances;                       /* events of chance before that */
    const struct bot *bots[MAX_SEATS]; /* in rotation r, seat s has bots[(s + r) % players] */
    uint8_t novices;                   /* set of those that are bot_novice */
    int rotations;                     /* that seat somebody else somewhere */
};

/* What a line-up points to. A GPU's module is built for one game, and pointers of the host mean nothing there. */
#ifdef __NVPTX__
static inline const struct game *lineup_game(const struct lineup *lineup)
{
    (void)lineup;
    return &CUDA_GAME;
}

static inline struct features lineup_features(const struct lineup *lineup)
{
    (void)lineup;
#define FEATURES(name)                     return name##_features;
#define NO_FEATURES(name)                  return features_unlisted(&name);
#define GAME(name, bot, drawing, features) features(name)
    GAMES(GAME)
#undef FEATURES
#undef NO_FEATURES
#undef GAME
}
#else
static inline const struct game *lineup_game(const struct lineup *lineup)
{
    return lineup->plan->game;
}

static inline struct features lineup_features(const struct lineup *lineup)
{
    return lineup->features;
}
#endif

/* Lays the table. False with the reason if the plan does not fit the game. */
bool lineup_open(struct lineup *, const struct table_plan *, const struct bot *const *bots, struct problem *why);

/* The position in a game. */
struct position {
    struct state_buffer state;
    int steps, chances; /* of the game so far */
};

/* A decision, as recorded for the end of the game. */
struct moment {
    uint16_t choices;
    uint8_t leaders; /* set of seats with the most points before it */
    uint8_t last;    /* set of seats with the least */
    bool turn;       /* a turn begins with it: others chose before, or all choose at once */
};

/* Holds the game that a worker plays; it serves for one after another. */
struct playing {
    const struct lineup *lineup;
    int rotation;
    struct seed deal;        /* of the table */
    struct seed bots;        /* what bots draw from */
    const atomic_bool *stop; /* set: the game is given up; NULL: never */
    struct position now;
    struct notes notes;
    struct moment *moments; /* of decisions 0 .. decisions-1 */
    int decisions, turns, capacity;
    unsigned choosing;                  /* set of the seats that chose last; 0 after a deal */
    bool fixed;                         /* moments are the caller's: they do not grow */
    int first;                          /* seat that places are counted from */
    struct position choices[MAX_SEATS]; /* before the last real choice of each seat */
    bool chose[MAX_SEATS];              /* there was one */
    struct result result;
};

/* What became of a game, or of all that is to be played. */
enum course { GOES_ON, IS_OVER, IS_STOPPED };

/* Begins a game, the grid of its notes growing in the caller's, and plays it on by one deal or one choice. It stops if
 * it is told to, or has more moments than the caller's. A GPU's threads go on together that way. */
void playing_begin(struct playing *, const struct lineup *, int rotation, const struct seed *,
                   struct grid_cell (*grid)[GRID_COLUMNS], const atomic_bool *stop);
enum course playing_go_on(struct playing *);

/* Plays a game to its end, the grid of its notes growing in the caller's. False if
 * it was stopped, or had more moments than the caller's. */
bool playing_game(struct playing *, const struct lineup *, int rotation, const struct seed *,
                  struct grid_cell (*grid)[GRID_COLUMNS], const atomic_bool *stop);
void playing_free(struct playing *);

/* Plays a position on by one deal or one choice, with the line-up's bots, who draw from this seed, and the deals of the
 * game. */
enum course position_go_on(const struct playing *, struct position *, const struct seed *bot_seed);

#endif
