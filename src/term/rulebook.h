/* The rules of the games on a terminal. */
#ifndef PARLOR_TERM_RULEBOOK_H
#define PARLOR_TERM_RULEBOOK_H

#include "rulebooks.h"

/* Returns the rules with styles, for the caller to free. */
char *rulebook_drawn(const struct game *, const struct language *);

#endif
