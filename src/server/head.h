/* DIR/parlor.head: how much the database held when it last kept something. It is written after
 * each commit, so it is never ahead of the database; a database that is behind it has lost its end.
 *
 * The file has two lines of the same length, written in turn, so that one is whole if the machine
 * goes down during the other:
 *
 *   parlor head 1 SEQUENCE RUNNING KEY CHECK          20 digits; 32, 64 and 32 hex digits
 *   parlor head 2 SEQUENCE RUNNING KEY NODE CHECK     of a server of several; its number has 20 digits */
#ifndef PARLOR_SERVER_HEAD_H
#define PARLOR_SERVER_HEAD_H

#include "server/chain.h"

struct head {
    int64_t node; /* whose part of the database it tells of: a server's of several (nodes_postgres.h); 0: all of it */
    uint64_t sequence;    /* events that were ever kept */
    struct chain running; /* a hash of all of them, in the order they were kept in */
    struct chain_key key;
};

enum head_found { HEAD_NONE, HEAD_READ, HEAD_DAMAGED, HEAD_UNREADABLE /* the reason is in why */ };

/* Reads the file of a directory. */
enum head_found head_read(const char *directory, struct head *, struct problem *);

/* Opens it for writing, and makes it if it is not there. -1 with the reason. */
int head_open(const char *directory, struct problem *);

/* Writes one of its two lines, by the number of the write. */
bool head_write(int file, unsigned number, const struct head *, struct problem *);

/* Writes both lines and has them on disk. */
bool head_write_safely(int file, const struct head *, struct problem *);

bool head_equal(const struct head *, const struct head *);

#endif
