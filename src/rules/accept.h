/* The one door for states from outside: a server's view of a table, a file, anything that this program has not
 * made itself. Behind it every function may trust a state as if it came from redact(). */
#ifndef PARLOR_RULES_ACCEPT_H
#define PARLOR_RULES_ACCEPT_H

#include "rules/game.h"

/* Takes bytes that claim to be the state of a table opened like this, redacted for the
 * viewer (OPEN: a true state). Returns NULL, or why they are refused; only then is
 * `out` of use. The setup need not have been checked before. */
const char *state_accept(const struct game *, const struct setup *, int viewer, const void *bytes, size_t size,
                         struct state_buffer *out);

/* A part of a state that is blank where nobody sits, or always: what fault() must not forget. */
struct blank {
    size_t offset, size; /* of what one seat has, or of all of it */
    bool by_seat;        /* else nobody has any of it */
    uint8_t byte;        /* what its bytes are then */
};
#define BLANK_SEATS(game, field) BLANK_SEATS_OF(game, field, 0)
#define BLANK_SEATS_OF(game, field, byte)                                                                              \
    {                                                                                                                  \
        offsetof(struct game##_state, field), sizeof(((struct game##_state *)NULL)->field[0]), true, byte              \
    }
#define BLANK(game, field)                                                                                             \
    {                                                                                                                  \
        offsetof(struct game##_state, field), sizeof(((struct game##_state *)NULL)->field), false, 0                   \
    }

/* Returns what is wrong if a seat past the last player, or a part that is not used, is not blank. */
const char *blank_fault(const void *state, int players, const struct blank *, size_t count);
#define BLANK_FAULT(s, blanks) blank_fault(s, (s)->players, blanks, sizeof(blanks) / sizeof *(blanks))

#endif
