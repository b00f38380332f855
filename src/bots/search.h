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
    struct search_line lines[BOT_CANDIDATES_MOST]; /* the best first */
    int count;                                     /* at least 1 */
    long simulations;                              /* played out */
};

/* Thinks about a view of a game that has a thinker, for budget.simulations or
 * until stopped. The same view, budget and random numbers give the same report,
 * whatever the number of threads, unless it was stopped. */
void search(const struct bot_view *, struct rng *, struct search_report *);

#endif
