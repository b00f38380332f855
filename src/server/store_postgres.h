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
    PUT_PART,
    END,
    BEGIN_READING,
    ROW,
    LOAD,
    SNAPSHOT,
    CHAIN,
    PUBLIC,
    DUE,
    ROWS,
    CLAIM,
    CLAIM_DUE,
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
    bool dead;              /* others have declared this node dead */
    bool locked;            /* no other server can have a session just now */
    int64_t beaten;         /* steady_ms() after the last beat */
    bool beats;             /* which has worked */
    struct others {
        int64_t number, beat;
        char address[NODE_ADDRESS_SIZE];
        int64_t silent, unlocked; /* milliseconds for which it was seen without a beat, and with its lock free */
    } others[NODES_MAX];          /* those that live */
    int other_count;
    char node[NODE_ADDRESS_SIZE];    /* where others reach this one; empty: it is alone */
    _Atomic int64_t number;          /* of its life; 0: it is alone, or has not begun */
    _Atomic int64_t sure_until;      /* steady */
    _Atomic int64_t heard;           /* likewise: when the database last heard from it */
    _Atomic int64_t clock_ahead;     /* of steady_ms(): the clock of games here; 0: not known */
    _Atomic int64_t clock_of_others; /* likewise, as the database has it */
    struct pg_line reading;          /* the caller's */
    int64_t waited;                  /* likewise: steady_ms() when it last waited for a new connection */
    bool listens;                    /* likewise: this connection hears news */
    int64_t complained;              /* likewise: steady_ms() when news was last not understood */
    _Atomic bool asks;               /* it is to be told everything that others have told before */
    _Atomic bool looks_now;          /* somebody says that a node is gone: the next beat does not wait */
    bool looks;                      /* all reading is of one moment */
    bool finds_damage;               /* PostgreSQL says so, of what was asked last */

    pthread_mutex_t lock;                  /* guards what follows */
    pthread_cond_t renewed;                /* fresh or away has changed */
    struct pg_line fresh;                  /* a new connection for the reader */
    bool ails;                             /* the reader has none */
    bool away;                             /* the writer could not connect when it last tried */
    struct store_standing standing;        /* of the others alone */
    char news[NEWS_SIZE - NEWS_HEAD_SIZE]; /* of tables, for the next beat to tell */
    size_t news_length;
};

/* Returns the database as one of PostgreSQL, which it is. */
static inline struct postgres *postgres_of(struct database *database)
{
    return (struct postgres *)database;
}

/* ---- sessions (session_postgres.c) ---- */

/* Sets a session to what the store needs, and prepares its statements. */
bool pg_session_begin(struct pg_line *, const char *schema, bool reads, struct problem *);

/* Connects a line to read with; connects the writer and takes its locks, in place of its session before. */
bool pg_connect_reader(struct postgres *, struct pg_line *, int patience, struct problem *);
bool pg_connect_writer(struct postgres *, struct problem *);

/* Lets other nodes in, once the tables are made. */
bool pg_share_lock(struct postgres *, struct problem *);

/* ---- reading ---- */

/* Sends a prepared question over the reader's connection and waits for the answer; NULL with the reason. */
PGresult *pg_ask_reading(struct postgres *, enum statement, const struct pg_values *, struct problem *);

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
