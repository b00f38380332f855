/* The contents of the database: its tables, how their rows are read and sealed, and how a database of
 * an older version becomes one of this. Everything here takes the database's path for its messages. */
#ifndef PARLOR_SERVER_SCHEMA_H
#define PARLOR_SERVER_SCHEMA_H

#include <sqlite3.h>

#include "server/seal.h"

/* ---- SQL ---- */

bool sql_problem(struct problem *, const char *path, sqlite3 *); /* false, with what SQLite says */
bool sql_run(sqlite3 *, const char *path, const char *sql, struct problem *);

/* The first column of the first row of a query, as text or as a number. */
bool sql_text(sqlite3 *, const char *path, const char *sql, char *out, size_t size, struct problem *);
bool sql_number(sqlite3 *, const char *path, const char *sql, int64_t *out, struct problem *);

/* ---- the file as a whole ---- */

enum schema_state {
    SCHEMA_NEW,     /* nothing is in it */
    SCHEMA_FIRST,   /* of the first version, which had no hashes */
    SCHEMA_OLD,     /* of another older version, whole */
    SCHEMA_READY,   /* it looks as it should */
    SCHEMA_REFUSED, /* it is not ours, of a newer version or damaged: the reason is in why */
};
enum schema_state schema_look(sqlite3 *, const char *path, struct problem *);

/* Makes all tables, with this key. */
bool schema_make(sqlite3 *, const char *path, const struct chain_key *, struct problem *);

/* Brings an older version up to date, in one transaction: any but the first, or the first with this key. */
bool schema_update(sqlite3 *, const char *path, struct problem *);
bool schema_migrate(sqlite3 *, const char *path, const struct chain_key *, struct problem *);

/* Commits something that changes nothing. */
bool schema_touch(sqlite3 *, const char *path, struct problem *);

/* ---- rows ---- */

#define ROW_COLUMNS "id, game, status, listed, opened, changed, wake, events, chain, seal"
#define ROW_PLACES  "?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

void row_bind(sqlite3_stmt *, const struct chain_key *, const struct store_row *);

/* Reads a row of ROW_COLUMNS; false if it is not what was written. */
bool row_read(sqlite3_stmt *, const struct chain_key *, struct store_row *);

/* Reads the chain beside an event; false if the column does not hold a chain. */
bool chain_column(sqlite3_stmt *, int column, struct chain *);

/* ---- snapshots ---- */

#define SNAPSHOT_PUT                                                                                                   \
    "INSERT INTO snapshots(table_id, events, chain, body, seal) VALUES(?, ?, ?, ?, ?) ON CONFLICT(table_id) DO UPDATE" \
    " SET events = excluded.events, chain = excluded.chain, body = excluded.body, seal = excluded.seal"
#define SNAPSHOT_OF "SELECT events, chain, body, seal FROM snapshots WHERE table_id = ?"

/* To SNAPSHOT_PUT; the bytes stay where they are until it has run. */
void snapshot_bind(sqlite3_stmt *, const struct chain_key *, const char *id, const struct store_snapshot *);

/* Reads a row of SNAPSHOT_OF; its bytes last until the query goes on. False if it is not what was written. */
bool snapshot_column(sqlite3_stmt *, const struct chain_key *, const char *id, struct store_snapshot *);

/* ---- events ---- */

/* A query broke off: is it the disk, or what stands on it? */
enum load_result sql_broke_off(sqlite3 *);

/* Reads the events of a table by a statement of EVENTS_OF, as store_load() and store_prove() do. */
#define EVENTS_OF "SELECT number, at, body, chain FROM events WHERE table_id = ? AND number >= ? ORDER BY number"
enum load_result events_load(sqlite3_stmt *, const char *path, const struct chain_key *, const struct store_row *,
                             const struct chain_point *from, store_take *take, void *context, struct problem *);
enum load_result events_prove(sqlite3_stmt *, const char *path, const struct chain_key *, const char *id,
                              struct chain_point *from, const struct chain_point *end, int most, struct problem *);

/* ---- the head ---- */

/* What the database says of itself; false if it is damaged. */
bool schema_head(sqlite3 *, const char *path, struct head *, int64_t *removed, struct problem *);

#define HEAD_PUT "UPDATE head SET sequence = ?, running = ?, seal = ? WHERE one = 1"
void head_bind(sqlite3_stmt *, const struct head *); /* to HEAD_PUT */

/* All rows of all tables. */
struct schema_sum {
    int64_t tables, events; /* of rows that are whole */
    int64_t damaged;        /* rows that are not */
    char example[ID_LENGTH + 1];
};
bool schema_sum(sqlite3 *, const char *path, const struct chain_key *, struct schema_sum *, struct problem *);

#endif
