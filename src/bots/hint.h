/* Hints: the best few actions of a seat, what each is worth, and how sure it is
 * that no other is better. Made by a search from what the seat knows. */
#ifndef PARLOR_BOTS_HINT_H
#define PARLOR_BOTS_HINT_H

#include "bots/bot.h"

struct hint_line {
    uint16_t id;
    int worlds;   /* it was tried in; 0: in none, value and error say nothing */
    double value; /* share of a win to be expected, 0 to 1 */
    double error; /* standard error of the value */
    double sure;  /* probability that no other legal action is better, 0 to 1 */
};

/* Writes at most `most` lines, the best first, and returns how many: at least one.
 * If only one action is legal, there is one line, and it is sure. The same view and
 * random numbers give the same lines, unless the search was stopped. */
int hint(const struct bot_view *, struct rng *, struct hint_line *lines, int most);

/* Does the same for a seat that owes a choice at a table: from its view and history,
 * with its own random numbers and, unless the budget sets another number, as many
 * simulations as the master. */
int hint_at(const struct table *, int seat, struct bot_budget, struct hint_line *lines, int most);

#endif
