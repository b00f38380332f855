/* What explains how a seat does: the deal, the seat, or who sits there?
 *
 * All players of a line-up sit in all seats of every deal, so the values (wins or
 * points) of a deal are a square of seats by players, and its games cross both: a
 * Latin square. Its analysis of variance says what each accounts for, also where
 * what one seat gains another loses, as with wins. Sums are whole numbers, as in
 * all tallies. */
#ifndef PARLOR_LAB_FACTORS_H
#define PARLOR_LAB_FACTORS_H

#include "rules/game.h"

struct factors {
    int64_t cells[MAX_SEATS][MAX_SEATS]; /* sum by seat and player */
    int64_t squares;                     /* of single values */
    int64_t by_deal;                     /* squares of the sums of a deal; */
    int64_t by_deal_seat;                /* of a deal's sums by seat; */
    int64_t by_deal_player;              /* by player; */
    int64_t by_deal_game;                /* and by game */
};

/* Adds the values of a deal, by seat and player; seat s and player p met in its
 * game (p - s) mod players. */
void factors_add(struct factors *, int players, int64_t values[MAX_SEATS][MAX_SEATS]);

/* Mean squared effects as shares of their sum: of the seat whatever the cards, of
 * the player, of the deal for everybody or for a seat, of which player gets which
 * seat or cards, and of everything else. Unbiased, so any may be below 0. */
struct shares {
    double seat, player, deal, match, rest;
};

/* With two players `rest` cannot be told from `deal` and `match`, and is in them. */
struct shares factors_explain(const struct factors *, int players, double deals);

#endif
