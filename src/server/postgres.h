/* Talks to PostgreSQL, through libpq: addresses without their secrets, connections that block for no longer than they
 * are told to, and statements in a pipeline, so that many of them take one way there and back. */
#ifndef PARLOR_SERVER_POSTGRES_H
#define PARLOR_SERVER_POSTGRES_H

#include <libpq-fe.h>
#include <limits.h>

#include "server/chain.h"

/* ---- addresses ---- */

struct pg_address {
    PQconninfoOption *options;
    char name[PATH_MAX]; /* for messages: the address without a password */
    _Atomic int turn;    /* which of several hosts answered last */
};

/* Reads postgresql://USER:PASSWORD@HOST:PORT/DATABASE. The caller frees it. False with the reason, which repeats
 * nothing of an address that it does not understand: any part may be the password. */
bool pg_address_read(struct pg_address *, const char *url, struct problem *);
void pg_address_free(struct pg_address *);
int pg_host_count(const struct pg_address *);

/* ---- connections ---- */

struct pg_line {
    PGconn *connection; /* NULL: there is none */
    const char *name;   /* of the database, for messages */
    int patience;       /* milliseconds that it waits for an answer */
};

/* Connects to one of the hosts that an address names, and enters the pipeline mode. False with the reason: out of
 * reach, not let in, too old, not UTF-8. */
bool pg_open(struct pg_line *, struct pg_address *, int patience, struct problem *);
void pg_close(struct pg_line *);

/* Returns whether a connection can be used no longer. */
bool pg_is_lost(const struct pg_line *);

/* ---- statements ---- */

/* The values of a statement, in PostgreSQL's binary form. Bytes stay where they are until the statement is sent. */
enum { PG_VALUES_MAX = 13 };

struct pg_values {
    int count;
    const char *at[PG_VALUES_MAX];
    int lengths[PG_VALUES_MAX];
    char numbers[PG_VALUES_MAX][8];
};

void pg_text(struct pg_values *, const char *);
void pg_bytes(struct pg_values *, const void *, size_t length);
void pg_chain(struct pg_values *, const struct chain *);
void pg_int(struct pg_values *, int);
void pg_long(struct pg_values *, int64_t);
void pg_bool(struct pg_values *, bool);
void pg_null(struct pg_values *);

/* Each puts something into the pipeline: a statement of SQL or a prepared one with values (NULL: none), the preparation
 * of one, or the end of what is sent together. False if the connection is lost. */
bool pg_send(struct pg_line *, const char *sql, const struct pg_values *);
bool pg_send_prepared(struct pg_line *, const char *name, const struct pg_values *);
bool pg_prepare(struct pg_line *, const char *name, const char *sql);
bool pg_sync(struct pg_line *);

/* Waits for the answer to the next thing in the pipeline; the caller clears it. NULL with the reason if none comes:
 * then the connection is lost, and closed. */
PGresult *pg_answer(struct pg_line *, struct problem *);

/* Sends one statement alone and waits for its answer; NULL with the reason if it fails. */
PGresult *pg_ask(struct pg_line *, const char *sql, const struct pg_values *, struct problem *);

/* The same of a statement whose answer is a number (0: there is no row), and of one that has none. */
bool pg_ask_number(struct pg_line *, const char *sql, int64_t *, struct problem *);
bool pg_do(struct pg_line *, const char *sql, struct problem *);

/* Frees an answer; returns whether there was one. */
bool pg_drop(PGresult *);

/* Runs statements in one transaction; ends with NULL. */
bool pg_run(struct pg_line *, const char *const *sql, struct problem *);

/* Ends a transaction that has failed. */
void pg_roll_back(struct pg_line *);

/* Takes the answers up to the end of what was sent together. False with the first reason. */
bool pg_drain(struct pg_line *, struct problem *);

/* ---- answers ---- */

/* Returns whether a statement was carried out; if not, with the reason. */
bool pg_done(const struct pg_line *, const PGresult *, struct problem *);

/* Returns whether an answer has this SQLSTATE, or one that begins so; whether it says that the session is over rather
 * than that something is wrong with what was asked. */
bool pg_has_state(const PGresult *, const char *state);
bool pg_ends_session(const PGresult *);

/* Read a column of a row, in PostgreSQL's binary form: a number of any size, a text that is cut if it is too
 * long, a chain (false if the column does not hold one). */
int64_t pg_number(const PGresult *, int row, int column);
void pg_copy_text(const PGresult *, int row, int column, char *out, size_t size);
bool pg_chain_column(const PGresult *, int row, int column, struct chain *);

#endif
