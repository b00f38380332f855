/* Kingmaking: does somebody who cannot win any more decide who does?
 *
 * Asked of each seat that has not won, at its last decision with more than one
 * choice. A few of these choices are each played out several times with the same
 * deals, by the same bots. Whoever never wins in any of this can no longer win;
 * whoever then changes another seat's share of the win by half or more from one
 * choice to another makes the king. */
#ifndef PARLOR_LAB_KINGMAKING_H
#define PARLOR_LAB_KINGMAKING_H

#include "lab/playing.h"

enum { KINGS_EVERY = 17 }; /* one deal of so many is asked about; no divisor of the number of blocks */

struct kingmaking {
    int asked; /* seats */
    int lost;  /* of them, who could no longer win */
    int made;  /* of those, who decided the winner */
};

/* Looks at a game that was just played. False if stopped. */
bool kingmaking_ask(const struct playing *, struct kingmaking *);

#endif
