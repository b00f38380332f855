/* See nodes_postgres.h. */
#include "server/nodes_postgres.h"

#include <stdio.h>
#include <string.h>

#include "server/log.h"
#include "server/news_postgres.h"
#include "server/schema_postgres.h"
#include "server/seal.h"
#include "table/steady.h"

#define HOLDS_LOCK                                                                                                     \
    "locktype = 'advisory' AND classid = " NODE_LOCK                                                                   \
    " AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
#define TELL_END "pg_notify('" NEWS_CHANNEL "', '" NEWS_GONE "' || number)"

/* ---- the life of a node ---- */

bool pg_node_lock(struct postgres *it, bool *taken, struct problem *why)
{
    char sql[80];
    int64_t answer;

    snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock(" NODE_LOCK ", %lld)::int", (long long)it->number);
    if (!pg_ask_number(&it->writing, sql, &answer, why))
        return false;
    *taken = answer != 0;
    return true;
}

static bool put_row(struct postgres *it, const struct head *head, struct problem *why)
{
    struct pg_values values = {.count = 0};
    struct chain seal;

    seal_head(head, &seal);
    pg_long(&values, head->node);
    pg_text(&values, it->node);
    pg_chain(&values, &head->running);
    pg_chain(&values, &seal);
    PGresult *result = pg_ask(&it->writing,
                              "INSERT INTO nodes(number, address, beat, dead, sequence, running, seal)"
                              " VALUES($1, $2, 0, false, 0, $3, $4)",
                              &values, why);
    return pg_drop(result);
}

static void set_clock_of_others(struct postgres *it, int64_t clock)
{
    it->clock_of_others = clock > 0 ? clock - steady_ms() : 0;
}

/* The lock comes before the row: nobody sees a node that lives and has none. */
bool pg_node_join(struct postgres *it, struct problem *why)
{
    struct head head = {.key = it->base.head.key};
    int64_t begun = steady_ms(), clock, number;
    bool locked = false;

    if (!pg_ask_number(&it->writing, "SELECT nextval('node_numbers')", &number, why) ||
        !pg_ask_number(&it->writing, "SELECT clock FROM about", &clock, why))
        return false;
    it->number = head.node = number;
    if (!pg_node_lock(it, &locked, why))
        return false;
    if (!locked)
        return problem_set(why, "%s: another program holds the lock of node %lld", it->base.name, (long long)number);
    if (!put_row(it, &head, why))
        return false;
    it->base.head.node = number; /* the key is read by others meanwhile */
    it->base.head.sequence = 0;
    it->base.head.running = head.running;
    it->dead = false;
    if (it->clock_ahead == 0)
        set_clock_of_others(it, clock);
    pg_news_forget(it);
    pg_node_look_anew(it);
    pg_node_heard(it, begun);
    log_line("joined", "node=%lld address=%s", (long long)number, it->node);
    return true;
}

bool pg_node_end(struct postgres *it, int64_t number, struct problem *why)
{
    struct pg_values values = {.count = 0};

    pg_long(&values, number);
    PGresult *result = pg_ask(&it->writing,
                              "WITH gone AS (UPDATE nodes SET dead = true WHERE number = $1 AND NOT dead"
                              " RETURNING number) SELECT " TELL_END " FROM gone",
                              &values, why);
    return pg_drop(result);
}

bool pg_node_leave(struct postgres *it, struct problem *why)
{
    it->sure_until = 0;
    if (!pg_node_end(it, it->number, why))
        return false;
    log_line("left", "node=%lld", (long long)it->number);
    return true;
}

bool pg_node_end_all(struct postgres *it, struct problem *why)
{
    static const char *const sql[] = {"UPDATE nodes SET dead = true WHERE NOT dead",
                                      "UPDATE tables SET owner = 0 WHERE owner <> 0", NULL};

    return pg_run(&it->writing, sql, why);
}

/* ---- the others ---- */

void pg_node_heard(struct postgres *it, int64_t at)
{
    it->sure_until = at + SURE_MS;
    it->heard = at;
}

void pg_node_look_anew(struct postgres *it)
{
    for (int i = 0; i < it->other_count; i++)
        it->others[i].silent = it->others[i].unlocked = 0;
}

static const struct others *seen_before(const struct others *all, int count, int64_t number)
{
    for (int i = 0; i < count; i++)
        if (all[i].number == number)
            return &all[i];
    return NULL;
}

/* Takes what a beat has shown of the others; `since` milliseconds have passed since the last. */
static void look_at_others(struct postgres *it, const PGresult *result, int64_t since)
{
    struct others before[NODES_MAX];
    int count = it->other_count;

    memcpy(before, it->others, sizeof before);
    it->other_count = 0;
    for (int row = 0; row < PQntuples(result) && it->other_count < NODES_MAX; row++) {
        struct others *now = &it->others[it->other_count];
        *now = (struct others){.number = pg_number(result, row, 0), .beat = pg_number(result, row, 2)};
        if (now->number == it->number)
            continue;
        pg_copy_text(result, row, 1, now->address, sizeof now->address);
        const struct others *then = seen_before(before, count, now->number);
        now->silent = then && then->beat == now->beat ? then->silent + since : 0;
        now->unlocked = then && pg_number(result, row, 3) == 0 ? then->unlocked + since : 0;
        it->other_count++;
    }
    pthread_mutex_lock(&it->lock);
    it->standing.others = it->other_count;
    for (int i = 0; i < it->other_count; i++)
        it->standing.numbers[i] = it->others[i].number;
    it->standing.latest = pg_number(result, 0, 6);
    pthread_mutex_unlock(&it->lock);
}

/* Ends the session of a node and declares it dead, unless it has said something meanwhile. */
static bool bury(struct postgres *it, const struct others *other, struct problem *why)
{
    struct pg_values of_session = {.count = 0}, of_row = {.count = 0};

    pg_long(&of_session, other->number);
    PGresult *result =
        pg_ask(&it->writing,
               "SELECT pg_terminate_backend(pid, 1000) FROM pg_locks WHERE objid = $1::bigint::oid AND " HOLDS_LOCK,
               &of_session, why);
    if (!pg_drop(result))
        return false;
    pg_long(&of_row, other->number);
    pg_long(&of_row, other->beat);
    result = pg_ask(&it->writing,
                    "WITH gone AS (UPDATE nodes SET dead = true WHERE number IN (SELECT number FROM nodes"
                    " WHERE number = $1 AND beat = $2 AND NOT dead FOR UPDATE SKIP LOCKED) RETURNING number)"
                    " SELECT number, " TELL_END " FROM gone",
                    &of_row, why);
    if (result && PQntuples(result) == 1)
        log_line("declared_dead", "node=%lld address=%s silent_ms=%lld unlocked_ms=%lld", (long long)other->number,
                 other->address, (long long)other->silent, (long long)other->unlocked);
    return pg_drop(result);
}

bool pg_node_beat(struct postgres *it, bool *dead, struct problem *why)
{
    static const char sql[] =
        "WITH beat AS (UPDATE nodes SET beat = beat + 1 WHERE number = $1 AND NOT dead RETURNING 1),"
        " tick AS (UPDATE about SET clock = greatest(clock, $2) WHERE EXISTS (SELECT FROM beat) RETURNING clock)"
        " SELECT number, address, beat,"
        " EXISTS (SELECT FROM pg_locks WHERE objid = number::oid AND " HOLDS_LOCK ")::int,"
        " (SELECT count(*) FROM beat), (SELECT clock FROM tick), (SELECT max(number) FROM nodes),"
        " (SELECT count(pg_notify('" NEWS_CHANNEL "', text)) FROM (VALUES ($3::text), ($4::text)) AS news(text)"
        " WHERE text <> '' AND EXISTS (SELECT FROM beat)) FROM nodes WHERE NOT dead ORDER BY number";
    struct pg_values values = {.count = 0};
    struct pg_news news = {.tables = ""};
    int64_t begun = steady_ms(), since = begun - it->beaten;

    pg_long(&values, it->number);
    pg_long(&values, it->clock_ahead ? begun + it->clock_ahead : 0);
    if (it->beats) /* one after a failure is to get through, whatever is wrong with news */
        pg_news_take(it, &news);
    pg_text(&values, news.tables);
    pg_text(&values, news.ask);
    PGresult *result = pg_ask(&it->writing, sql, &values, why);
    if (!result)
        return false;
    *dead = PQntuples(result) == 0 || pg_number(result, 0, 4) == 0;
    if (!*dead) {
        set_clock_of_others(it, pg_number(result, 0, 5));
        pg_node_heard(it, begun);
        pg_news_told(it, &news);
        look_at_others(it, result, since < 2 * BEAT_MS ? since : 2 * BEAT_MS);
    }
    PQclear(result);
    for (int i = 0; !*dead && i < it->other_count; i++)
        if ((it->others[i].silent >= SILENT_MS || it->others[i].unlocked >= FREE_MS) && !bury(it, &it->others[i], why))
            return false;
    return true;
}

/* ---- tables, by the reader ---- */

static bool is_sure(const struct postgres *it)
{
    return steady_ms() < it->sure_until;
}

enum claim pg_claim(struct database *database, const char *id, struct store_node *node, struct problem *why)
{
    struct postgres *it = postgres_of(database);
    struct pg_values values = {.count = 0};
    enum claim claim = CLAIM_MINE;

    problem_set(why, "%s", "");
    if (!is_sure(it)) /* it may take as long as the database is away: nobody waits for that */
        return CLAIM_UNKNOWN;
    pg_text(&values, id);
    pg_long(&values, it->number);
    PGresult *result = pg_ask_reading(it, CLAIM, &values, why);
    if (!result)
        return CLAIM_UNKNOWN;
    if (PQntuples(result) == 1 && pg_number(result, 0, 0) == 0) {
        node->number = pg_number(result, 0, 1);
        pg_copy_text(result, 0, 2, node->address, sizeof node->address);
        claim = node->number != it->number && node->address[0] ? CLAIM_OTHERS : CLAIM_UNKNOWN;
    }
    PQclear(result);
    return claim;
}

bool pg_claim_due(struct postgres *it, int64_t until, int most, struct problem *why)
{
    struct pg_values values = {.count = 0};

    if (!is_sure(it))
        return problem_set(why, "%s: nobody can say whose tables they are just now", it->base.name);
    pg_long(&values, until);
    pg_long(&values, it->number);
    pg_int(&values, most);
    PGresult *result = pg_ask_reading(it, CLAIM_DUE, &values, why);
    return pg_drop(result);
}

void pg_standing(struct database *database, struct store_standing *out)
{
    struct postgres *it = postgres_of(database);
    int64_t ahead = it->clock_of_others;

    pthread_mutex_lock(&it->lock);
    *out = it->standing;
    pthread_mutex_unlock(&it->lock);
    out->number = it->number;
    out->sure = is_sure(it);
    out->away = steady_ms() - it->heard > AWAY_MS;
    out->clock = ahead ? steady_ms() + ahead : 0;
}
