/* See schema.h. */
#include "server/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"

enum {
    APPLICATION = 0x7061726c, /* "parl": tells our files from those of other programs that use SQLite */
    VERSION = 3,
    FIRST_VERSION = 1, /* without hashes */
};

/* By name. The triggers let old games be deleted without their events being missed, and with their snapshots. */
static const struct object {
    int since; /* version */
    const char *name, *sql;
} objects[] = {
    {2, "events",
     "CREATE TABLE events("
     " table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
     " body TEXT NOT NULL, chain BLOB NOT NULL, PRIMARY KEY(table_id, number)) STRICT, WITHOUT ROWID"},
    {2, "head",
     "CREATE TABLE head("
     " one INTEGER PRIMARY KEY CHECK(one = 1), key BLOB NOT NULL, sequence INTEGER NOT NULL,"
     " running BLOB NOT NULL, removed INTEGER NOT NULL, seal BLOB NOT NULL) STRICT"},
    {3, "snapshots",
     "CREATE TABLE snapshots("
     " table_id TEXT PRIMARY KEY, events INTEGER NOT NULL, chain BLOB NOT NULL, body BLOB NOT NULL,"
     " seal BLOB NOT NULL) STRICT"},
    {2, "tables",
     "CREATE TABLE tables("
     " id TEXT PRIMARY KEY, game TEXT NOT NULL, status INTEGER NOT NULL,"
     " listed INTEGER NOT NULL, opened INTEGER NOT NULL, changed INTEGER NOT NULL,"
     " wake INTEGER NOT NULL, events INTEGER NOT NULL, chain BLOB NOT NULL, seal BLOB NOT NULL)"
     " STRICT, WITHOUT ROWID"},
    {2, "tables_by_wake", "CREATE INDEX tables_by_wake ON tables(wake, id) WHERE wake > 0"},
    {2, "tables_listed", "CREATE INDEX tables_listed ON tables(status, changed DESC, id) WHERE listed"},
    {2, "tables_removed",
     "CREATE TRIGGER tables_removed AFTER DELETE ON tables BEGIN"
     " UPDATE head SET removed = removed + old.events; END"},
    {3, "tables_snapshots",
     "CREATE TRIGGER tables_snapshots AFTER DELETE ON tables BEGIN"
     " DELETE FROM snapshots WHERE table_id = old.id; END"},
};

enum { OBJECTS = sizeof objects / sizeof *objects };

/* ---- SQL ---- */

bool sql_problem(struct problem *why, const char *path, sqlite3 *db)
{
    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_NOTADB: return problem_set(why, "%s: this is not a database", path);
    case SQLITE_CORRUPT: return problem_set(why, "%s: damaged: %s", path, sqlite3_errmsg(db));
    default: return problem_set(why, "%s: %s", path, sqlite3_errmsg(db));
    }
}

bool sql_run(sqlite3 *db, const char *path, const char *sql, struct problem *why)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || sql_problem(why, path, db);
}

static void copy_text(sqlite3_stmt *query, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(query, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

bool sql_text(sqlite3 *db, const char *path, const char *sql, char *out, size_t size, struct problem *why)
{
    sqlite3_stmt *query;
    bool answered = false;

    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) == SQLITE_OK && sqlite3_step(query) == SQLITE_ROW) {
        copy_text(query, 0, out, size);
        answered = true;
    } else {
        sql_problem(why, path, db);
    }
    sqlite3_finalize(query);
    return answered;
}

bool sql_number(sqlite3 *db, const char *path, const char *sql, int64_t *out, struct problem *why)
{
    char text[32];

    if (!sql_text(db, path, sql, text, sizeof text, why))
        return false;
    *out = strtoll(text, NULL, 10);
    return true;
}

/* ---- rows ---- */

static void bind_chain(sqlite3_stmt *put, int place, const struct chain *chain)
{
    sqlite3_bind_blob(put, place, chain->bytes, CHAIN_BYTES, SQLITE_TRANSIENT);
}

void row_bind(sqlite3_stmt *put, const struct chain_key *key, const struct store_row *row)
{
    struct chain seal;

    seal_row(key, row, &seal);
    sqlite3_bind_text(put, 1, row->id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(put, 2, row->game, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(put, 3, row->status);
    sqlite3_bind_int(put, 4, row->listed);
    sqlite3_bind_int64(put, 5, row->opened);
    sqlite3_bind_int64(put, 6, row->changed);
    sqlite3_bind_int64(put, 7, row->wake);
    sqlite3_bind_int(put, 8, row->events);
    bind_chain(put, 9, &row->chain);
    bind_chain(put, 10, &seal);
}

bool chain_column(sqlite3_stmt *query, int column, struct chain *out)
{
    const void *bytes = sqlite3_column_blob(query, column);
    bool fits = bytes && sqlite3_column_bytes(query, column) == CHAIN_BYTES;

    *out = (struct chain){{0}};
    if (fits)
        memcpy(out->bytes, bytes, CHAIN_BYTES);
    return fits;
}

bool row_read(sqlite3_stmt *query, const struct chain_key *key, struct store_row *row)
{
    struct chain seal, expected;

    *row = (struct store_row){.status = sqlite3_column_int(query, 2),
                              .listed = sqlite3_column_int(query, 3) != 0,
                              .opened = sqlite3_column_int64(query, 4),
                              .changed = sqlite3_column_int64(query, 5),
                              .wake = sqlite3_column_int64(query, 6),
                              .events = sqlite3_column_int(query, 7)};
    copy_text(query, 0, row->id, sizeof row->id);
    copy_text(query, 1, row->game, sizeof row->game);
    if (!chain_column(query, 8, &row->chain) || !chain_column(query, 9, &seal))
        return false;
    seal_row(key, row, &expected);
    return chain_equal(&seal, &expected);
}

bool schema_sum(sqlite3 *db, const char *path, const struct chain_key *key, struct schema_sum *out, struct problem *why)
{
    sqlite3_stmt *query;
    struct store_row row;

    *out = (struct schema_sum){0};
    if (sqlite3_prepare_v2(db, "SELECT " ROW_COLUMNS " FROM tables", -1, &query, NULL) != SQLITE_OK)
        return sql_problem(why, path, db);
    while (sqlite3_step(query) == SQLITE_ROW)
        if (row_read(query, key, &row)) {
            out->tables++;
            out->events += row.events;
        } else if (out->damaged++ == 0) {
            memcpy(out->example, row.id, sizeof out->example);
        }
    return sqlite3_finalize(query) == SQLITE_OK || sql_problem(why, path, db);
}

/* ---- snapshots ---- */

void snapshot_bind(sqlite3_stmt *put, const struct chain_key *key, const char *id, const struct store_snapshot *it)
{
    struct chain seal;

    seal_snapshot(key, id, it, &seal);
    sqlite3_bind_text(put, 1, id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(put, 2, it->point.events);
    bind_chain(put, 3, &it->point.chain);
    sqlite3_bind_blob(put, 4, it->bytes, (int)it->length, SQLITE_STATIC);
    bind_chain(put, 5, &seal);
}

bool snapshot_column(sqlite3_stmt *query, const struct chain_key *key, const char *id, struct store_snapshot *out)
{
    struct chain seal, expected;
    const void *bytes = sqlite3_column_blob(query, 2);

    *out = (struct store_snapshot){.point.events = sqlite3_column_int(query, 0),
                                   .bytes = bytes ? bytes : "",
                                   .length = (size_t)sqlite3_column_bytes(query, 2)};
    if (!chain_column(query, 1, &out->point.chain) || !chain_column(query, 3, &seal))
        return false;
    seal_snapshot(key, id, out, &expected);
    return chain_equal(&seal, &expected);
}

/* ---- events ---- */

enum load_result sql_broke_off(sqlite3 *db)
{
    int code = sqlite3_errcode(db) & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? LOAD_DAMAGED : LOAD_UNREADABLE;
}

static struct kept_event event_column(sqlite3_stmt *load)
{
    const char *text = sqlite3_column_blob(load, 2);
    struct kept_event it = {.number = sqlite3_column_int64(load, 0),
                            .at = sqlite3_column_int64(load, 1),
                            .text = text ? text : "",
                            .length = (size_t)sqlite3_column_bytes(load, 2)};

    it.has_chain = chain_column(load, 3, &it.chain);
    return it;
}

static void bind_from(sqlite3_stmt *load, const char *id, const struct chain_point *from)
{
    sqlite3_bind_text(load, 1, id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(load, 2, from->events);
}

enum load_result events_load(sqlite3_stmt *load, const char *path, const struct chain_key *key,
                             const struct store_row *row, const struct chain_point *from, store_take *take,
                             void *context, struct problem *why)
{
    struct event_walk walk = event_walk(path, key, row->id, from);
    bool taken = true;

    bind_from(load, row->id, from);
    while (taken && sqlite3_step(load) == SQLITE_ROW) {
        struct kept_event kept = event_column(load);
        taken = event_walk_take(&walk, &kept, take, context, why);
    }
    if (sqlite3_reset(load) != SQLITE_OK) {
        if (taken)
            sql_problem(why, path, sqlite3_db_handle(load));
        return sql_broke_off(sqlite3_db_handle(load));
    }
    return taken && event_walk_ends(&walk, row, why) ? LOAD_READ : LOAD_DAMAGED;
}

enum load_result events_prove(sqlite3_stmt *load, const char *path, const struct chain_key *key, const char *id,
                              struct chain_point *from, const struct chain_point *end, int most, struct problem *why)
{
    struct event_walk walk = event_walk(path, key, id, from);
    int until = end->events - from->events < most ? end->events : from->events + most;
    bool fine = true;

    bind_from(load, id, from);
    while (fine && walk.at.number < until)
        if (sqlite3_step(load) == SQLITE_ROW) {
            struct kept_event kept = event_column(load);
            fine = event_walk_take(&walk, &kept, take_nothing, NULL, why);
        } else {
            fine = event_problem(why, path, id, walk.at.number, "is missing");
        }
    if (sqlite3_reset(load) != SQLITE_OK) {
        sql_problem(why, path, sqlite3_db_handle(load));
        return sql_broke_off(sqlite3_db_handle(load));
    }
    fine = fine && event_walk_leads_to(&walk, end, why);
    *from = (struct chain_point){walk.at.number, walk.at.chain};
    return fine ? LOAD_READ : LOAD_DAMAGED;
}

/* ---- the head ---- */

void head_bind(sqlite3_stmt *put, const struct head *head)
{
    struct chain seal;

    seal_head(head, &seal);
    sqlite3_bind_int64(put, 1, (int64_t)head->sequence);
    bind_chain(put, 2, &head->running);
    bind_chain(put, 3, &seal);
}

static bool read_head(sqlite3_stmt *query, struct head *head)
{
    const void *key = sqlite3_column_blob(query, 0);
    struct chain seal, expected;

    if (!key || sqlite3_column_bytes(query, 0) != CHAIN_KEY_BYTES)
        return false;
    memcpy(head->key.bytes, key, CHAIN_KEY_BYTES);
    head->sequence = (uint64_t)sqlite3_column_int64(query, 1);
    if (!chain_column(query, 2, &head->running) || !chain_column(query, 3, &seal))
        return false;
    seal_head(head, &expected);
    return chain_equal(&seal, &expected);
}

bool schema_head(sqlite3 *db, const char *path, struct head *head, int64_t *removed, struct problem *why)
{
    sqlite3_stmt *query;
    static const char sql[] = "SELECT key, sequence, running, seal, removed FROM head WHERE one = 1";

    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK)
        return sql_problem(why, path, db);
    bool whole = sqlite3_step(query) == SQLITE_ROW && read_head(query, head);
    *removed = whole ? sqlite3_column_int64(query, 4) : 0;
    if (sqlite3_finalize(query) != SQLITE_OK)
        return sql_problem(why, path, db);
    return whole || problem_set(why, "%s: damaged: its own figures contradict each other", path);
}

static bool put_first_head(sqlite3 *db, const char *path, const struct head *head, struct problem *why)
{
    static const char sql[] =
        "INSERT INTO head(one, key, sequence, running, removed, seal) VALUES(1, ?4, ?1, ?2, 0, ?3)";
    sqlite3_stmt *put;

    if (sqlite3_prepare_v2(db, sql, -1, &put, NULL) != SQLITE_OK)
        return sql_problem(why, path, db);
    head_bind(put, head);
    sqlite3_bind_blob(put, 4, head->key.bytes, CHAIN_KEY_BYTES, SQLITE_STATIC);
    sqlite3_step(put);
    return sqlite3_finalize(put) == SQLITE_OK || sql_problem(why, path, db);
}

/* ---- the file as a whole ---- */

/* Makes what has come after a version. */
static bool make_objects(sqlite3 *db, const char *path, int after, struct problem *why)
{
    bool made = true;

    for (int i = 0; made && i < OBJECTS; i++)
        made = objects[i].since <= after || sql_run(db, path, objects[i].sql, why);
    return made;
}

bool schema_touch(sqlite3 *db, const char *path, struct problem *why)
{
    char sql[64];

    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", VERSION);
    return sql_run(db, path, sql, why);
}

static bool finish(sqlite3 *db, const char *path, const struct head *head, struct problem *why)
{
    char sql[64];

    snprintf(sql, sizeof sql, "PRAGMA application_id = %d", APPLICATION);
    return put_first_head(db, path, head, why) && sql_run(db, path, sql, why) && schema_touch(db, path, why) &&
           sql_run(db, path, "COMMIT", why);
}

bool schema_make(sqlite3 *db, const char *path, const struct chain_key *key, struct problem *why)
{
    const struct head head = {.key = *key};

    return sql_run(db, path, "BEGIN IMMEDIATE", why) && make_objects(db, path, FIRST_VERSION, why) &&
           finish(db, path, &head, why);
}

/* Whether a row of the database's own table is an object as it was made. */
static bool is_made_as(sqlite3_stmt *query, const struct object *it)
{
    const unsigned char *name = sqlite3_column_text(query, 0), *sql = sqlite3_column_text(query, 1);
    return name && sql && strcmp((const char *)name, it->name) == 0 && strcmp((const char *)sql, it->sql) == 0;
}

/* True if the database has each object of the version as it was made, and no others. */
static bool check_objects(sqlite3 *db, const char *path, int64_t version, struct problem *why)
{
    sqlite3_stmt *query;
    bool same = true;

    if (sqlite3_prepare_v2(db, "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name", -1,
                           &query, NULL) != SQLITE_OK)
        return sql_problem(why, path, db);
    for (int i = 0; i < OBJECTS; i++)
        if (objects[i].since <= version)
            same = same && sqlite3_step(query) == SQLITE_ROW && is_made_as(query, &objects[i]);
    same = same && sqlite3_step(query) == SQLITE_DONE;
    if (sqlite3_finalize(query) != SQLITE_OK)
        return sql_problem(why, path, db);
    return same || problem_set(why, "%s: damaged: its tables have been changed", path);
}

/* Switches in the file's header that would have SQLite read or write it otherwise. */
static bool check_header(sqlite3 *db, const char *path, struct problem *why)
{
    char encoding[16];
    int64_t vacuum;

    if (!sql_text(db, path, "PRAGMA encoding", encoding, sizeof encoding, why) ||
        !sql_number(db, path, "PRAGMA auto_vacuum", &vacuum, why))
        return false;
    return (strcmp(encoding, "UTF-8") == 0 && vacuum == 0) ||
           problem_set(why, "%s: damaged: its header has been changed", path);
}

enum schema_state schema_look(sqlite3 *db, const char *path, struct problem *why)
{
    int64_t application, version, found;

    if (!sql_number(db, path, "PRAGMA application_id", &application, why) ||
        !sql_number(db, path, "PRAGMA user_version", &version, why) ||
        !sql_number(db, path, "SELECT count(*) FROM sqlite_schema", &found, why))
        return SCHEMA_REFUSED;
    if (application == 0 && version == 0 && found == 0)
        return SCHEMA_NEW;
    if (application != APPLICATION)
        problem_set(why, "%s: this database belongs to another program", path);
    else if (version > VERSION)
        problem_set(why, "%s: made by a newer version of parlor; update parlor to open it", path);
    else if (version < FIRST_VERSION)
        problem_set(why, "%s: damaged: no version of parlor made it", path);
    else if (check_header(db, path, why) && (version == FIRST_VERSION || check_objects(db, path, version, why)))
        return version == FIRST_VERSION ? SCHEMA_FIRST : version < VERSION ? SCHEMA_OLD : SCHEMA_READY;
    return SCHEMA_REFUSED;
}

/* ---- from an older version ---- */

static void roll_back(sqlite3 *db)
{
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

bool schema_update(sqlite3 *db, const char *path, struct problem *why)
{
    int64_t version;

    if (sql_run(db, path, "BEGIN IMMEDIATE", why) && sql_number(db, path, "PRAGMA user_version", &version, why) &&
        make_objects(db, path, (int)version, why) && schema_touch(db, path, why) && sql_run(db, path, "COMMIT", why)) {
        log_line("migrated", "from=%d to=%d", (int)version, VERSION);
        return true;
    }
    roll_back(db);
    return false;
}

/* ---- from the first version ---- */

struct migration {
    sqlite3 *db;
    const char *path;
    struct head head;
    sqlite3_stmt *tables, *events, *put_table, *put_event;
};

static bool prepare_migration(struct migration *it, struct problem *why)
{
    const struct {
        sqlite3_stmt **into;
        const char *sql;
    } all[] = {
        {&it->tables, "SELECT id, game, status, listed, opened, changed, wake FROM old_tables ORDER BY id"},
        {&it->events, "SELECT number, at, body FROM old_events WHERE table_id = ? ORDER BY number"},
        {&it->put_table, "INSERT INTO tables(" ROW_COLUMNS ") VALUES(" ROW_PLACES ")"},
        {&it->put_event, "INSERT INTO events(table_id, number, at, body, chain) VALUES(?, ?, ?, ?, ?)"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (sqlite3_prepare_v2(it->db, all[i].sql, -1, all[i].into, NULL) != SQLITE_OK)
            return sql_problem(why, it->path, it->db);
    return true;
}

static bool stepped(sqlite3_stmt *put)
{
    sqlite3_step(put);
    return sqlite3_reset(put) == SQLITE_OK;
}

/* A gap among the events stays one, which shows when the table is read. */
static bool copy_events(struct migration *it, struct store_row *row)
{
    bool copied = true;

    sqlite3_bind_text(it->events, 1, row->id, -1, SQLITE_TRANSIENT);
    while (copied && sqlite3_step(it->events) == SQLITE_ROW) {
        int number = sqlite3_column_int(it->events, 0), length = sqlite3_column_bytes(it->events, 2);
        int64_t at = sqlite3_column_int64(it->events, 1);
        const char *body = sqlite3_column_blob(it->events, 2);
        body = body ? body : "";
        chain_add(&it->head.key, row->id, number, at, body, (size_t)length, &row->chain);
        row->events++;
        sqlite3_bind_text(it->put_event, 1, row->id, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(it->put_event, 2, number);
        sqlite3_bind_int64(it->put_event, 3, at);
        sqlite3_bind_text(it->put_event, 4, body, length, SQLITE_TRANSIENT);
        bind_chain(it->put_event, 5, &row->chain);
        copied = stepped(it->put_event);
    }
    return sqlite3_reset(it->events) == SQLITE_OK && copied;
}

static bool copy_tables(struct migration *it, struct problem *why)
{
    bool copied = true;

    while (copied && sqlite3_step(it->tables) == SQLITE_ROW) {
        struct store_row row = {.status = sqlite3_column_int(it->tables, 2),
                                .listed = sqlite3_column_int(it->tables, 3) != 0,
                                .opened = sqlite3_column_int64(it->tables, 4),
                                .changed = sqlite3_column_int64(it->tables, 5),
                                .wake = sqlite3_column_int64(it->tables, 6)};
        copy_text(it->tables, 0, row.id, sizeof row.id);
        copy_text(it->tables, 1, row.game, sizeof row.game);
        copied = copy_events(it, &row);
        row_bind(it->put_table, &it->head.key, &row);
        copied = copied && stepped(it->put_table);
        it->head.sequence += (uint64_t)row.events;
    }
    return (sqlite3_reset(it->tables) == SQLITE_OK && copied) || sql_problem(why, it->path, it->db);
}

/* Whether what was there is there again, table by table. */
static bool count_copies(struct migration *it, struct problem *why)
{
    int64_t before, after;

    if (!sql_number(it->db, it->path, "SELECT count(*) FROM old_events", &before, why) ||
        !sql_number(it->db, it->path, "SELECT count(*) FROM events", &after, why))
        return false;
    return before == after || problem_set(why, "%s: damaged: it has events without a table", it->path);
}

static void end_migration(struct migration *it)
{
    sqlite3_finalize(it->tables);
    sqlite3_finalize(it->events);
    sqlite3_finalize(it->put_table);
    sqlite3_finalize(it->put_event);
    it->tables = it->events = it->put_table = it->put_event = NULL;
}

bool schema_migrate(sqlite3 *db, const char *path, const struct chain_key *key, struct problem *why)
{
    static const char aside[] = "DROP INDEX tables_listed; DROP INDEX tables_by_wake;"
                                "ALTER TABLE tables RENAME TO old_tables; ALTER TABLE events RENAME TO old_events";
    struct migration it = {.db = db, .path = path, .head = {.key = *key}};

    bool fine = sql_run(db, path, "BEGIN IMMEDIATE", why) && sql_run(db, path, aside, why) &&
                make_objects(db, path, FIRST_VERSION, why) && prepare_migration(&it, why) && copy_tables(&it, why) &&
                count_copies(&it, why);
    end_migration(&it);
    fine = fine && sql_run(db, path, "DROP TABLE old_tables; DROP TABLE old_events", why) &&
           finish(db, path, &it.head, why);
    if (fine)
        log_line("migrated", "from=%d to=%d events=%llu", FIRST_VERSION, VERSION, (unsigned long long)it.head.sequence);
    else
        roll_back(db);
    return fine;
}
