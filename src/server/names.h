/* Checks what people write for others to read: names and lines of chat. */
#ifndef PARLOR_SERVER_NAMES_H
#define PARLOR_SERVER_NAMES_H

#include "server/refusal.h"

enum { NAME_CHARACTERS = 24 }; /* of a name; it has NAME_SIZE bytes as well */

/* Returns whether this may be a line of chat; false with the reason. Refuses control characters, those
 * that turn the direction of writing, those that cannot be seen, and letters with more than two marks. */
bool line_is_fit(const char *text, struct problem *);

/* The same for a name, which also has an end and does not look like a bot's. */
bool name_is_fit(const char *name, struct problem *);

#endif
