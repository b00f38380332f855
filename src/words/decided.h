/* What decided a game, and what the columns of its score sheet are called. */
#ifndef PARLOR_WORDS_DECIDED_H
#define PARLOR_WORDS_DECIDED_H

#include "table/sheet.h"
#include "words/words.h"

/* Writes the title of a column, "Round 2" or "Captured cards"; and of what a round counted, or nothing. */
void words_column(const struct language *, const struct game *, const struct sheet_column *, struct writer *);
void words_counted(const struct language *, const struct game *, struct writer *);

/* Writes one or two sentences about what decided a game that is over. The names are the cast's; without one the
 * table's, or {0} where the listener's are marked. */
void words_decided(struct listener, const struct cast *, const struct table *, struct writer *);

#endif
