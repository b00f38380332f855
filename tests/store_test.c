/* The server's store: what it has once said to be on disk is there, whatever
 * happens to the disk or the process; what it has not, is not. Writes and syncs
 * of SQLite come through the functions here, so that they can be held up and
 * fail. With the address of a database in PARLOR_TEST_STORE (tests/postgres.py) it is the store in PostgreSQL
 * that is tested. An argument sets how often a process is killed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store.h"
#include "support/tables.h"

#ifdef PARLOR_POSTGRES
#include <libpq-fe.h>
#include <sys/socket.h>
#endif

enum { PATH_SIZE = 256 }; /* of a path */

static int kills = 10;

/* ---- the disk ---- */

static atomic_int calls_left = INT_MAX; /* writes and syncs before one fails */
static atomic_bool fails_for_good;      /* from then on all do; else just that one */
static atomic_bool sync_failed;         /* one has, since disk_fails_after() */
static atomic_bool held;                /* syncs post `reached` and wait for `release` */
static sem_t reached, release;

static bool call_fails(void)
{
    int left = calls_left;

    if (left == INT_MAX)
        return false;
    if (left > 0 || !fails_for_good)
        calls_left = left - 1;
    return left == 0;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at)
{
    if (call_fails()) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, length, at);
}

int fdatasync(int file)
{
    if (held) {
        sem_post(&reached);
        sem_wait(&release);
    }
    if (call_fails()) {
        sync_failed = true;
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, file);
}

static void disk_fails_after(int calls, bool for_good)
{
    sync_failed = false;
    fails_for_good = for_good;
    calls_left = calls;
}

static void disk_works(void)
{
    calls_left = INT_MAX;
}

/* ---- PostgreSQL ---- */

static const char *url; /* NULL: the store is in SQLite */

#ifdef PARLOR_POSTGRES
static PGconn *aside; /* a connection that the store knows nothing of */

/* Runs statements behind the store's back; returns the first number they give. */
static int run_there(const char *sql)
{
    PGresult *result = PQexec(aside, sql);

    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(aside));
    int number = PQntuples(result) > 0 ? (int)strtol(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return number;
}

static void begin_there(void)
{
    aside = PQconnectdb(url);
    if (PQstatus(aside) != CONNECTION_OK)
        fail_msg("%s", PQerrorMessage(aside));
    run_there("SET client_min_messages = warning; DROP SCHEMA IF EXISTS parlor CASCADE;"
              "DROP SCHEMA IF EXISTS parlor_part CASCADE");
}

static void end_there(void)
{
    PQfinish(aside);
}

static void await_waiting_there(void)
{
    while (run_there("SELECT count(*) FROM pg_locks WHERE NOT granted") == 0)
        sched_yield();
}

static void hold_there(void)
{
    run_there("BEGIN; LOCK TABLE parlor.head IN SHARE MODE");
}

static void release_there(void)
{
    run_there("ROLLBACK");
}

/* What the server says gets lost on its way, once. */
static atomic_bool answer_is_lost;

ssize_t recv(int file, void *out, size_t size, int flags)
{
    ssize_t length = syscall(SYS_recvfrom, file, out, size, flags, NULL, NULL);

    if (length <= 0 || file == PQsocket(aside) || !atomic_exchange(&answer_is_lost, false))
        return length;
    shutdown(file, SHUT_RDWR);
    errno = ECONNRESET;
    return -1;
}
#else
static int run_there(const char *sql)
{
    fail_msg("this program is built without PostgreSQL: %s", sql);
    return 0;
}
static void begin_there(void) {}
static void end_there(void) {}
static void await_waiting_there(void) {}
static void hold_there(void) {}
static void release_there(void) {}
#endif

/* ---- a store in a directory of its own ---- */

static char directory[PATH_SIZE];
static sem_t news;
static struct store *store;
static bool accepts_loss; /* does the test that opens it? */
static const char *node;  /* where it is reached as one of several; NULL: it is alone */

static void wake(void *of_news)
{
    sem_post(of_news);
}

static const char *in_directory(const char *name)
{
    static char path[PATH_SIZE + 64];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static struct store *try_open(const char *where, struct problem *why)
{
    const struct store_place place = {.directory = where, .url = url, .node = node};

    return store_open(&place, accepts_loss, (struct store_watch){wake, &news}, why);
}

static void open_here(void)
{
    struct problem why = {.text = ""};

    store = try_open(directory, &why);
    if (!store)
        fail_msg("%s", why.text);
}

static void close_here(void)
{
    struct problem why = {.text = ""};

    if (!store_close(store, &why))
        fail_msg("%s", why.text);
    store = NULL;
}

static void refused(const char *where, const char *reason)
{
    struct problem why = {.text = ""};

    assert_null(try_open(where, &why));
    if (!strstr(why.text, reason))
        fail_msg("\"%s\" does not say \"%s\"", why.text, reason);
}

static int set_up(void **unused)
{
    (void)unused;
    snprintf(directory, sizeof directory, "/tmp/parlor-store-XXXXXX");
    sem_init(&news, 0, 0);
    sem_init(&reached, 0, 0);
    sem_init(&release, 0, 0);
    node = NULL;
    if (url)
        begin_there();
    return mkdtemp(directory) ? 0 : -1;
}

static void remove_directory(const char *path)
{
    static const char *const names[] = {"parlor.db",   "parlor.db-wal", "parlor.db-shm", "parlor.db-journal",
                                        "parlor.lock", "parlor.head",   "filler"};
    char name[2 * PATH_SIZE];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(name, sizeof name, "%s/%s", path, names[i]);
        unlink(name);
    }
    rmdir(path);
}

static int tear_down(void **unused)
{
    struct problem why;

    (void)unused;
    store_close(store, &why); /* where a test has failed */
    store = NULL;
    umount2(directory, MNT_DETACH); /* of the one test that mounts something there */
    remove_directory(directory);
    if (url)
        end_there();
    sem_destroy(&news);
    sem_destroy(&reached);
    sem_destroy(&release);
    return 0;
}

/* ---- events ---- */

static struct store_row row_of(const char *id)
{
    struct store_row row = {.game = "scout", .status = 1, .listed = true, .opened = 1000, .changed = 2000};

    snprintf(row.id, sizeof row.id, "%s", id);
    return row;
}

/* Every event of a test tells where it belongs, and some are as long as can be. */
static struct blob text_of(const char *id, int number)
{
    char *text = calloc(1, EVENT_SIZE);

    assert_non_null(text);
    size_t length =
        (size_t)snprintf(text, EVENT_SIZE, "{\"event\":\"chat\",\"text\":\"%s %d\303\244\n'\"}", id, number);
    if (number % 50 == 49) {
        memset(text + length, 'x', EVENT_SIZE - length);
        length = EVENT_SIZE;
    }
    return (struct blob){text, length};
}

/* The chain of a table's events up to a number; the one before is remembered. */
static struct chain chain_of(const char *id, int number)
{
    static char of[ID_LENGTH + 1];
    static struct chain_key key;
    static struct chain chain;
    static int next;

    if (strcmp(id, of) != 0 || number < next || memcmp(&key, store_key(store), sizeof key) != 0) {
        snprintf(of, sizeof of, "%s", id);
        key = *store_key(store);
        chain = (struct chain){{0}};
        next = 0;
    }
    for (; next <= number; next++) {
        struct blob text = text_of(id, next);
        chain_add(&key, id, next, 5000 + next, text.bytes, text.length, &chain);
        blob_free(&text);
    }
    return chain;
}

static uint64_t append_row(const struct store_row *of, int number, struct problem *why)
{
    struct blob text = text_of(of->id, number);
    struct store_row row = *of;

    row.events = number + 1;
    row.chain = chain_of(of->id, number);
    uint64_t ticket = store_append(store, &row, 5000 + number, text.bytes, text.length, why);
    blob_free(&text);
    return ticket;
}

static uint64_t append(const char *id, int number)
{
    const struct store_row row = row_of(id);
    struct problem why = {.text = ""};
    uint64_t ticket = append_row(&row, number, &why);

    if (!ticket)
        fail_msg("%s", why.text);
    return ticket;
}

/* Waits until a ticket is done; false, with the reason, if it is lost. */
static bool await(uint64_t ticket, struct problem *why)
{
    uint64_t done;
    bool fine;

    while ((fine = store_progress(store, &done, why)) && done < ticket)
        sem_wait(&news);
    assert_true(fine || done < ticket);
    return fine;
}

/* After a failure: true if the disk takes something again. Ignores old news; some
 * may still be on its way, so it asks the disk more than once. */
static bool disk_takes(void)
{
    struct problem why = {.text = ""};
    uint64_t done;

    while (sem_trywait(&news) == 0)
        continue;
    for (int tries = 0; tries < 3; tries++) {
        store_probe(store);
        sem_wait(&news);
        if (store_progress(store, &done, &why))
            return true;
    }
    return false;
}

static void await_kept(uint64_t ticket)
{
    struct problem why = {.text = ""};

    if (!await(ticket, &why))
        fail_msg("%s", why.text);
}

static void await_lost(uint64_t ticket, const char *reason)
{
    struct problem why = {.text = ""};

    assert_false(await(ticket, &why));
    if (!strstr(why.text, reason))
        fail_msg("\"%s\" does not say \"%s\"", why.text, reason);
}

struct taken {
    const char *id;
    int events;
};

static bool take_expected(void *of_taken, const struct stored *it, struct problem *why)
{
    struct taken *taken = of_taken;
    struct blob text = text_of(taken->id, it->number);

    (void)why;
    assert_int_equal(it->number, taken->events++);
    assert_int_equal(it->at, 5000 + it->number);
    assert_int_equal(it->length, text.length);
    assert_memory_equal(it->text, text.bytes, it->length);
    blob_free(&text);
    return true;
}

static const struct chain_point beginning;

/* Returns how many events a table has, and checks that each is as it was appended. */
static int events_of(struct store *from, const char *id)
{
    struct taken taken = {id, 0};
    struct problem why = {.text = ""};
    enum load_result result = store_load(from, id, &beginning, take_expected, &taken, &why);

    if (result != LOAD_READ && result != LOAD_NOTHING)
        fail_msg("%s", why.text);
    assert_int_equal(result == LOAD_READ, taken.events > 0);
    return taken.events;
}

static void is_damaged(const char *id, const char *reason)
{
    struct taken taken = {id, 0};
    struct problem why = {.text = ""};

    assert_int_equal(store_load(store, id, &beginning, take_expected, &taken, &why), LOAD_DAMAGED);
    if (!strstr(why.text, reason))
        fail_msg("\"%s\" does not say \"%s\"", why.text, reason);
}

static void list_is(int status_max, int offset, int most, const char *expected)
{
    struct store_row rows[8];
    struct problem why = {.text = ""};
    char got[64] = "";
    int count = store_public(store, status_max, offset, most, rows, &why);

    for (int i = 0; i < count; i++) {
        assert_true(rows[i].listed && rows[i].status <= status_max);
        assert_string_equal(rows[i].game, "scout");
        snprintf(got + i, sizeof got - (size_t)i, "%c", rows[i].id[0]);
    }
    assert_string_equal(got, expected);
    assert_true(count >= 0);
}

static void append_many(const char *id, int from, int count)
{
    uint64_t last = 0;

    for (int i = from; i < from + count; i++)
        last = append(id, i);
    await_kept(last);
}

/* Holds the disk at the sync of a first event, so that what is appended from
 * then on is of one batch. */
static void hold_disk(const char *id, int number)
{
    if (url) {
        hold_there();
        append(id, number);
        await_waiting_there();
        return;
    }
    held = true;
    append(id, number);
    sem_wait(&reached);
}

static void release_disk(void)
{
    if (url) {
        release_there();
        return;
    }
    held = false;
    sem_post(&release);
}

/* ---- what is kept ---- */

static void what_is_done_is_there(void **unused)
{
    (void)unused;
    open_here();
    assert_int_equal(append("one", 0), 1);
    append("two", 0);
    append("one", 1);
    await_kept(3);
    append_many("one", 2, 100);
    assert_int_equal(events_of(store, "one"), 102);
    assert_int_equal(events_of(store, "two"), 1);
    assert_int_equal(events_of(store, "three"), 0);
    struct store_figures figures = store_figures(store);
    assert_int_equal(figures.events, 103);
    assert_int_equal(figures.waiting, 0);
    assert_int_equal(figures.failures, 0);
    assert_true(figures.commits >= 2 && figures.commits <= 103 && figures.commit_seconds > 0);
    close_here();

    open_here();
    assert_int_equal(events_of(store, "one"), 102);
    assert_int_equal(events_of(store, "two"), 1);
    assert_int_equal(append("two", 1), 1); /* tickets start again */
    close_here();                          /* waits for it */
    open_here();
    assert_int_equal(events_of(store, "two"), 2);
    close_here();
}

/* Reads all the time while the writer is at work. */
static void readers_see_what_is_done(void **unused)
{
    enum { EVENTS = 300 };
    struct problem why = {.text = ""};
    uint64_t done = 0;
    int count = EVENTS / test_stride();

    (void)unused;
    open_here();
    for (int number = 0; done < (uint64_t)count;) {
        if (number < count)
            append("one", number++);
        assert_true(store_progress(store, &done, &why));
        int events = events_of(store, "one");
        assert_true((uint64_t)events >= done && events <= number);
        if (events > 0)
            list_is(1, 0, 8, "o");
    }
    close_here();
}

static bool take_three(void *of_count, const struct stored *it, struct problem *why)
{
    int *count = of_count;

    assert_int_equal(it->number, *count);
    return ++*count <= 3 || problem_set(why, "three are enough");
}

/* ---- snapshots ---- */

static bool put_snapshot(const char *id, int events, const char *text)
{
    const struct store_snapshot it = {{events, chain_of(id, events - 1)}, text, strlen(text)};

    return store_put_snapshot(store, id, &it);
}

struct found {
    struct chain_point point;
    char text[64];
};

static void find(void *of_found, const struct store_snapshot *it)
{
    struct found *found = of_found;

    assert_true(it->length < sizeof found->text);
    found->point = it->point;
    memcpy(found->text, it->bytes, it->length);
    found->text[it->length] = '\0';
}

/* The snapshot of a table is this one; NULL: there is none. */
static void snapshot_is(const char *id, int events, const char *text)
{
    struct found found = {.point.events = 0};

    store_snapshot(store, id, find, &found);
    assert_int_equal(found.point.events, text ? events : 0);
    assert_string_equal(found.text, text ? text : "");
    struct chain chain = chain_of(id, events - 1);
    assert_true(!text || chain_equal(&chain, &found.point.chain));
}

static void the_latest_snapshot_of_a_table_is_kept(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 10);
    snapshot_is("one", 0, NULL);
    assert_true(put_snapshot("one", 4, "of four"));
    append_many("one", 10, 10); /* it is there with what comes after it */
    snapshot_is("one", 4, "of four");
    assert_true(put_snapshot("one", 20, "of twenty"));
    close_here(); /* or when the store is closed */
    open_here();
    snapshot_is("one", 20, "of twenty");
    snapshot_is("two", 0, NULL);
    assert_int_equal(events_of(store, "one"), 20);
    close_here();
}

static void events_are_read_from_a_point_on(void **unused)
{
    struct problem why = {.text = ""};

    (void)unused;
    open_here();
    append_many("one", 0, 10);
    for (int from = 0; from <= 10; from++) {
        struct taken taken = {"one", from};
        struct chain_point point = {from, from ? chain_of("one", from - 1) : beginning.chain};
        assert_int_equal(store_load(store, "one", &point, take_expected, &taken, &why), LOAD_READ);
        assert_int_equal(taken.events, 10);
        if (from == 0)
            continue;
        point.chain.bytes[3] ^= 4; /* another past than the one that was kept */
        taken.events = from;
        assert_int_equal(store_load(store, "one", &point, take_expected, &taken, &why), LOAD_DAMAGED);
    }
    struct taken taken = {"one", 11};
    const struct chain_point beyond = {11, chain_of("one", 9)};
    assert_int_equal(store_load(store, "one", &beyond, take_expected, &taken, &why), LOAD_DAMAGED);
    close_here();
}

static void events_are_proved_piece_by_piece(void **unused)
{
    struct problem why = {.text = ""};
    struct chain_point at = beginning, end = {8, {{0}}};

    (void)unused;
    open_here();
    append_many("one", 0, 10);
    end.chain = chain_of("one", 7);
    assert_int_equal(store_prove(store, "one", &at, &end, 5, &why), LOAD_READ);
    assert_int_equal(at.events, 5);
    assert_int_equal(store_prove(store, "one", &at, &end, 5, &why), LOAD_READ);
    assert_int_equal(at.events, 8);
    at = beginning;
    end.chain.bytes[0] ^= 1;
    assert_int_equal(store_prove(store, "one", &at, &end, 100, &why), LOAD_DAMAGED);
    at = beginning;
    end.events = 11;
    assert_int_equal(store_prove(store, "one", &at, &end, 100, &why), LOAD_DAMAGED);
    assert_non_null(strstr(why.text, "event 10 is missing"));
    close_here();
}

static void loading_stops_where_the_taker_does(void **unused)
{
    struct problem why = {.text = ""};
    int count = 0;

    (void)unused;
    open_here();
    append_many("one", 0, 10);
    assert_int_equal(store_load(store, "one", &beginning, take_three, &count, &why), LOAD_DAMAGED);
    assert_string_equal(why.text, "three are enough");
    assert_int_equal(count, 4);
    assert_int_equal(events_of(store, "one"), 10);
    close_here();
}

static void what_waits_shares_a_commit(void **unused)
{
    struct problem why = {.text = ""};
    uint64_t done;

    (void)unused;
    open_here();
    hold_disk("one", 0);
    for (int i = 1; i <= 500; i++)
        append(i % 2 ? "two" : "one", (i + 1) / 2 - i % 2);
    assert_int_equal(store_figures(store).waiting, 501);
    assert_true(store_progress(store, &done, &why));
    assert_int_equal(done, 0); /* nothing before it is synced */
    assert_int_equal(events_of(store, "one"), 0);
    release_disk();
    await_kept(501);
    assert_int_equal(store_figures(store).commits, 2);
    assert_int_equal(events_of(store, "one"), 251);
    assert_int_equal(events_of(store, "two"), 250);
    close_here();
}

static void what_belongs_together_shares_a_commit(void **unused)
{
    enum { GROUPS = 20, EVENTS = 3 };
    struct problem why = {.text = ""};

    (void)unused;
    open_here();
    for (int group = 0; group < GROUPS; group++) {
        assert_true(store_begin(store, EVENTS, &why));
        for (int i = 0; i < EVENTS; i++)
            append("one", group * EVENTS + i);
        assert_int_equal(store_figures(store).commits, group); /* the writer has nothing to do, and waits */
        store_end(store);
        await_kept((uint64_t)(group + 1) * EVENTS);
        assert_int_equal(store_figures(store).commits, group + 1);
    }
    assert_false(store_begin(store, 1000000, &why));
    assert_non_null(strstr(why.text, "too much is waiting"));
    append("one", GROUPS * EVENTS); /* nothing was begun */
    await_kept(GROUPS * EVENTS + 1);
    close_here();
}

static void too_much_is_refused(void **unused)
{
    const struct store_row row = row_of("one");
    struct problem why = {.text = ""};
    uint64_t last = 0;
    int number = 1;

    (void)unused;
    open_here();
    hold_disk("one", 0);
    for (uint64_t ticket; (ticket = append_row(&row, number, &why)) > 0; number++)
        last = ticket;
    assert_non_null(strstr(why.text, "too much is waiting"));
    assert_true(number > 1000);
    release_disk();
    await_kept(last);
    append_many("one", number, 10);
    assert_int_equal(events_of(store, "one"), number + 10);
    close_here();
}

/* ---- lists ---- */

static void due_is(int64_t until, int most, const char *expected)
{
    struct store_row rows[8];
    struct problem why = {.text = ""};
    char got[64] = "";
    int count = store_due(store, until, 0, most, rows, &why);

    for (int i = 0; i < count; i++)
        snprintf(got + i, sizeof got - (size_t)i, "%c", rows[i].id[0]);
    assert_string_equal(got, expected);
    assert_true(count >= 0);
}

static void append_standing(const char *id, int number, int status, bool listed, int64_t changed, int64_t wake_at)
{
    struct store_row row = row_of(id);
    struct problem why = {.text = ""};

    row.status = status;
    row.listed = listed;
    row.changed = changed;
    row.wake = wake_at;
    await_kept(append_row(&row, number, &why));
}

static void tables_are_listed_as_they_stand(void **unused)
{
    struct store_row row;
    struct problem why = {.text = ""};

    (void)unused;
    open_here();
    list_is(0, 0, 8, "");
    append_standing("a", 0, 0, true, 10, 0);
    append_standing("b", 0, 0, false, 30, 90);
    append_standing("c", 0, 0, true, 20, 70);
    append_standing("d", 0, 1, true, 40, 80);
    list_is(0, 0, 8, "ca");
    list_is(1, 0, 8, "cad");
    list_is(1, 1, 1, "a");
    list_is(1, 2, 8, "d");
    list_is(1, 3, 8, "");
    due_is(69, 8, "");
    due_is(80, 8, "cd");
    due_is(1000, 8, "cdb");
    due_is(1000, 2, "cd");
    append_standing("a", 1, 1, false, 50, 60);
    append_standing("c", 1, 0, true, 60, 0);
    list_is(0, 0, 8, "c");
    list_is(1, 0, 8, "cd");
    due_is(1000, 8, "adb");
    close_here();

    open_here();
    list_is(1, 0, 8, "cd");
    assert_int_equal(store_public(store, 0, 0, 1, &row, &why), 1);
    assert_string_equal(row.id, "c");
    assert_string_equal(row.game, "scout");
    assert_true(row.status == 0 && row.listed && row.opened == 1000 && row.changed == 60 && row.wake == 0);
    close_here();
}

/* ---- failures ---- */

static void a_number_is_not_written_twice(void **unused)
{
    const struct store_row row = row_of("one");
    struct problem why = {.text = ""};
    uint64_t done;

    (void)unused;
    open_here();
    append_many("one", 0, 3);
    hold_disk("one", 3); /* ticket 4 */
    append("two", 0);
    append("one", 2);
    append("one", 4);
    release_disk();
    await_lost(7, "table one, event 2 already exists");
    store_progress(store, &done, &why);
    assert_int_equal(done, 4);
    assert_int_equal(append_row(&row, 4, &why), 0);
    assert_non_null(strstr(why.text, "already exists"));
    assert_int_equal(events_of(store, "one"), 4);
    assert_int_equal(events_of(store, "two"), 0);

    assert_true(disk_takes());
    assert_int_equal(append("one", 4), 8);
    await_kept(8);
    assert_int_equal(events_of(store, "one"), 5);
    assert_int_equal(store_figures(store).failures, 1);
    assert_int_equal(store_figures(store).waiting, 0);
    close_here();
}

static void closing_tells_of_a_failure(void **unused)
{
    struct problem why = {.text = ""};

    (void)unused;
    open_here();
    append_many("one", 0, 1);
    append("one", 0);
    assert_false(store_close(store, &why));
    assert_non_null(strstr(why.text, "already exists"));
    open_here();
    assert_int_equal(events_of(store, "one"), 1);
    close_here();
}

static void copy_file(const char *from, const char *to)
{
    struct blob bytes = blob_file(from);
    FILE *out = fopen(to, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes.bytes, 1, bytes.length, out), bytes.length);
    fclose(out);
    blob_free(&bytes);
}

/* Returns how many events a restart would find if the process ended now. */
static int events_after_crash(const char *id)
{
    char elsewhere[] = "/tmp/parlor-store-XXXXXX", path[64];
    struct problem why = {.text = ""};

    assert_non_null(mkdtemp(elsewhere));
    snprintf(path, sizeof path, "%s/parlor.db", elsewhere);
    copy_file(in_directory("parlor.db"), path);
    snprintf(path, sizeof path, "%s/parlor.db-wal", elsewhere);
    copy_file(in_directory("parlor.db-wal"), path);
    snprintf(path, sizeof path, "%s/parlor.head", elsewhere);
    copy_file(in_directory("parlor.head"), path);
    struct store *restarted = try_open(elsewhere, &why);
    if (!restarted)
        fail_msg("%s", why.text);
    int events = events_of(restarted, id);
    assert_true(store_close(restarted, &why));
    remove_directory(elsewhere);
    return events;
}

/* They are a help: the disk may well take the next event. */
static void snapshots_that_are_not_kept_are_no_failure(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 3);
    disk_fails_after(0, false);
    assert_true(put_snapshot("one", 3, "of three"));
    while (calls_left == 0) /* the writer is not there yet */
        sched_yield();
    append_many("one", 3, 1);
    disk_works();
    snapshot_is("one", 0, NULL);
    assert_int_equal(store_figures(store).failures, 0);
    assert_int_equal(events_after_crash("one"), 4);
    assert_true(put_snapshot("one", 4, "of four"));
    append_many("one", 4, 1);
    snapshot_is("one", 4, "of four");
    close_here();
}

/* Whichever write or sync of a commit fails, the event is not there, neither now
 * nor after a restart; then it goes on. A sync is the last call. */
static void fail_at_each_call(bool for_good)
{
    int failures = 0, number = 1;
    bool kept = false, last_was_sync = false;

    open_here();
    append_many("one", 0, 1);
    for (int calls = 0; !kept; calls++) {
        struct problem why = {.text = ""};
        disk_fails_after(calls, for_good);
        kept = await(append("one", number), &why);
        disk_works();
        if (!kept) {
            failures++;
            last_was_sync = sync_failed;
            assert_non_null(strstr(why.text, "disk I/O error"));
            assert_int_equal(events_of(store, "one"), number);
            assert_int_equal(events_after_crash("one"), number);
            assert_true(disk_takes());
            append_many("one", number++, 1);
            assert_int_equal(events_after_crash("one"), number);
        }
    }
    assert_int_equal(store_figures(store).failures, failures);
    assert_int_equal(events_of(store, "one"), number + 1);
    assert_true(last_was_sync);
    close_here();
}

static void every_call_may_fail_once(void **unused)
{
    (void)unused;
    fail_at_each_call(false);
}

static void every_call_may_fail_for_long(void **unused)
{
    (void)unused;
    fail_at_each_call(true);
}

/* Appends until the store cannot save, and does so again: the first failure empties
 * the log, which makes some space. Returns how many events there are. */
static int fill(int from)
{
    struct problem why = {.text = ""};
    int number = from, before;

    do {
        before = number;
        while (await(append("one", number), &why))
            number++;
        assert_int_equal(events_of(store, "one"), number);
    } while (number > before && disk_takes());
    return number;
}

static void a_file_that_may_not_grow_is_survived(void **unused)
{
    struct rlimit before, tight;

    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    open_here();
    append_many("one", 0, 10);
    tight = before;
    tight.rlim_cur = 256 << 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    int number = fill(10);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(disk_takes());
    append_many("one", number, 100);
    close_here();
    open_here();
    assert_int_equal(events_of(store, "one"), number + 100);
    close_here();
}

static void fill_up(const char *path)
{
    static const char zeros[1024];
    int file = open(path, O_WRONLY | O_CREAT, 0600);

    assert_true(file >= 0);
    while (write(file, zeros, sizeof zeros) > 0)
        continue;
    assert_int_equal(errno, ENOSPC);
    close(file);
}

/* On a small file system of its own, which only root can have. */
static void a_full_disk_is_survived(void **unused)
{
    (void)unused;
    if (mount("store_test", directory, "tmpfs", 0, "size=4m") != 0)
        skip();
    fill_up(in_directory("filler"));
    refused(directory, "parlor.db: database or disk is full");
    unlink(in_directory("filler"));
    open_here();
    append_many("one", 0, 10);
    fill_up(in_directory("filler"));
    int number = fill(10);
    unlink(in_directory("filler"));
    assert_true(disk_takes());
    append_many("one", number, 20);
    close_here();
    open_here();
    assert_int_equal(events_of(store, "one"), number + 20);
    close_here();
}

/* ---- files that are refused ---- */

static void write_file(const char *path, const void *bytes, size_t length, long at)
{
    int file = open(path, O_WRONLY | O_CREAT, 0600);

    assert_true(file >= 0);
    assert_int_equal(pwrite(file, bytes, length, at), length);
    close(file);
}

/* Changes the database behind the store's back; returns the first number it gives. */
static int run_sql(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;

    if (url)
        return run_there(sql);
    assert_int_equal(sqlite3_open(in_directory("parlor.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    int number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return number;
}

static void make_filled(void)
{
    open_here();
    append_many("one", 0, 20);
    append_many("two", 0, 20);
    close_here();
}

static void garbage_is_refused(void **unused)
{
    char garbage[8192];

    (void)unused;
    memset(garbage, 'g', sizeof garbage);
    write_file(in_directory("parlor.db"), garbage, sizeof garbage, 0);
    refused(directory, "parlor.db: this is not a database");
}

static void an_empty_file_is_taken(void **unused)
{
    (void)unused;
    write_file(in_directory("parlor.db"), "", 0, 0);
    make_filled();
}

static void other_versions_and_programs_are_refused(void **unused)
{
    (void)unused;
    run_sql("CREATE TABLE recipes(name)");
    refused(directory, "parlor.db: this database belongs to another program");
    unlink(in_directory("parlor.db"));
    make_filled();
    run_sql("PRAGMA user_version = 4");
    refused(directory, "parlor.db: made by a newer version");
    run_sql("PRAGMA user_version = 3");
    open_here();
    assert_int_equal(events_of(store, "one"), 20);
    close_here();
}

static void damage_is_found(void **unused)
{
    char garbage[4096];
    struct stat about;

    (void)unused;
    memset(garbage, 'g', sizeof garbage);
    make_filled();
    int page = run_sql("SELECT rootpage FROM sqlite_schema WHERE name = 'events'");
    write_file(in_directory("parlor.db"), garbage, sizeof garbage, (page - 1) * 4096L);
    open_here();
    is_damaged("one", "parlor.db: damaged");
    list_is(1, 0, 8, "ot");
    await_lost(append("one", 20), "damaged");
    assert_true(disk_takes());
    close_here();

    page = run_sql("SELECT rootpage FROM sqlite_schema WHERE name = 'tables_listed'");
    write_file(in_directory("parlor.db"), garbage, sizeof garbage, (page - 1) * 4096L);
    refused(directory, "parlor.db: damaged");

    unlink(in_directory("parlor.db"));
    unlink(in_directory("parlor.head"));
    make_filled();
    assert_int_equal(stat(in_directory("parlor.db"), &about), 0);
    assert_int_equal(truncate(in_directory("parlor.db"), about.st_size / 2), 0);
    refused(directory, "parlor.db: damaged");
}

static void a_gap_is_found(void **unused)
{
    (void)unused;
    make_filled();
    run_sql(url ? "DELETE FROM parlor.events WHERE table_id = 'one' AND number = 5"
                : "DELETE FROM events WHERE table_id = 'one' AND number = 5");
    open_here();
    is_damaged("one", "table one, event 5 is missing");
    assert_int_equal(events_of(store, "two"), 20);
    close_here();
}

static void the_directory_is_made_for_oneself_alone(void **unused)
{
    struct problem why = {.text = ""};
    struct stat about;
    char inner[PATH_SIZE + 64];

    (void)unused;
    snprintf(inner, sizeof inner, "%s", in_directory("inner"));
    store = try_open(inner, &why);
    assert_non_null(store);
    assert_int_equal(stat(inner, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    assert_int_equal(stat(in_directory("inner/parlor.db"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(stat(in_directory("inner/parlor.db-wal"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    close_here();
    remove_directory(inner);
    refused(in_directory("not/there"), "No such file or directory");
    write_file(in_directory("filler"), "", 0, 0);
    refused(in_directory("filler"), "Not a directory");
}

/* ---- other processes ---- */

/* Runs something in a process that cannot fall back into the tests. */
static pid_t start(int (*work)(int out), int *out)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0)
        _exit(work(ends[1]));
    close(ends[1]);
    *out = ends[0];
    return process;
}

static int end_of(pid_t process)
{
    int status;

    assert_int_equal(waitpid(process, &status, 0), process);
    return status;
}

static int hold_store(int out)
{
    struct problem why;

    if (!try_open(directory, &why) || write(out, "!", 1) != 1)
        return 1;
    for (;;)
        pause();
}

static void two_servers_are_told_apart(void **unused)
{
    int out;
    char ready;

    (void)unused;
    pid_t holder = start(hold_store, &out);
    assert_int_equal(read(out, &ready, 1), 1);
    refused(directory, "another server is using it; stop that server first");
    kill(holder, SIGKILL);
    end_of(holder);
    close(out);
    open_here();
    refused(directory, "another server is using it; stop that server first"); /* nor twice in one process */
    close_here();
}

static int open_as_nobody(int out)
{
    struct problem why = {.text = ""};

    if (setuid(65534) != 0 || try_open(directory, &why))
        return 1;
    return write(out, why.text, sizeof why.text) != sizeof why.text;
}

static void a_directory_of_somebody_else_is_refused(void **unused)
{
    struct problem why = {.text = ""};
    int out;

    (void)unused;
    if (geteuid() != 0)
        skip();
    pid_t nobody = start(open_as_nobody, &out);
    assert_int_equal(read(out, why.text, sizeof why.text), sizeof why.text);
    close(out);
    assert_int_equal(end_of(nobody), 0);
    assert_non_null(strstr(why.text, "parlor.lock: Permission denied"));
}

static char round_id[ID_LENGTH + 1];

/* Appends for good, some events ahead of the disk, and tells each time how many
 * are on disk. */
static int append_for_good(int out)
{
    const struct store_row row = row_of(round_id);
    struct problem why;
    uint64_t done = 0, told = 0;

    store = try_open(directory, &why);
    if (!store)
        return 1;
    for (int number = 0;;) {
        for (; (uint64_t)number < done + 8; number++)
            if (!append_row(&row, number, &why))
                return 2;
        sem_wait(&news);
        if (!store_progress(store, &done, &why))
            return 3;
        if (done > told && write(out, &done, sizeof done) != sizeof done)
            return 4;
        told = done;
    }
}

static void what_was_told_survives_a_kill(void **unused)
{
    (void)unused;
    for (int round = 0; round < kills; round++) {
        uint64_t told = 0;
        int out;

        snprintf(round_id, sizeof round_id, "round%d", round);
        pid_t child = start(append_for_good, &out);
        for (int reports = 1 + round * 7 % 11; reports > 0; reports--)
            assert_int_equal(read(out, &told, sizeof told), sizeof told);
        kill(child, SIGKILL);
        assert_true(WIFSIGNALED(end_of(child)));
        while (read(out, &told, sizeof told) == sizeof told)
            continue;
        close(out);
        open_here();
        int events = events_of(store, round_id);
        assert_in_range(events, told, told + 16);
        list_is(1, round, 1, "r");
        close_here();
    }
}

/* ---- what only PostgreSQL can do ---- */

/* ---- news ---- */

static void same_attendance(const struct attendance *one, const struct attendance *other)
{
    assert_string_equal(one->table, other->table);
    assert_int_equal(one->here, other->here);
    assert_int_equal(one->watchers, other->watchers);
}

#define SOME_ID "ABCDEFGHIJKLMNOPQRSTUQ"

static void wrong_news_is_refused(void **unused)
{
    static const char *const wrong[] = {"",
                                        " ",
                                        "there",
                                        "there ",
                                        "there 0",
                                        "there -5",
                                        "there  5",
                                        "there 9999999999999999999",
                                        "There 5",
                                        "there 5 ",
                                        "there 5  " SOME_ID ":1:1",
                                        "there 5" SOME_ID ":1:1",
                                        "there 5 " SOME_ID,
                                        "there 5 " SOME_ID ":",
                                        "there 5 " SOME_ID ":1",
                                        "there 5 " SOME_ID ":1:",
                                        "there 5 " SOME_ID "::1",
                                        "there 5 " SOME_ID ":20:1",
                                        "there 5 " SOME_ID ":1F:1",
                                        "there 5 " SOME_ID ":001:1",
                                        "there 5 " SOME_ID ":-1:1",
                                        "there 5 " SOME_ID ":1:-1",
                                        "there 5 " SOME_ID ":1:1000000",
                                        "there 5 " SOME_ID ":1:1 ",
                                        "there 5 " SOME_ID ":1:1\n",
                                        "there 5 " SOME_ID ":1:1," SOME_ID ":1:1",
                                        "there 5 " SOME_ID ":1:1 " SOME_ID ":1:",
                                        "there 5 ABCDEFGHIJKLMNOPQRSTU:1:1",
                                        "there 5 ABCDEFGHIJKLMNOPQRSTU/:1:1",
                                        "there 5 ABC",
                                        "gone",
                                        "gone 5 6",
                                        "gone five",
                                        "ask 5 " SOME_ID ":1:1",
                                        "asks 5",
                                        NULL};
    struct news read;
    struct problem why;

    (void)unused;
    for (const char *const *text = wrong; *text; text++)
        if (news_read(*text, &read, &why))
            fail_msg("taken: %s", *text);
}

/* Every piece of good news is wrong, or says less. */
static void good_news_is_read(void **unused)
{
    static const char text[] = "there 12 " SOME_ID ":1f:999999 " SOME_ID ":0:0";
    struct attendance of, tables[] = {{SOME_ID, 0x1f, 999999}, {SOME_ID, 0, 0}};
    struct news read;
    struct problem why;
    char piece[sizeof text];

    (void)unused;
    for (size_t length = 0; length < sizeof text; length++) {
        int count = 0;
        memcpy(piece, text, length);
        piece[length] = '\0';
        if (!news_read(piece, &read, &why))
            continue;
        for (; news_next(&read, &of); count++)
            assert_string_equal(of.table, SOME_ID);
        assert_in_range(count, 0, 2);
    }
    assert_true(news_read(text, &read, &why));
    assert_int_equal(read.kind, NEWS_OF_TABLES);
    assert_int_equal(read.node, 12);
    for (int i = 0; i < 2; i++) {
        char again[NEWS_TABLE_SIZE];
        assert_true(news_next(&read, &of));
        same_attendance(&of, &tables[i]);
        size_t length = news_write_table(&of, again);
        assert_non_null(strstr(text, again));
        assert_int_equal(length, strlen(again));
    }
    assert_false(news_next(&read, &of));
    assert_true(news_read("gone 7", &read, &why) && read.kind == NEWS_OF_END && read.node == 7);
    assert_true(news_read("ask 999999999999999999", &read, &why) && read.kind == NEWS_ASKED_FOR);
}

#ifdef PARLOR_POSTGRES
static void end_sessions(void)
{
    run_there("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
              " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
}

static void a_session_that_ends_is_no_loss(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 3);
    end_sessions(); /* while nothing happens */
    assert_int_equal(events_of(store, "one"), 3);
    append_many("one", 3, 3);
    hold_disk("one", 6);
    end_sessions(); /* in the middle of a commit */
    release_disk();
    append_many("one", 7, 3);
    assert_int_equal(events_of(store, "one"), 10);
    assert_int_equal(store_figures(store).failures, 0);
    close_here();
}

/* The commit was made, and nobody knows. */
static void an_answer_that_is_lost_is_no_loss(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 3);
    hold_disk("one", 3);
    answer_is_lost = true;
    release_disk();
    await_kept(4);
    assert_false(answer_is_lost);
    assert_int_equal(store_figures(store).failures, 0);
    append_many("one", 4, 3);
    assert_int_equal(events_of(store, "one"), 7);
    close_here();
    open_here();
    assert_int_equal(events_of(store, "one"), 7);
    close_here();
}

static void two_writers_are_noticed(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 3);
    run_there("UPDATE parlor.head SET sequence = sequence + 1");
    await_lost(append("one", 3), "another program has written here");
    assert_false(disk_takes()); /* nor does the head make sense */
    run_there("UPDATE parlor.head SET sequence = sequence - 1");
    assert_true(disk_takes());
    append_many("one", 3, 3);
    close_here();
}

/* The head is whole, but nobody knows what led to it. */
static void a_head_that_has_moved_is_noticed(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 3);
    run_there("CREATE TEMP TABLE early AS SELECT * FROM parlor.head;"
              "CREATE TEMP TABLE row AS SELECT * FROM parlor.tables");
    append_many("one", 3, 3);
    run_there("CREATE TEMP TABLE late AS SELECT * FROM parlor.head");
    close_here();
    run_there("DELETE FROM parlor.events WHERE number > 2; DELETE FROM parlor.tables; DELETE FROM parlor.head;"
              "INSERT INTO parlor.head SELECT * FROM early; INSERT INTO parlor.tables SELECT * FROM row");
    unlink(in_directory("parlor.head"));
    open_here();
    assert_int_equal(events_of(store, "one"), 3);
    run_there("DELETE FROM parlor.head; INSERT INTO parlor.head SELECT * FROM late");
    end_sessions();
    await_lost(append("one", 3), "another program has written here");
    assert_int_equal(events_of(store, "one"), 3);
    assert_true(disk_takes());
    append_many("one", 3, 1);
    close_here();
}

/* As after a failover to a standby that was behind. */
static void an_older_state_is_refused(void **unused)
{
    (void)unused;
    open_here();
    append_many("one", 0, 3);
    run_there("CREATE TEMP TABLE before AS SELECT * FROM parlor.head");
    append_many("one", 3, 3);
    run_there("BEGIN; UPDATE parlor.head SET sequence = b.sequence, running = b.running, seal = b.seal FROM before b;"
              "DELETE FROM parlor.events WHERE number > 2; COMMIT");
    end_sessions();
    await_lost(append("one", 6), "the last 3 of 6 events are missing");
    assert_false(disk_takes());
    struct problem why;
    assert_false(store_close(store, &why));
    store = NULL;
    refused(directory, "the last 3 of 6 events are missing; restore a backup");
}

static void other_directories_share_a_database(void **unused)
{
    char elsewhere[] = "/tmp/parlor-store-XXXXXX";

    (void)unused;
    open_here();
    append_many("one", 0, 3);
    assert_non_null(mkdtemp(elsewhere));
    refused(elsewhere, "another server is using it; stop that server first");
    close_here();
    remove_directory(elsewhere);
}

static void other_tables_there_are_refused(void **unused)
{
    (void)unused;
    run_there("CREATE SCHEMA parlor; CREATE TABLE parlor.recipes(name text)");
    refused(directory, "the schema parlor belongs to another program");
    run_there("DROP SCHEMA parlor CASCADE");
    make_filled();
    run_there("UPDATE parlor.about SET version = 99");
    refused(directory, "made by a newer version of parlor; update parlor to open it");
    run_there("UPDATE parlor.about SET version = 2; ALTER TABLE parlor.events ADD mood text");
    refused(directory, "damaged: its tables have been changed");
    run_there("ALTER TABLE parlor.events DROP mood; UPDATE parlor.tables SET status = 2 WHERE id = 'one'");
    open_here();
    is_damaged("one", "the row of table one");
    assert_int_equal(store_figures(store).damaged, 1);
    list_is(2, 0, 8, "t");
    close_here();
    run_there("UPDATE parlor.tables SET status = 1; DELETE FROM parlor.events WHERE table_id = 'one';"
              "DELETE FROM parlor.tables WHERE id = 'one'");
    open_here(); /* what is deleted is not missed */
    assert_int_equal(events_of(store, "two"), 20);
    close_here();
    run_there("DROP SCHEMA parlor CASCADE");
    refused(directory, "empty, where 40 events should be");
}

static void the_first_version_is_brought_up_to_date(void **unused)
{
    (void)unused;
    make_filled();
    run_there("DROP TABLE parlor.nodes; DROP SEQUENCE parlor.node_numbers; ALTER TABLE parlor.tables DROP owner;"
              "ALTER TABLE parlor.about DROP clock; UPDATE parlor.about SET version = 1");
    open_here();
    assert_int_equal(run_there("SELECT version FROM parlor.about"), 2);
    assert_int_equal(events_of(store, "one"), 20);
    append_many("one", 20, 1);
    close_here();
}

/* ---- several servers ---- */

/* What has been heard. */
struct heard {
    bool asked;
    int64_t node;           /* whose tables were told of last, */
    int tables;             /* … how many there were in all, */
    struct attendance last; /* … and the last */
};

static void hear(void *of_heard, const struct news *told)
{
    struct heard *heard = of_heard;
    struct news rest = *told;

    heard->asked |= told->kind == NEWS_ASKED_FOR;
    heard->node = told->kind == NEWS_OF_TABLES ? told->node : heard->node;
    while (told->kind == NEWS_OF_TABLES && news_next(&rest, &heard->last))
        heard->tables++;
}

static struct heard await_tables(struct store *by, int tables)
{
    struct heard heard = {.tables = 0};

    while (heard.tables < tables) {
        store_hear(by, hear, &heard);
        sched_yield();
    }
    return heard;
}

/* Has two nodes listen, until one has heard the other ask for everything. */
static void await_listeners(struct store *one, struct store *other)
{
    struct heard heard = {.asked = false}, unused = heard;

    while (!heard.asked) {
        store_hear(one, hear, &heard);
        store_hear(other, hear, &unused);
        sched_yield();
    }
}

/* Opens another node beside the store, in a directory of its own. */
struct other {
    char directory[PATH_SIZE];
    struct store *store;
};

static struct other open_other(const char *address)
{
    struct other it = {.directory = "/tmp/parlor-store-XXXXXX"};
    struct problem why = {.text = ""};

    assert_non_null(mkdtemp(it.directory));
    node = address;
    it.store = try_open(it.directory, &why);
    if (!it.store)
        fail_msg("%s", why.text);
    return it;
}

static void close_other(struct other *it)
{
    struct problem why = {.text = ""};

    if (!store_close(it->store, &why))
        fail_msg("%s", why.text);
    remove_directory(it->directory);
}

/* The store that the helpers use becomes another. */
static void change_places(struct other *it)
{
    struct store *was = store;

    store = it->store;
    it->store = was;
}

/* Says whose a table is, once anybody can. */
static const char *owner_of(const char *id)
{
    static struct store_node owner;
    struct problem why;
    enum claim claim;

    while ((claim = store_claim(store, id, &owner, &why)) == CLAIM_UNKNOWN)
        sched_yield();
    return claim == CLAIM_MINE ? "mine" : owner.address;
}

static int64_t number_here(void)
{
    struct store_standing standing;

    store_standing(store, &standing);
    return standing.number;
}

static void a_table_belongs_to_one_node(void **unused)
{
    (void)unused;
    node = "127.0.0.1:1";
    open_here();
    struct other other = open_other("127.0.0.1:2");
    append_many("one", 0, 3);
    assert_string_equal(owner_of("one"), "mine");
    change_places(&other);
    assert_string_equal(owner_of("one"), "127.0.0.1:1");
    assert_string_equal(owner_of("none"), "mine"); /* nobody has it: it can be said here that it is not there */
    await_lost(append("one", 3), "another node has taken over");
    assert_true(disk_takes());
    append_many("two", 0, 3);
    assert_int_equal(events_of(store, "one"), 3);
    change_places(&other);
    assert_string_equal(owner_of("two"), "127.0.0.1:2");
    close_here();
    change_places(&other);
    other.store = NULL;
    assert_string_equal(owner_of("one"), "mine"); /* the other has left */
    append_many("one", 3, 3);
    close_here();
    remove_directory(other.directory);
}

static void a_server_alone_and_nodes_exclude_each_other(void **unused)
{
    (void)unused;
    struct other other = open_other("127.0.0.1:1");
    node = NULL;
    refused(directory, "another server is using it; stop that server first");
    close_other(&other);
    open_here();
    append_many("one", 0, 3);
    node = "127.0.0.1:1";
    refused("/tmp", "another server is using it; stop that server first, or start all of them with --node");
    unlink("/tmp/parlor.lock");
    close_here();
    open_here(); /* as a node, with what the one alone has written */
    assert_int_equal(events_of(store, "one"), 3);
    assert_string_equal(owner_of("one"), "mine");
    append_many("one", 3, 3);
    close_here();
    node = NULL;
    open_here(); /* and back */
    append_many("one", 6, 3);
    assert_int_equal(events_of(store, "one"), 9);
    close_here();
}

static void a_node_that_was_declared_dead_writes_nothing(void **unused)
{
    (void)unused;
    node = "127.0.0.1:1";
    open_here();
    struct other other = open_other("127.0.0.1:2");
    append_many("one", 0, 3);
    int64_t number = number_here();
    run_there("UPDATE parlor.nodes SET dead = true WHERE address = '127.0.0.1:1'");
    change_places(&other);
    assert_string_equal(owner_of("one"), "mine");
    append_many("one", 3, 1);
    change_places(&other);
    await_lost(append("one", 3), "another node has taken over");
    assert_true(disk_takes());
    assert_true(number_here() > number); /* it takes part again */
    assert_string_equal(owner_of("one"), "127.0.0.1:2");
    assert_int_equal(events_of(store, "one"), 4);
    append_many("two", 0, 1);
    close_here();
    change_places(&other);
    close_here();
    remove_directory(other.directory);
}

static void who_is_silent_is_declared_dead(void **unused)
{
    (void)unused;
    node = "127.0.0.1:1";
    open_here();
    append_many("one", 0, 3);
    run_there("INSERT INTO parlor.nodes SELECT 1000, '127.0.0.1:3', 0, false, 0, running, seal FROM parlor.nodes;"
              "UPDATE parlor.tables SET owner = 1000");
    assert_string_equal(owner_of("one"), "127.0.0.1:3");
    while (run_there("SELECT count(*) FROM parlor.nodes WHERE number = 1000 AND NOT dead"))
        sched_yield();
    assert_string_equal(owner_of("one"), "mine");
    append_many("one", 3, 3);
    run_there("DELETE FROM parlor.nodes WHERE number = 1000"); /* its seal was not its own */
    close_here();
}

/* Also beside nonsense, with more than a beat can tell, and after sessions have ended. */
static void nodes_hear_from_each_other(void **unused)
{
    enum { MANY = 400 };
    const struct attendance of = {.table = "AAAAAAAAAAAAAAAAAAAAAA", .here = 5, .watchers = 2};

    (void)unused;
    node = "127.0.0.1:1";
    open_here();
    struct other other = open_other("127.0.0.1:2");
    await_listeners(store, other.store);
    run_there("NOTIFY parlor, 'there 1 what is this'; NOTIFY parlor, ''; NOTIFY parlor, 'gone 9999'");
    assert_true(store_tell(store, &of));
    struct heard heard = await_tables(other.store, 1);
    assert_int_equal(heard.node, number_here());
    assert_int_equal(heard.tables, 1);
    same_attendance(&heard.last, &of);
    for (int told = 0; told < MANY; sched_yield())
        told += store_tell(store, &of);
    assert_int_equal(await_tables(other.store, MANY).tables, MANY);

    run_there("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
              " AND pid <> pg_backend_pid()");
    assert_string_equal(owner_of("one"), "mine"); /* nobody has it; both read again */
    change_places(&other);
    assert_string_equal(owner_of("one"), "mine");
    await_listeners(store, other.store);
    close_here();
    change_places(&other);
    close_here();
    remove_directory(other.directory);
}

/* As after a failover to a standby that was behind. */
static void an_older_state_is_refused_by_a_node(void **unused)
{
    (void)unused;
    node = "127.0.0.1:1";
    open_here();
    run_there("CREATE TEMP TABLE before AS SELECT * FROM parlor.nodes");
    append_many("one", 0, 3);
    close_here();
    run_there(
        "BEGIN; DELETE FROM parlor.events; TRUNCATE parlor.tables; UPDATE parlor.nodes n SET sequence = b.sequence,"
        "running = b.running, seal = b.seal FROM before b; COMMIT");
    refused(directory, "the last 3 of 3 events are missing; restore a backup");
    run_there("DELETE FROM parlor.nodes");
    refused(directory, "the last 3 of 3 events are missing; restore a backup");
    accepts_loss = true;
    open_here();
    close_here();
    accepts_loss = false;
    run_there("DELETE FROM parlor.nodes");
    refused(directory, "does not know that this server was its node");
}
#endif

/* ---- all of them ---- */

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
#define IN_ANY_DATABASE                                                                                                \
    IN_DIRECTORY(what_is_done_is_there), IN_DIRECTORY(readers_see_what_is_done),                                       \
        IN_DIRECTORY(the_latest_snapshot_of_a_table_is_kept), IN_DIRECTORY(events_are_read_from_a_point_on),           \
        IN_DIRECTORY(events_are_proved_piece_by_piece), IN_DIRECTORY(loading_stops_where_the_taker_does),              \
        IN_DIRECTORY(what_waits_shares_a_commit), IN_DIRECTORY(what_belongs_together_shares_a_commit),                 \
        IN_DIRECTORY(too_much_is_refused), IN_DIRECTORY(tables_are_listed_as_they_stand),                              \
        IN_DIRECTORY(a_number_is_not_written_twice), IN_DIRECTORY(closing_tells_of_a_failure),                         \
        IN_DIRECTORY(a_gap_is_found), IN_DIRECTORY(two_servers_are_told_apart),                                        \
        IN_DIRECTORY(what_was_told_survives_a_kill)

#ifdef PARLOR_POSTGRES
static int test_postgres(void)
{
    const struct CMUnitTest tests[] = {
        IN_ANY_DATABASE,
        IN_DIRECTORY(a_session_that_ends_is_no_loss),
        IN_DIRECTORY(an_answer_that_is_lost_is_no_loss),
        IN_DIRECTORY(two_writers_are_noticed),
        IN_DIRECTORY(a_head_that_has_moved_is_noticed),
        IN_DIRECTORY(an_older_state_is_refused),
        IN_DIRECTORY(other_directories_share_a_database),
        IN_DIRECTORY(other_tables_there_are_refused),
        IN_DIRECTORY(the_first_version_is_brought_up_to_date),
        IN_DIRECTORY(a_table_belongs_to_one_node),
        IN_DIRECTORY(a_server_alone_and_nodes_exclude_each_other),
        IN_DIRECTORY(a_node_that_was_declared_dead_writes_nothing),
        IN_DIRECTORY(who_is_silent_is_declared_dead),
        IN_DIRECTORY(nodes_hear_from_each_other),
        IN_DIRECTORY(an_older_state_is_refused_by_a_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif

int main(int argc, char **argv)
{
    kills = argc > 1 ? (int)strtol(argv[1], NULL, 10) : kills;
    url = getenv("PARLOR_TEST_STORE");
#ifdef PARLOR_POSTGRES
    if (url)
        return test_postgres();
#endif

    const struct CMUnitTest tests[] = {
        IN_ANY_DATABASE,
        IN_DIRECTORY(snapshots_that_are_not_kept_are_no_failure),
        IN_DIRECTORY(every_call_may_fail_once),
        IN_DIRECTORY(every_call_may_fail_for_long),
        IN_DIRECTORY(a_file_that_may_not_grow_is_survived),
        IN_DIRECTORY(a_full_disk_is_survived),
        IN_DIRECTORY(garbage_is_refused),
        IN_DIRECTORY(an_empty_file_is_taken),
        IN_DIRECTORY(other_versions_and_programs_are_refused),
        IN_DIRECTORY(damage_is_found),
        IN_DIRECTORY(the_directory_is_made_for_oneself_alone),
        IN_DIRECTORY(a_directory_of_somebody_else_is_refused),
        cmocka_unit_test(wrong_news_is_refused),
        cmocka_unit_test(good_news_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
