/* What people may write for others to read: names, lines of chat. */
#ifndef PARLOR_SERVER_NAMES_H
#define PARLOR_SERVER_NAMES_H

#include "server/refusal.h"

enum { NAME_CHARACTERS = 24 }; /* of a name; it has NAME_SIZE bytes as well */

/* Whether this may be a line of chat; false with the reason. Control characters, those
 * that turn the direction of writing and those that cannot be seen are refused, and so
 * are letters with more than two marks on them. */
bool line_is_fit(const char *text, struct problem *);

/* The same for a name, which also has an end and does not look like a bot's. */
bool name_is_fit(const char *name, struct problem *);

#endif
