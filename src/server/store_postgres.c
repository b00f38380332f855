/* See database.h. The tables are in the schema `parlor` of a database of PostgreSQL; while they are copied to it, in
 * `parlor_part`. The writer and the reader have a connection each, and a batch is one transaction that goes there in
 * one pipeline.
 *
 * The writer's session holds a lock of PostgreSQL's for as long as it lives. So a second server is told apart, and
 * after a connection was lost in the middle of a commit, the one that has the lock knows that the session before has
 * ended: the head in the database then says whether the commit was kept. The head also moves from what the writer knows
 * to the next, or the transaction fails. One of several servers shares that lock with the others, and has a head of its
 * own (nodes_postgres.h). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/log.h"
#include "server/news_postgres.h"
#include "server/nodes_postgres.h"
#include "server/schema_postgres.h"
#include "server/seal.h"
#include "server/store_postgres.h"
#include "table/steady.h"

enum {
    READER_PATIENCE = 2000,   /* milliseconds, for the answer to a query while people wait */
    LOOKER_PATIENCE = 600000, /* … while nobody does */
    AWAY_PATIENCE = 5000,     /* for a database that goes away in the middle of a batch */
    START_PATIENCE = 10000,   /* for one of several hosts to become the one that can be written */
    PAUSE_LEAST = 20,
    PAUSE_MOST = 500,
    ROWS_AT_ONCE = 256,
};

#define WHOLE "parlor"
#define PART  "parlor_part"

/* ---- the head ---- */

/* Finds out how the database stands after a connection was lost, or after a failure. False with the reason if nobody
 * can go on from there. */
static bool find_standing(struct postgres *it, struct problem *why)
{
    struct head *known = &it->base.head, there = *known;
    int64_t removed;
    bool found = true;

    if (!(known->node ? pg_node_head(&it->writing, &there, &found, &it->dead, why)
                      : pg_schema_head(&it->writing, &there, &removed, why)))
        return false;
    there.sequence = found ? there.sequence : 0;
    it->dead |= !found; /* an older state of the database, which has lost nothing of this life */
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
    pg_long(&values, it->number);
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
    if (it->after.node)
        pg_long(&values, it->after.node);
    return pg_send_prepared(&it->writing, pg_statements[it->after.node ? PUT_PART : PUT_HEAD].name, &values);
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

/* The head is not where this writer has left it, or a table not its own. */
static void problem_moved(const struct postgres *it, struct problem *why)
{
    problem_set(why, it->base.shared ? "%s: another node has taken over" : "%s: another program has written here",
                it->base.name);
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
    else if (pg_has_state(result, "23502") || pg_has_state(result, "22012"))
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
    if (!wanted || !pg_connect_reader(it, &line, READER_PATIENCE, &why))
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

    if (was_lost && !(pg_connect_writer(it, why) && pg_session_begin(&it->writing, it->schema, false, why))) {
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

/* Commits something that changes nothing. Then what was committed before is where the database puts what it keeps, on
 * a standby too if it waits for one. */
static bool commit_nothing(struct postgres *it, struct problem *why)
{
    static const char *const sql[] = {"UPDATE about SET version = version", NULL};

    return pg_run(&it->writing, sql, why);
}

/* One attempt at a batch that may have been tried before. */
static enum outcome write_once(struct postgres *it, const struct batch *batch, struct problem *why)
{
    struct head known = it->base.head;

    if (pg_is_lost(&it->writing) || it->in_doubt) {
        if (!come_back(it, why))
            return LOST;
        if (it->in_doubt && head_equal(&it->base.head, &it->after)) {
            it->base.head.sequence = known.sequence; /* until it is certain */
            it->base.head.running = known.running;
            if (!commit_nothing(it, why))
                return LOST;
            it->in_doubt = false;
            return KEPT;
        }
        if (it->dead || !head_equal(&it->base.head, &known)) {
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
    int64_t begun = steady_ms(), until = begun + AWAY_PATIENCE;
    enum outcome outcome;

    it->in_doubt = false;
    make_after(it, batch);
    for (int pause = PAUSE_LEAST; (outcome = write_once(it, batch, why)) == LOST;
         pause = 2 * pause < PAUSE_MOST ? 2 * pause : PAUSE_MOST)
        if (steady_ms() + pause > until || !database_wait(database, pause))
            return false;
    if (outcome == REFUSED)
        return false;
    if (database->shared && !it->dead)
        pg_node_heard(it, begun);
    database->head.sequence = it->after.sequence; /* the key is read by others meanwhile */
    database->head.running = it->after.running;
    return true;
}

/* A node that was declared dead begins a new life. */
static bool live_again(struct postgres *it, struct problem *why)
{
    if (!it->dead)
        return true;
    log_line("was_declared_dead", "node=%lld", (long long)it->number);
    it->sure_until = 0;
    return pg_node_join(it, why);
}

static bool touch(struct database *database, struct problem *why)
{
    struct postgres *it = postgres_of(database);

    if (!come_back(it, why) || !live_again(it, why) || !commit_nothing(it, why))
        return false;
    it->in_doubt = false;
    return true;
}

/* ---- one of several ---- */

static int beat(struct database *database)
{
    struct postgres *it = postgres_of(database);
    int64_t wait = it->beaten + (it->looks_now ? LOOK_MS : BEAT_MS) - steady_ms();
    bool dead = false;
    struct problem why;

    if (!database->shared)
        return -1;
    if (wait > 0)
        return (int)wait;
    it->looks_now = false;
    bool works = (!pg_is_lost(&it->writing) || come_back(it, &why)) && pg_node_beat(it, &dead, &why);
    it->beaten = steady_ms(); /* also of one that fails */
    it->dead |= works && dead;
    works = works && live_again(it, &why);
    if (!works && it->beats)
        log_line("beat_failed", "why=\"%s\"", why.text);
    it->beats = works;
    return BEAT_MS;
}

static bool leave(struct database *database, struct problem *why)
{
    struct postgres *it = postgres_of(database);

    return !database->shared || it->dead || (connect_again(it, why) && pg_node_leave(it, why));
}

static void tell_clock(struct database *database, int64_t ahead)
{
    postgres_of(database)->clock_ahead = ahead;
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
                log_line("rows_damaged", "table=%s", rows[i].id);
            memcpy(after, rows[i].id, sizeof after);
        }
    } while (count == ROWS_AT_ONCE);
    free(rows);
    return count >= 0;
}

/* Whether all tables are there, at one moment: other nodes may be at work. Damage within them shows when they are
 * loaded. */
static bool check_tables(struct postgres *it, const struct expectation *expected, struct problem *why)
{
    char sql[80];
    int64_t events, removed;
    struct head total;

    if (!pg_do(&it->reading, pg_statements[BEGIN_READING].sql, why) ||
        !pg_schema_total(&it->reading, &total, &removed, why) || !sum_rows(it, &events, why) ||
        !pg_do(&it->reading, pg_statements[END].sql, why))
        return false;
    if (it->base.damaged > 0 || (uint64_t)(events + removed) == total.sequence)
        return true;
    if (!expect_events(expected, &total, events + removed, why))
        return false;
    snprintf(sql, sizeof sql, "UPDATE head SET removed = removed + %lld", (long long)total.sequence - events - removed);
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

/* Connects for the first time. One of several hosts may be about to take the place of another, or too busy to answer.
 */
static bool connect_first(struct postgres *it, struct problem *why)
{
    int64_t until = steady_ms() + (pg_host_count(&it->address) > 1 ? START_PATIENCE : 0);

    while (!pg_connect_writer(it, why))
        if (steady_ms() >= until || !database_wait(&it->base, PAUSE_MOST))
            return false;
    return true;
}

/* Connects both lines to tables of this version, with this key if they are to be made. */
static bool open_tables(struct postgres *it, const struct expectation *expected, const struct chain_key *key,
                        struct problem *why)
{
    if (!connect_first(it, why) || !warn_of_settings(it, why))
        return false;
    int version = pg_schema_version(&it->writing, it->schema, why);
    if (version >= 0 && version < PG_SCHEMA_VERSION && it->base.shared && !it->locked)
        return problem_set(why, "%s: servers of another version are using it; stop all of them first", it->base.name);
    if (version < 0 || (version == 0 && expected && !expect_nothing(expected, why)) ||
        (version < PG_SCHEMA_VERSION && !pg_schema_make(&it->writing, it->schema, version, key, why)))
        return false;
    if (version != 0 && version != PG_SCHEMA_VERSION)
        log_line("migrated", "from=%d to=%d", version, PG_SCHEMA_VERSION);
    return pg_session_begin(&it->writing, it->schema, false, why) && pg_schema_check(&it->writing, why) &&
           pg_connect_reader(it, &it->reading, READER_PATIENCE, why);
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

/* Whether the database holds what the directory's head tells of: what this server wrote last, alone or as a node. */
static bool check_head(struct postgres *it, const struct expectation *expected, struct problem *why)
{
    int64_t removed;
    bool found = true, dead;

    if (!pg_schema_head(&it->writing, &it->base.head, &removed, why))
        return false;
    struct head there = it->base.head;
    if (expected->found == HEAD_READ && expected->head.node) {
        there = (struct head){.node = expected->head.node, .key = there.key};
        if (!pg_node_head(&it->writing, &there, &found, &dead, why))
            return false;
    }
    return expect_head(expected, &there, why) && (found || expect_node(expected, why));
}

/* The directory is locked, so the server that had it before is gone. */
static bool begin_life(struct postgres *it, const struct expectation *expected, struct problem *why)
{
    if (!it->base.shared)
        return pg_node_end_all(it, why);
    return (expected->found != HEAD_READ || pg_node_end(it, expected->head.node, why)) && pg_node_join(it, why) &&
           pg_share_lock(it, why);
}

static struct database *open_to_keep(const struct store_place *place, const struct expectation *expected,
                                     struct problem *why)
{
    struct postgres *it = new_postgres(WHOLE);
    struct chain_key key = expect_key(expected);

    it->base.shared = place->node;
    snprintf(it->node, sizeof it->node, "%s", place->node ? place->node : "");
    return opened(it, read_address(it, place, why) && open_tables(it, expected, &key, why) &&
                          check_head(it, expected, why) && check_tables(it, expected, why) &&
                          begin_life(it, expected, why));
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
    return pg_session_begin(&it->reading, it->schema, true, why) && pg_schema_check(&it->reading, why) &&
           pg_do(&it->reading, pg_statements[BEGIN_READING].sql, why) &&
           pg_schema_total(&it->reading, &it->base.head, &removed, why);
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

    if (!pg_connect_writer(it, why))
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
    return pg_drop(result) && pg_do(&it->writing, "ALTER SCHEMA " PART " RENAME TO " WHOLE, why) &&
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
    .claim = pg_claim,
    .standing = pg_standing,
    .tell_clock = tell_clock,
    .tell = pg_tell,
    .hear = pg_hear,
    .beat = beat,
    .leave = leave,
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
