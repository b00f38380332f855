/* The reading half of store_postgres.c, by the caller's thread, which must not wait for long: it never connects. When
 * its connection is lost it asks the writer for a new one. */
#include <string.h>

#include "server/nodes_postgres.h"
#include "server/schema_postgres.h"
#include "server/seal.h"
#include "server/store_postgres.h"
#include "table/steady.h"

enum {
    RENEW_PATIENCE = 1000, /* milliseconds, for a new connection, … */
    RENEW_EVERY = 5000,    /* … once in this time */
};

/* Has the writer connect the reader again, and waits for that a little, but not all the time. */
static void wait_for_renewal(struct postgres *it)
{
    struct timespec until;
    int64_t now = steady_ms();

    pthread_mutex_lock(&it->lock);
    it->ails = !it->fresh.connection;
    bool ails = it->ails;
    pthread_mutex_unlock(&it->lock);
    if (ails && it->base.owner.renew)
        it->base.owner.renew(it->base.owner.context);
    if (!ails || !it->base.owner.renew || now - it->waited < RENEW_EVERY)
        return;
    it->waited = now;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += RENEW_PATIENCE / 1000;
    pthread_mutex_lock(&it->lock);
    while (it->ails && !it->away && pthread_cond_timedwait(&it->renewed, &it->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&it->lock);
}

/* Whether the reader has a connection. */
static bool can_read(struct postgres *it, struct problem *why)
{
    if (!pg_is_lost(&it->reading))
        return true;
    pg_close(&it->reading);
    wait_for_renewal(it);
    pthread_mutex_lock(&it->lock);
    it->reading = it->fresh;
    it->listens = false;
    it->fresh.connection = NULL;
    pthread_mutex_unlock(&it->lock);
    return it->reading.connection || problem_set(why, "%s: the database is away", it->base.name);
}

/* What is asked in one pipeline. */
struct question {
    enum statement statement;
    const struct pg_values *values; /* NULL: none */
};

enum { QUESTIONS_MAX = 4 };

static void clear_answers(PGresult *answers[], int count)
{
    for (int i = 0; i < count; i++)
        PQclear(answers[i]);
}

/* One attempt: false with the reason, and *lost if the connection is. */
static bool try_asking(struct postgres *it, const struct question *questions, int count, PGresult *answers[],
                       bool *lost, struct problem *why)
{
    struct pg_line *line = &it->reading;
    bool sent = true, fine = true;

    for (int i = 0; i < count; i++) {
        answers[i] = NULL;
        sent = sent && pg_send_prepared(line, pg_statements[questions[i].statement].name, questions[i].values);
    }
    *lost = !sent || !pg_sync(line);
    if (*lost)
        return problem_set(why, "%s: the connection to the database was lost", it->base.name);
    for (int i = 0; fine && i < count; i++) {
        answers[i] = pg_answer(line, why);
        *lost = !answers[i] || pg_ends_session(answers[i]);
        fine = answers[i] && pg_done(line, answers[i], why);
        it->finds_damage = answers[i] && pg_has_state(answers[i], "XX");
    }
    if (fine && pg_drain(line, why))
        return true;
    clear_answers(answers, count);
    return false;
}

/* Asks prepared questions. If the connection turns out to be lost it asks again over another one. False with
 * the reason; then there is nothing to clear. */
static bool ask(struct postgres *it, const struct question *questions, int count, PGresult *answers[],
                struct problem *why)
{
    enum { CONNECTIONS = 3 }; /* its own, one that was ready and is lost too, a new one */
    bool lost = true;
    int64_t begun = steady_ms();

    it->finds_damage = false;
    for (int tries = 0; lost && tries < CONNECTIONS && can_read(it, why); tries++) {
        if (try_asking(it, questions, count, answers, &lost, why))
            return true;
        pg_close(&it->reading);                                            /* a transaction may be open there */
        lost = lost && !it->looks && steady_ms() - begun < RENEW_PATIENCE; /* else nobody would answer there either */
    }
    return false;
}

PGresult *pg_ask_reading(struct postgres *it, enum statement statement, const struct pg_values *values,
                         struct problem *why)
{
    const struct question question = {statement, values};
    PGresult *answer;

    return ask(it, &question, 1, &answer, why) ? answer : NULL;
}

static bool read_row(const PGresult *result, int row, const struct chain_key *key, struct store_row *out)
{
    struct chain seal, expected;

    *out = (struct store_row){.status = (int)pg_number(result, row, 2),
                              .listed = pg_number(result, row, 3) != 0,
                              .opened = pg_number(result, row, 4),
                              .changed = pg_number(result, row, 5),
                              .wake = pg_number(result, row, 6),
                              .events = (int)pg_number(result, row, 7)};
    pg_copy_text(result, row, 0, out->id, sizeof out->id);
    pg_copy_text(result, row, 1, out->game, sizeof out->game);
    if (!pg_chain_column(result, row, 8, &out->chain) || !pg_chain_column(result, row, 9, &seal))
        return false;
    seal_row(key, out, &expected);
    return chain_equal(&seal, &expected);
}

static struct kept_event event_column(const PGresult *result, int row)
{
    struct kept_event it = {.number = pg_number(result, row, 0),
                            .at = pg_number(result, row, 1),
                            .text = PQgetvalue(result, row, 2),
                            .length = (size_t)PQgetlength(result, row, 2)};

    it.has_chain = pg_chain_column(result, row, 3, &it.chain);
    return it;
}

static bool take_events(const PGresult *result, struct event_walk *walk, store_take *take, void *context,
                        struct problem *why)
{
    bool taken = true;

    for (int row = 0; taken && row < PQntuples(result); row++) {
        struct kept_event kept = event_column(result, row);
        taken = event_walk_take(walk, &kept, take, context, why);
    }
    return taken;
}

static void add_range(struct pg_values *values, const char *id, const struct chain_point *from, int most)
{
    pg_text(values, id);
    pg_int(values, from->events);
    if (most > 0)
        pg_int(values, most);
    else
        pg_null(values);
}

static enum load_result take_table(struct postgres *it, const char *id, const PGresult *row_answer,
                                   const PGresult *events, const struct chain_point *from, store_take *take,
                                   void *context, struct problem *why)
{
    struct store_row row;
    struct event_walk walk = event_walk(it->base.name, &it->base.head.key, id, from);

    if (PQntuples(row_answer) == 0 && PQntuples(events) == 0)
        return LOAD_NOTHING;
    if (PQntuples(row_answer) == 0)
        problem_set(why, "%s: damaged: the row of table %s is missing", it->base.name, id);
    else if (!read_row(row_answer, 0, &it->base.head.key, &row))
        problem_set(why, "%s: damaged: the row of table %s", it->base.name, id);
    else if (take_events(events, &walk, take, context, why) && event_walk_ends(&walk, &row, why))
        return LOAD_READ;
    return LOAD_DAMAGED;
}

/* In one transaction: the writer may be at work on the table. */
enum load_result pg_load(struct database *database, const char *id, const struct chain_point *from, store_take *take,
                         void *context, struct problem *why)
{
    struct postgres *it = postgres_of(database);
    struct pg_values of_row = {.count = 0}, of_events = {.count = 0};
    const struct question questions[QUESTIONS_MAX] = {
        {BEGIN_READING, NULL}, {ROW, &of_row}, {LOAD, &of_events}, {END, NULL}};
    PGresult *answers[QUESTIONS_MAX];
    int first = it->looks ? 1 : 0, count = it->looks ? 2 : QUESTIONS_MAX; /* a looker is in one already */

    pg_text(&of_row, id);
    add_range(&of_events, id, from, 0);
    if (!ask(it, questions + first, count, answers, why))
        return it->finds_damage ? LOAD_DAMAGED : LOAD_UNREADABLE;
    enum load_result result = take_table(it, id, answers[1 - first], answers[2 - first], from, take, context, why);
    clear_answers(answers, count);
    return result;
}

enum load_result pg_prove(struct database *database, const char *id, struct chain_point *from,
                          const struct chain_point *end, int most, struct problem *why)
{
    struct postgres *it = postgres_of(database);
    struct event_walk walk = event_walk(database->name, &database->head.key, id, from);
    int until = end->events - from->events < most ? end->events : from->events + most;
    struct pg_values values = {.count = 0};

    if (until <= from->events)
        return LOAD_READ;
    add_range(&values, id, from, until - from->events);
    PGresult *answer = pg_ask_reading(it, LOAD, &values, why);
    if (!answer)
        return it->finds_damage ? LOAD_DAMAGED : LOAD_UNREADABLE;
    bool fine = take_events(answer, &walk, take_nothing, NULL, why) &&
                (walk.at.number == until || event_problem(why, database->name, id, walk.at.number, "is missing")) &&
                event_walk_leads_to(&walk, end, why);
    PQclear(answer);
    *from = (struct chain_point){walk.at.number, walk.at.chain};
    return fine ? LOAD_READ : LOAD_DAMAGED;
}

bool pg_snapshot(struct database *database, const char *id, store_take_snapshot *take, void *context)
{
    struct pg_values values = {.count = 0};
    struct store_snapshot it = {.bytes = NULL};
    struct chain seal, expected;
    struct problem unused;
    bool whole = true;

    pg_text(&values, id);
    PGresult *answer = pg_ask_reading(postgres_of(database), SNAPSHOT, &values, &unused);
    if (answer && PQntuples(answer) == 1) {
        it.point.events = (int)pg_number(answer, 0, 0);
        it.bytes = PQgetvalue(answer, 0, 2);
        it.length = (size_t)PQgetlength(answer, 0, 2);
        whole = pg_chain_column(answer, 0, 1, &it.point.chain) && pg_chain_column(answer, 0, 3, &seal);
        seal_snapshot(&database->head.key, id, &it, &expected);
        whole = whole && chain_equal(&seal, &expected);
        if (whole)
            take(context, &it);
    }
    PQclear(answer);
    return answer && whole;
}

bool pg_chain_of(struct database *database, const char *id, int events, struct chain *out)
{
    struct pg_values values = {.count = 0};
    struct problem unused;

    pg_text(&values, id);
    pg_int(&values, events - 1);
    PGresult *answer = pg_ask_reading(postgres_of(database), CHAIN, &values, &unused);
    bool found = answer && PQntuples(answer) == 1 && pg_chain_column(answer, 0, 0, out);
    PQclear(answer);
    return found;
}

int pg_list(struct database *database, enum list_kind kind, int64_t selected, int offset, int most,
            struct store_row *out, struct problem *why)
{
    struct pg_values values = {.count = 0};
    int count = 0;

    struct postgres *it = postgres_of(database);

    if (kind == LIST_DUE && database->shared && !pg_claim_due(it, selected, most, why))
        return -1;
    pg_long(&values, selected);
    pg_int(&values, offset);
    pg_int(&values, most + (int)database->damaged); /* which are left out */
    if (kind == LIST_DUE)
        pg_long(&values, it->number);
    PGresult *answer = pg_ask_reading(it, kind == LIST_PUBLIC ? PUBLIC : DUE, &values, why);
    for (int row = 0; answer && count < most && row < PQntuples(answer); row++)
        count += read_row(answer, row, &database->head.key, &out[count]);
    PQclear(answer);
    return answer ? count : -1;
}

/* ---- looking at everything ---- */

int pg_rows(struct database *database, const char *after, int most, struct store_row *out, bool *whole,
            struct problem *why)
{
    struct pg_values values = {.count = 0};

    pg_text(&values, after);
    pg_int(&values, most);
    PGresult *answer = pg_ask_reading(postgres_of(database), ROWS, &values, why);
    int count = answer ? PQntuples(answer) : -1;
    for (int row = 0; row < count; row++)
        whole[row] = read_row(answer, row, &database->head.key, &out[row]);
    PQclear(answer);
    return count;
}

bool pg_count(struct database *database, struct holdings *out, struct problem *why)
{
    PGresult *answer = pg_ask(&postgres_of(database)->reading,
                              "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events),"
                              " (SELECT count(*) FROM snapshots), (SELECT removed FROM head)",
                              NULL, why);

    if (!answer)
        return false;
    *out = (struct holdings){pg_number(answer, 0, 0), pg_number(answer, 0, 1), pg_number(answer, 0, 2),
                             pg_number(answer, 0, 3)};
    PQclear(answer);
    return true;
}

/* What PostgreSQL itself knows of damage: how many pages have failed their checksums. */
void pg_inspect(struct database *database, database_fault *fault, void *context)
{
    struct problem why;
    int64_t failures;

    if (!pg_ask_number(&postgres_of(database)->reading,
                       "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()",
                       &failures, &why)) {
        fault(context, why.text);
    } else if (failures > 0) {
        problem_set(&why, "%s: PostgreSQL has found %lld damaged pages in this database", database->name,
                    (long long)failures);
        fault(context, why.text);
    }
}
