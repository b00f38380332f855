/* Statistics of an arena: what may be said about players from the games they
 * have played.
 *
 * The games of one deal share its luck, so a deal is the unit that everything is
 * computed over: means with t intervals, a rating with a bootstrap interval, and
 * a permutation test that flips the outcome of whole deals.
 *
 * The rating is a Plackett-Luce model: the first place goes to each seat in
 * proportion to its player's strength, then the second among the others, and so
 * on. Ties count as every order of the tied seats in equal parts. The strengths
 * that make the games most likely are found by minorisation-maximisation (Hunter
 * 2004). Every two players are given one drawn game that was not played, so that
 * somebody who has never lost gets a rating as well. 400 points are tenfold odds. */
#ifndef PARLOR_LAB_RATING_H
#define PARLOR_LAB_RATING_H

#include "rules/game.h"

enum {
    WHOLE_WIN = 60, /* a win is split evenly among up to five winners */
    WHOLE_RANK = 2, /* tied seats share the mean of their ranks, which is whole or a half */
    STAGES = 32,    /* most multisets of players at a table of MAX_SEATS, the empty one included */
    ANCHOR = 1000,  /* the rating of the anchor */
};

/* The end of a game. */
struct outcome {
    int points[MAX_SEATS]; /* in halves where the game counts halves */
    uint8_t winners;       /* bit s: seat s has won, alone or with others; never 0 */
    int fault;             /* the seat that lost by a fault, -1 for none; all others have then won */
};

/* The players of a match, 0 .. count-1, and how many seats each has in every game. */
struct field {
    int players; /* seats of a table */
    int count;
    int seats[MAX_SEATS]; /* by player; they add up to players */
};

/* Everything the model knows about games. */
struct evidence {
    double first[MAX_SEATS]; /* stages that each player came out of first */
    double stages[STAGES];   /* how often each multiset of players was left at a stage */
};

/* The sum of all games of a deal, by player over all its seats. */
struct deal_sum {
    int games;
    long wins[MAX_SEATS];   /* in WHOLE_WINs */
    long ranks[MAX_SEATS];  /* in WHOLE_RANKs; the best is 1 */
    long points[MAX_SEATS]; /* as in outcome */
    int faults[MAX_SEATS];  /* games lost by a fault */
    struct evidence seen;
};

/* The number of seats that come before each. */
void outcome_places(const struct outcome *, int players, int before[MAX_SEATS]);

/* Wins in WHOLE_WINs, ranks in WHOLE_RANKs, by seat. Winners come first, then
 * the most points. */
void outcome_split(const struct outcome *, int players, int wins[MAX_SEATS], int ranks[MAX_SEATS]);

/* Adds a game; player_at says who sat where. */
void deal_add(struct deal_sum *, const struct field *, const int *player_at, const struct outcome *);

struct estimate {
    double mean;
    double low, high; /* 95 %; both the mean where there is a single deal */
};

struct standing {
    struct estimate wins;   /* share of a seat: 1 / players is fair */
    struct estimate points; /* of a seat and game, as in outcome */
    struct estimate rank;
    struct estimate rating;
    long faults;
};

/* Makes the standing of every player of at least one deal. The anchor is a
 * player, or -1: the mean of all ratings is then ANCHOR. */
void rating_standings(const struct field *, const struct deal_sum *deals, long count, int anchor,
                      struct standing out[MAX_SEATS]);

/* Returns the probability of a difference in win share at least as large between
 * these two players if deals favoured neither. Never 0. */
double rating_difference(const struct field *, const struct deal_sum *deals, long count, int one, int other);

#endif
