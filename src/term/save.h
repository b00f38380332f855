/* Saving a game as a record, so that nothing is ever lost: the record is
 * written beside the file and put in its place when it is whole, and a file that
 * is not ours is never overwritten. */
#ifndef PARLOR_TERM_SAVE_H
#define PARLOR_TERM_SAVE_H

#include <sys/types.h>

#include "table/table.h"
#include "words/words.h"

enum { SAVE_PATH = 1024 };

/* The file a game came from or was last saved to. */
struct saved {
    bool exists;
    int steps;    /* of the game when it was saved */
    dev_t device; /* which file it is, however its name is spelled */
    ino_t inode;
    char path[SAVE_PATH]; /* as typed */
};

/* Remembers a file that the game has been read from. */
bool save_remember(struct saved *, const char *path, const struct table *, const struct language *, struct problem *);

/* Writes the record to a file that does not exist yet, or to the one remembered,
 * which it becomes. What is wrong is said in a language. */
bool save_record(struct saved *, const char *path, const struct table *, const struct language *, struct problem *);

#endif
