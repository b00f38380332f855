/* See audit.h. */
#include "server/audit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "server/room_storage.h"
#include "server/schema.h"
#include "server/snapshot.h"

enum { PATIENCE_MS = 5000 };

static bool name_file(char out[PATH_MAX], const char *directory, const char *name, struct problem *why)
{
    return snprintf(out, PATH_MAX, "%s/%s", directory, name) < PATH_MAX ||
           problem_set(why, "the directory's name is too long");
}

/* Whether there is a log with something in it. */
static bool has_log(const char *path)
{
    char log[PATH_MAX + 8];
    struct stat about;

    snprintf(log, sizeof log, "%s-wal", path);
    return stat(log, &about) == 0 && about.st_size > 0;
}

/* Opens a database that is there, to read it; a server may be at it. A log stays as it is. The caller
 * closes, also after a failure. */
static bool open_to_read(const char *path, sqlite3 **db, struct problem *why)
{
    bool logged = has_log(path);

    *db = NULL;
    if (access(path, F_OK) != 0)
        return problem_set(why, "%s: %s", path, strerror(errno));
    if (sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return sql_problem(why, path, *db);
    sqlite3_busy_timeout(*db, PATIENCE_MS);
    sqlite3_db_config(*db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, logged, NULL);
    return sql_run(*db, path, "PRAGMA query_only = 1; PRAGMA cell_size_check = 1", why);
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

/* ---- looking at everything ---- */

struct auditor {
    sqlite3 *db;
    char path[PATH_MAX];
    struct head head;
    sqlite3_stmt *events, *snapshots; /* of a table */
    const struct audit_watch *watch;
    struct audit *found;
};

/* Counts something that is wrong and reports it, as problem_set() words it. */
__attribute__((format(printf, 2, 3))) static void fault(struct auditor *it, const char *format, ...)
{
    struct problem what;
    va_list values;

    va_start(values, format);
    problem_vset(&what, format, values);
    va_end(values);
    it->found->faults++;
    it->watch->fault(it->watch->context, what.text);
}

/* What SQLite itself finds. */
static bool check_pages(struct auditor *it, struct problem *why)
{
    sqlite3_stmt *query;

    if (sqlite3_prepare_v2(it->db, "PRAGMA integrity_check(20)", -1, &query, NULL) != SQLITE_OK)
        return sql_problem(why, it->path, it->db);
    while (sqlite3_step(query) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(query, 0);
        if (text && strcmp((const char *)text, "ok") != 0)
            fault(it, "%s: %s", it->path, (const char *)text);
    }
    if (sqlite3_finalize(query) == SQLITE_OK)
        return true;
    sql_problem(why, it->path, it->db);
    fault(it, "%s", why->text);
    return true;
}

/* The head that was read before the database cannot be ahead of it. */
static void check_head(struct auditor *it, enum head_found found, const struct head *said)
{
    long long missing = (long long)said->sequence - (long long)it->head.sequence;

    if (found == HEAD_NONE) {
        fault(it, "parlor.head is missing: without it parlor cannot notice that the database has lost its last events");
    } else if (found == HEAD_DAMAGED) {
        fault(it, "parlor.head is damaged");
    } else if (memcmp(&said->key, &it->head.key, sizeof said->key) != 0) {
        fault(it, "parlor.head belongs to another database");
    } else if (missing > 0) {
        fault(it, "the last %lld of %lld events are missing", missing, (long long)said->sequence);
    } else if (missing == 0 && !head_equal(said, &it->head)) {
        fault(it, "the last events differ from what parlor.head says");
    }
}

/* When a clock runs out is counted otherwise since 0.2. */
static bool same_row(const struct store_row *a, const struct store_row *b)
{
    return strcmp(a->game, b->game) == 0 && a->status == b->status && a->listed == b->listed &&
           a->opened == b->opened && a->changed == b->changed;
}

/* A table as its events make it, and what its snapshot says it was at one of them. */
struct replay {
    struct room *room;
    struct store_snapshot snapshot; /* no bytes: there is none, or none of this program's */
    uint8_t made[SNAPSHOT_SIZE];
    bool differs;
};

static bool take_replayed(void *of_replay, const struct stored *stored, struct problem *why)
{
    struct replay *it = of_replay;
    const struct store_snapshot *snapshot = &it->snapshot;

    if (!room_storage_take(it->room, stored, why))
        return false;
    if (!snapshot->bytes || snapshot->point.events != it->room->events)
        return true;
    size_t length = snapshot_write(it->room, it->made);
    it->differs = length != snapshot->length || memcmp(it->made, snapshot->bytes, length) != 0 ||
                  !chain_equal(&snapshot->point.chain, &it->room->chain);
    return true;
}

/* Reads what the table's snapshot says. */
static void look_at_snapshot(struct auditor *it, sqlite3_stmt *query, const struct store_row *row,
                             struct store_snapshot *out)
{
    *out = (struct store_snapshot){.bytes = NULL};
    sqlite3_bind_text(query, 1, row->id, -1, SQLITE_STATIC);
    if (sqlite3_step(query) != SQLITE_ROW)
        return;
    it->found->snapshots++;
    if (!snapshot_column(query, &it->head.key, row->id, out) || out->point.events > row->events) {
        fault(it, "%s: damaged: the snapshot of table %s", it->path, row->id);
        out->bytes = NULL;
    } else if (!snapshot_is_ours(out->bytes, out->length)) {
        out->bytes = NULL; /* another version has made it: it is not used either */
    }
}

/* Plays a table again from its events. */
static void check_table(struct auditor *it, const struct store_row *row)
{
    struct replay *replay = must_zero(1, sizeof *replay);
    struct problem why;
    const struct chain_point beginning = {.events = 0};

    replay->room = room_new(row->id);
    look_at_snapshot(it, it->snapshots, row, &replay->snapshot);
    if (events_load(it->events, it->path, &it->head.key, row, &beginning, take_replayed, replay, &why) != LOAD_READ) {
        if (strstr(why.text, row->id))
            fault(it, "%s", why.text);
        else
            fault(it, "%s: %s", row->id, why.text);
    } else {
        struct store_row made = room_storage_row(replay->room);
        it->found->events += row->events;
        if (!same_row(row, &made))
            fault(it, "%s: the list of tables disagrees with the events of %s", it->path, row->id);
        if (replay->differs)
            fault(it, "%s: the snapshot disagrees with the events of %s", it->path, row->id);
    }
    room_free(replay->room);
    free(replay);
    sqlite3_reset(it->snapshots);
}

static void check_row(struct auditor *it, sqlite3_stmt *rows)
{
    struct store_row row;

    if (row_read(rows, &it->head.key, &row))
        check_table(it, &row);
    else
        fault(it, "%s: damaged: the row of table %s", it->path, row.id);
}

static bool check_tables(struct auditor *it, struct problem *why)
{
    sqlite3_stmt *rows = NULL;
    int64_t count = 0;

    if (!sql_number(it->db, it->path, "SELECT count(*) FROM tables", &count, why))
        return false;
    if (sqlite3_prepare_v2(it->db, "SELECT " ROW_COLUMNS " FROM tables ORDER BY id", -1, &rows, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(it->db, EVENTS_OF, -1, &it->events, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(it->db, SNAPSHOT_OF, -1, &it->snapshots, NULL) != SQLITE_OK) {
        sqlite3_finalize(rows);
        return sql_problem(why, it->path, it->db);
    }
    while (sqlite3_step(rows) == SQLITE_ROW) {
        check_row(it, rows);
        it->watch->progress(it->watch->context, ++it->found->tables, count);
    }
    if (sqlite3_finalize(rows) != SQLITE_OK) {
        sql_problem(why, it->path, it->db);
        fault(it, "%s", why->text);
    }
    return true;
}

/* Whether all tables that there should be are there; after a fault nobody can say. */
static bool check_sum(struct auditor *it, int64_t removed, struct problem *why)
{
    int64_t events, snapshots, together = it->found->events + removed;

    if (it->found->faults > 0)
        return true;
    if (!sql_number(it->db, it->path, "SELECT count(*) FROM events", &events, why) ||
        !sql_number(it->db, it->path, "SELECT count(*) FROM snapshots", &snapshots, why))
        return false;
    if (snapshots != it->found->snapshots)
        fault(it, "there are snapshots without a table");
    if (events != it->found->events)
        fault(it, "there are events without a table");
    if ((uint64_t)together != it->head.sequence) {
        fault(it, "tables are missing: those left have %lld of %llu events", (long long)together,
              (unsigned long long)it->head.sequence);
    }
    return true;
}

static bool check_all(struct auditor *it, const char *directory, struct problem *why)
{
    struct head said = {0};
    int64_t removed;
    enum head_found found = head_read(directory, &said, why);

    if (found == HEAD_UNREADABLE || !name_file(it->path, directory, "parlor.db", why) ||
        !open_to_read(it->path, &it->db, why) || !sql_run(it->db, it->path, "BEGIN", why))
        return false;
    if (!is_ready(it->db, it->path, why))
        return false;
    if (!schema_head(it->db, it->path, &it->head, &removed, why))
        return false;
    check_head(it, found, &said);
    return check_pages(it, why) && check_tables(it, why) && check_sum(it, removed, why);
}

bool audit_check(const char *directory, const struct audit_watch *watch, struct audit *found, struct problem *why)
{
    struct auditor it = {.watch = watch, .found = found};

    *found = (struct audit){0};
    bool looked = check_all(&it, directory, why);
    sqlite3_finalize(it.events);
    sqlite3_finalize(it.snapshots);
    sqlite3_close(it.db);
    return looked;
}

/* ---- copying ---- */

static bool copy_database(sqlite3 *from, const char *path, struct problem *why)
{
    sqlite3 *to = NULL;
    bool copied = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    sqlite3_backup *backup = copied ? sqlite3_backup_init(to, "main", from, "main") : NULL;

    /* In one step, and so of one moment: writers do not wait for readers. */
    copied = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    copied = sqlite3_backup_finish(backup) == SQLITE_OK && copied;
    if (!copied)
        sql_problem(why, path, to);
    sqlite3_close(to);
    return copied;
}

/* The copy's own head, so that its loss of an end is noticed too. */
static bool make_head(const char *path, const char *destination, struct problem *why)
{
    sqlite3 *db;
    struct head head;
    int64_t removed;
    bool made = open_to_read(path, &db, why);

    made = made && is_ready(db, path, why) && schema_head(db, path, &head, &removed, why);
    sqlite3_close(db);
    int file = made ? head_open(destination, why) : -1;
    made = file >= 0 && head_write_safely(file, &head, why);
    if (file >= 0)
        close(file);
    return made;
}

static bool sync_directory(const char *path, struct problem *why)
{
    int file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = file >= 0 && (fsync(file) == 0 || errno == EINVAL);

    if (!synced)
        problem_set(why, "%s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return synced;
}

/* Under another name first: what is called parlor.db is whole. */
static bool copy_into(sqlite3 *from, const char *destination, struct problem *why)
{
    char part[PATH_MAX], path[PATH_MAX];

    if (!name_file(path, destination, "parlor.db", why) || !name_file(part, destination, "parlor.db.part", why))
        return false;
    if (mkdir(destination, 0700) != 0 && errno != EEXIST)
        return problem_set(why, "%s: %s", destination, strerror(errno));
    if (access(path, F_OK) == 0)
        return problem_set(why, "%s: already has a database; name a new directory", path);
    unlink(part); /* of a copy that was broken off */
    int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return problem_set(why, "%s: %s", part, strerror(errno));
    close(file);
    bool copied = copy_database(from, part, why) && make_head(part, destination, why);
    if (copied && rename(part, path) != 0)
        copied = problem_set(why, "%s: %s", path, strerror(errno));
    if (!copied)
        unlink(part);
    return copied && sync_directory(destination, why);
}

bool audit_backup(const char *directory, const char *destination, struct problem *why)
{
    char path[PATH_MAX];
    sqlite3 *from = NULL;
    bool copied = name_file(path, directory, "parlor.db", why) && open_to_read(path, &from, why) &&
                  copy_into(from, destination, why);

    sqlite3_close(from);
    return copied;
}
