/* Kingmaking: does a player who cannot win any more decide who does?
 *
 * The lab asks this of each seat that has not won, at its last decision with more
 * than one choice. The same bots play a few of these choices out several times each,
 * with the same deals. A seat that wins none of these playouts can no longer win;
 * if its choice then changes another seat's share of the win by half or more, it
 * makes the king. */
#ifndef PARLOR_LAB_KINGMAKING_H
#define PARLOR_LAB_KINGMAKING_H

#include "lab/playing.h"

enum { CHOICES_TRIED = 4 };
enum { KINGS_EVERY = 17 }; /* the lab asks about one deal in this many; not a divisor of the number of blocks */

struct kingmaking {
    int asked; /* seats */
    int lost;  /* of them, who could no longer win */
    int made;  /* of those, who decided the winner */
};

/* The questions about one game, while they are asked: seat by seat, choice by choice, time by time. */
struct asking {
    const struct playing *game; /* to its end */
    struct kingmaking found;
    int seat, choice, time;
    int tried; /* choices of the seat */
    uint16_t choices[CHOICES_TRIED];
    int wins[MAX_SEATS];                   /* over all times that the choice was played out */
    int least[MAX_SEATS], most[MAX_SEATS]; /* of those, over the choices */
    struct position at;                    /* of the playout */
    struct seed bots;                      /* what its bots draw from */
};

/* Begins to ask; false if nobody is asked. Then goes on by one deal or one choice. */
bool asking_begin(struct asking *, const struct playing *);
enum course asking_go_on(struct asking *);

/* Looks at a game that was just played. False if stopped. */
bool kingmaking_ask(const struct playing *, struct kingmaking *);

#endif
