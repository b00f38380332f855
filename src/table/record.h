/* Game records: JSON Lines that anybody can check, as docs/records.md says.
 * There is one spelling for everything; what is read is what would be written,
 * byte for byte, or it is refused with its line and the reason. */
#ifndef PARLOR_TABLE_RECORD_H
#define PARLOR_TABLE_RECORD_H

#include <stdio.h>

#include "table/table.h"

enum { RECORD_LINE = 1 << 16 }; /* no line is longer, its line feed included */

/* Writes the record of a table: all choices that are in, the result if the game
 * is over. False if the stream refuses. With legal, every choice is written
 * with the actions that were legal. */
bool record_write(const struct table *, bool legal, FILE *);

/* Returns the same as text, for the caller to free; NULL without memory. */
char *record_text(const struct table *, bool legal, size_t *length);

/* Writes the JSON of a result, as in the record's last line but without its braces:
 * "result":{…}. */
void record_result(const struct table *, struct writer *);

/* Writes of it only "points":[…],"winners":[…]. */
void record_outcome(const struct table *, struct writer *);

/* Writes the options and the names of a plan, as in the record's first line:
 * "options":{…} and "names":[…]. */
void record_options(const struct table_plan *, struct writer *);
void record_names(const struct table_plan *, struct writer *);

/* Writes the legal actions of a seat before a step, as a sorted JSON list. */
void record_legal(const struct table *, int step, int seat, struct writer *);

enum record_status {
    RECORD_WHOLE,   /* a game with its result */
    RECORD_CUT,     /* a game that stops in the middle: it replays to where it was cut */
    RECORD_NONE,    /* no further game */
    RECORD_REFUSED, /* the problem says line and reason; nothing after it is read */
};

struct record_file;

struct record_file *record_open(FILE *); /* the stream stays the caller's; NULL without memory */
void record_close(struct record_file *);

/* Reads the next game. With WHOLE and CUT, *table is the caller's to close. */
enum record_status record_read(struct record_file *, struct table **, struct problem *);

/* Returns the last line that belongs to the games read so far, counted from 1. */
long record_line(const struct record_file *);

#endif
