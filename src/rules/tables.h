/* What a game's numbers and keys mean: its phases, the keys of its views, the bytes of its observations, its
 * action ids, and lists of its own such as bids. A game says so once, beside the code
 * that uses them. `parlor --describe` prints it all as JSON, the page's module
 * (web/src/games/tables.ts) is made of that, and Python and C programs ask the library. */
#ifndef PARLOR_RULES_TABLES_H
#define PARLOR_RULES_TABLES_H

#include "rules/game.h"

enum { TABLES_SIZE = 1 << 14 }; /* bytes of the JSON of any game */

/* Some bytes of an observation: one, a row of them, or rows of rows. */
struct game_field {
    const char *name;    /* the same as in the view where both have it */
    const char *meaning; /* NULL: the number of a phase */
    int start;           /* the first byte */
    int rows;            /* 0: a single byte */
    int width;           /* bytes of each row; 0: one, and no second axis */
    int step;            /* from one row to the next */
};

/* The bytes of an observation are listed once, as OBSERVED(X) with a line for each field:
 *
 *   X(BYTE, NAME, "name", "meaning", value)         one byte at OBS_NAME, and what observe() puts there
 *   X(LATER, NAME, "name", "meaning")               one byte, for observe() to fill in
 *   X(ROW, NAME, count, "name", "meaning")          some bytes from OBS_NAME on, likewise
 *   X(ROWS, NAME, rows, width, "name", "meaning")   rows of them
 *   X(SEATS, OBSERVED_SEAT)                         a row for each seat from OBS_SEATS on, the observer's first
 *
 * The rows of seats have a list of their own, with bytes and rows at OBS_SEAT_NAME; OBS_SEAT is how many bytes there
 * are. The lists become the places of the bytes, the table and the code:
 *
 *   enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
 *   enum { OBSERVED(OBS_PLACE) OBS_SIZE };
 *   static const struct game_field fields[] = {OBSERVED(OBS_FIELD) FIELDS_END};
 *   OBSERVED(OBS_PUT); OBSERVED_SEAT(OBS_SEAT_PUT);     where `out` is the observation, or the row of a seat */
#define OBS_PLACE(kind, ...)                   OBS_PLACE_##kind(__VA_ARGS__)
#define OBS_PLACE_BYTE(NAME, ...)              OBS_##NAME,
#define OBS_PLACE_LATER(NAME, ...)             OBS_##NAME,
#define OBS_PLACE_ROW(NAME, count, ...)        OBS_##NAME, OBS_##NAME##_LAST = OBS_##NAME + (count)-1,
#define OBS_PLACE_ROWS(NAME, rows, width, ...) OBS_##NAME, OBS_##NAME##_LAST = OBS_##NAME + (rows) * (width)-1,
#define OBS_PLACE_SEATS(list)                  OBS_SEATS, OBS_SEATS_LAST = OBS_SEATS + MAX_SEATS * OBS_SEAT - 1,

#define OBS_SEAT_PLACE(kind, ...)            OBS_SEAT_PLACE_##kind(__VA_ARGS__)
#define OBS_SEAT_PLACE_BYTE(NAME, ...)       OBS_SEAT_##NAME,
#define OBS_SEAT_PLACE_LATER(NAME, ...)      OBS_SEAT_##NAME,
#define OBS_SEAT_PLACE_ROW(NAME, count, ...) OBS_SEAT_##NAME, OBS_SEAT_##NAME##_LAST = OBS_SEAT_##NAME + (count)-1,

#define OBS_FIELD(kind, ...)                             OBS_FIELD_##kind(__VA_ARGS__)
#define OBS_FIELD_BYTE(NAME, name, meaning, value)       {name, meaning, OBS_##NAME, 0, 0, 0},
#define OBS_FIELD_LATER(NAME, name, meaning)             OBS_FIELD_BYTE(NAME, name, meaning, 0)
#define OBS_FIELD_ROW(NAME, count, name, meaning)        {name, meaning, OBS_##NAME, count, 0, 1},
#define OBS_FIELD_ROWS(NAME, rows, width, name, meaning) {name, meaning, OBS_##NAME, rows, width, width},
#define OBS_FIELD_SEATS(list)                            list(OBS_SEAT_FIELD)
#define FIELDS_END                                                                                                     \
    {                                                                                                                  \
        .name = NULL                                                                                                   \
    }

#define OBS_SEAT_FIELD(kind, ...) OBS_SEAT_FIELD_##kind(__VA_ARGS__)
#define OBS_SEAT_FIELD_BYTE(NAME, name, meaning, value)                                                                \
    {name, meaning, OBS_SEATS + OBS_SEAT_##NAME, MAX_SEATS, 0, OBS_SEAT},
#define OBS_SEAT_FIELD_LATER(NAME, name, meaning) OBS_SEAT_FIELD_BYTE(NAME, name, meaning, 0)
#define OBS_SEAT_FIELD_ROW(NAME, count, name, meaning)                                                                 \
    {name, meaning, OBS_SEATS + OBS_SEAT_##NAME, MAX_SEATS, count, OBS_SEAT},

#define OBS_PUT(kind, ...)                       OBS_PUT_##kind(__VA_ARGS__)
#define OBS_PUT_BYTE(NAME, name, meaning, value) out[OBS_##NAME] = (uint8_t)(value);
#define OBS_PUT_LATER(...)
#define OBS_PUT_ROW(...)
#define OBS_PUT_ROWS(...)
#define OBS_PUT_SEATS(...)

#define OBS_SEAT_PUT(kind, ...)                       OBS_SEAT_PUT_##kind(__VA_ARGS__)
#define OBS_SEAT_PUT_BYTE(NAME, name, meaning, value) out[OBS_SEAT_##NAME] = (uint8_t)(value);
#define OBS_SEAT_PUT_LATER(...)
#define OBS_SEAT_PUT_ROW(...)

/* Action ids that say the same kind of thing. */
struct game_ids {
    const char *name;
    int first, count;
    const char *formula; /* what is added to `first`; "" for a single id */
    const char *example; /* in notation */
};

/* A key of the JSON that describe() writes. */
struct game_key {
    const char *path;    /* seats.hand: the key hand of each object in the list seats; * stands for any key */
    const char *meaning; /* NULL: the name of a phase */
};

/* The keys of a game that lists them as GAME_keys. They explain views to people, so WebAssembly goes without. */
#ifdef __wasm__
#define GAME_KEYS(name) NULL
#else
#define GAME_KEYS(name) name##_keys
#endif

struct game_tables {
    const char *const *phases;       /* by number, as the view names them; ends with NULL */
    const struct game_key *keys;     /* all that a view may have, in its order; ends with a NULL path */
    const struct game_field *fields; /* of the observation, ascending by start; ends with a NULL name */
    const struct game_ids *ids;      /* all of them, ascending; ends with a NULL name */

    /* Writes further tables as members of an object, each a list. MAY be NULL. */
    void (*lists)(struct writer *);
};

/* Writes all tables of a game as one JSON object: `phases`, `view`, `observation`, `ids`, `lists`.
 * Lists are empty where a game does not say. */
void tables_write(const struct game *, struct writer *);

/* Writes "key":["a","b"], for lists of names, and of names that have one letter each. */
void write_names(struct writer *, const char *key, const char *const *names, int count);
void write_letters(struct writer *, const char *key, const char *letters);

#endif
