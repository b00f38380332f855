/* Sessions of store_postgres.c: what each is set to, the statements it prepares, and the locks that the writer's
 * holds. */
#include <stdio.h>
#include <string.h>

#include "server/nodes_postgres.h"
#include "server/store_postgres.h"
#include "table/steady.h"

enum {
    WRITER_PATIENCE = 10000, /* milliseconds, for the answer to a batch, */
    NODE_PATIENCE = 2500,    /* … where others take over what takes longer */
    LOCK_PATIENCE = 3000,    /* for a session of a server that was killed to end */
    LOCK_PAUSE = 20,
};

#define LOCK_KEY "1885434476, 1" /* "parl" */

/* ---- statements ---- */

#define ROW_COLUMNS "id, game, status, listed, opened, changed, wake, events, chain, seal"

const struct pg_statement pg_statements[STATEMENTS] = {
    [BEGIN] = {false, "begin", "BEGIN"},
    [PUT_EVENT] = {false, "put_event",
                   "WITH event AS (INSERT INTO events(table_id, number, at, body, chain)"
                   " VALUES($1, $8::int - 1, $11, $12, $9))"
                   " INSERT INTO tables(" ROW_COLUMNS
                   ", owner) VALUES($1, $2, $3, $4, $5, $6, $7, $8::int, $9, $10, $13)"
                   " ON CONFLICT(id) DO UPDATE SET game = excluded.game, status = excluded.status,"
                   " listed = excluded.listed, opened = excluded.opened, changed = excluded.changed,"
                   " wake = excluded.wake, events = excluded.events, chain = excluded.chain, seal = excluded.seal,"
                   " owner = CASE WHEN tables.owner = excluded.owner THEN tables.owner END"},
    [PUT_SNAPSHOT] = {false, "put_snapshot",
                      "INSERT INTO snapshots(table_id, events, chain, body, seal) VALUES($1, $2, $3, $4, $5)"
                      " ON CONFLICT(table_id) DO UPDATE SET events = excluded.events, chain = excluded.chain,"
                      " body = excluded.body, seal = excluded.seal"},
    /* Nothing is no owner and no sequence, and nobody divides by zero: the transaction fails where the table is
     * another's, the head is another one than the writer knows, or the database does not know the node. */
    [PUT_HEAD] = {false, "put_head",
                  "UPDATE head SET sequence = CASE WHEN sequence = $4 AND running = $5 THEN $1::bigint END,"
                  " running = $2, seal = $3"},
    [PUT_PART] = {false, "put_part",
                  "WITH moved AS (UPDATE nodes SET"
                  " sequence = CASE WHEN sequence = $4 AND running = $5 AND NOT dead THEN $1::bigint END,"
                  " running = $2, seal = $3, beat = beat + 1 WHERE number = $6 RETURNING 1)"
                  " SELECT 1 / count(*) FROM moved"},
    [END] = {false, "commit", "COMMIT"},
    [BEGIN_READING] = {true, "begin_reading", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    [ROW] = {true, "row", "SELECT " ROW_COLUMNS " FROM tables WHERE id = $1"},
    [LOAD] = {true, "load",
              "SELECT number, at, body, chain FROM events WHERE table_id = $1 AND number >= $2 ORDER BY number"
              " LIMIT $3::int"},
    [SNAPSHOT] = {true, "snapshot", "SELECT events, chain, body, seal FROM snapshots WHERE table_id = $1"},
    [CHAIN] = {true, "chain", "SELECT chain FROM events WHERE table_id = $1 AND number = $2"},
    [PUBLIC] = {true, "public",
                "SELECT " ROW_COLUMNS " FROM tables WHERE status <= $1::bigint AND listed"
                " ORDER BY status, changed DESC, id OFFSET $2::int LIMIT $3::int"},
    [DUE] = {true, "due",
             "SELECT " ROW_COLUMNS " FROM tables WHERE wake > 0 AND wake <= $1 AND owner = $4"
             " ORDER BY wake, id OFFSET $2::int LIMIT $3::int"},
    [ROWS] = {true, "rows", "SELECT " ROW_COLUMNS " FROM tables WHERE id > $1 ORDER BY id LIMIT $2::int"},
    /* Who finds the row locked leaves it to the one who has the lock. Somebody who is dead stays so: what a statement
     * does not see yet it takes for alive. The row is written even if it is ours already, so that what was committed
     * before is on disk wherever the database puts it. */
    [CLAIM] = {true, "claim",
               "WITH free AS (SELECT id FROM tables WHERE id = $1"
               " AND (owner IN (0, $2) OR owner IN (SELECT number FROM nodes WHERE dead)) FOR UPDATE SKIP LOCKED),"
               " claimed AS (UPDATE tables SET owner = $2 FROM free WHERE tables.id = free.id"
               " AND EXISTS (SELECT FROM nodes WHERE number = $2 AND NOT dead) RETURNING 1)"
               " SELECT (SELECT count(*) FROM claimed), owner, coalesce(address, '')"
               " FROM tables LEFT JOIN nodes ON number = owner AND NOT dead WHERE id = $1"},
    [CLAIM_DUE] = {true, "claim_due",
                   "WITH free AS (SELECT id FROM tables WHERE wake > 0 AND wake <= $1"
                   " AND (owner = 0 OR owner IN (SELECT number FROM nodes WHERE dead))"
                   " ORDER BY wake, id LIMIT $3::int FOR UPDATE SKIP LOCKED)"
                   " UPDATE tables SET owner = $2 FROM free WHERE tables.id = free.id"
                   " AND EXISTS (SELECT FROM nodes WHERE number = $2 AND NOT dead)"},
};

/* ---- connecting ---- */

/* What every session is set to, and the statements that it prepares. */
static bool send_session(struct pg_line *line, const char *schema, bool reads)
{
    char path[64];
    const char *const settings[] = {
        path,
        /* What is acknowledged is on disk, whatever is usual there; more than that may be asked for. */
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
        "SET tcp_keepalives_idle = 10",
        "SET tcp_keepalives_interval = 5",
        "SET tcp_keepalives_count = 3",
    };
    bool sent = true;

    snprintf(path, sizeof path, "SET search_path = %s", schema);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        sent = sent && pg_send(line, settings[i], NULL);
    for (int i = 0; i < STATEMENTS; i++)
        if (pg_statements[i].reads == reads || i == END)
            sent = sent && pg_prepare(line, pg_statements[i].name, pg_statements[i].sql);
    return sent && pg_sync(line);
}

bool pg_session_begin(struct pg_line *line, const char *schema, bool reads, struct problem *why)
{
    if (!send_session(line, schema, reads))
        return problem_set(why, "%s: the connection to the database was lost", line->name);
    return pg_drain(line, why);
}

bool pg_connect_reader(struct postgres *it, struct pg_line *line, int patience, struct problem *why)
{
    if (pg_open(line, &it->address, patience, why) && pg_session_begin(line, it->schema, true, why))
        return true;
    pg_close(line);
    return false;
}

/* Ends our own session before, if the server has not noticed yet that it was lost. */
static void end_session_before(struct postgres *it)
{
    char sql[256];
    int64_t unused;
    struct problem why;

    if (it->session == 0)
        return;
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_locks WHERE locktype = 'advisory'"
             " AND (classid, objid) = (%s) AND pid = %d AND database = (SELECT oid FROM pg_database"
             " WHERE datname = current_database())",
             LOCK_KEY, it->session);
    pg_ask_number(&it->writing, sql, &unused, &why);
}

/* Tries to take the locks of a session. The first session of a node wants to be alone if it can, to make the tables. */
static bool try_locks(struct postgres *it, bool *taken, struct problem *why)
{
    static const char alone[] = "SELECT pg_try_advisory_lock(" LOCK_KEY ")::int";
    static const char first[] = "SELECT CASE WHEN pg_try_advisory_lock(" LOCK_KEY ") THEN 1"
                                " WHEN pg_try_advisory_lock_shared(" LOCK_KEY ") THEN 2 ELSE 0 END";
    static const char again[] = "SELECT CASE WHEN pg_try_advisory_lock_shared(" LOCK_KEY ") THEN 2 ELSE 0 END";
    int64_t answer;

    if (!pg_ask_number(&it->writing, !it->base.shared ? alone : it->number ? again : first, &answer, why))
        return false;
    *taken = answer != 0;
    it->locked = answer == 1;
    return !*taken || it->number == 0 || pg_node_lock(it, taken, why);
}

static bool take_lock(struct postgres *it, struct problem *why)
{
    int64_t until = steady_ms() + LOCK_PATIENCE;
    bool taken = false;

    end_session_before(it);
    while (try_locks(it, &taken, why) && !taken)
        if (steady_ms() > until || !database_wait(&it->base, LOCK_PAUSE))
            return problem_set(why, "%s: another server is using it; stop that server first%s", it->base.name,
                               it->base.shared ? ", or start all of them with --node" : "");
    if (taken)
        it->session = PQbackendPID(it->writing.connection);
    return taken;
}

bool pg_share_lock(struct postgres *it, struct problem *why)
{
    if (it->locked && !(pg_do(&it->writing, "SELECT pg_advisory_lock_shared(" LOCK_KEY ")", why) &&
                        pg_do(&it->writing, "SELECT pg_advisory_unlock(" LOCK_KEY ")", why)))
        return false;
    it->locked = false;
    return true;
}

bool pg_connect_writer(struct postgres *it, struct problem *why)
{
    pg_close(&it->writing);
    pg_node_look_anew(it);
    if (pg_open(&it->writing, &it->address, it->base.shared ? NODE_PATIENCE : WRITER_PATIENCE, why) &&
        take_lock(it, why))
        return true;
    pg_close(&it->writing);
    return false;
}
