/* See store.h. DIR/parlor.db is an SQLite database that writes ahead
 * (DIR/parlor.db-wal); DIR/parlor.lock is locked while a server has it open.
 *
 * Load: some hundred small events a second from many tables, where one sync of
 * the disk takes milliseconds. So events are put into a batch of fixed size; the
 * writer takes the whole batch as soon as it is free, writes it as one
 * transaction, and meanwhile the next one fills. Nothing is allocated for an
 * event. The caller reads through a connection of its own, which sees what has
 * been committed and never waits for the writer. */
#include "server/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION = 0x7061726c, /* "parl": tells our files from those of other programs that use SQLite */
    SCHEMA_VERSION = 1,
    BATCH_ROOM = 4 << 20,   /* bytes; events of common size: some 20000 */
    WRITER_PATIENCE = 5000, /* milliseconds, while another program (a backup) is at the file */
    READER_PATIENCE = 500,
};

static const char schema[] = "CREATE TABLE tables("
                             " id TEXT PRIMARY KEY, game TEXT NOT NULL, status INTEGER NOT NULL,"
                             " listed INTEGER NOT NULL, opened INTEGER NOT NULL, changed INTEGER NOT NULL,"
                             " wake INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
                             "CREATE INDEX tables_listed ON tables(status, changed DESC, id) WHERE listed;"
                             "CREATE INDEX tables_by_wake ON tables(wake, id) WHERE wake > 0;"
                             "CREATE TABLE events("
                             " table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
                             " body TEXT NOT NULL, PRIMARY KEY(table_id, number)) STRICT, WITHOUT ROWID;";

#define ROW "id, game, status, listed, opened, changed, wake"

enum statement { PUT_TABLE, PUT_EVENT, LOAD, LIST_PUBLIC, DUE, STATEMENTS };

static const struct {
    bool reads; /* belongs to the caller's connection, the others to the writer's */
    const char *sql;
} statements[STATEMENTS] = {
    [PUT_TABLE] = {false, "INSERT INTO tables(" ROW ") VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET"
                          " game = excluded.game, status = excluded.status, listed = excluded.listed,"
                          " opened = excluded.opened, changed = excluded.changed, wake = excluded.wake"},
    [PUT_EVENT] = {false, "INSERT INTO events(table_id, number, at, body) VALUES(?, ?, ?, ?)"},
    [LOAD] = {true, "SELECT number, at, body FROM events WHERE table_id = ? ORDER BY number"},
    [LIST_PUBLIC] = {true, "SELECT " ROW " FROM tables WHERE status <= ?3 AND listed"
                           " ORDER BY status, changed DESC, id LIMIT ?1 OFFSET ?2"},
    [DUE] = {true, "SELECT " ROW " FROM tables WHERE wake > 0 AND wake <= ?3"
                   " ORDER BY wake, id LIMIT ?1 OFFSET ?2"},
};

/* An event as it stands in a batch; its text follows. */
struct entry {
    struct store_row row;
    int number;
    int64_t at;
    size_t length;
};

struct batch {
    char *bytes; /* of BATCH_ROOM */
    size_t used;
    long events;
    uint64_t last; /* ticket of the last event */
};

struct store {
    char path[PATH_MAX]; /* of the database */
    int lock_file;       /* -1, or locked for as long as it is open */
    sqlite3 *writing, *reading;
    sqlite3_stmt *prepared[STATEMENTS];
    struct store_watch watch;
    pthread_t writer;
    struct batch taken; /* the writer's own */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t work;  /* something is in filling, or stopping is set */
    struct batch filling;
    uint64_t tickets; /* given so far */
    uint64_t done;
    bool stopping, probing;
    bool failed; /* why says the reason; filling stays empty */
    struct problem why;
    struct store_figures figures;
};

/* ---- reasons ---- */

static bool problem_errno(struct problem *why, const char *path)
{
    return problem_set(why, path, ": ", strerror(errno));
}

static bool problem_sqlite(struct problem *why, const struct store *store, sqlite3 *db)
{
    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_NOTADB: return problem_set(why, store->path, ": this is not a database", "");
    case SQLITE_CORRUPT: return problem_set(why, store->path, ": damaged: ", sqlite3_errmsg(db));
    default: return problem_set(why, store->path, ": ", sqlite3_errmsg(db));
    }
}

static bool problem_event(struct problem *why, const struct store *store, const char *id, int number, const char *what)
{
    char text[128];

    snprintf(text, sizeof text, ": table %s, event %d ", id, number);
    return problem_set(why, store->path, text, what);
}

/* ---- writing, by the writer's thread ---- */

static bool run(struct store *store, sqlite3 *db, const char *sql, struct problem *why)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || problem_sqlite(why, store, db);
}

static bool put_table(struct store *store, const struct store_row *row)
{
    sqlite3_stmt *put = store->prepared[PUT_TABLE];

    sqlite3_bind_text(put, 1, row->id, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 2, row->game, -1, SQLITE_STATIC);
    sqlite3_bind_int(put, 3, row->status);
    sqlite3_bind_int(put, 4, row->listed);
    sqlite3_bind_int64(put, 5, row->opened);
    sqlite3_bind_int64(put, 6, row->changed);
    sqlite3_bind_int64(put, 7, row->wake);
    sqlite3_step(put);
    return sqlite3_reset(put) == SQLITE_OK;
}

static bool put_event(struct store *store, const struct entry *entry, const char *text)
{
    sqlite3_stmt *put = store->prepared[PUT_EVENT];

    sqlite3_bind_text(put, 1, entry->row.id, -1, SQLITE_STATIC);
    sqlite3_bind_int(put, 2, entry->number);
    sqlite3_bind_int64(put, 3, entry->at);
    sqlite3_bind_text(put, 4, text, (int)entry->length, SQLITE_STATIC);
    sqlite3_step(put);
    return sqlite3_reset(put) == SQLITE_OK;
}

static bool put_entries(struct store *store, const struct batch *batch, struct problem *why)
{
    struct entry entry;

    for (size_t at = 0; at < batch->used; at += sizeof entry + entry.length) {
        memcpy(&entry, batch->bytes + at, sizeof entry);
        if (put_event(store, &entry, batch->bytes + at + sizeof entry) && put_table(store, &entry.row))
            continue;
        if (sqlite3_extended_errcode(store->writing) == SQLITE_CONSTRAINT_PRIMARYKEY)
            return problem_event(why, store, entry.row.id, entry.number, "is there already: who else writes here?");
        return problem_sqlite(why, store, store->writing);
    }
    return true;
}

/* After a sync that failed, what was to be committed may stand in the log all
 * the same, and a restart would find it there. So the log is emptied, if that is
 * possible: whatever counts is moved to the database. */
static void take_back(struct store *store)
{
    if (!sqlite3_get_autocommit(store->writing))
        sqlite3_exec(store->writing, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_wal_checkpoint_v2(store->writing, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static bool write_batch(struct store *store, const struct batch *batch, struct problem *why)
{
    bool written = run(store, store->writing, "BEGIN IMMEDIATE", why) && put_entries(store, batch, why) &&
                   run(store, store->writing, "COMMIT", why);

    if (!written)
        take_back(store);
    return written;
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void clear(struct batch *batch)
{
    batch->used = 0;
    batch->events = 0;
}

/* Notes what became of the batch. The lock is held. */
static void note_outcome(struct store *store, bool written, const struct problem *why)
{
    if (written) {
        store->done = store->taken.last;
        store->figures.events += (uint64_t)store->taken.events;
        store->figures.commits++;
        store->figures.waiting -= store->taken.events;
    } else {
        store->failed = true;
        store->why = *why;
        store->figures.failures++;
        store->figures.waiting = 0;
        clear(&store->filling);
    }
    clear(&store->taken);
}

/* Writes the version that is there already: a page and a sync. The lock is held
 * before and after. */
static void probe(struct store *store)
{
    char sql[64];
    struct problem why;

    store->probing = false;
    pthread_mutex_unlock(&store->lock);
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", SCHEMA_VERSION);
    bool works = run(store, store->writing, sql, &why);
    if (!works)
        take_back(store);
    pthread_mutex_lock(&store->lock);
    if (works)
        store->failed = false;
    else
        store->why = why;
    pthread_mutex_unlock(&store->lock);
    store->watch.wake(store->watch.context);
    pthread_mutex_lock(&store->lock);
}

static void *write_batches(void *of_store)
{
    struct store *store = of_store;

    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (store->filling.events == 0 && !store->stopping && !store->probing)
            pthread_cond_wait(&store->work, &store->lock);
        if (store->probing) {
            probe(store);
            continue;
        }
        if (store->filling.events == 0)
            break;
        struct batch full = store->filling;
        store->filling = store->taken;
        store->taken = full;
        pthread_mutex_unlock(&store->lock);

        struct problem why;
        double begun = seconds_now();
        bool written = write_batch(store, &full, &why);
        double spent = seconds_now() - begun;

        pthread_mutex_lock(&store->lock);
        store->figures.commit_seconds += spent;
        note_outcome(store, written, &why);
        pthread_mutex_unlock(&store->lock);
        store->watch.wake(store->watch.context);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* The signals are left to the caller's threads. */
static bool start_writer(struct store *store, struct problem *why)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&store->writer, NULL, write_batches, store) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started || problem_set(why, "no thread could be started", "", "");
}

/* ---- opening ---- */

static bool join_path(char out[PATH_MAX], const char *directory, const char *name, struct problem *why)
{
    return snprintf(out, PATH_MAX, "%s/%s", directory, name) < PATH_MAX ||
           problem_set(why, "the directory's name is too long", "", "");
}

/* So that a new name in the directory survives a loss of power. */
static bool sync_directory(const char *path, struct problem *why)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL); /* EINVAL: not every file system can */

    if (!synced)
        problem_errno(why, path);
    if (fd >= 0)
        close(fd);
    return synced;
}

static bool make_directory(const char *path, struct problem *why)
{
    char above[PATH_MAX];

    if (mkdir(path, 0700) == 0)
        return join_path(above, path, "..", why) && sync_directory(above, why);
    return errno == EEXIST || problem_errno(why, path);
}

/* Opens a file of the directory, and makes it if it is not there. What tables
 * hold is secret: nobody else may read them. Returns -1 with the reason. */
static int open_file(const char *path, struct problem *why)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
        problem_errno(why, path);
    return fd;
}

/* Two servers on one directory are told apart. The lock goes with the process. */
static bool take_lock(struct store *store, const char *directory, struct problem *why)
{
    char path[PATH_MAX];

    if (!join_path(path, directory, "parlor.lock", why) || (store->lock_file = open_file(path, why)) < 0)
        return false;
    if (flock(store->lock_file, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        return problem_set(why, store->path, ": another server has it open", "");
    return problem_errno(why, path);
}

static bool open_connection(struct store *store, sqlite3 **db, int patience, struct problem *why)
{
    if (sqlite3_open_v2(store->path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return problem_sqlite(why, store, *db);
    sqlite3_extended_result_codes(*db, 1);
    sqlite3_busy_timeout(*db, patience);
    return run(store, *db, "PRAGMA cell_size_check = 1", why);
}

static void copy_text(sqlite3_stmt *query, int column, char *out, size_t room)
{
    const unsigned char *text = sqlite3_column_text(query, column);
    snprintf(out, room, "%s", text ? (const char *)text : "");
}

/* The first column of the one row that a query gives, as text. */
static bool ask(struct store *store, const char *sql, char *out, size_t room, struct problem *why)
{
    sqlite3_stmt *query;
    bool answered = false;

    if (sqlite3_prepare_v2(store->writing, sql, -1, &query, NULL) == SQLITE_OK && sqlite3_step(query) == SQLITE_ROW) {
        copy_text(query, 0, out, room);
        answered = true;
    } else {
        problem_sqlite(why, store, store->writing);
    }
    sqlite3_finalize(query);
    return answered;
}

static bool ask_number(struct store *store, const char *sql, long *number, struct problem *why)
{
    char text[32];

    if (!ask(store, sql, text, sizeof text, why))
        return false;
    *number = strtol(text, NULL, 10);
    return true;
}

/* What the lists and every append need is looked through. To look through the
 * events as well would take seconds for every gigabyte; damage there shows when
 * a table is loaded. */
static bool check_tables(struct store *store, struct problem *why)
{
    char found[200];

    if (!ask(store, "PRAGMA quick_check(tables)", found, sizeof found, why))
        return false;
    return text_equal(found, "ok") || problem_set(why, store->path, ": damaged: ", found);
}

static bool make_schema(struct store *store, struct problem *why)
{
    char marks[96];

    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION,
             SCHEMA_VERSION);
    return run(store, store->writing, "BEGIN IMMEDIATE", why) && run(store, store->writing, schema, why) &&
           run(store, store->writing, marks, why);
}

/* Our file, of a version that is known, and whole; or a new one. */
static bool check_file(struct store *store, struct problem *why)
{
    long application, version, objects;

    if (!ask_number(store, "PRAGMA application_id", &application, why) ||
        !ask_number(store, "PRAGMA user_version", &version, why) ||
        !ask_number(store, "SELECT count(*) FROM sqlite_schema", &objects, why))
        return false;
    if (application == 0 && version == 0 && objects == 0)
        return make_schema(store, why);
    if (application != APPLICATION)
        return problem_set(why, store->path, ": this is a database of another program", "");
    if (version > SCHEMA_VERSION)
        return problem_set(why, store->path, ": made by a newer version of parlor, which is needed to open it", "");
    return check_tables(store, why);
}

static bool write_ahead(struct store *store, struct problem *why)
{
    char mode[16];

    if (!ask(store, "PRAGMA journal_mode = WAL", mode, sizeof mode, why))
        return false;
    if (!text_equal(mode, "wal"))
        return problem_set(why, store->path, ": this file system does not suit a database that writes ahead", "");
    return run(store, store->writing, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000", why);
}

static bool prepare(struct store *store, struct problem *why)
{
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3 *db = statements[i].reads ? store->reading : store->writing;
        if (sqlite3_prepare_v3(db, statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT, &store->prepared[i], NULL) !=
            SQLITE_OK)
            return problem_sqlite(why, store, db);
    }
    return true;
}

static bool open_database(struct store *store, const char *directory, struct problem *why)
{
    int fd = open_file(store->path, why); /* before SQLite: closing a file ends all locks of the process on it */

    if (fd < 0)
        return false;
    close(fd);
    return sync_directory(directory, why) && open_connection(store, &store->writing, WRITER_PATIENCE, why) &&
           check_file(store, why) && write_ahead(store, why) &&
           open_connection(store, &store->reading, READER_PATIENCE, why) &&
           run(store, store->reading, "PRAGMA query_only = 1", why) && prepare(store, why);
}

static struct store *new_store(struct store_watch watch)
{
    struct store *store = calloc(1, sizeof *store);

    if (!store)
        return NULL;
    store->lock_file = -1;
    store->watch = watch;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    store->filling.bytes = malloc(BATCH_ROOM);
    store->taken.bytes = malloc(BATCH_ROOM);
    return store;
}

static void free_store(struct store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->prepared[i]);
    sqlite3_close(store->reading);
    sqlite3_close(store->writing);
    if (store->lock_file >= 0)
        close(store->lock_file);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->lock);
    free(store->filling.bytes);
    free(store->taken.bytes);
    free(store);
}

struct store *store_open(const char *directory, struct store_watch watch, struct problem *why)
{
    struct store *store = new_store(watch);

    if (!store || !store->filling.bytes || !store->taken.bytes)
        problem_set(why, "out of memory", "", "");
    else if (make_directory(directory, why) && join_path(store->path, directory, "parlor.db", why) &&
             take_lock(store, directory, why) && open_database(store, directory, why) && start_writer(store, why))
        return store;
    if (store)
        free_store(store);
    return NULL;
}

bool store_close(struct store *store, struct problem *why)
{
    if (!store)
        return true;
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->writer, NULL);
    bool kept = !store->failed;
    if (!kept)
        *why = store->why;
    free_store(store);
    return kept;
}

/* ---- appending ---- */

/* Adds to the batch that fills. The lock is held. */
static void add(struct store *store, const struct entry *entry, const char *event)
{
    struct batch *batch = &store->filling;

    memcpy(batch->bytes + batch->used, entry, sizeof *entry);
    memcpy(batch->bytes + batch->used + sizeof *entry, event, entry->length);
    batch->used += sizeof *entry + entry->length;
    batch->last = ++store->tickets;
    store->figures.waiting++;
    if (batch->events++ == 0)
        pthread_cond_signal(&store->work);
}

/* The lock is held. */
static bool has_room_for(const struct store *store, size_t length, struct problem *why)
{
    return store->filling.used + sizeof(struct entry) + length <= BATCH_ROOM ||
           problem_set(why, store->path, ": too much is waiting for the disk", "");
}

uint64_t store_append(struct store *store, const struct store_row *row, int number, int64_t at, const char *event,
                      size_t length, struct problem *why)
{
    const struct entry entry = {.row = *row, .number = number, .at = at, .length = length};
    uint64_t ticket = 0;

    assert(length <= EVENT_ROOM);
    pthread_mutex_lock(&store->lock);
    if (store->failed) {
        *why = store->why;
    } else if (has_room_for(store, length, why)) {
        add(store, &entry, event);
        ticket = store->tickets;
    }
    pthread_mutex_unlock(&store->lock);
    return ticket;
}

bool store_progress(struct store *store, uint64_t *done, struct problem *why)
{
    pthread_mutex_lock(&store->lock);
    bool fine = !store->failed;
    *done = store->done;
    if (!fine)
        *why = store->why;
    pthread_mutex_unlock(&store->lock);
    return fine;
}

void store_probe(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->probing = store->failed && !store->stopping;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

bool store_has_room(struct store *store, struct problem *why)
{
    pthread_mutex_lock(&store->lock);
    bool room = !store->failed && has_room_for(store, EVENT_ROOM, why);
    if (store->failed)
        *why = store->why;
    pthread_mutex_unlock(&store->lock);
    return room;
}

struct store_figures store_figures(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct store_figures figures = store->figures;
    pthread_mutex_unlock(&store->lock);
    return figures;
}

/* ---- reading, by the caller's thread ---- */

/* Ends a query; false with the reason if it broke off. */
static bool end_query(struct store *store, sqlite3_stmt *query, struct problem *why)
{
    return sqlite3_reset(query) == SQLITE_OK || problem_sqlite(why, store, store->reading);
}

bool store_load(struct store *store, const char *id, store_take *take, void *context, int *events, struct problem *why)
{
    sqlite3_stmt *load = store->prepared[LOAD];
    bool taken = true;

    *events = 0;
    sqlite3_bind_text(load, 1, id, -1, SQLITE_TRANSIENT);
    while (taken && sqlite3_step(load) == SQLITE_ROW) {
        const char *event = sqlite3_column_blob(load, 2);
        if (sqlite3_column_int(load, 0) != *events)
            taken = problem_event(why, store, id, *events, "is missing");
        else
            taken = take(context, *events, sqlite3_column_int64(load, 1), event ? event : "",
                         (size_t)sqlite3_column_bytes(load, 2), why);
        *events += taken;
    }
    struct problem unread;
    return end_query(store, load, taken ? why : &unread) && taken;
}

static int read_rows(struct store *store, enum statement which, int64_t selected, int offset, int most,
                     struct store_row *out, struct problem *why)
{
    sqlite3_stmt *query = store->prepared[which];
    int count = 0;

    sqlite3_bind_int(query, 1, most);
    sqlite3_bind_int(query, 2, offset);
    sqlite3_bind_int64(query, 3, selected);
    for (; count < most && sqlite3_step(query) == SQLITE_ROW; count++) {
        struct store_row *row = &out[count];
        copy_text(query, 0, row->id, sizeof row->id);
        copy_text(query, 1, row->game, sizeof row->game);
        row->status = sqlite3_column_int(query, 2);
        row->listed = sqlite3_column_int(query, 3) != 0;
        row->opened = sqlite3_column_int64(query, 4);
        row->changed = sqlite3_column_int64(query, 5);
        row->wake = sqlite3_column_int64(query, 6);
    }
    return end_query(store, query, why) ? count : -1;
}

int store_public(struct store *store, int status_most, int offset, int most, struct store_row *out, struct problem *why)
{
    return read_rows(store, LIST_PUBLIC, status_most, offset, most, out, why);
}

int store_due(struct store *store, int64_t until, int offset, int most, struct store_row *out, struct problem *why)
{
    return read_rows(store, DUE, until, offset, most, out, why);
}
