/* Damage is noticed: bytes of a small database, of its log and of its head are changed, and each of
 * the files is cut, one at a time. Whatever happens then, the store refuses to open, or says of a
 * table that it is damaged, or everything is as it was; a table that is not what was saved is never
 * handed out, neither at once nor after more has been written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store.h"
#include "support/scale.h"
#include "support/tables.h"

enum { TABLES = 6, CLEAN = 9, EVENTS = 14, ROWS_MAX = 2 * TABLES, PATH_SIZE = 128 };

enum file { DATABASE, LOG, HEAD, FILES };
static const char *const names[FILES] = {"parlor.db", "parlor.db-wal", "parlor.head"};

static char directory[PATH_SIZE];
static sem_t news;
static struct blob killed[FILES]; /* as a server that was killed leaves them */
static struct blob closed[FILES]; /* … and one that has ended: there is no log */
static struct blob *image;        /* one of these */
static int screen;                /* where stderr was */
static bool snapshots = true;     /* there are some */

static struct tally {
    long tries, refused, told, harmless;
} tally;

/* ---- what is in it ---- */

static void id_of(int table, char out[ID_LENGTH + 1])
{
    snprintf(out, ID_LENGTH + 1, "AAAAAAAAAAAAAAAAAAAA%dA", table);
}

static size_t text_of(int table, int number, char out[EVENT_SIZE])
{
    return (size_t)snprintf(out, EVENT_SIZE, "{\"event\":\"chat\",\"seat\":%d,\"text\":\"%0*d\"}", table % 4,
                            number % 7 == 3 ? 600 : 40, number * 1000 + table);
}

static struct store_row row_of(int table, int events)
{
    struct store_row row = {.game = "scout",
                            .status = table % 3,
                            .listed = table % 2 == 0,
                            .opened = 1000 + table,
                            .changed = 2000 + events,
                            .wake = table < 3 ? 5000 + table : 0,
                            .events = events};

    id_of(table, row.id);
    return row;
}

static void wake(void *unused)
{
    (void)unused;
    sem_post(&news);
}

static struct store *try_open(bool accept_loss, struct problem *why)
{
    const struct store_place place = {.directory = directory};

    return store_open(&place, accept_loss, (struct store_watch){.wake = wake}, why);
}

/* Waits for all that was appended; false if it was lost. */
static bool await(struct store *store, uint64_t ticket)
{
    struct problem why;
    uint64_t done = 0;

    while (store_progress(store, &done, &why) && done < ticket)
        sem_wait(&news);
    return done >= ticket;
}

/* What a table's first events come to, as a room has it. */
static struct chain chain_of(struct store *store, int table, int events)
{
    struct chain chain = {{0}};
    char id[ID_LENGTH + 1], text[EVENT_SIZE];

    id_of(table, id);
    for (int i = 0; i < events; i++)
        chain_add(store_key(store), id, i, 100 + i, text, text_of(table, i, text), &chain);
    return chain;
}

static uint64_t append(struct store *store, int table, int number)
{
    struct store_row row = row_of(table, number + 1);
    char text[EVENT_SIZE];
    size_t length = text_of(table, number, text);
    struct problem why;

    row.chain = chain_of(store, table, number + 1);
    return store_append(store, &row, 100 + number, text, length, &why);
}

/* Some tables have snapshots, of some of their events; one is longer than a page. */
static int in_snapshot(int table)
{
    return table % 2 ? CLEAN - table : 0;
}

static size_t snapshot_of(int table, char out[EVENT_SIZE])
{
    return (size_t)snprintf(out, EVENT_SIZE, "%0*d", table == 3 ? EVENT_SIZE - 8 : 60, table);
}

static void put_snapshot(struct store *store, int table)
{
    char text[EVENT_SIZE];
    int events = in_snapshot(table);
    const struct store_snapshot it = {{events, chain_of(store, table, events)}, text, snapshot_of(table, text)};

    if (events > 0)
        assert_true(store_put_snapshot(store, row_of(table, events).id, &it));
}

/* ---- files ---- */

static const char *path_of(enum file file)
{
    static char path[PATH_SIZE + 32];

    snprintf(path, sizeof path, "%s/%s", directory, names[file]);
    return path;
}

static void write_files(enum file changed, const char *bytes, size_t length)
{
    for (int i = 0; i < FILES; i++) {
        int file = open(path_of((enum file)i), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const char *from = i == (int)changed ? bytes : image[i].bytes;
        size_t size = i == (int)changed ? length : image[i].length;
        assert_true(file >= 0);
        assert_int_equal(write(file, from, size), size);
        close(file);
    }
}

static int set_up(void **unused)
{
    struct problem why = {.text = ""};

    (void)unused;
    assert_true(sodium_init() >= 0);
    sem_init(&news, 0, 0);
    snprintf(directory, sizeof directory, "%s/parlor-damage-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(directory));
    for (int from = 0, until = CLEAN; from < EVENTS; from = until, until = EVENTS) {
        uint64_t last = 0;
        struct store *store = try_open(false, &why);
        if (!store)
            fail_msg("%s", why.text);
        for (int number = from; number < until; number++)
            for (int table = 0; table < TABLES; table++) {
                if (number == in_snapshot(table))
                    put_snapshot(store, table);
                last = append(store, table, number);
            }
        assert_true(await(store, last));
        for (int i = 0; i < FILES && until == EVENTS; i++)
            killed[i] = blob_file(path_of((enum file)i));
        assert_true(store_close(store, &why));
    }
    for (int i = 0; i < FILES; i++)
        closed[i] = i == LOG ? blob_of("", 0) : blob_file(path_of((enum file)i));
    image = killed;
    fflush(NULL);
    screen = dup(STDERR_FILENO);
    return 0;
}

static int tear_down(void **unused)
{
    char path[PATH_SIZE + 32];
    static const char *const others[] = {"parlor.db-shm", "parlor.lock"};

    (void)unused;
    for (int i = 0; i < FILES; i++) {
        unlink(path_of((enum file)i));
        blob_free(&killed[i]);
        blob_free(&closed[i]);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, others[i]);
        unlink(path);
    }
    return rmdir(directory);
}

/* The log of thousands of damaged databases is for nobody. */
static void hush(bool quiet)
{
    int file = quiet ? open("/dev/null", O_WRONLY | O_CLOEXEC) : screen;

    dup2(file, STDERR_FILENO);
    if (quiet)
        close(file);
}

/* ---- what can still be had of it ---- */

struct taken {
    int table, events;
};

static bool take(void *of_taken, const struct stored *it, struct problem *why)
{
    struct taken *taken = of_taken;
    char text[EVENT_SIZE];
    size_t length = text_of(taken->table, it->number, text);

    if (it->number != taken->events || it->at != 100 + it->number || it->length != length ||
        memcmp(it->text, text, length) != 0) {
        hush(false);
        fail_msg("table %d, event %d: changed", taken->table, it->number);
    }
    taken->events++;
    (void)why;
    return true;
}

/* True if a table is as it was, with this number of events; a changed one fails the test. */
static bool is_there(struct store *store, int table, const struct chain_point *from, int events)
{
    struct taken taken = {table, from->events};
    struct problem why = {.text = ""};
    char id[ID_LENGTH + 1];

    id_of(table, id);
    enum load_result result = store_load(store, id, from, take, &taken, &why);
    if (result == LOAD_READ && taken.events != events) {
        hush(false);
        fail_msg("table %d has %d events instead of %d", table, taken.events, events);
    }
    return result == LOAD_READ;
}

struct found {
    int table;
    struct chain_point point;
};

static void find(void *of_found, const struct store_snapshot *it)
{
    struct found *found = of_found;
    char text[EVENT_SIZE];
    size_t length = snapshot_of(found->table, text);

    found->point = it->point;
    if (it->length == length && memcmp(it->bytes, text, length) == 0 && it->point.events == in_snapshot(found->table))
        return;
    hush(false);
    fail_msg("table %d: the snapshot is changed", found->table);
}

/* The same for a table and its snapshot: neither it nor the events since are handed out if they have changed. */
static bool snapshot_is_there(struct store *store, int table, int events)
{
    struct found found = {.table = table};

    store_snapshot(store, row_of(table, 1).id, find, &found);
    return found.point.events == in_snapshot(table) && is_there(store, table, &found.point, events);
}

static bool tables_are_there(struct store *store, const int events[TABLES])
{
    const struct chain_point beginning = {.events = 0};
    bool all = true;

    for (int table = 0; table < TABLES; table++) {
        all &= is_there(store, table, &beginning, events[table]);
        all &= !snapshots || snapshot_is_there(store, table, events[table]);
    }
    return all;
}

static void show_rows(struct store *store, char out[1024])
{
    struct store_row rows[ROWS_MAX];
    struct problem why;
    size_t length = 0;

    for (int list = 0; list < 2; list++) {
        int count =
            list ? store_due(store, 10000, 0, ROWS_MAX, rows, &why) : store_public(store, 2, 0, ROWS_MAX, rows, &why);
        length += (size_t)snprintf(out + length, 1024 - length, "%d:", count);
        for (int i = 0; i < count; i++)
            length += (size_t)snprintf(out + length, 1024 - length, " %s %s %d %d %lld %lld %lld", rows[i].id,
                                       rows[i].game, rows[i].status, rows[i].listed, (long long)rows[i].opened,
                                       (long long)rows[i].changed, (long long)rows[i].wake);
    }
}

/* One more event for each table; false if that was refused. */
static bool write_more(struct store *store, int events[TABLES])
{
    bool all = true;

    for (int table = 0; table < TABLES; table++) {
        uint64_t ticket = append(store, table, events[table]);
        bool kept = ticket && await(store, ticket);
        events[table] += kept;
        all &= kept;
    }
    return all;
}

static char rows_before[1024];

static void try_it(void)
{
    struct problem why = {.text = ""};
    int events[TABLES];
    char rows[1024];

    tally.tries++;
    struct store *store = try_open(false, &why);
    if (!store) {
        tally.refused++;
        return;
    }
    for (int table = 0; table < TABLES; table++)
        events[table] = EVENTS;
    bool whole = tables_are_there(store, events) && store_figures(store).damaged == 0;
    show_rows(store, rows);
    if (whole && strcmp(rows, rows_before) != 0) {
        hush(false);
        fail_msg("the lists have changed:\n%s\n%s", rows_before, rows);
    }
    whole &= write_more(store, events);
    whole &= tables_are_there(store, events);
    tally.told += !whole;
    tally.harmless += whole;
    store_close(store, &why);
}

static void show_tally(const char *what, const char *file)
{
    printf("%s: %s: %ld tries, %ld refused, %ld with damaged tables, %ld that change nothing\n", file, what,
           tally.tries, tally.refused, tally.told, tally.harmless);
    tally = (struct tally){0};
}

/* ---- the tests ---- */

static void without_damage(void **unused)
{
    struct problem why = {.text = ""};

    (void)unused;
    write_files(FILES, NULL, 0);
    struct store *store = try_open(false, &why);
    if (!store)
        fail_msg("%s", why.text);
    show_rows(store, rows_before);
    store_close(store, &why);
    write_files(FILES, NULL, 0);
    hush(true);
    try_it();
    hush(false);
    assert_int_equal(tally.harmless, 1);
    tally = (struct tally){0};
}

/* Flips one bit in every `stride` bytes. */
static void change_bytes(enum file file, size_t stride)
{
    struct rng rng = rng_fast(1);
    struct blob bytes = blob_of(image[file].bytes, image[file].length);

    hush(true);
    for (size_t at = 0; at < bytes.length; at += stride) {
        bytes.bytes[at] = (char)(bytes.bytes[at] ^ 1 << rng_below(&rng, 8));
        write_files(file, bytes.bytes, bytes.length);
        try_it();
        bytes.bytes[at] = image[file].bytes[at];
    }
    hush(false);
    show_tally("a bit flipped", names[file]);
    blob_free(&bytes);
}

static void cut(enum file file, size_t stride)
{
    hush(true);
    for (size_t length = 0; length < image[file].length; length += stride) {
        write_files(file, image[file].bytes, length);
        try_it();
    }
    hush(false);
    show_tally("cut", names[file]);
}

static void files_of_a_server_that_was_killed(void **unused)
{
    (void)unused;
    image = killed;
    change_bytes(DATABASE, (size_t)scaled(9973, 499, 67));
    change_bytes(LOG, (size_t)scaled(9973, 167, 23));
    change_bytes(HEAD, (size_t)scaled(97, 5, 1));
    cut(DATABASE, (size_t)scaled(9973, 997, 131));
    cut(LOG, (size_t)scaled(9973, 421, 53));
    cut(HEAD, (size_t)scaled(97, 11, 1));
}

static void files_of_a_server_that_has_ended(void **unused)
{
    (void)unused;
    image = closed;
    change_bytes(DATABASE, (size_t)scaled(997, 59, 9));
    cut(DATABASE, (size_t)scaled(9973, 421, 53));
    image = killed;
}

/* A loss is refused, leaves the rest as it is, and can be accepted. */
static void a_loss_is_accepted_once(void **unused)
{
    struct problem why = {.text = ""};
    struct stat about;
    struct taken taken = {0, 0};
    char id[ID_LENGTH + 1];

    (void)unused;
    id_of(0, id);
    write_files(LOG, image[LOG].bytes, 4096);
    hush(true);
    assert_null(try_open(false, &why));
    hush(false);
    assert_non_null(strstr(why.text, "events are missing"));
    assert_non_null(strstr(why.text, "--accept-loss"));
    assert_int_equal(stat(path_of(LOG), &about), 0);
    assert_int_equal(about.st_size, 4096);
    for (int again = 0; again < 2; again++) {
        hush(true);
        struct store *store = try_open(again == 0, &why);
        hush(false);
        if (!store)
            fail_msg("%s", why.text);
        taken.events = 0;
        assert_int_equal(store_load(store, id, &(struct chain_point){.events = 0}, take, &taken, &why), LOAD_READ);
        assert_int_equal(taken.events, CLEAN);
        assert_true(store_close(store, &why));
    }
}

static void an_empty_database_is_refused(void **unused)
{
    struct problem why = {.text = ""};
    struct stat about;

    (void)unused;
    write_files(DATABASE, "", 0);
    assert_null(try_open(false, &why));
    assert_non_null(strstr(why.text, "empty, where 84 events should be"));
    unlink(path_of(DATABASE));
    assert_null(try_open(false, &why));
    assert_non_null(strstr(why.text, "empty, where 84 events should be"));
    assert_int_not_equal(stat(path_of(DATABASE), &about), 0);
    assert_int_equal(stat(path_of(LOG), &about), 0);
    hush(true);
    struct store *store = try_open(true, &why);
    hush(false);
    assert_non_null(store);
    assert_true(store_close(store, &why));
}

static void run_sql(const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path_of(DATABASE), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* As docs/operating.md says: tables and all. */
static void old_games_can_be_deleted(void **unused)
{
    struct problem why = {.text = ""};
    struct found found = {.table = 5};

    (void)unused;
    write_files(FILES, NULL, 0);
    run_sql("DELETE FROM events WHERE table_id IN (SELECT id FROM tables WHERE status = 2);"
            "DELETE FROM tables WHERE status = 2");
    struct store *store = try_open(false, &why);
    if (!store)
        fail_msg("%s", why.text);
    assert_int_equal(store_figures(store).damaged, 0);
    store_snapshot(store, row_of(5, 1).id, find, &found);
    assert_int_equal(found.point.events, 0); /* gone with its table */
    assert_true(store_close(store, &why));
    run_sql("PRAGMA recursive_triggers = 0; DROP TRIGGER tables_removed");
    assert_null(try_open(false, &why));
}

/* A database of 0.1, as its server made it. */
static void an_old_database_is_brought_up_to_date(void **unused)
{
    struct problem why = {.text = ""};

    (void)unused;
    for (int i = 0; i < FILES; i++)
        unlink(path_of((enum file)i));
    run_sql("CREATE TABLE tables("
            " id TEXT PRIMARY KEY, game TEXT NOT NULL, status INTEGER NOT NULL,"
            " listed INTEGER NOT NULL, opened INTEGER NOT NULL, changed INTEGER NOT NULL,"
            " wake INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
            "CREATE INDEX tables_listed ON tables(status, changed DESC, id) WHERE listed;"
            "CREATE INDEX tables_by_wake ON tables(wake, id) WHERE wake > 0;"
            "CREATE TABLE events("
            " table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
            " body TEXT NOT NULL, PRIMARY KEY(table_id, number)) STRICT, WITHOUT ROWID;"
            "PRAGMA application_id = 0x7061726c; PRAGMA user_version = 1; PRAGMA journal_mode = WAL");
    for (int table = 0; table < TABLES; table++) {
        struct store_row row = row_of(table, EVENTS);
        char sql[EVENT_SIZE + 256], text[EVENT_SIZE];
        snprintf(sql, sizeof sql, "INSERT INTO tables VALUES('%s', '%s', %d, %d, %lld, %lld, %lld)", row.id, row.game,
                 row.status, row.listed, (long long)row.opened, (long long)row.changed, (long long)row.wake);
        run_sql(sql);
        for (int number = 0; number < EVENTS; number++) {
            text_of(table, number, text);
            snprintf(sql, sizeof sql, "INSERT INTO events VALUES('%s', %d, %d, '%s')", row.id, number, 100 + number,
                     text);
            run_sql(sql);
        }
    }
    tally = (struct tally){0};
    snapshots = false;
    for (int again = 0; again < 2; again++) {
        char rows[1024];
        const int events[TABLES] = {EVENTS, EVENTS, EVENTS, EVENTS, EVENTS, EVENTS};
        hush(true);
        struct store *store = try_open(false, &why);
        hush(false);
        if (!store)
            fail_msg("%s", why.text);
        assert_true(tables_are_there(store, events));
        show_rows(store, rows);
        assert_string_equal(rows, rows_before);
        assert_true(store_close(store, &why));
    }
    snapshots = true;
}

/* One of the version before snapshots. */
static void a_database_without_snapshots_gets_them(void **unused)
{
    const int events[TABLES] = {EVENTS, EVENTS, EVENTS, EVENTS, EVENTS, EVENTS};
    struct problem why = {.text = ""};
    struct found found = {.table = 1};

    (void)unused;
    image = closed;
    write_files(FILES, NULL, 0);
    image = killed;
    run_sql("DROP TRIGGER tables_snapshots; DROP TABLE snapshots; PRAGMA user_version = 2");
    snapshots = false;
    for (int again = 0; again < 2; again++) {
        hush(true);
        struct store *store = try_open(false, &why);
        hush(false);
        if (!store)
            fail_msg("%s", why.text);
        assert_true(tables_are_there(store, events));
        if (!again)
            put_snapshot(store, 1);
        else
            store_snapshot(store, row_of(1, 1).id, find, &found);
        assert_true(store_close(store, &why));
    }
    snapshots = true;
    assert_int_equal(found.point.events, in_snapshot(1));
    run_sql("PRAGMA user_version = 2");
    assert_null(try_open(false, &why));
    assert_non_null(strstr(why.text, "its tables have been changed"));
}

/* Clients show marks; only those that this server has made count. */
static void marks_cannot_be_made_up(void **unused)
{
    const struct chain_key key = {{1}}, other = {{2}};
    const struct chain chain = {{3}};
    char id[ID_LENGTH + 1], mark[MARK_DIGITS + 1];

    (void)unused;
    id_of(1, id);
    mark_make(&key, id, 17, &chain, mark);
    assert_int_equal(strlen(mark), MARK_DIGITS);
    assert_true(mark_is_genuine(&key, id, 17, mark));
    assert_false(mark_is_genuine(&other, id, 17, mark));
    assert_false(mark_is_genuine(&key, id, 18, mark));
    assert_false(mark_is_genuine(&key, id, 17, ""));
    for (int at = 0; at < MARK_DIGITS; at++) {
        char before = mark[at];
        mark[at] = before == '0' ? '1' : '0';
        assert_false(mark_is_genuine(&key, id, 17, mark));
        mark[at] = before;
    }
    id_of(2, id);
    assert_false(mark_is_genuine(&key, id, 17, mark));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_damage),
        cmocka_unit_test(files_of_a_server_that_was_killed),
        cmocka_unit_test(files_of_a_server_that_has_ended),
        cmocka_unit_test(a_loss_is_accepted_once),
        cmocka_unit_test(an_empty_database_is_refused),
        cmocka_unit_test(old_games_can_be_deleted),
        cmocka_unit_test(an_old_database_is_brought_up_to_date),
        cmocka_unit_test(a_database_without_snapshots_gets_them),
        cmocka_unit_test(marks_cannot_be_made_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
