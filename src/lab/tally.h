/* The totals of many games: sums of everything that the lab reports.
 *
 * A tally holds only whole numbers, so that tallies of parts add up to the tally of
 * the whole in any order and to the last digit, and it is as large after a million
 * games as after one. Places are seats counted from the first player
 * (lab/features.h). Wins are in WHOLE_WINs. */
#ifndef PARLOR_LAB_TALLY_H
#define PARLOR_LAB_TALLY_H

#include "lab/factors.h"
#include "lab/features.h"
#include "lab/playing.h"
#include "lab/rating.h"

enum {
    PARTS = 20,                          /* of a game's course, of its decisions each alike many */
    LENGTH_BINS = 512,                   /* the last holds all that lies beyond */
    LENGTH_STEP = 4,                     /* of a bin of decisions or turns; rounds have one each */
    CHANGES_MAX = 16,                    /* lead changes that are told apart */
    WHOLE_SHARE = WHOLE_WIN * WHOLE_WIN, /* of a win divided among leaders */
};

struct length_tally {
    int64_t sum;
    int64_t bins[LENGTH_BINS];
};

struct part_tally {
    int64_t decisions, turns, choices;
    int64_t forced; /* decisions with one choice */
    int64_t alone;  /* games with one leader at its beginning */
    int64_t shares; /* of the win that those had who led at its beginning, in WHOLE_SHAREs */
};

struct feature_tally {
    int64_t events, squares;   /* how often, summed over seats, and the squares of that */
    int64_t event_wins;        /* how often times wins, likewise */
    int64_t games;             /* it happened in */
    int64_t with[MAX_SEATS];   /* games by place, in which it happened to that place */
    int64_t wins[MAX_SEATS];   /* of those */
    int64_t points[MAX_SEATS]; /* likewise */
};

struct tally {
    int64_t deals, games;
    int64_t wins[MAX_SEATS], points[MAX_SEATS];             /* by seat */
    int64_t place_wins[MAX_SEATS], place_points[MAX_SEATS]; /* by place */
    int64_t place_bins[MAX_SEATS][POINT_BINS];
    int64_t winner_bins[POINT_BINS], loser_bins[POINT_BINS];
    int64_t winner_points, loser_points; /* sums over all winners, and over all others */
    int64_t winners;                     /* how many of those there were */
    int64_t by_winners[MAX_SEATS + 1];   /* games by the number of winners */
    int64_t margin;                      /* of the best over the next, 0 where points tie */
    struct length_tally decisions, turns, rounds;
    struct part_tally parts[PARTS];
    int64_t lead_changes, by_lead_changes[CHANGES_MAX];
    int64_t decided_bins[PARTS + 1]; /* games by the part from which only winners lead; the last: not before the end */
    int64_t decided;                 /* sum of that moment, in millionths of the game */
    int64_t early;                   /* games in which it lies in the first half */
    int64_t comebacks;               /* games won by somebody who had the least points at half-time */
    int64_t kingmaking_asked, kingmaking_lost, kingmaking_made; /* lab/kingmaking.h */
    struct feature_tally features[FEATURES_MAX];
    struct grid_cell grid[GRID_ROWS][GRID_COLUMNS];
    struct factors win_factors, point_factors;
};

/* Adds a game that was played to its end, with its notes. */
void tally_game(struct tally *, const struct playing *);

/* Adds what all rotations of a deal came to: wins and points by rotation and
 * seat. Seat s of rotation r had player (s + r) % players. */
void tally_deal(struct tally *, int players, int rotations, struct outcome outcomes[MAX_SEATS]);

enum { TALLY_CELLS = sizeof(struct tally) / sizeof(int64_t) }; /* it is numbers and nothing else */

void tally_add(struct tally *, const struct tally *more);
void tally_take_off(struct tally *, const struct tally *less);

#endif
