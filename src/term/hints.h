/* A hint as a person reads it: a line for each of the best moves. */
#ifndef PARLOR_TERM_HINTS_H
#define PARLOR_TERM_HINTS_H

#include "bots/hint.h"
#include "term/moves.h"

/* Prints the lines of a hint, with the numbers that the moves have in the list. */
void draw_hints(struct canvas *, const struct moves *, const struct hint_line *lines, int count);

#endif
