/* Shared by tests of tables and records: plays random games, and reads whole files
 * and records as bytes. If something cannot be done, these functions fail the test,
 * so that callers need not check. */
#ifndef PARLOR_TESTS_SUPPORT_TABLES_H
#define PARLOR_TESTS_SUPPORT_TABLES_H

#include <stdio.h>

#include "table/record.h"

/* Bytes on the heap, with a NUL behind them that is not counted. */
struct blob {
    char *bytes;
    size_t length;
};

struct blob blob_of(const char *bytes, size_t length); /* a copy */
struct blob blob_file(const char *path);
void blob_free(struct blob *);
void assert_same_bytes(const struct blob *, const struct blob *);

/* The names of all files of a folder that end like this, sorted. The caller
 * frees each and the list; the last is NULL. */
char **files_named(const char *folder, const char *ending);

FILE *open_bytes(const char *bytes, size_t length); /* for reading; the caller closes */
struct blob record_bytes(const struct table *, bool legal);
struct table *read_whole(const char *bytes, size_t length); /* the one game of a record, which must have its result */

struct table_plan plan_for(const struct game *, int players, uint8_t seed);
struct table *new_table(const struct game *, int players, uint8_t seed); /* dealt */

/* Makes up to `most` random choices, in any order where several are due;
 * returns how many were made before the game was over. */
int play_at_random(struct table *, struct rng *, int most);

/* Loops are shortened to about this share: 1, or more where the environment asks for
 * light tests. */
int test_stride(void);

#endif
