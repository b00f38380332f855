/* What store_postgres.c, which connects and writes, shares with read_postgres.c. */
#ifndef PARLOR_SERVER_STORE_POSTGRES_H
#define PARLOR_SERVER_STORE_POSTGRES_H

#include <pthread.h>

#include "server/database.h"
#include "server/postgres.h"

enum statement {
    BEGIN,
    PUT_EVENT,
    PUT_SNAPSHOT,
    PUT_HEAD,
    END,
    BEGIN_READING,
    ROW,
    LOAD,
    SNAPSHOT,
    CHAIN,
    PUBLIC,
    DUE,
    ROWS,
    STATEMENTS
};

struct pg_statement {
    bool reads; /* belongs to the reader's connection, the others to the writer's */
    const char *name, *sql;
};
extern const struct pg_statement pg_statements[STATEMENTS];

struct postgres {
    struct database base;
    struct pg_address address;
    const char *schema;
    struct pg_line writing; /* the writer's thread alone uses what follows */
    int session;            /* of the last connection, as PostgreSQL numbers its processes */
    bool in_doubt;          /* a commit was sent, and no answer came */
    struct head after;      /* the head with it */
    struct pg_line reading; /* the caller's */
    int64_t waited;         /* likewise: steady_ms() when it last waited for a new connection */
    bool looks;             /* all reading is of one moment */
    bool finds_damage;      /* PostgreSQL says so, of what was asked last */

    pthread_mutex_t lock;   /* guards what follows */
    pthread_cond_t renewed; /* fresh or away has changed */
    struct pg_line fresh;   /* a new connection for the reader */
    bool ails;              /* the reader has none */
    bool away;              /* the writer could not connect when it last tried */
};

/* Returns the database as one of PostgreSQL, which it is. */
static inline struct postgres *postgres_of(struct database *database)
{
    return (struct postgres *)database;
}

/* The reading half of the kind: see database.h. */
enum load_result pg_load(struct database *, const char *id, const struct chain_point *from, store_take *take,
                         void *context, struct problem *);
enum load_result pg_prove(struct database *, const char *id, struct chain_point *from, const struct chain_point *end,
                          int most, struct problem *);
bool pg_snapshot(struct database *, const char *id, store_take_snapshot *take, void *context);
bool pg_chain_of(struct database *, const char *id, int events, struct chain *);
int pg_list(struct database *, enum list_kind, int64_t selected, int offset, int most, struct store_row *out,
            struct problem *);
int pg_rows(struct database *, const char *after, int most, struct store_row *out, bool *whole, struct problem *);
bool pg_count(struct database *, struct holdings *, struct problem *);
void pg_inspect(struct database *, database_fault *, void *context);

#endif
