/* Several servers over one database of PostgreSQL: its nodes. Each life of a server has a number of its own, from a
 * sequence: its row in `nodes`, the lock that its writer's session holds, its part of the head and the `owner` of its
 * tables. A table belongs to one node, which alone has it in memory and writes to it.
 *
 * A node is declared dead by another that sees no beat of it for a while, or its lock free for a while. Both are
 * counted in beats of the one that looks, over a session that has not broken off: when the database was away, everybody
 * has time to come back. Every transaction of a node moves its own row and fails if that says dead, so one that was
 * stopped and wakes up can write nothing; it takes part again under a new number. What it has in memory it says only
 * while it is sure: for SURE_MS after its last beat was begun, which is over before others can declare it dead. */
#ifndef PARLOR_SERVER_NODES_POSTGRES_H
#define PARLOR_SERVER_NODES_POSTGRES_H

#include "server/store_postgres.h"

enum {
    BEAT_MS = 500,    /* from one beat to the next */
    LOOK_MS = 50,     /* … if somebody says that a node is gone */
    SURE_MS = 1500,   /* after a beat: nobody has taken the tables of its node */
    FREE_MS = 2000,   /* its node is dead if a lock is free for that long */
    SILENT_MS = 3000, /* … or has no beat */
    AWAY_MS = 4000,   /* after a beat: others can have the tables of its node by now */
};

#define NODE_LOCK "1885434477" /* the first half of a node's lock; the other is its number */

/* Begins a life: takes a number, its lock and a row. The head is the database's part of the new number then. */
bool pg_node_join(struct postgres *, struct problem *);

/* Ends an earlier life of the same server, if it is not known yet that it is over. */
bool pg_node_end(struct postgres *, int64_t number, struct problem *);

/* Takes the lock of the number that it has, in a new session. Returns whether it is taken. */
bool pg_node_lock(struct postgres *, bool *taken, struct problem *);

/* Says that the node lives, looks at the others and declares dead who is. *dead says whether it is dead itself. */
bool pg_node_beat(struct postgres *, bool *dead, struct problem *);

/* Notes that the database has heard from this node at a moment of steady_ms(). */
void pg_node_heard(struct postgres *, int64_t at);

/* Forgets how long others have been silent: the session is new. */
void pg_node_look_anew(struct postgres *);

/* Ends a life: its tables are free for others. */
bool pg_node_leave(struct postgres *, struct problem *);

/* A server that is alone takes over what nodes have left. */
bool pg_node_end_all(struct postgres *, struct problem *);

/* The node's half of the kind: see database.h. */
enum claim pg_claim(struct database *, const char *id, struct store_node *, struct problem *);
bool pg_claim_due(struct postgres *, int64_t until, int most, struct problem *);
void pg_standing(struct database *, struct store_standing *);

#endif
