/* Search: the value of the promising actions of a seat, from worlds that it may
 * be in. What the levels above novice choose by, and what hints are made of. */
#ifndef PARLOR_BOTS_SEARCH_H
#define PARLOR_BOTS_SEARCH_H

#include "bots/bot.h"

/* What was found out about one action. */
struct search_line {
    uint16_t id;
    int worlds;   /* it was tried in */
    double value; /* share of a win to be expected, 0 to 1 */
    double error; /* standard error of the value */
};

struct search_report {
    struct search_line lines[BOT_CANDIDATES_MAX]; /* the best first */
    int count;                                    /* at least 1 */
    long simulations;                             /* played out */
};

/* Thinks about a view of a game that has a thinker, for budget.simulations or
 * until stopped. The same view, budget and random numbers give the same report,
 * unless it was stopped; without a tree (struct thinker) also with any other
 * number of threads. */
void search(const struct bot_view *, struct rng *, struct search_report *);

/* Draws an action: one that wins less than the best by `mixing`, which is above 0, is e times less likely. */
uint16_t search_draw(const struct search_report *, double mixing, struct rng *);

/* Returns what a playout would do in the seat's place: a search is worth its time if it is stronger. */
uint16_t search_policy(const struct bot_view *, struct rng *);

/* Actions, each tried in the same worlds. */
struct search_weighing {
    int worlds;
    double value[BOT_CANDIDATES_MAX]; /* share of a win to be expected with each */
    double gain[BOT_CANDIDATES_MAX];  /* of the first over each, */
    double error[BOT_CANDIDATES_MAX]; /* … and its standard error */
};

/* Weighs up to BOT_CANDIDATES_MAX actions of a view against the first of them, in one world
 * for every `count` of budget.simulations and on one thread. A search favours actions that were lucky in its
 * worlds; these worlds have chosen nothing, so the gains are fair. */
void search_weigh(const struct bot_view *, const uint16_t *ids, int count, struct rng *, struct search_weighing *);

/* Two of them. */
struct search_comparison {
    int worlds;
    double value[2]; /* share of a win to be expected with each */
    double gain;     /* of the first over the second */
    double error;    /* standard error of the gain */
};

void search_compare(const struct bot_view *, const uint16_t ids[2], struct rng *, struct search_comparison *);

/* Estimates the share of the win that each seat may expect in a true state if everybody
 * plays on as in playouts, from budget.simulations of them: to the end of the
 * game, and thus with exact shares, unless the thinker's notes hold for a while
 * only. `round` is then a view of where that while began; of its other fields
 * the game and the budget are used. One choice in four is any legal one: with all
 * cards open, policies alone would know far too well how it ends. False if
 * stopped. */
bool search_outlook(const struct bot_view *round, const struct state *, int players, struct rng *, double *chances);

#endif
