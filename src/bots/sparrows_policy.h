/* What the novice of Six of Sparrows knows by experience, for the novice itself (bots/sparrows.c) and for
 * tools/learn/sparrows.c, which makes the numbers. */
#ifndef PARLOR_BOTS_SPARROWS_POLICY_H
#define PARLOR_BOTS_SPARROWS_POLICY_H

#include "bots/bot.h"
#include "rules/sparrows.h"

enum {
    SPARROWS_MARKS = SPARROWS_NUMBERS + 1, /* see sparrows_mark() */
    SPARROWS_CERTAIN = 250,                /* a chance of one; also the parts that a point has */
    SPARROWS_STEPS = 24,                   /* by which the worth of the best bid is told apart, */
    SPARROWS_STEP = 5,                     /* points each */
    SPARROWS_COMPARED = 3,                 /* kinds of bids that compare hands: HIGH, LOW, MAJORITY */
};

struct sparrows_experience {
    /* How often a bid is met, by the cycle and the mark then: of two players, and of the kinds that compare hands
     * of three and more. */
    uint8_t met[SPARROWS_BID_COUNT][SPARROWS_CYCLES][SPARROWS_MARKS];
    uint8_t met_by_more[MAX_SEATS - 2][SPARROWS_COMPARED][SPARROWS_CYCLES][SPARROWS_MARKS];
    /* Points that the best bid of the next cycle brings, by the cycle and the step of the best one now. */
    uint8_t wait[SPARROWS_CYCLES - 1][SPARROWS_STEPS];
};

/* How many cards a bid still lacks, or what is compared with other hands: as sparrows_progress(), but fast. */
int sparrows_mark(int bid, uint64_t hand, uint64_t table);

/* Returns how often a bid is met, of SPARROWS_CERTAIN. */
int sparrows_chance_of(const struct sparrows_experience *, int players, int bid, int cycle, int mark);

/* Returns what comes in on average if these points are won with a chance and else those are lost, in parts. */
int sparrows_average(int won, int lost, int chance);

/* Returns the step of a worth in parts. */
int sparrows_step(int worth);

#endif
