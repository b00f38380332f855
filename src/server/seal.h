/* What every kind of database keeps, and how damage shows: the seals of rows, snapshots and heads, and the chain
 * of a table's events as they are read. */
#ifndef PARLOR_SERVER_SEAL_H
#define PARLOR_SERVER_SEAL_H

#include "server/head.h"
#include "server/store.h"

void seal_row(const struct chain_key *, const struct store_row *, struct chain *out);
void seal_snapshot(const struct chain_key *, const char *id, const struct store_snapshot *, struct chain *out);
void seal_head(const struct head *, struct chain *out);

/* False, with what is wrong with an event. `name` is the database's. */
bool event_problem(struct problem *, const char *name, const char *id, int number, const char *what);

/* An event as a database gives it, not yet believed. */
struct kept_event {
    int64_t number, at;
    const char *text;
    size_t length;
    bool has_chain; /* the column holds one */
    struct chain chain;
};

/* A walk along the events of a table, and how far it has come. */
struct event_walk {
    const char *name, *id;
    const struct chain_key *key;
    struct stored at; /* the next event has this number, and follows this chain */
};

struct event_walk event_walk(const char *name, const struct chain_key *, const char *id, const struct chain_point *);

/* Hands the next event to take() if it is the one that was kept. */
bool event_walk_take(struct event_walk *, const struct kept_event *, store_take *take, void *context, struct problem *);

/* Returns whether the walk has come to the end that a row tells of; to an end that it may not have reached yet. */
bool event_walk_ends(const struct event_walk *, const struct store_row *, struct problem *);
bool event_walk_leads_to(const struct event_walk *, const struct chain_point *end, struct problem *);

store_take take_nothing; /* takes every event and does nothing with it */

#endif
