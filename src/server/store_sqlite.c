/* See database.h. DIR/parlor.db is an SQLite database that writes ahead (DIR/parlor.db-wal); schema.h has its
 * contents. The writer and the reader have a connection each. A copy is made in DIR/parlor.db.part, which does
 * not write ahead: what is called parlor.db is whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "server/database.h"
#include "server/log.h"
#include "server/schema.h"

enum {
    WRITER_PATIENCE = 5000, /* milliseconds, while another program (a backup) is at the file */
    READER_PATIENCE = 500,
};

enum statement {
    PUT_TABLE,
    PUT_EVENT,
    PUT_SNAPSHOT,
    PUT_HEAD,
    BEGIN_BATCH,
    COMMIT_BATCH,
    BEGIN,
    END,
    ROW,
    LOAD,
    SNAPSHOT,
    CHAIN,
    PUBLIC,
    DUE,
    ROWS,
    STATEMENTS
};

static const struct {
    bool reads; /* belongs to the caller's connection, the others to the writer's */
    const char *sql;
} statements[STATEMENTS] = {
    [PUT_TABLE] = {false, "INSERT INTO tables(" ROW_COLUMNS ") VALUES(" ROW_PLACES ") ON CONFLICT(id) DO UPDATE SET"
                          " game = excluded.game, status = excluded.status, listed = excluded.listed,"
                          " opened = excluded.opened, changed = excluded.changed, wake = excluded.wake,"
                          " events = excluded.events, chain = excluded.chain, seal = excluded.seal"},
    [PUT_EVENT] = {false, "INSERT INTO events(table_id, number, at, body, chain) VALUES(?, ?, ?, ?, ?)"},
    [PUT_SNAPSHOT] = {false, SNAPSHOT_PUT},
    [PUT_HEAD] = {false, HEAD_PUT},
    [BEGIN_BATCH] = {false, "BEGIN IMMEDIATE"},
    [COMMIT_BATCH] = {false, "COMMIT"},
    [BEGIN] = {true, "BEGIN"},
    [END] = {true, "COMMIT"},
    [ROW] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE id = ?"},
    [LOAD] = {true, EVENTS_OF},
    [SNAPSHOT] = {true, SNAPSHOT_OF},
    [CHAIN] = {true, "SELECT chain FROM events WHERE table_id = ? AND number = ?"},
    [PUBLIC] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE status <= ?2 AND listed"
                      " ORDER BY status, changed DESC, id LIMIT -1 OFFSET ?1"},
    [DUE] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE wake > 0 AND wake <= ?2"
                   " ORDER BY wake, id LIMIT -1 OFFSET ?1"},
    [ROWS] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2"},
};

struct sqlite {
    struct database base;
    sqlite3 *writing, *reading; /* `writing` is NULL where it is only looked at */
    sqlite3_stmt *prepared[STATEMENTS];
    bool writes_ahead;
};

static struct sqlite *sqlite_of(struct database *database)
{
    return (struct sqlite *)database;
}

/* ---- writing ---- */

static bool stepped(sqlite3_stmt *put)
{
    sqlite3_step(put);
    return sqlite3_reset(put) == SQLITE_OK;
}

static bool put_entry(struct sqlite *it, const struct entry *entry, const char *text)
{
    sqlite3_stmt *put = it->prepared[PUT_EVENT], *put_row = it->prepared[PUT_TABLE];

    sqlite3_bind_text(put, 1, entry->row.id, -1, SQLITE_STATIC);
    sqlite3_bind_int(put, 2, entry->row.events - 1);
    sqlite3_bind_int64(put, 3, entry->at);
    sqlite3_bind_text(put, 4, text, (int)entry->length, SQLITE_STATIC);
    sqlite3_bind_blob(put, 5, entry->row.chain.bytes, CHAIN_BYTES, SQLITE_STATIC);
    row_bind(put_row, &it->base.head.key, &entry->row);
    return stepped(put) && stepped(put_row);
}

static bool put_snapshot(struct sqlite *it, const struct entry *entry, const char *bytes)
{
    const struct store_snapshot snapshot = {{entry->row.events, entry->row.chain}, bytes, entry->length};

    snapshot_bind(it->prepared[PUT_SNAPSHOT], &it->base.head.key, entry->row.id, &snapshot);
    return stepped(it->prepared[PUT_SNAPSHOT]);
}

static bool put_problem(struct sqlite *it, const struct entry *entry, struct problem *why)
{
    if (sqlite3_extended_errcode(it->writing) == SQLITE_CONSTRAINT_PRIMARYKEY)
        return event_problem(why, it->base.name, entry->row.id, entry->row.events - 1,
                             "already exists: is another program writing here?");
    return sql_problem(why, it->base.name, it->writing);
}

/* Runs a statement of the writer's that gives nothing back. */
static bool goes_through(struct sqlite *it, enum statement which, struct problem *why)
{
    return stepped(it->prepared[which]) || sql_problem(why, it->base.name, it->writing);
}

/* Puts all of a batch, and makes the head that goes with its events. */
static bool put_entries(struct sqlite *it, const struct batch *batch, struct head *head, struct problem *why)
{
    struct entry entry;
    const char *bytes;

    for (size_t at = 0; batch_next(batch, &at, &entry, &bytes);) {
        if (!(entry.is_snapshot ? put_snapshot(it, &entry, bytes) : put_entry(it, &entry, bytes)))
            return put_problem(it, &entry, why);
        if (!entry.is_snapshot)
            head_add(head, &entry.row.chain);
    }
    head_bind(it->prepared[PUT_HEAD], head);
    return goes_through(it, PUT_HEAD, why);
}

/* Cuts the log off behind what counts. After a sync that failed, the log may hold all of
 * what was to be committed, and a restart would find it there. SQLite does not look behind the frames
 * that the log's index counts, and writes the next one there. */
static bool cut_log(struct sqlite *it)
{
    /* The file formats of SQLite: of the log in bytes, of its index in words and half words. */
    enum { LOG_HEADER = 32, FRAME_HEADER = 24 };
    enum { INDEX = 32 * 1024, INDEX_VERSION = 3007000, VERSION_AT = 0, FRAMES_AT = 4, PAGE_SIZE_AT = 7 };
    static const char nothing[FRAME_HEADER];
    sqlite3_file *log = NULL, *database = NULL;
    void volatile *index = NULL;

    sqlite3_file_control(it->writing, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    sqlite3_file_control(it->writing, "main", SQLITE_FCNTL_FILE_POINTER, &database);
    if (!log || !log->pMethods || !database || !database->pMethods || database->pMethods->iVersion < 2 ||
        database->pMethods->xShmMap(database, 0, INDEX, 0, &index) != SQLITE_OK || !index)
        return false;
    const volatile uint32_t *words = index;
    const volatile uint16_t *halves = index;
    if (words[VERSION_AT] != INDEX_VERSION)
        return false;
    uint32_t page = halves[PAGE_SIZE_AT], frames = words[FRAMES_AT];
    sqlite3_int64 size = page == 1 ? 65536 : page, end = LOG_HEADER + frames * (size + FRAME_HEADER), length;
    if (log->pMethods->xFileSize(log, &length) != SQLITE_OK)
        return false;
    return length <= end || log->pMethods->xTruncate(log, end) == SQLITE_OK ||
           log->pMethods->xWrite(log, nothing, sizeof nothing, end) == SQLITE_OK;
}

/* Whatever counts is moved to the database, if that is possible, which makes space in the log. */
static void take_back(struct sqlite *it)
{
    if (!sqlite3_get_autocommit(it->writing))
        sqlite3_exec(it->writing, "ROLLBACK", NULL, NULL, NULL);
    if (it->writes_ahead && !cut_log(it))
        log_line("log_not_cut", "why=\"what was refused may be there after a restart\"");
    sqlite3_wal_checkpoint_v2(it->writing, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static bool write_batch(struct database *database, const struct batch *batch, struct problem *why)
{
    struct sqlite *it = sqlite_of(database);
    struct head head = database->head;
    bool written =
        goes_through(it, BEGIN_BATCH, why) && put_entries(it, batch, &head, why) && goes_through(it, COMMIT_BATCH, why);

    if (!written) {
        take_back(it);
        return false;
    }
    database->head.sequence = head.sequence; /* the key is read by others meanwhile */
    database->head.running = head.running;
    return true;
}

/* Writes the version that is there already: a page and a sync. */
static bool touch(struct database *database, struct problem *why)
{
    struct sqlite *it = sqlite_of(database);
    bool works = schema_touch(it->writing, database->name, why);

    if (!works)
        take_back(it);
    return works;
}

/* ---- opening ---- */

static bool name_file(const struct store_place *place, char out[PATH_MAX], struct problem *why)
{
    return join_path(out, place->directory, "parlor.db", why);
}

/* Makes a file if it is not there. What tables hold is secret: nobody else may read them. */
static bool make_file(const char *path, struct problem *why)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
        return problem_set(why, "%s: %s", path, strerror(errno));
    close(fd);
    return true;
}

static bool open_connection(struct sqlite *it, sqlite3 **db, int patience, struct problem *why)
{
    if (sqlite3_open_v2(it->base.name, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return sql_problem(why, it->base.name, *db);
    sqlite3_extended_result_codes(*db, 1);
    sqlite3_busy_timeout(*db, patience);
    return sql_run(*db, it->base.name, "PRAGMA cell_size_check = 1", why);
}

/* A database that is refused stays as it is, its log too. */
static void leave_alone(struct sqlite *it, bool alone)
{
    sqlite3_db_config(it->writing, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, alone, NULL);
}

static bool write_ahead(struct sqlite *it, struct problem *why)
{
    char mode[16];

    if (!sql_text(it->writing, it->base.name, "PRAGMA journal_mode = WAL", mode, sizeof mode, why))
        return false;
    if (!text_equal(mode, "wal"))
        return problem_set(why, "%s: this file system cannot hold a database with a write-ahead log; use a local disk",
                           it->base.name);
    return sql_run(it->writing, it->base.name, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000", why);
}

/* Prepares the statements of the connections that there are. */
static bool prepare(struct sqlite *it, struct problem *why)
{
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3 *db = statements[i].reads ? it->reading : it->writing;
        if (db && sqlite3_prepare_v3(db, statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT, &it->prepared[i], NULL) !=
                      SQLITE_OK)
            return sql_problem(why, it->base.name, db);
    }
    return true;
}

static bool open_reader(struct sqlite *it, struct problem *why)
{
    return open_connection(it, &it->reading, READER_PATIENCE, why) &&
           sql_run(it->reading, it->base.name, "PRAGMA query_only = 1", why) && prepare(it, why);
}

/* What the lists and every append need is looked through, and whether all tables are there. To look
 * through the events as well would take seconds for every gigabyte; damage there shows when
 * a table is loaded. */
static bool check_tables(struct sqlite *it, const struct expectation *expected, int64_t removed, struct problem *why)
{
    char found[200], text[80];
    struct schema_sum sum;
    const struct head *head = &it->base.head;

    if (!sql_text(it->writing, it->base.name, "PRAGMA integrity_check(tables)", found, sizeof found, why))
        return false;
    if (!text_equal(found, "ok"))
        return problem_set(why, "%s: damaged: %s", it->base.name, found);
    if (!schema_sum(it->writing, it->base.name, &head->key, &sum, why))
        return false;
    it->base.damaged = (long)sum.damaged;
    if (sum.damaged > 0)
        log_line("rows_damaged", "tables=%lld table=%s", (long long)sum.damaged, sum.example);
    if (sum.damaged > 0 || (uint64_t)(sum.events + removed) == head->sequence)
        return true;
    if (!expect_events(expected, head, sum.events + removed, why))
        return false;
    snprintf(text, sizeof text, "UPDATE head SET removed = %lld", (long long)head->sequence - sum.events);
    return sql_run(it->writing, it->base.name, text, why);
}

/* Our file, of a version that is known, and whole; or a new one. */
static bool check_file(struct sqlite *it, const struct expectation *expected, struct problem *why)
{
    const char *path = it->base.name;
    struct chain_key key = expect_key(expected);
    int64_t removed;
    bool ready = false, old = false;

    switch (schema_look(it->writing, path, why)) {
    case SCHEMA_NEW: ready = expect_nothing(expected, why) && schema_make(it->writing, path, &key, why); break;
    case SCHEMA_FIRST: ready = expect_nothing(expected, why) && schema_migrate(it->writing, path, &key, why); break;
    case SCHEMA_OLD: ready = old = true; break;
    case SCHEMA_READY: ready = true; break;
    case SCHEMA_REFUSED: break;
    }
    return ready && schema_head(it->writing, path, &it->base.head, &removed, why) &&
           expect_head(expected, &it->base.head, why) && check_tables(it, expected, removed, why) &&
           (!old || schema_update(it->writing, path, why));
}

/* Before SQLite sees it: that would remove the log of an empty file. */
static bool check_size(const struct sqlite *it, const struct expectation *expected, struct problem *why)
{
    struct stat about;

    return (stat(it->base.name, &about) == 0 && about.st_size > 0) || expect_nothing(expected, why);
}

static bool open_files(struct sqlite *it, const char *directory, const struct expectation *expected,
                       struct problem *why)
{
    /* The file is made before SQLite opens it: closing a file ends all locks of the process on it. */
    if (!check_size(it, expected, why) || !make_file(it->base.name, why) || !sync_directory(directory, why) ||
        !open_connection(it, &it->writing, WRITER_PATIENCE, why))
        return false;
    leave_alone(it, true);
    if (!check_file(it, expected, why))
        return false;
    leave_alone(it, false);
    it->writes_ahead = write_ahead(it, why);
    return it->writes_ahead && open_reader(it, why);
}

static struct sqlite *new_sqlite(void)
{
    struct sqlite *it = must_zero(1, sizeof *it);

    it->base.kind = &sqlite_kind;
    return it;
}

static void close_files(struct database *database)
{
    struct sqlite *it = sqlite_of(database);

    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(it->prepared[i]);
    sqlite3_close(it->reading);
    sqlite3_close(it->writing);
    free(it);
}

/* Returns the database if it is open; else closes what there is of it. */
static struct database *opened(struct sqlite *it, bool open)
{
    if (open)
        return &it->base;
    close_files(&it->base);
    return NULL;
}

static struct database *open_to_keep(const struct store_place *place, const struct expectation *expected,
                                     struct problem *why)
{
    struct sqlite *it = new_sqlite();

    return opened(it, name_file(place, it->base.name, why) && open_files(it, place->directory, expected, why));
}

/* Whether there is a log with something in it. */
static bool has_log(const char *path)
{
    char log[PATH_MAX + 8];
    struct stat about;

    snprintf(log, sizeof log, "%s-wal", path);
    return stat(log, &about) == 0 && about.st_size > 0;
}

/* Whether a database looks as this version makes it; else why not. */
static bool is_ready(sqlite3 *db, const char *path, struct problem *why)
{
    switch (schema_look(db, path, why)) {
    case SCHEMA_NEW: return problem_set(why, "%s: empty", path);
    case SCHEMA_FIRST:
        return problem_set(why, "%s: made by parlor 0.1, which kept no hashes; start parlor serve to update it", path);
    case SCHEMA_OLD:
        return problem_set(why, "%s: made by an older version of parlor; start parlor serve to update it", path);
    case SCHEMA_REFUSED: return false;
    case SCHEMA_READY: break;
    }
    return true;
}

/* A server may be at it. A log stays as it is. */
static bool open_to_look(struct sqlite *it, struct problem *why)
{
    const char *path = it->base.name;
    bool logged = has_log(path);
    int64_t removed;

    if (access(path, F_OK) != 0)
        return problem_set(why, "%s: %s", path, strerror(errno));
    if (!open_connection(it, &it->reading, WRITER_PATIENCE, why))
        return false;
    sqlite3_db_config(it->reading, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, logged, NULL);
    return sql_run(it->reading, path, "PRAGMA query_only = 1; BEGIN", why) && is_ready(it->reading, path, why) &&
           prepare(it, why) && schema_head(it->reading, path, &it->base.head, &removed, why);
}

static struct database *look(const struct store_place *place, struct problem *why)
{
    struct sqlite *it = new_sqlite();

    return opened(it, name_file(place, it->base.name, why) && open_to_look(it, why));
}

/* ---- a copy ---- */

static bool name_part(const char *directory, char out[PATH_MAX], struct problem *why)
{
    return join_path(out, directory, "parlor.db.part", why);
}

static bool open_part(struct sqlite *it, const struct head *of, struct problem *why)
{
    const char *path = it->base.name;
    int64_t removed;

    if (!make_file(path, why) || !open_connection(it, &it->writing, WRITER_PATIENCE, why))
        return false;
    if (schema_look(it->writing, path, why) == SCHEMA_NEW && !schema_make(it->writing, path, &of->key, why))
        return false;
    if (!is_ready(it->writing, path, why) || !schema_head(it->writing, path, &it->base.head, &removed, why))
        return false;
    return memcmp(&it->base.head.key, &of->key, sizeof of->key) == 0
               ? open_reader(it, why)
               : problem_set(why, "%s: an unfinished copy of another database; remove it first", path);
}

static struct database *begin_copy(const struct store_place *place, const struct head *of, struct problem *why)
{
    struct sqlite *it = new_sqlite();
    char whole[PATH_MAX];

    if (!name_file(place, whole, why) || !make_directory(place->directory, why))
        return opened(it, false);
    if (access(whole, F_OK) == 0) {
        problem_set(why, "%s: already has a database; name a new directory", whole);
        return opened(it, false);
    }
    return opened(it, name_part(place->directory, it->base.name, why) && open_part(it, of, why));
}

static bool put_last_head(struct sqlite *it, const struct head *head, int64_t removed, struct problem *why)
{
    char text[80];

    snprintf(text, sizeof text, "UPDATE head SET removed = %lld", (long long)removed);
    head_bind(it->prepared[PUT_HEAD], head);
    return sql_run(it->writing, it->base.name, "BEGIN IMMEDIATE", why) &&
           sql_run(it->writing, it->base.name, text, why) &&
           (stepped(it->prepared[PUT_HEAD]) || sql_problem(why, it->base.name, it->writing)) &&
           sql_run(it->writing, it->base.name, "COMMIT", why);
}

/* Writes the copy's own head, so that its loss of an end is noticed too. */
static bool make_head(const char *directory, const struct head *head, struct problem *why)
{
    int file = head_open(directory, why);
    bool made = file >= 0 && head_write_safely(file, head, why);

    if (file >= 0)
        close(file);
    return made;
}

static bool end_copy(struct database *database, const struct store_place *place, const struct head *head,
                     int64_t removed, struct problem *why)
{
    char whole[PATH_MAX];

    if (!put_last_head(sqlite_of(database), head, removed, why) || !make_head(place->directory, head, why) ||
        !name_file(place, whole, why))
        return false;
    if (rename(database->name, whole) != 0)
        return problem_set(why, "%s: %s", whole, strerror(errno));
    return sync_directory(place->directory, why);
}

/* ---- reading, ---- */

/* Ends a query; false with the reason if it broke off. */
static bool end_query(struct sqlite *it, sqlite3_stmt *query, struct problem *why)
{
    return sqlite3_reset(query) == SQLITE_OK || sql_problem(why, it->base.name, it->reading);
}

static enum load_result read_row(struct sqlite *it, const char *id, struct store_row *row, struct problem *why)
{
    sqlite3_stmt *query = it->prepared[ROW];
    enum load_result result = LOAD_NOTHING;

    sqlite3_bind_text(query, 1, id, -1, SQLITE_TRANSIENT);
    if (sqlite3_step(query) == SQLITE_ROW)
        result = row_read(query, &it->base.head.key, row) ? LOAD_READ : LOAD_DAMAGED;
    if (result == LOAD_DAMAGED)
        problem_set(why, "%s: damaged: the row of table %s", it->base.name, id);
    return end_query(it, query, why) ? result : sql_broke_off(it->reading);
}

/* Where a table has no row it has no events either. */
static enum load_result check_nothing(struct database *database, const char *id, struct problem *why)
{
    struct chain chain;

    if (!database->kind->chain(database, id, 1, &chain))
        return LOAD_NOTHING;
    problem_set(why, "%s: damaged: the row of table %s is missing", database->name, id);
    return LOAD_DAMAGED;
}

static enum load_result load_within(struct sqlite *it, const char *id, const struct chain_point *from, store_take *take,
                                    void *context, struct problem *why)
{
    struct store_row row = {.events = 0};
    enum load_result result = read_row(it, id, &row, why);

    if (result == LOAD_READ)
        return events_load(it->prepared[LOAD], it->base.name, &it->base.head.key, &row, from, take, context, why);
    return result == LOAD_NOTHING ? check_nothing(&it->base, id, why) : result;
}

/* In one transaction: the writer may be at work on the table. */
static enum load_result load(struct database *database, const char *id, const struct chain_point *from,
                             store_take *take, void *context, struct problem *why)
{
    struct sqlite *it = sqlite_of(database);
    bool alone = sqlite3_get_autocommit(it->reading); /* else everything is looked at as it is at one moment */

    if (alone && !stepped(it->prepared[BEGIN])) {
        sql_problem(why, database->name, it->reading);
        return LOAD_UNREADABLE;
    }
    enum load_result result = load_within(it, id, from, take, context, why);
    if (alone)
        stepped(it->prepared[END]);
    return result;
}

static enum load_result prove(struct database *database, const char *id, struct chain_point *from,
                              const struct chain_point *end, int most, struct problem *why)
{
    return events_prove(sqlite_of(database)->prepared[LOAD], database->name, &database->head.key, id, from, end, most,
                        why);
}

static bool read_snapshot(struct database *database, const char *id, store_take_snapshot *take, void *context)
{
    sqlite3_stmt *query = sqlite_of(database)->prepared[SNAPSHOT];
    struct store_snapshot it;
    bool whole = true;

    sqlite3_bind_text(query, 1, id, -1, SQLITE_TRANSIENT);
    if (sqlite3_step(query) == SQLITE_ROW) {
        whole = snapshot_column(query, &database->head.key, id, &it);
        if (whole)
            take(context, &it);
    }
    return sqlite3_reset(query) == SQLITE_OK && whole;
}

static bool read_chain(struct database *database, const char *id, int events, struct chain *out)
{
    sqlite3_stmt *query = sqlite_of(database)->prepared[CHAIN];

    sqlite3_bind_text(query, 1, id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(query, 2, events - 1);
    bool found = sqlite3_step(query) == SQLITE_ROW && chain_column(query, 0, out);
    return sqlite3_reset(query) == SQLITE_OK && found;
}

static int list(struct database *database, enum list_kind kind, int64_t selected, int offset, int most,
                struct store_row *out, struct problem *why)
{
    struct sqlite *it = sqlite_of(database);
    sqlite3_stmt *query = it->prepared[kind == LIST_PUBLIC ? PUBLIC : DUE];
    int count = 0;

    sqlite3_bind_int(query, 1, offset);
    sqlite3_bind_int64(query, 2, selected);
    while (count < most && sqlite3_step(query) == SQLITE_ROW)
        count += row_read(query, &database->head.key, &out[count]);
    return end_query(it, query, why) ? count : -1;
}

/* ---- looking at everything ---- */

static int read_rows(struct database *database, const char *after, int most, struct store_row *out, bool *whole,
                     struct problem *why)
{
    struct sqlite *it = sqlite_of(database);
    sqlite3_stmt *query = it->prepared[ROWS];
    int count = 0;

    sqlite3_bind_text(query, 1, after, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(query, 2, most);
    for (; count < most && sqlite3_step(query) == SQLITE_ROW; count++)
        whole[count] = row_read(query, &database->head.key, &out[count]);
    return end_query(it, query, why) ? count : -1;
}

static bool count(struct database *database, struct holdings *out, struct problem *why)
{
    sqlite3 *db = sqlite_of(database)->reading;
    const char *path = database->name;

    return sql_number(db, path, "SELECT count(*) FROM tables", &out->tables, why) &&
           sql_number(db, path, "SELECT count(*) FROM events", &out->events, why) &&
           sql_number(db, path, "SELECT count(*) FROM snapshots", &out->snapshots, why) &&
           sql_number(db, path, "SELECT removed FROM head", &out->removed, why);
}

/* Reports what SQLite itself finds. */
static void inspect(struct database *database, database_fault *fault, void *context)
{
    sqlite3 *db = sqlite_of(database)->reading;
    sqlite3_stmt *query;
    struct problem what;

    if (sqlite3_prepare_v2(db, "PRAGMA integrity_check(20)", -1, &query, NULL) == SQLITE_OK)
        while (sqlite3_step(query) == SQLITE_ROW) {
            const unsigned char *text = sqlite3_column_text(query, 0);
            if (!text || strcmp((const char *)text, "ok") == 0)
                continue;
            problem_set(&what, "%s: %s", database->name, (const char *)text);
            fault(context, what.text);
        }
    if (sqlite3_finalize(query) == SQLITE_OK)
        return;
    sql_problem(&what, database->name, db);
    fault(context, what.text);
}

const struct database_kind sqlite_kind = {
    .name = name_file,
    .open = open_to_keep,
    .look = look,
    .begin_copy = begin_copy,
    .close = close_files,
    .write = write_batch,
    .touch = touch,
    .end_copy = end_copy,
    .load = load,
    .prove = prove,
    .snapshot = read_snapshot,
    .chain = read_chain,
    .list = list,
    .rows = read_rows,
    .count = count,
    .inspect = inspect,
};
