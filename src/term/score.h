/* The score of a game that is over, for any game. */
#ifndef PARLOR_TERM_SCORE_H
#define PARLOR_TERM_SCORE_H

#include "table/table.h"
#include "term/draw.h"

/* Points by round, if the game has rounds, and of the whole game, by seat. */
void draw_scores(struct canvas *, const struct table *);
void draw_totals(struct canvas *, const struct table *); /* likewise, without the rounds */

/* Draws who has won, as a sentence. */
void draw_winners(struct canvas *, const struct table *);

#endif
