/* What the numbers of a game mean: its phases, the bytes of its observations, its
 * action ids, and lists of its own such as bids. A game says so once, beside the code
 * that uses them. `parlor --describe` prints it all as JSON, the page's module
 * (web/src/games/tables.ts) is made of that, and Python and C programs ask the library. */
#ifndef PARLOR_RULES_TABLES_H
#define PARLOR_RULES_TABLES_H

#include "rules/game.h"

enum { TABLES_ROOM = 1 << 14 }; /* bytes of the JSON of any game */

/* Some bytes of an observation: one, a row of them, or rows of rows. */
struct game_field {
    const char *name;    /* the same as in the view where both have it */
    const char *meaning; /* NULL: the number of a phase */
    int start;           /* the first byte */
    int rows;            /* 0: a single byte */
    int width;           /* bytes of each row; 0: one, and no second axis */
    int step;            /* from one row to the next */
};

#define FIELD(start, name, meaning)                                                                                    \
    {                                                                                                                  \
        name, meaning, start, 0, 0, 0                                                                                  \
    }
#define FIELD_ROW(start, count, name, meaning)                                                                         \
    {                                                                                                                  \
        name, meaning, start, count, 0, 1                                                                              \
    }
#define FIELD_ROWS(start, rows, width, name, meaning)                                                                  \
    {                                                                                                                  \
        name, meaning, start, rows, width, width                                                                       \
    }
/* By seats to the observer's left, whose rows have `step` bytes: a byte of each, or some. */
#define FIELD_SEATS(start, step, name, meaning)                                                                        \
    {                                                                                                                  \
        name, meaning, start, MAX_SEATS, 0, step                                                                       \
    }
#define FIELD_SEATS_ROW(start, step, width, name, meaning)                                                             \
    {                                                                                                                  \
        name, meaning, start, MAX_SEATS, width, step                                                                   \
    }

/* Action ids that say the same kind of thing. */
struct game_ids {
    const char *name;
    int first, count;
    const char *formula; /* what is added to `first`; "" for a single id */
    const char *example; /* in notation */
};

struct game_tables {
    const char *const *phases;       /* by number, as the view names them; ends with NULL */
    const struct game_field *fields; /* of the observation, ascending by start; ends with a NULL name */
    const struct game_ids *ids;      /* all of them, ascending; ends with a NULL name */

    /* Writes further tables as members of an object, each a list. MAY be NULL. */
    void (*lists)(struct writer *);
};

/* Writes all tables of a game as one JSON object: `phases`, `observation`, `ids`, `lists`.
 * Lists are empty where a game does not say. */
void tables_write(const struct game *, struct writer *);

/* Writes "key":["a","b"], for lists of names. */
void write_names(struct writer *, const char *key, const char *const *names, int count);

#endif
