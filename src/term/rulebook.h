/* The rules of the games on a terminal. */
#ifndef PARLOR_TERM_RULEBOOK_H
#define PARLOR_TERM_RULEBOOK_H

#include "rulebooks.h"

/* With styles, to be freed; NULL without memory. */
char *rulebook_drawn(const struct game *, const struct language *);

#endif
