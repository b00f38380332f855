/* The rules of the games, as they are built into the program. */
#ifndef PARLOR_TERM_RULEBOOK_H
#define PARLOR_TERM_RULEBOOK_H

#include "embed.h"
#include "rules/game.h"

const struct embedded_file *rulebook_of(const struct game *); /* as written, in Markdown */
char *rulebook_drawn(const struct game *);                    /* with styles, to be freed; NULL without memory */

#endif
