/* The tables of a server in a database of PostgreSQL: how they are made, brought up to date and told from others. */
#ifndef PARLOR_SERVER_SCHEMA_POSTGRES_H
#define PARLOR_SERVER_SCHEMA_POSTGRES_H

#include "server/head.h"
#include "server/postgres.h"

enum { PG_SCHEMA_VERSION = 2 };

/* Returns the version of the tables in a schema, 0 if it is not there; -1 with the reason: they are another
 * program's, of a newer version or damaged. */
int pg_schema_version(struct pg_line *, const char *schema, struct problem *);

/* Brings the tables of a schema up to date from a version, in one transaction; from 0 it makes everything, with this
 * key. */
bool pg_schema_make(struct pg_line *, const char *schema, int version, const struct chain_key *, struct problem *);

/* Returns whether the tables of the session's schema look as they were made; if not, with the reason. */
bool pg_schema_check(struct pg_line *, struct problem *);

/* Reads what the database says of what a server alone has written; false if it is damaged. */
bool pg_schema_head(struct pg_line *, struct head *, int64_t *removed, struct problem *);

/* Reads the same of a node by its number (head->node); *found says whether the database knows it, *dead whether its
 * tables are others'. The key is set already. */
bool pg_node_head(struct pg_line *, struct head *, bool *found, bool *dead, struct problem *);

/* Adds up the heads of all who have ever written. */
bool pg_schema_total(struct pg_line *, struct head *, int64_t *removed, struct problem *);

#endif
