/* Hashes by which damage is noticed. The events of a table form a chain: beside each
 * stands the hash of itself and of the one before, so that the last tells of all of them. The row of a table and
 * the head of the database (store.h) are sealed likewise.
 *
 *   chain = BLAKE2b-128(key, "parlor event"; chain before, table, number, time, length, event)
 *
 * The key is random and belongs to the database, because clients are shown hashes: without
 * it they could guess the contents of an event that they may not see, and check the guess. */
#ifndef PARLOR_SERVER_CHAIN_H
#define PARLOR_SERVER_CHAIN_H

#include "server/event.h"

enum {
    CHAIN_KEY_BYTES = 32,
    CHAIN_BYTES = 16,
    CHAIN_DIGITS = 2 * CHAIN_BYTES,

    MARK_HALF = 8, /* bytes of a mark that tell of the events, and as many that prove it */
};

struct chain_key {
    uint8_t bytes[CHAIN_KEY_BYTES];
};

/* Zeros before the first event. */
struct chain {
    uint8_t bytes[CHAIN_BYTES];
};

/* How far a table has come. */
struct chain_point {
    int events;
    struct chain chain; /* of all of them */
};

/* Adds an event, the number-th of its table from 0. */
void chain_add(const struct chain_key *, const char *table, int number, int64_t at, const char *event, size_t length,
               struct chain *);

/* Hashes some bytes, under a label that says what they are. */
void chain_seal(const struct chain_key *, const char *label, const void *bytes, size_t length, struct chain *out);

/* Writes a number as bytes that are the same on every machine. */
void chain_number(uint8_t out[8], uint64_t number);

bool chain_equal(const struct chain *, const struct chain *);

/* Makes the mark that clients get of a table with this number of events: half of the chain, and half of a hash
 * that needs the key. Clients send it back in `hello`. */
void mark_make(const struct chain_key *, const char *table, int events, const struct chain *,
               char out[MARK_DIGITS + 1]);

/* Returns whether a server with this key made the mark; if not, it proves nothing. */
bool mark_is_genuine(const struct chain_key *, const char *table, int events, const char *mark);

#endif
