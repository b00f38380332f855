/* The one door for states from outside: a server's view of a table, a file, anything that this program has not
 * made itself. Behind it every function may trust a state as if it came from redact(). */
#ifndef PARLOR_RULES_ACCEPT_H
#define PARLOR_RULES_ACCEPT_H

#include "rules/game.h"

/* Takes bytes that claim to be the state of a table opened like this, redacted for the
 * viewer (OPEN: a true state). Returns NULL, or why they are refused; only then is
 * `out` of use. The setup need not have been checked before. */
const char *state_accept(const struct game *, const struct setup *, int viewer, const void *bytes, size_t size,
                         struct state_room *out);

#endif
