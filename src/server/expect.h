/* What DIR/parlor.head leads one to expect of a database, and what is to be done where it holds less. */
#ifndef PARLOR_SERVER_EXPECT_H
#define PARLOR_SERVER_EXPECT_H

#include "server/head.h"

struct expectation {
    const char *name; /* of the database, for messages */
    enum head_found found;
    struct head head;
    bool accept_loss;
};

/* Reads the head of a directory. */
bool expect_read(struct expectation *, const char *directory, struct problem *);

/* Returns the key of a new database: the head's, so that marks of before can still be told from lies, or a fresh one.
 */
struct chain_key expect_key(const struct expectation *);

/* Each returns whether the server may go on: false, with the reason, where something is missing and the operator has
 * not accepted the loss. A database may be new, or of a version that had no head; the head that it holds is the
 * expected one or newer; its tables have as many events as its head counts. */
bool expect_nothing(const struct expectation *, struct problem *);
bool expect_head(const struct expectation *, const struct head *there, struct problem *);
bool expect_node(const struct expectation *, struct problem *); /* the database does not know the node of the head */
bool expect_events(const struct expectation *, const struct head *there, int64_t events, struct problem *);

#endif
