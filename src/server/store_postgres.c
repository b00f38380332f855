/* See database.h. The tables are in the schema `parlor` of a database of PostgreSQL; while they are copied to it, in
 * `parlor_part`. The writer and the reader have a connection each, and a batch is one transaction that goes there in
 * one pipeline.
 *
 * The writer's session holds a lock of PostgreSQL's for as long as it lives. So a second server is told apart, and
 * after a connection was lost in the middle of a commit, the one that has the lock knows that the session before has
 * ended: the head in the database then says whether the commit was kept. The head also moves from what the writer knows
 * to the next, or the transaction fails. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/log.h"
#include "server/schema_postgres.h"
#include "server/seal.h"
#include "server/store_postgres.h"
#include "table/steady.h"

enum {
    WRITER_PATIENCE = 10000,  /* milliseconds, for the answer to a batch */
    READER_PATIENCE = 2000,   /* for that to a query while people wait */
    LOOKER_PATIENCE = 600000, /* … while nobody does */
    AWAY_PATIENCE = 5000,     /* for a database that goes away in the middle of a batch */
    LOCK_PATIENCE = 3000,     /* for a session of a server that was killed to end */
    PAUSE_LEAST = 20,
    PAUSE_MOST = 500,
    ROWS_AT_ONCE = 256,
};

#define LOCK_KEY "1885434476, 1" /* "parl" */
#define WHOLE    "parlor"
#define PART     "parlor_part"

/* ---- statements ---- */

#define ROW_COLUMNS "id, game, status, listed, opened, changed, wake, events, chain, seal"

const struct pg_statement pg_statements[STATEMENTS] = {
    [BEGIN] = {false, "begin", "BEGIN"},
    [PUT_EVENT] = {false, "put_event",
                   "WITH event AS (INSERT INTO events(table_id, number, at, body, chain)"
                   " VALUES($1, $8::int - 1, $11, $12, $9))"
                   " INSERT INTO tables(" ROW_COLUMNS ") VALUES($1, $2, $3, $4, $5, $6, $7, $8::int, $9, $10)"
                   " ON CONFLICT(id) DO UPDATE SET game = excluded.game, status = excluded.status,"
                   " listed = excluded.listed, opened = excluded.opened, changed = excluded.changed,"
                   " wake = excluded.wake, events = excluded.events, chain = excluded.chain, seal = excluded.seal"},
    [PUT_SNAPSHOT] = {false, "put_snapshot",
                      "INSERT INTO snapshots(table_id, events, chain, body, seal) VALUES($1, $2, $3, $4, $5)"
                      " ON CONFLICT(table_id) DO UPDATE SET events = excluded.events, chain = excluded.chain,"
                      " body = excluded.body, seal = excluded.seal"},
    /* Nothing is no sequence: the transaction fails where the head is another one than the writer knows. */
    [PUT_HEAD] = {false, "put_head",
                  "UPDATE head SET sequence = CASE WHEN sequence = $4 AND running = $5 THEN $1::bigint END,"
                  " running = $2, seal = $3"},
    [END] = {false, "commit", "COMMIT"},
    [BEGIN_READING] = {true, "begin_reading", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    [ROW] = {true, "row", "SELECT " ROW_COLUMNS " FROM tables WHERE id = $1"},
    [LOAD] = {true, "load",
              "SELECT number, at, body, chain FROM events WHERE table_id = $1 AND number >= $2 ORDER BY number"
              " LIMIT $3::int"},
    [SNAPSHOT] = {true, "snapshot", "SELECT events, chain, body, seal FROM snapshots WHERE table_id = $1"},
    [CHAIN] = {true, "chain", "SELECT chain FROM events WHERE table_id = $1 AND number = $2"},
    [PUBLIC] = {true, "public",
                "SELECT " ROW_COLUMNS " FROM tables WHERE status <= $1::bigint AND listed"
                " ORDER BY status, changed DESC, id OFFSET $2::int LIMIT $3::int"},
    [DUE] = {true, "due",
             "SELECT " ROW_COLUMNS " FROM tables WHERE wake > 0 AND wake <= $1"
             " ORDER BY wake, id OFFSET $2::int LIMIT $3::int"},
    [ROWS] = {true, "rows", "SELECT " ROW_COLUMNS " FROM tables WHERE id > $1 ORDER BY id LIMIT $2::int"},
};

/* ---- connecting ---- */

/* What every session is set to, and the statements that it prepares. */
static bool send_session(struct pg_line *line, const char *schema, bool reads)
{
    char path[64];
    const char *const settings[] = {
        path,
        /* What is acknowledged is on disk, whatever is usual there; more than that may be asked for. */
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
        "SET tcp_keepalives_idle = 10",
        "SET tcp_keepalives_interval = 5",
        "SET tcp_keepalives_count = 3",
    };
    bool sent = true;

    snprintf(path, sizeof path, "SET search_path = %s", schema);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        sent = sent && pg_send(line, settings[i], NULL);
    for (int i = 0; i < STATEMENTS; i++)
        if (pg_statements[i].reads == reads || i == END)
            sent = sent && pg_prepare(line, pg_statements[i].name, pg_statements[i].sql);
    return sent && pg_sync(line);
}

static bool begin_session(struct pg_line *line, const char *schema, bool reads, struct problem *why)
{
    if (!send_session(line, schema, reads))
        return problem_set(why, "%s: the connection to the database was lost", line->name);
    return pg_drain(line, why);
}

static bool connect_reader(const struct postgres *it, struct pg_line *line, int patience, struct problem *why)
{
    if (pg_open(line, &it->address, patience, why) && begin_session(line, it->schema, true, why))
        return true;
    pg_close(line);
    return false;
}

/* Ends our own session before, if the server has not noticed yet that it was lost. */
static void end_session_before(struct postgres *it)
{
    char sql[256];
    int64_t unused;
    struct problem why;

    if (it->session == 0)
        return;
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_locks WHERE locktype = 'advisory'"
             " AND (classid, objid) = (%s) AND pid = %d AND database = (SELECT oid FROM pg_database"
             " WHERE datname = current_database())",
             LOCK_KEY, it->session);
    pg_ask_number(&it->writing, sql, &unused, &why);
}

static bool take_lock(struct postgres *it, struct problem *why)
{
    int64_t until = steady_ms() + LOCK_PATIENCE, taken = 0;

    end_session_before(it);
    while (pg_ask_number(&it->writing, "SELECT pg_try_advisory_lock(" LOCK_KEY ")", &taken, why) && !taken)
        if (steady_ms() > until || !database_wait(&it->base, PAUSE_LEAST))
            return problem_set(why, "%s: another server is using it; stop that server first", it->base.name);
    if (taken)
        it->session = PQbackendPID(it->writing.connection);
    return taken;
}

static bool connect_writer(struct postgres *it, struct problem *why)
{
    pg_close(&it->writing);
    if (pg_open(&it->writing, &it->address, WRITER_PATIENCE, why) && take_lock(it, why))
        return true;
    pg_close(&it->writing);
    return false;
}

/* ---- the head ---- */

/* Finds out how the database stands after a connection was lost, or after a failure. False with the reason if nobody
 * can go on from there. */
static bool find_standing(struct postgres *it, struct problem *why)
{
    struct head there, *known = &it->base.head;
    int64_t removed;

    if (!pg_schema_head(&it->writing, &there, &removed, why))
        return false;
    if (there.sequence < known->sequence)
        return problem_set(why,
                           "%s: the last %llu of %llu events are missing: this is an older state of the database; stop "
                           "the server and find the newer one",
                           it->base.name, (unsigned long long)(known->sequence - there.sequence),
                           (unsigned long long)known->sequence);
    if (!head_equal(&there, known) && !(it->in_doubt && head_equal(&there, &it->after)))
        log_line("head_moved", "events=%llu known=%llu", (unsigned long long)there.sequence,
                 (unsigned long long)known->sequence);
    known->sequence = there.sequence; /* the key is read by others meanwhile */
    known->running = there.running;
    return true;
}

/* ---- writing ---- */

enum outcome { KEPT, REFUSED, LOST };

static void add_row(struct pg_values *values, const struct store_row *row, const struct chain *seal)
{
    pg_text(values, row->id);
    pg_text(values, row->game);
    pg_int(values, row->status);
    pg_bool(values, row->listed);
    pg_long(values, row->opened);
    pg_long(values, row->changed);
    pg_long(values, row->wake);
    pg_int(values, row->events);
    pg_chain(values, &row->chain);
    pg_chain(values, seal);
}

static bool send_entry(struct postgres *it, const struct entry *entry, const char *bytes)
{
    const struct chain_key *key = &it->base.head.key;
    struct pg_values values = {.count = 0};
    struct chain seal;

    if (entry->is_snapshot) {
        const struct store_snapshot snapshot = {{entry->row.events, entry->row.chain}, bytes, entry->length};
        seal_snapshot(key, entry->row.id, &snapshot, &seal);
        pg_text(&values, entry->row.id);
        pg_int(&values, entry->row.events);
        pg_chain(&values, &entry->row.chain);
        pg_bytes(&values, bytes, entry->length);
        pg_chain(&values, &seal);
        return pg_send_prepared(&it->writing, pg_statements[PUT_SNAPSHOT].name, &values);
    }
    seal_row(key, &entry->row, &seal);
    add_row(&values, &entry->row, &seal);
    pg_long(&values, entry->at);
    pg_bytes(&values, bytes, entry->length);
    return pg_send_prepared(&it->writing, pg_statements[PUT_EVENT].name, &values);
}

static bool send_head(struct postgres *it)
{
    struct pg_values values = {.count = 0};
    struct chain seal;

    seal_head(&it->after, &seal);
    pg_long(&values, (int64_t)it->after.sequence);
    pg_chain(&values, &it->after.running);
    pg_chain(&values, &seal);
    pg_long(&values, (int64_t)it->base.head.sequence);
    pg_chain(&values, &it->base.head.running);
    return pg_send_prepared(&it->writing, pg_statements[PUT_HEAD].name, &values);
}

/* Puts a whole batch into the pipeline. */
static bool send_batch(struct postgres *it, const struct batch *batch)
{
    struct entry entry;
    const char *bytes;
    bool sent = pg_send_prepared(&it->writing, pg_statements[BEGIN].name, NULL);

    for (size_t at = 0; sent && batch_next(batch, &at, &entry, &bytes);)
        sent = send_entry(it, &entry, bytes);
    return sent && send_head(it) && pg_send_prepared(&it->writing, pg_statements[END].name, NULL) &&
           pg_sync(&it->writing);
}

/* The head is not where this writer has left it. */
static void problem_moved(const struct postgres *it, struct problem *why)
{
    problem_set(why, "%s: another program has written here", it->base.name);
}

/* Says what is wrong with the n-th statement of a batch, from 0 for its begin. */
static void problem_putting(struct postgres *it, const struct batch *batch, int number, const PGresult *result,
                            struct problem *why)
{
    struct entry entry = {.length = 0};
    const char *bytes;
    size_t at = 0;

    for (int i = 0; i < number && batch_next(batch, &at, &entry, &bytes);)
        i++;
    if (pg_has_state(result, "23505") && !entry.is_snapshot)
        event_problem(why, it->base.name, entry.row.id, entry.row.events - 1,
                      "already exists: is another program writing here?");
    else if (pg_has_state(result, "23502"))
        problem_moved(it, why);
    else
        pg_done(&it->writing, result, why);
}

/* Takes the answers to a batch. */
static enum outcome take_answers(struct postgres *it, const struct batch *batch, struct problem *why)
{
    enum outcome outcome = KEPT;
    bool committed = false;
    ExecStatusType status = PGRES_COMMAND_OK;

    for (int number = 0; status != PGRES_PIPELINE_SYNC; number++) {
        struct problem later;
        PGresult *result = pg_answer(&it->writing, outcome == KEPT ? why : &later);
        if (!result)
            return outcome == REFUSED ? REFUSED : LOST;
        status = PQresultStatus(result);
        committed |= status == PGRES_COMMAND_OK && strcmp(PQcmdStatus(result), "COMMIT") == 0;
        if (status == PGRES_FATAL_ERROR && outcome == KEPT) {
            problem_putting(it, batch, number, result, why);
            outcome = pg_ends_session(result) ? LOST : REFUSED;
        }
        PQclear(result);
    }
    if (outcome == KEPT && !committed) {
        problem_set(why, "%s: the database did not commit", it->base.name);
        outcome = REFUSED;
    }
    return outcome;
}

static enum outcome try_batch(struct postgres *it, const struct batch *batch, struct problem *why)
{
    it->in_doubt = true;
    if (!send_batch(it, batch)) {
        problem_set(why, "%s: the connection to the database was lost", it->base.name);
        return LOST;
    }
    enum outcome outcome = take_answers(it, batch, why);
    if (outcome == REFUSED)
        pg_roll_back(&it->writing);
    if (outcome == LOST)
        pg_close(&it->writing);
    it->in_doubt = outcome == LOST;
    return outcome;
}

/* Gives the reader a new connection if it has asked for one, or may soon: where the writer's was lost, it is likely
 * that the reader's are too. */
static void renew_reader(struct postgres *it, bool soon)
{
    struct pg_line line;
    struct problem why;

    pthread_mutex_lock(&it->lock);
    bool wanted = soon || (it->ails && !it->fresh.connection);
    pthread_mutex_unlock(&it->lock);
    if (!wanted || !connect_reader(it, &line, READER_PATIENCE, &why))
        return;
    pthread_mutex_lock(&it->lock);
    pg_close(&it->fresh);
    it->fresh = line;
    it->ails = false;
    pthread_cond_signal(&it->renewed);
    pthread_mutex_unlock(&it->lock);
}

/* Connects again if need be. */
static bool connect_again(struct postgres *it, struct problem *why)
{
    bool was_lost = pg_is_lost(&it->writing);

    if (was_lost && !(connect_writer(it, why) && begin_session(&it->writing, it->schema, false, why))) {
        pg_close(&it->writing);
        return false;
    }
    renew_reader(it, was_lost);
    return true;
}

/* … and finds out how the database stands. */
static bool come_back(struct postgres *it, struct problem *why)
{
    bool connected = connect_again(it, why);

    pthread_mutex_lock(&it->lock);
    it->away = !connected;
    pthread_cond_signal(&it->renewed);
    pthread_mutex_unlock(&it->lock);
    return connected && find_standing(it, why);
}

/* One attempt at a batch that may have been tried before. */
static enum outcome write_once(struct postgres *it, const struct batch *batch, struct problem *why)
{
    struct head known = it->base.head;

    if (pg_is_lost(&it->writing) || it->in_doubt) {
        if (!come_back(it, why))
            return LOST;
        if (it->in_doubt && head_equal(&it->base.head, &it->after)) {
            it->in_doubt = false;
            return KEPT;
        }
        if (!head_equal(&it->base.head, &known)) {
            problem_moved(it, why);
            return REFUSED;
        }
    }
    return try_batch(it, batch, why);
}

static void make_after(struct postgres *it, const struct batch *batch)
{
    struct entry entry;
    const char *bytes;

    it->after = it->base.head;
    for (size_t at = 0; batch_next(batch, &at, &entry, &bytes);)
        if (!entry.is_snapshot)
            head_add(&it->after, &entry.row.chain);
}

static bool write_batch(struct database *database, const struct batch *batch, struct problem *why)
{
    struct postgres *it = postgres_of(database);
    int64_t until = steady_ms() + AWAY_PATIENCE;
    enum outcome outcome;

    it->in_doubt = false;
    make_after(it, batch);
    for (int pause = PAUSE_LEAST; (outcome = write_once(it, batch, why)) == LOST;
         pause = 2 * pause < PAUSE_MOST ? 2 * pause : PAUSE_MOST)
        if (steady_ms() + pause > until || !database_wait(database, pause))
            return false;
    if (outcome == REFUSED)
        return false;
    database->head.sequence = it->after.sequence; /* the key is read by others meanwhile */
    database->head.running = it->after.running;
    return true;
}

static bool touch(struct database *database, struct problem *why)
{
    static const char *const sql[] = {"UPDATE about SET version = version", NULL};
    struct postgres *it = postgres_of(database);

    if (!come_back(it, why) || !pg_run(&it->writing, sql, why))
        return false;
    it->in_doubt = false;
    return true;
}

/* ---- making and opening ---- */

/* Adds up the rows of all tables. */
static bool sum_rows(struct postgres *it, int64_t *events, struct problem *why)
{
    struct store_row *rows = must_zero(ROWS_AT_ONCE, sizeof *rows);
    bool whole[ROWS_AT_ONCE];
    char after[ID_LENGTH + 1] = "";
    int count;

    *events = 0;
    do {
        count = pg_rows(&it->base, after, ROWS_AT_ONCE, rows, whole, why);
        for (int i = 0; i < count; i++) {
            *events += whole[i] ? rows[i].events : 0;
            if (!whole[i] && it->base.damaged++ == 0)
                log_line("rows_damaged", "first=%s", rows[i].id);
            memcpy(after, rows[i].id, sizeof after);
        }
    } while (count == ROWS_AT_ONCE);
    free(rows);
    return count >= 0;
}

/* Whether all tables are there; damage within them shows when they are loaded. */
static bool check_tables(struct postgres *it, const struct expectation *expected, int64_t removed, struct problem *why)
{
    char sql[80];
    int64_t events;

    if (!sum_rows(it, &events, why))
        return false;
    if (it->base.damaged > 0 || (uint64_t)(events + removed) == it->base.head.sequence)
        return true;
    if (!expect_events(expected, &it->base.head, events + removed, why))
        return false;
    snprintf(sql, sizeof sql, "UPDATE head SET removed = %lld", (long long)it->base.head.sequence - events);
    return pg_do(&it->writing, sql, why);
}

static bool warn_of_settings(struct postgres *it, struct problem *why)
{
    int64_t off;

    if (!pg_ask_number(&it->writing, "SELECT (current_setting('fsync') = 'off')::int", &off, why))
        return false;
    if (off)
        log_line("fsync_off", "store=%s", it->base.name);
    return true;
}

/* Connects both lines to tables of this version, with this key if they are to be made. */
static bool open_tables(struct postgres *it, const struct expectation *expected, const struct chain_key *key,
                        struct problem *why)
{
    if (!connect_writer(it, why) || !warn_of_settings(it, why))
        return false;
    int version = pg_schema_version(&it->writing, it->schema, why);
    if (version < 0 || (version == 0 && expected && !expect_nothing(expected, why)) ||
        (version < PG_SCHEMA_VERSION && !pg_schema_make(&it->writing, it->schema, version, key, why)))
        return false;
    if (version != 0 && version != PG_SCHEMA_VERSION)
        log_line("migrated", "from=%d to=%d", version, PG_SCHEMA_VERSION);
    return begin_session(&it->writing, it->schema, false, why) && pg_schema_check(&it->writing, why) &&
           connect_reader(it, &it->reading, READER_PATIENCE, why);
}

static struct postgres *new_postgres(const char *schema)
{
    struct postgres *it = must_zero(1, sizeof *it);
    pthread_condattr_t steady;

    it->base.kind = &postgres_kind;
    it->schema = schema;
    pthread_mutex_init(&it->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&it->renewed, &steady);
    pthread_condattr_destroy(&steady);
    return it;
}

static void close_lines(struct database *database)
{
    struct postgres *it = postgres_of(database);

    pg_close(&it->writing);
    pg_close(&it->reading);
    pg_close(&it->fresh);
    pg_address_free(&it->address);
    pthread_cond_destroy(&it->renewed);
    pthread_mutex_destroy(&it->lock);
    free(it);
}

/* Returns the database if it is open; else closes what there is of it. */
static struct database *opened(struct postgres *it, bool open)
{
    if (open)
        return &it->base;
    close_lines(&it->base);
    return NULL;
}

static bool read_address(struct postgres *it, const struct store_place *place, struct problem *why)
{
    if (!pg_address_read(&it->address, place->url, why))
        return false;
    memcpy(it->base.name, it->address.name, sizeof it->base.name);
    return true;
}

static bool name_place(const struct store_place *place, char out[PATH_MAX], struct problem *why)
{
    struct pg_address address;

    if (!pg_address_read(&address, place->url, why))
        return false;
    memcpy(out, address.name, sizeof address.name);
    pg_address_free(&address);
    return true;
}

static struct database *open_to_keep(const struct store_place *place, const struct expectation *expected,
                                     struct problem *why)
{
    struct postgres *it = new_postgres(WHOLE);
    struct chain_key key = expect_key(expected);
    int64_t removed;

    return opened(it, read_address(it, place, why) && open_tables(it, expected, &key, why) &&
                          pg_schema_head(&it->writing, &it->base.head, &removed, why) &&
                          expect_head(expected, &it->base.head, why) && check_tables(it, expected, removed, why));
}

static bool open_to_look(struct postgres *it, struct problem *why)
{
    int64_t removed;

    if (!pg_open(&it->reading, &it->address, LOOKER_PATIENCE, why))
        return false;
    int version = pg_schema_version(&it->reading, it->schema, why);
    if (version < 0)
        return false;
    if (version == 0)
        return problem_set(why, "%s: no server has kept tables here", it->base.name);
    if (version != PG_SCHEMA_VERSION)
        return problem_set(why, "%s: made by an older version of parlor; start parlor serve to update it",
                           it->base.name);
    it->looks = true;
    return begin_session(&it->reading, it->schema, true, why) && pg_schema_check(&it->reading, why) &&
           pg_do(&it->reading, pg_statements[BEGIN_READING].sql, why) &&
           pg_schema_head(&it->reading, &it->base.head, &removed, why);
}

static struct database *look(const struct store_place *place, struct problem *why)
{
    struct postgres *it = new_postgres(WHOLE);

    return opened(it, read_address(it, place, why) && open_to_look(it, why));
}

/* ---- a copy ---- */

static bool open_part(struct postgres *it, const struct head *of, struct problem *why)
{
    int64_t removed;

    if (!connect_writer(it, why))
        return false;
    int version = pg_schema_version(&it->writing, WHOLE, why);
    if (version != 0)
        return version > 0
                   ? problem_set(why, "%s: already has the tables of a server; name another database", it->base.name)
                   : false;
    pg_close(&it->writing);
    if (!open_tables(it, NULL, &of->key, why) || !pg_schema_head(&it->writing, &it->base.head, &removed, why))
        return false;
    it->writing.patience = it->reading.patience = LOOKER_PATIENCE;
    return memcmp(&it->base.head.key, &of->key, sizeof of->key) == 0 ||
           problem_set(why, "%s: the schema %s has an unfinished copy of another database; drop it first",
                       it->base.name, it->schema);
}

static struct database *begin_copy(const struct store_place *place, const struct head *of, struct problem *why)
{
    struct postgres *it = new_postgres(PART);

    return opened(it, read_address(it, place, why) && open_part(it, of, why));
}

static bool end_copy(struct database *database, const struct store_place *place, const struct head *head,
                     int64_t removed, struct problem *why)
{
    struct postgres *it = postgres_of(database);
    struct pg_values values = {.count = 0};
    struct chain seal;

    (void)place;
    seal_head(head, &seal);
    pg_long(&values, (int64_t)head->sequence);
    pg_chain(&values, &head->running);
    pg_chain(&values, &seal);
    pg_long(&values, removed);
    if (!pg_do(&it->writing, "BEGIN", why))
        return false;
    PGresult *result =
        pg_ask(&it->writing, "UPDATE head SET sequence = $1, running = $2, seal = $3, removed = $4", &values, why);
    PQclear(result);
    return result && pg_do(&it->writing, "ALTER SCHEMA " PART " RENAME TO " WHOLE, why) &&
           pg_do(&it->writing, "COMMIT", why);
}

const struct database_kind postgres_kind = {
    .name = name_place,
    .open = open_to_keep,
    .look = look,
    .begin_copy = begin_copy,
    .close = close_lines,
    .write = write_batch,
    .touch = touch,
    .end_copy = end_copy,
    .load = pg_load,
    .prove = pg_prove,
    .snapshot = pg_snapshot,
    .chain = pg_chain_of,
    .list = pg_list,
    .rows = pg_rows,
    .count = pg_count,
    .inspect = pg_inspect,
};
