/* See store.h. The store has the tickets, the writer's thread and DIR; what it is kept in is a database (database.h).
 * DIR/parlor.lock is locked while a server has it open; DIR/parlor.head is in head.h.
 *
 * Load: some hundred small events a second from many tables, where one sync of
 * the disk takes milliseconds. So events are put into a batch of fixed size; the
 * writer takes the whole batch as soon as it is free, writes it as one
 * transaction, and meanwhile the next one fills. Nothing is allocated for an
 * event. The caller reads beside the writer, sees what has
 * been committed and never waits for the writer. */
#include "server/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"
#include "server/database.h"
#include "server/log.h"
#include "table/steady.h"

enum { SNAPSHOTS_SIZE = BATCH_SIZE / 4 }; /* bytes of a batch in which a snapshot is taken: the rest is for events */

struct store {
    int lock_file; /* -1, or locked for as long as it is open */
    struct database *database;
    struct store_watch watch;
    pthread_t writer;
    struct batch taken;   /* the writer's own */
    int head_file;        /* likewise; -1: not open */
    unsigned head_writes; /* so far */
    bool head_fails;      /* the last one has */
    int64_t head_node;    /* whose head is in both lines of the file */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t work;  /* something is in filling, or stopping or probing is set */
    struct batch filling;
    uint64_t tickets; /* given so far */
    uint64_t done;
    bool stopping, probing;
    bool leaving;  /* nothing is appended any more; the writer frees the tables for other nodes once all is written, */
    bool left;     /* … and has done so */
    bool together; /* between store_begin() and store_end(): the writer leaves filling alone */
    bool failed;   /* why says the reason; filling stays empty */
    struct problem why;
    struct store_figures figures;
};

/* ---- kinds of databases ---- */

static bool is_url(const char *place)
{
    return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

struct store_place store_place(const char *word)
{
    bool far = is_url(word);

    return (struct store_place){.directory = far ? NULL : word, .url = far ? word : NULL};
}

const struct database_kind *database_kind(const struct store_place *place, struct problem *why)
{
    if (!place->url)
        return &sqlite_kind;
    if (!is_url(place->url)) {
        problem_set(why, "this is not the address of a database: write postgresql://USER@HOST:PORT/DATABASE");
        return NULL;
    }
#ifdef PARLOR_POSTGRES
    return &postgres_kind;
#else
    problem_set(why, "this parlor was built without PostgreSQL: install libpq-dev and build it again");
    return NULL;
#endif
}

bool database_wait(const struct database *database, int ms)
{
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000L};

    if (database->owner.wait)
        return database->owner.wait(database->owner.context, ms);
    nanosleep(&pause, NULL);
    return true;
}

/* ---- batches ---- */

bool batch_has_space(const struct batch *batch, size_t length)
{
    return batch->used + sizeof(struct entry) + length <= BATCH_SIZE;
}

void batch_add(struct batch *batch, const struct entry *entry, const void *bytes)
{
    memcpy(batch->bytes + batch->used, entry, sizeof *entry);
    memcpy(batch->bytes + batch->used + sizeof *entry, bytes, entry->length);
    batch->used += sizeof *entry + entry->length;
    batch->events += !entry->is_snapshot;
}

void batch_clear(struct batch *batch)
{
    batch->used = 0;
    batch->events = 0;
}

bool batch_next(const struct batch *batch, size_t *at, struct entry *entry, const char **bytes)
{
    if (*at >= batch->used)
        return false;
    memcpy(entry, batch->bytes + *at, sizeof *entry);
    *bytes = batch->bytes + *at + sizeof *entry;
    *at += sizeof *entry + entry->length;
    return true;
}

void head_add(struct head *head, const struct chain *of_event)
{
    struct chain both[2] = {head->running, *of_event};

    chain_seal(&head->key, "parlor running", both, sizeof both, &head->running);
    head->sequence++;
}

/* ---- writing, by the writer's thread ---- */

/* The head is behind the database for as long as it cannot be written: nothing is lost by that. */
static void note_head(struct store *store)
{
    const struct head *head = &store->database->head;
    struct problem why;
    bool written = head->node == store->head_node ? head_write(store->head_file, store->head_writes++, head, &why)
                                                  : head_write_safely(store->head_file, head, &why);

    store->head_node = written ? head->node : store->head_node;

    if (!written && !store->head_fails)
        log_line("head_not_written", "why=\"%s\"", why.text);
    store->head_fails = !written;
}

/* Notes how long a commit took. The lock is held. */
static void note_time(struct store *store, double spent)
{
    int bound = 0;

    while (bound < COMMIT_BOUNDS && spent > commit_bound(bound))
        bound++;
    store->figures.tries[bound]++;
    store->figures.commit_seconds += spent;
}

static bool write_batch(struct store *store, struct problem *why)
{
    bool written = store->database->kind->write(store->database, &store->taken, why);

    if (written)
        note_head(store);
    return written;
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
        batch_clear(&store->filling);
    }
    batch_clear(&store->taken);
}

/* Finds out whether the database takes something. The lock is held before and after. */
static void probe(struct store *store)
{
    struct problem why;

    store->probing = false;
    pthread_mutex_unlock(&store->lock);
    bool works = store->database->kind->touch(store->database, &why);
    if (works)
        note_head(store);
    pthread_mutex_lock(&store->lock);
    if (works)
        store->failed = false;
    else if (store->failed)
        store->why = why;
    pthread_mutex_unlock(&store->lock);
    store->watch.wake(store->watch.context);
    pthread_mutex_lock(&store->lock);
}

static struct timespec moment_in(int ms)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return until;
}

/* The writer waits for a database that is away, unless the store is to close meanwhile. */
static bool wait_unless_stopping(void *of_store, int ms)
{
    struct store *store = of_store;
    struct timespec until = moment_in(ms);

    pthread_mutex_lock(&store->lock);
    while (!store->stopping && pthread_cond_timedwait(&store->work, &store->lock, &until) != ETIMEDOUT)
        continue;
    bool goes_on = !store->stopping;
    pthread_mutex_unlock(&store->lock);
    return goes_on;
}

static void ask_to_renew(void *of_store)
{
    struct store *store = of_store;

    pthread_mutex_lock(&store->lock);
    store->probing = !store->stopping;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

static void stir(void *of_store)
{
    struct store *store = of_store;

    pthread_mutex_lock(&store->lock);
    pthread_cond_signal(&store->work); /* wait_for_work() beats when it wakes up */
    pthread_mutex_unlock(&store->lock);
}

static bool is_idle(const struct store *store)
{
    return (store->filling.used == 0 || store->together) && !store->stopping && !store->probing &&
           (!store->leaving || store->left);
}

/* Waits for work, and lets the database say meanwhile that this server lives. The lock is held before and after. */
static void wait_for_work(struct store *store)
{
    struct database *database = store->database;
    int64_t node = database->head.node;

    do {
        int ms = -1;
        if (database->shared && !store->left) {
            pthread_mutex_unlock(&store->lock);
            ms = database->kind->beat(database);
            pthread_mutex_lock(&store->lock);
        }
        struct timespec until = moment_in(ms);
        if (is_idle(store) && ms < 0)
            pthread_cond_wait(&store->work, &store->lock);
        else if (is_idle(store))
            pthread_cond_timedwait(&store->work, &store->lock, &until);
    } while (is_idle(store) && database->head.node == node);
}

/* Frees the tables for other nodes, once. The lock is held before and after. */
static void leave(struct store *store)
{
    struct database *database = store->database;
    struct problem why;

    store->leaving = store->left = true;
    pthread_mutex_unlock(&store->lock);
    if (database->shared && !database->kind->leave(database, &why))
        log_line("not_left", "why=\"%s\"", why.text);
    pthread_mutex_lock(&store->lock);
}

static void *write_batches(void *of_store)
{
    struct store *store = of_store;

    pthread_mutex_lock(&store->lock);
    for (;;) {
        wait_for_work(store);
        if (store->database->head.node != store->head_node)
            note_head(store); /* it has begun another life */
        if (store->probing) {
            probe(store);
            continue;
        }
        if (store->filling.used == 0 && store->leaving && !store->left) {
            leave(store);
            continue;
        }
        if (store->filling.used == 0 && store->stopping)
            break;
        if (store->filling.used == 0 || (store->together && !store->stopping))
            continue;
        struct batch full = store->filling;
        store->filling = store->taken;
        store->taken = full;
        pthread_mutex_unlock(&store->lock);

        struct problem why;
        double begun = steady_seconds();
        bool written = write_batch(store, &why);
        double spent = steady_seconds() - begun;

        pthread_mutex_lock(&store->lock);
        note_time(store, spent);
        note_outcome(store, written, &why);
        pthread_mutex_unlock(&store->lock);
        store->watch.wake(store->watch.context);
        pthread_mutex_lock(&store->lock);
    }
    if (!store->left)
        leave(store);
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

/* ---- files ---- */

static bool problem_errno(struct problem *why, const char *path)
{
    return problem_set(why, "%s: %s", path, strerror(errno));
}

bool join_path(char out[PATH_MAX], const char *directory, const char *name, struct problem *why)
{
    return snprintf(out, PATH_MAX, "%s/%s", directory, name) < PATH_MAX ||
           problem_set(why, "the directory's name is too long");
}

bool sync_directory(const char *path, struct problem *why)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL); /* EINVAL: not every file system can */

    if (!synced)
        problem_errno(why, path);
    if (fd >= 0)
        close(fd);
    return synced;
}

bool make_directory(const char *path, struct problem *why)
{
    char above[PATH_MAX];

    if (mkdir(path, 0700) == 0)
        return join_path(above, path, "..", why) && sync_directory(above, why);
    return errno == EEXIST || problem_errno(why, path);
}

/* ---- opening ---- */

/* Two servers on one directory are told apart. The lock goes with the process. */
static bool take_lock(struct store *store, const char *directory, const char *name, struct problem *why)
{
    char path[PATH_MAX];

    if (!join_path(path, directory, "parlor.lock", why))
        return false;
    store->lock_file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock_file < 0)
        return problem_errno(why, path);
    if (flock(store->lock_file, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        return problem_set(why, "%s: another server is using it; stop that server first", name);
    return problem_errno(why, path);
}

static bool open_head(struct store *store, const char *directory, struct problem *why)
{
    store->head_file = head_open(directory, why);
    store->head_node = store->database->head.node;
    return store->head_file >= 0 && head_write_safely(store->head_file, &store->database->head, why) &&
           sync_directory(directory, why);
}

static bool open_database(struct store *store, const struct store_place *place, bool accept_loss, struct problem *why)
{
    const struct database_kind *kind = database_kind(place, why);
    char name[PATH_MAX];
    struct expectation expected = {.name = name, .accept_loss = accept_loss};

    if (place->node && !place->url)
        return problem_set(why, "several servers need a database of PostgreSQL: give --store with --node");
    if (!kind || !kind->name(place, name, why) || !make_directory(place->directory, why) ||
        !take_lock(store, place->directory, name, why) || !expect_read(&expected, place->directory, why))
        return false;
    store->database = kind->open(place, &expected, why);
    if (!store->database)
        return false;
    store->database->owner = (struct owner){wait_unless_stopping, ask_to_renew, stir, store};
    store->figures.damaged = store->database->damaged;
    return open_head(store, place->directory, why);
}

static struct store *new_store(struct store_watch watch)
{
    struct store *store = must_zero(1, sizeof *store);
    pthread_condattr_t steady;

    store->lock_file = store->head_file = -1;
    store->watch = watch;
    pthread_mutex_init(&store->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&store->work, &steady);
    pthread_condattr_destroy(&steady);
    store->filling.bytes = must_alloc(BATCH_SIZE);
    store->taken.bytes = must_alloc(BATCH_SIZE);
    return store;
}

static void free_store(struct store *store)
{
    if (store->database)
        store->database->kind->close(store->database);
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

struct store *store_open(const struct store_place *place, bool accept_loss, struct store_watch watch,
                         struct problem *why)
{
    struct store *store = new_store(watch);

    if (open_database(store, place, accept_loss, why) && start_writer(store, why))
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
    return &store->database->head.key;
}

const char *store_name(const struct store *store)
{
    return store->database->name;
}

/* ---- appending ---- */

/* Adds to the batch that fills. The lock is held. */
static void add(struct store *store, const struct entry *entry, const void *bytes)
{
    struct batch *batch = &store->filling;

    if (batch->used == 0)
        pthread_cond_signal(&store->work);
    batch_add(batch, entry, bytes);
    if (!entry->is_snapshot) {
        store->tickets++;
        store->figures.waiting++;
    }
    batch->last = store->tickets;
}

/* The lock is held. */
static bool has_space_for(const struct store *store, size_t length, struct problem *why)
{
    return batch_has_space(&store->filling, length) ||
           problem_set(why, "%s: too much is waiting for the disk", store->database->name);
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
    } else if (store->leaving) {
        problem_set(why, "the server is shutting down");
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
    bool taken = !store->failed && !store->leaving && store->filling.used + sizeof entry + it->length <= SNAPSHOTS_SIZE;
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
    bool fits = !store->failed && !store->leaving && has_space_for(store, EVENT_SIZE, why);
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

/* ---- several servers, by the caller's thread ---- */

bool store_is_shared(const struct store *store)
{
    return store->database->shared;
}

enum claim store_claim(struct store *store, const char *id, struct store_node *node, struct problem *why)
{
    return store_is_shared(store) ? store->database->kind->claim(store->database, id, node, why) : CLAIM_MINE;
}

void store_standing(struct store *store, struct store_standing *out)
{
    *out = (struct store_standing){.sure = true};
    if (store_is_shared(store))
        store->database->kind->standing(store->database, out);
}

void store_tell_clock(struct store *store, int64_t time)
{
    if (store_is_shared(store))
        store->database->kind->tell_clock(store->database, time - steady_ms());
}

bool store_tell(struct store *store, const struct attendance *attendance)
{
    return !store_is_shared(store) || store->database->kind->tell(store->database, attendance);
}

void store_hear(struct store *store, store_hears *hears, void *context)
{
    if (store_is_shared(store))
        store->database->kind->hear(store->database, hears, context);
}

void store_leave(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->leaving = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

/* ---- reading, by the caller's thread ---- */

enum load_result store_load(struct store *store, const char *id, const struct chain_point *from, store_take *take,
                            void *context, struct problem *why)
{
    return store->database->kind->load(store->database, id, from, take, context, why);
}

enum load_result store_prove(struct store *store, const char *id, struct chain_point *from,
                             const struct chain_point *end, int most, struct problem *why)
{
    return store->database->kind->prove(store->database, id, from, end, most, why);
}

void store_snapshot(struct store *store, const char *id, store_take_snapshot *take, void *context)
{
    if (!store->database->kind->snapshot(store->database, id, take, context))
        log_line("snapshot_damaged", "table=%s", id);
}

bool store_chain(struct store *store, const char *id, int events, struct chain *out)
{
    return store->database->kind->chain(store->database, id, events, out);
}

int store_public(struct store *store, int status_max, int offset, int most, struct store_row *out, struct problem *why)
{
    return store->database->kind->list(store->database, LIST_PUBLIC, status_max, offset, most, out, why);
}

int store_due(struct store *store, int64_t until, int offset, int most, struct store_row *out, struct problem *why)
{
    return store->database->kind->list(store->database, LIST_DUE, until, offset, most, out, why);
}
