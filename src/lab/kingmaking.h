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

enum { KINGS_EVERY = 17 }; /* the lab asks about one deal in this many; not a divisor of the number of blocks */

struct kingmaking {
    int asked; /* seats */
    int lost;  /* of them, who could no longer win */
    int made;  /* of those, who decided the winner */
};

/* Looks at a game that was just played. False if stopped. */
bool kingmaking_ask(const struct playing *, struct kingmaking *);

#endif
