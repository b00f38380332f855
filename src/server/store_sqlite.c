/* See store.h. DIR/parlor.db is an SQLite database that writes ahead
 * (DIR/parlor.db-wal); DIR/parlor.lock is locked while a server has it open; DIR/parlor.head is in
 * head.h. schema.h has the contents of the database.
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
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "server/log.h"
#include "server/schema.h"
#include "table/steady.h"

enum {
    BATCH_SIZE = 4 << 20,            /* bytes; events of common size: some 20000 */
    SNAPSHOTS_SIZE = BATCH_SIZE / 4, /* … in which a snapshot is taken: the rest is for events alone */
    WRITER_PATIENCE = 5000,          /* milliseconds, while another program (a backup) is at the file */
    READER_PATIENCE = 500,
};

enum statement {
    PUT_TABLE,
    PUT_EVENT,
    PUT_SNAPSHOT,
    PUT_HEAD,
    BEGIN,
    END,
    ROW,
    LOAD,
    SNAPSHOT,
    CHAIN,
    LIST_PUBLIC,
    DUE,
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
    [BEGIN] = {true, "BEGIN"},
    [END] = {true, "COMMIT"},
    [ROW] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE id = ?"},
    [LOAD] = {true, EVENTS_OF},
    [SNAPSHOT] = {true, SNAPSHOT_OF},
    [CHAIN] = {true, "SELECT chain FROM events WHERE table_id = ? AND number = ?"},
    [LIST_PUBLIC] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE status <= ?2 AND listed"
                           " ORDER BY status, changed DESC, id LIMIT -1 OFFSET ?1"},
    [DUE] = {true, "SELECT " ROW_COLUMNS " FROM tables WHERE wake > 0 AND wake <= ?2"
                   " ORDER BY wake, id LIMIT -1 OFFSET ?1"},
};

/* An event or a snapshot as a batch holds it; its text, or its bytes, follow. */
struct entry {
    bool is_snapshot;
    struct store_row row; /* of a snapshot: id, events and chain alone */
    int64_t at;
    size_t length;
};

struct batch {
    char *bytes; /* of BATCH_SIZE */
    size_t used;
    long events;   /* 0: there is nothing in it but snapshots, if anything */
    uint64_t last; /* ticket of the last event of this batch and all before */
};

struct store {
    char path[PATH_MAX]; /* of the database */
    int lock_file;       /* -1, or locked for as long as it is open */
    sqlite3 *writing, *reading;
    sqlite3_stmt *prepared[STATEMENTS];
    struct store_watch watch;
    pthread_t writer;
    struct batch taken;   /* the writer's own */
    struct head head;     /* likewise, except for the key: what the database holds */
    int head_file;        /* -1: not open */
    unsigned head_writes; /* so far */
    bool head_fails;      /* the last one has */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t work;  /* something is in filling, or stopping or probing is set */
    struct batch filling;
    uint64_t tickets; /* given so far */
    uint64_t done;
    bool stopping, probing;
    bool together; /* between store_begin() and store_end(): the writer leaves filling alone */
    bool failed;   /* why says the reason; filling stays empty */
    struct problem why;
    struct store_figures figures;
};

/* ---- reasons ---- */

static bool problem_errno(struct problem *why, const char *path)
{
    return problem_set(why, "%s: %s", path, strerror(errno));
}

/* ---- writing, by the writer's thread ---- */

static bool stepped(sqlite3_stmt *put)
{
    sqlite3_step(put);
    return sqlite3_reset(put) == SQLITE_OK;
}

static bool put_entry(struct store *store, const struct entry *entry, const char *text)
{
    sqlite3_stmt *put = store->prepared[PUT_EVENT], *put_row = store->prepared[PUT_TABLE];

    sqlite3_bind_text(put, 1, entry->row.id, -1, SQLITE_STATIC);
    sqlite3_bind_int(put, 2, entry->row.events - 1);
    sqlite3_bind_int64(put, 3, entry->at);
    sqlite3_bind_text(put, 4, text, (int)entry->length, SQLITE_STATIC);
    sqlite3_bind_blob(put, 5, entry->row.chain.bytes, CHAIN_BYTES, SQLITE_STATIC);
    row_bind(put_row, &store->head.key, &entry->row);
    return stepped(put) && stepped(put_row);
}

static bool put_snapshot(struct store *store, const struct entry *entry, const char *bytes)
{
    const struct store_snapshot it = {{entry->row.events, entry->row.chain}, bytes, entry->length};

    snapshot_bind(store->prepared[PUT_SNAPSHOT], &store->head.key, entry->row.id, &it);
    return stepped(store->prepared[PUT_SNAPSHOT]);
}

/* Puts all of a batch, and makes the head that goes with its events. */
static bool put_entries(struct store *store, const struct batch *batch, struct head *head, struct problem *why)
{
    struct entry entry;

    for (size_t at = 0; at < batch->used; at += sizeof entry + entry.length) {
        memcpy(&entry, batch->bytes + at, sizeof entry);
        if (entry.is_snapshot) {
            if (!put_snapshot(store, &entry, batch->bytes + at + sizeof entry))
                return sql_problem(why, store->path, store->writing);
            continue;
        }
        if (put_entry(store, &entry, batch->bytes + at + sizeof entry)) {
            struct chain both[2] = {head->running, entry.row.chain};
            chain_seal(&head->key, "parlor running", both, sizeof both, &head->running);
            head->sequence++;
            continue;
        }
        if (sqlite3_extended_errcode(store->writing) == SQLITE_CONSTRAINT_PRIMARYKEY)
            return event_problem(why, store->path, entry.row.id, entry.row.events - 1,
                                 "already exists: is another program writing here?");
        return sql_problem(why, store->path, store->writing);
    }
    head_bind(store->prepared[PUT_HEAD], head);
    return stepped(store->prepared[PUT_HEAD]) || sql_problem(why, store->path, store->writing);
}

/* Cuts the log off behind what counts. After a sync that failed, the log may hold all of
 * what was to be committed, and a restart would find it there. SQLite does not look behind the frames
 * that the log's index counts, and writes the next one there. */
static bool cut_log(struct store *store)
{
    /* The file formats of SQLite: of the log in bytes, of its index in words and half words. */
    enum { LOG_HEADER = 32, FRAME_HEADER = 24 };
    enum { INDEX = 32 * 1024, INDEX_VERSION = 3007000, VERSION_AT = 0, FRAMES_AT = 4, PAGE_SIZE_AT = 7 };
    static const char nothing[FRAME_HEADER];
    sqlite3_file *log = NULL, *database = NULL;
    void volatile *index = NULL;

    sqlite3_file_control(store->writing, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    sqlite3_file_control(store->writing, "main", SQLITE_FCNTL_FILE_POINTER, &database);
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
static void take_back(struct store *store)
{
    if (!sqlite3_get_autocommit(store->writing))
        sqlite3_exec(store->writing, "ROLLBACK", NULL, NULL, NULL);
    if (!cut_log(store))
        log_line("log_not_cut", "what was refused may be there after a restart");
    sqlite3_wal_checkpoint_v2(store->writing, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

/* The head is behind the database for as long as it cannot be written: nothing is lost by that. */
static void note_head(struct store *store)
{
    struct problem why;
    bool written = head_write(store->head_file, store->head_writes++, &store->head, &why);

    if (!written && !store->head_fails)
        log_line("head_not_written", "why=\"%s\"", why.text);
    store->head_fails = !written;
}

static bool write_batch(struct store *store, const struct batch *batch, struct problem *why)
{
    struct head head = store->head;
    bool written = sql_run(store->writing, store->path, "BEGIN IMMEDIATE", why) &&
                   put_entries(store, batch, &head, why) && sql_run(store->writing, store->path, "COMMIT", why);

    if (!written) {
        take_back(store);
        return false;
    }
    store->head.sequence = head.sequence; /* the key is read by others meanwhile */
    store->head.running = head.running;
    note_head(store);
    return true;
}

static void clear(struct batch *batch)
{
    batch->used = 0;
    batch->events = 0;
}

/* Notes what became of the batch. Snapshots alone are no loss: whether the disk takes events will show. The lock
 * is held. */
static void note_outcome(struct store *store, bool written, const struct problem *why)
{
    if (!written && store->taken.events == 0) {
        log_line("snapshots_not_kept", "why=\"%s\"", why->text);
    } else if (written) {
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
    struct problem why;

    store->probing = false;
    pthread_mutex_unlock(&store->lock);
    bool works = schema_touch(store->writing, store->path, &why);
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
        while ((store->filling.used == 0 || store->together) && !store->stopping && !store->probing)
            pthread_cond_wait(&store->work, &store->lock);
        if (store->probing) {
            probe(store);
            continue;
        }
        if (store->filling.used == 0)
            break;
        struct batch full = store->filling;
        store->filling = store->taken;
        store->taken = full;
        pthread_mutex_unlock(&store->lock);

        struct problem why;
        double begun = steady_seconds();
        bool written = write_batch(store, &full, &why);
        double spent = steady_seconds() - begun;

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
    return started || problem_set(why, "could not start a thread; allow this user more of them (ulimit -u)");
}

/* ---- opening ---- */

static bool join_path(char out[PATH_MAX], const char *directory, const char *name, struct problem *why)
{
    return snprintf(out, PATH_MAX, "%s/%s", directory, name) < PATH_MAX ||
           problem_set(why, "the directory's name is too long");
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
        return problem_set(why, "%s: another server is using it; stop that server first", store->path);
    return problem_errno(why, path);
}

static bool open_connection(struct store *store, sqlite3 **db, int patience, struct problem *why)
{
    if (sqlite3_open_v2(store->path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return sql_problem(why, store->path, *db);
    sqlite3_extended_result_codes(*db, 1);
    sqlite3_busy_timeout(*db, patience);
    return sql_run(*db, store->path, "PRAGMA cell_size_check = 1", why);
}

/* A database that is refused stays as it is, its log too. */
static void leave_alone(struct store *store, bool alone)
{
    sqlite3_db_config(store->writing, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, alone, NULL);
}

static bool write_ahead(struct store *store, struct problem *why)
{
    char mode[16];

    if (!sql_text(store->writing, store->path, "PRAGMA journal_mode = WAL", mode, sizeof mode, why))
        return false;
    if (!text_equal(mode, "wal"))
        return problem_set(why, "%s: this file system cannot hold a database with a write-ahead log; use a local disk",
                           store->path);
    return sql_run(store->writing, store->path, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000", why);
}

static bool prepare(struct store *store, struct problem *why)
{
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3 *db = statements[i].reads ? store->reading : store->writing;
        if (sqlite3_prepare_v3(db, statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT, &store->prepared[i], NULL) !=
            SQLITE_OK)
            return sql_problem(why, store->path, db);
    }
    return true;
}

/* ---- is it all there? ---- */

/* What the head says, and what is to be made of it. */
struct expectation {
    enum head_found found;
    struct head head;
    bool accept_loss;
};

/* Takes what is missing from the data, as problem_set() words it. Returns true if the operator has accepted the loss.
 */
__attribute__((format(printf, 4, 5))) static bool is_lost(const struct store *store, const struct expectation *expected,
                                                          struct problem *why, const char *format, ...)
{
    struct problem what;
    va_list values;

    va_start(values, format);
    problem_vset(&what, format, values);
    va_end(values);
    if (expected->accept_loss) {
        log_line("loss_accepted", "why=\"%s\"", what.text);
        return true;
    }
    return problem_set(why, "%s: %s; restore a backup, or start once with --accept-loss to continue with what is left",
                       store->path, what.text);
}

static bool read_expectation(const struct store *store, const char *directory, struct expectation *it,
                             struct problem *why)
{
    it->found = head_read(directory, &it->head, why);
    if (it->found == HEAD_UNREADABLE)
        return false;
    return it->found != HEAD_DAMAGED ||
           is_lost(store, it, why, "parlor.head is damaged, so nothing shows whether events are missing");
}

/* Whether a database may be new, or of a version that had no head. */
static bool may_be_made(const struct store *store, const struct expectation *expected, struct problem *why)
{
    if (expected->found != HEAD_READ || expected->head.sequence == 0)
        return true;
    return is_lost(store, expected, why, "empty, where %llu events should be",
                   (unsigned long long)expected->head.sequence);
}

/* Before SQLite sees it: that would remove the log of an empty file. */
static bool check_size(const struct store *store, const struct expectation *expected, struct problem *why)
{
    struct stat about;

    return (stat(store->path, &about) == 0 && about.st_size > 0) || may_be_made(store, expected, why);
}

static bool compare_heads(const struct store *store, const struct expectation *expected, struct problem *why)
{
    const struct head *there = &store->head, *said = &expected->head;

    if (expected->found == HEAD_NONE && there->sequence > 0)
        log_line("head_made", "events=%llu", (unsigned long long)there->sequence);
    if (expected->found != HEAD_READ || (said->sequence == 0 && there->sequence == 0))
        return true;
    if (sodium_memcmp(there->key.bytes, said->key.bytes, CHAIN_KEY_BYTES) != 0)
        return is_lost(store, expected, why, "parlor.head belongs to another database");
    if (there->sequence < said->sequence)
        return is_lost(store, expected, why, "the last %llu of %llu events are missing",
                       (unsigned long long)(said->sequence - there->sequence), (unsigned long long)said->sequence);
    return there->sequence > said->sequence || head_equal(there, said) ||
           is_lost(store, expected, why, "its last events differ from what parlor.head says");
}

/* What the lists and every append need is looked through, and whether all tables are there. To look
 * through the events as well would take seconds for every gigabyte; damage there shows when
 * a table is loaded. */
static bool check_tables(struct store *store, const struct expectation *expected, int64_t removed, struct problem *why)
{
    char found[200], text[80];
    struct schema_sum sum;

    if (!sql_text(store->writing, store->path, "PRAGMA integrity_check(tables)", found, sizeof found, why))
        return false;
    if (!text_equal(found, "ok"))
        return problem_set(why, "%s: damaged: %s", store->path, found);
    if (!schema_sum(store->writing, store->path, &store->head.key, &sum, why))
        return false;
    store->figures.damaged = (long)sum.damaged;
    if (sum.damaged > 0)
        log_line("rows_damaged", "tables=%lld first=%s", (long long)sum.damaged, sum.example);
    int64_t together = sum.events + removed;
    if (sum.damaged > 0 || (uint64_t)together == store->head.sequence)
        return true;
    if (!is_lost(store, expected, why, "tables are missing: those left have %lld of %llu events", (long long)together,
                 (unsigned long long)store->head.sequence))
        return false;
    snprintf(text, sizeof text, "UPDATE head SET removed = %lld", (long long)store->head.sequence - sum.events);
    return sql_run(store->writing, store->path, text, why);
}

/* Our file, of a version that is known, and whole; or a new one. */
static bool check_file(struct store *store, const struct expectation *expected, struct problem *why)
{
    struct chain_key key;
    int64_t removed;
    bool ready = false, old = false;

    randombytes_buf(key.bytes, sizeof key.bytes);
    if (expected->found == HEAD_READ)
        key = expected->head.key; /* marks of before can still be told from lies */
    switch (schema_look(store->writing, store->path, why)) {
    case SCHEMA_NEW:
        ready = may_be_made(store, expected, why) && schema_make(store->writing, store->path, &key, why);
        break;
    case SCHEMA_FIRST:
        ready = may_be_made(store, expected, why) && schema_migrate(store->writing, store->path, &key, why);
        break;
    case SCHEMA_OLD: ready = old = true; break;
    case SCHEMA_READY: ready = true; break;
    case SCHEMA_REFUSED: break;
    }
    return ready && schema_head(store->writing, store->path, &store->head, &removed, why) &&
           compare_heads(store, expected, why) && check_tables(store, expected, removed, why) &&
           (!old || schema_update(store->writing, store->path, why));
}

static bool open_head(struct store *store, const char *directory, struct problem *why)
{
    store->head_file = head_open(directory, why);
    return store->head_file >= 0 && head_write_safely(store->head_file, &store->head, why) &&
           sync_directory(directory, why);
}

static bool open_database(struct store *store, const char *directory, bool accept_loss, struct problem *why)
{
    struct expectation expected = {.accept_loss = accept_loss};

    if (!read_expectation(store, directory, &expected, why) || !check_size(store, &expected, why))
        return false;
    int fd = open_file(store->path, why); /* before SQLite: closing a file ends all locks of the process on it */
    if (fd < 0)
        return false;
    close(fd);
    if (!sync_directory(directory, why) || !open_connection(store, &store->writing, WRITER_PATIENCE, why))
        return false;
    leave_alone(store, true);
    if (!check_file(store, &expected, why))
        return false;
    leave_alone(store, false);
    return write_ahead(store, why) && open_connection(store, &store->reading, READER_PATIENCE, why) &&
           sql_run(store->reading, store->path, "PRAGMA query_only = 1", why) && prepare(store, why) &&
           open_head(store, directory, why);
}

static struct store *new_store(struct store_watch watch)
{
    struct store *store = must_zero(1, sizeof *store);

    store->lock_file = store->head_file = -1;
    store->watch = watch;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    store->filling.bytes = must_alloc(BATCH_SIZE);
    store->taken.bytes = must_alloc(BATCH_SIZE);
    return store;
}

static void free_store(struct store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->prepared[i]);
    sqlite3_close(store->reading);
    sqlite3_close(store->writing);
    if (store->head_file >= 0) {
        fdatasync(store->head_file);
        close(store->head_file);
    }
    if (store->lock_file >= 0)
        close(store->lock_file);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->lock);
    free(store->filling.bytes);
    free(store->taken.bytes);
    free(store);
}

struct store *store_open(const char *directory, bool accept_loss, struct store_watch watch, struct problem *why)
{
    struct store *store = new_store(watch);

    if (make_directory(directory, why) && join_path(store->path, directory, "parlor.db", why) &&
        take_lock(store, directory, why) && open_database(store, directory, accept_loss, why) &&
        start_writer(store, why))
        return store;
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

const struct chain_key *store_key(const struct store *store)
{
    return &store->head.key;
}

/* ---- appending ---- */

/* Adds to the batch that fills. The lock is held. */
static void add(struct store *store, const struct entry *entry, const void *bytes)
{
    struct batch *batch = &store->filling;

    if (batch->used == 0)
        pthread_cond_signal(&store->work);
    memcpy(batch->bytes + batch->used, entry, sizeof *entry);
    memcpy(batch->bytes + batch->used + sizeof *entry, bytes, entry->length);
    batch->used += sizeof *entry + entry->length;
    if (!entry->is_snapshot) {
        store->tickets++;
        store->figures.waiting++;
        batch->events++;
    }
    batch->last = store->tickets;
}

/* The lock is held. */
static bool has_space_for(const struct store *store, size_t length, struct problem *why)
{
    return store->filling.used + sizeof(struct entry) + length <= BATCH_SIZE ||
           problem_set(why, "%s: too much is waiting for the disk", store->path);
}

uint64_t store_append(struct store *store, const struct store_row *row, int64_t at, const char *event, size_t length,
                      struct problem *why)
{
    const struct entry entry = {.row = *row, .at = at, .length = length};
    uint64_t ticket = 0;

    assert(length <= EVENT_SIZE);
    pthread_mutex_lock(&store->lock);
    if (store->failed) {
        *why = store->why;
    } else if (has_space_for(store, length, why)) {
        add(store, &entry, event);
        ticket = store->tickets;
    }
    pthread_mutex_unlock(&store->lock);
    return ticket;
}

bool store_begin(struct store *store, int events, struct problem *why)
{
    pthread_mutex_lock(&store->lock);
    store->together = has_space_for(store, (size_t)events * (sizeof(struct entry) + EVENT_SIZE), why);
    bool begun = store->together;
    pthread_mutex_unlock(&store->lock);
    return begun;
}

void store_end(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->together = false;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

bool store_put_snapshot(struct store *store, const char *id, const struct store_snapshot *it)
{
    struct entry entry = {
        .is_snapshot = true, .row = {.events = it->point.events, .chain = it->point.chain}, .length = it->length};

    memcpy(entry.row.id, id, strnlen(id, ID_LENGTH));
    pthread_mutex_lock(&store->lock);
    bool taken = !store->failed && store->filling.used + sizeof entry + it->length <= SNAPSHOTS_SIZE;
    if (taken)
        add(store, &entry, it->bytes);
    pthread_mutex_unlock(&store->lock);
    return taken;
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

bool store_has_space(struct store *store, struct problem *why)
{
    pthread_mutex_lock(&store->lock);
    bool fits = !store->failed && has_space_for(store, EVENT_SIZE, why);
    if (store->failed)
        *why = store->why;
    pthread_mutex_unlock(&store->lock);
    return fits;
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
    return sqlite3_reset(query) == SQLITE_OK || sql_problem(why, store->path, store->reading);
}

static enum load_result read_row(struct store *store, const char *id, struct store_row *row, struct problem *why)
{
    sqlite3_stmt *query = store->prepared[ROW];
    enum load_result result = LOAD_NOTHING;

    sqlite3_bind_text(query, 1, id, -1, SQLITE_TRANSIENT);
    if (sqlite3_step(query) == SQLITE_ROW)
        result = row_read(query, &store->head.key, row) ? LOAD_READ : LOAD_DAMAGED;
    if (result == LOAD_DAMAGED)
        problem_set(why, "%s: damaged: the row of table %s", store->path, id);
    return end_query(store, query, why) ? result : sql_broke_off(store->reading);
}

/* In one transaction: the writer may be at work on the table. */
enum load_result store_load(struct store *store, const char *id, const struct chain_point *from, store_take *take,
                            void *context, struct problem *why)
{
    struct store_row row = {.events = 0};

    if (!stepped(store->prepared[BEGIN])) {
        sql_problem(why, store->path, store->reading);
        return LOAD_UNREADABLE;
    }
    enum load_result result = read_row(store, id, &row, why);
    if (result == LOAD_READ)
        result = events_load(store->prepared[LOAD], store->path, &store->head.key, &row, from, take, context, why);
    else if (result == LOAD_NOTHING && store_chain(store, id, 1, &row.chain)) {
        problem_set(why, "%s: damaged: the row of table %s is missing", store->path, id);
        result = LOAD_DAMAGED;
    }
    stepped(store->prepared[END]);
    return result;
}

enum load_result store_prove(struct store *store, const char *id, struct chain_point *from,
                             const struct chain_point *end, int most, struct problem *why)
{
    return events_prove(store->prepared[LOAD], store->path, &store->head.key, id, from, end, most, why);
}

void store_snapshot(struct store *store, const char *id, store_take_snapshot *take, void *context)
{
    sqlite3_stmt *query = store->prepared[SNAPSHOT];
    struct store_snapshot it;
    bool whole = true;

    sqlite3_bind_text(query, 1, id, -1, SQLITE_TRANSIENT);
    if (sqlite3_step(query) == SQLITE_ROW) {
        whole = snapshot_column(query, &store->head.key, id, &it);
        if (whole)
            take(context, &it);
    }
    if (sqlite3_reset(query) != SQLITE_OK || !whole)
        log_line("snapshot_damaged", "table=%s", id);
}

bool store_chain(struct store *store, const char *id, int events, struct chain *out)
{
    sqlite3_stmt *query = store->prepared[CHAIN];

    sqlite3_bind_text(query, 1, id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(query, 2, events - 1);
    bool found = sqlite3_step(query) == SQLITE_ROW && chain_column(query, 0, out);
    return sqlite3_reset(query) == SQLITE_OK && found;
}

static int read_rows(struct store *store, enum statement which, int64_t selected, int offset, int most,
                     struct store_row *out, struct problem *why)
{
    sqlite3_stmt *query = store->prepared[which];
    int count = 0;

    sqlite3_bind_int(query, 1, offset);
    sqlite3_bind_int64(query, 2, selected);
    while (count < most && sqlite3_step(query) == SQLITE_ROW)
        count += row_read(query, &store->head.key, &out[count]);
    return end_query(store, query, why) ? count : -1;
}

int store_public(struct store *store, int status_max, int offset, int most, struct store_row *out, struct problem *why)
{
    return read_rows(store, LIST_PUBLIC, status_max, offset, most, out, why);
}

int store_due(struct store *store, int64_t until, int offset, int most, struct store_row *out, struct problem *why)
{
    return read_rows(store, DUE, until, offset, most, out, why);
}
