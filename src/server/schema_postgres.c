/* See schema_postgres.h. */
#include "server/schema_postgres.h"

#include <stdio.h>
#include <string.h>

#include "server/seal.h"

/* What brings a version to the next; the first one makes everything. A copy is renamed when it is whole, so the
 * triggers find their schema by the table that they belong to. They let old games be deleted without their events
 * being missed, and with their snapshots. */
static const char *const steps[PG_SCHEMA_VERSION][12] = {{
    "CREATE TABLE about(one int PRIMARY KEY CHECK(one = 1), version int NOT NULL)",
    "INSERT INTO about VALUES(1, 0)",
    "CREATE TABLE events(table_id text COLLATE \"C\" NOT NULL, number int NOT NULL, at bigint NOT NULL,"
    " body text NOT NULL, chain bytea NOT NULL, PRIMARY KEY(table_id, number))",
    "CREATE TABLE head(one int PRIMARY KEY CHECK(one = 1), key bytea NOT NULL, sequence bigint NOT NULL,"
    " running bytea NOT NULL, removed bigint NOT NULL, seal bytea NOT NULL) WITH (fillfactor = 10)",
    "CREATE TABLE snapshots(table_id text COLLATE \"C\" PRIMARY KEY, events int NOT NULL, chain bytea NOT NULL,"
    " body bytea NOT NULL, seal bytea NOT NULL)",
    "CREATE TABLE tables(id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL, status int NOT NULL,"
    " listed boolean NOT NULL, opened bigint NOT NULL, changed bigint NOT NULL, wake bigint NOT NULL,"
    " events int NOT NULL, chain bytea NOT NULL, seal bytea NOT NULL) WITH (fillfactor = 70)",
    "CREATE INDEX tables_by_wake ON tables(wake, id) WHERE wake > 0",
    "CREATE INDEX tables_listed ON tables(status, changed DESC, id) WHERE listed",
    "CREATE FUNCTION table_removed() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    " EXECUTE format('UPDATE %I.head SET removed = removed + $1', TG_TABLE_SCHEMA) USING old.events;"
    " EXECUTE format('DELETE FROM %I.snapshots WHERE table_id = $1', TG_TABLE_SCHEMA) USING old.id;"
    " RETURN NULL; END$$",
    "CREATE TRIGGER table_removed AFTER DELETE ON tables FOR EACH ROW EXECUTE FUNCTION table_removed()",
}};

/* The columns of all tables, as SHAPE_QUERY gives them. */
#define SHAPE_QUERY                                                                                                    \
    "SELECT string_agg(format('%s.%s %s', c.relname, a.attname, t.typname), ', ' ORDER BY c.relname, a.attnum)"        \
    " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid"                  \
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0"                      \
    " AND NOT a.attisdropped"
static const char shape[] =
    "about.one int4, about.version int4, events.table_id text, events.number int4, events.at int8, events.body text, "
    "events.chain bytea, head.one int4, head.key bytea, head.sequence int8, head.running bytea, head.removed int8, "
    "head.seal bytea, snapshots.table_id text, snapshots.events int4, snapshots.chain bytea, snapshots.body bytea, "
    "snapshots.seal bytea, tables.id text, tables.game text, tables.status int4, tables.listed bool, "
    "tables.opened int8, tables.changed int8, tables.wake int8, tables.events int4, tables.chain bytea, "
    "tables.seal bytea";

int pg_schema_version(struct pg_line *line, const char *schema, struct problem *why)
{
    char sql[160];
    int64_t schemas, ours, version;

    snprintf(sql, sizeof sql, "SELECT count(*) FROM pg_namespace WHERE nspname = '%s'", schema);
    if (!pg_ask_number(line, sql, &schemas, why))
        return -1;
    if (schemas == 0)
        return 0;
    snprintf(sql, sizeof sql, "SELECT (to_regclass('%s.about') IS NOT NULL)::int", schema);
    if (!pg_ask_number(line, sql, &ours, why))
        return -1;
    snprintf(sql, sizeof sql, "SELECT version FROM %s.about", schema);
    if (ours && !pg_ask_number(line, sql, &version, why))
        return -1;
    if (!ours)
        problem_set(why, "%s: the schema %s belongs to another program; name another database", line->name, schema);
    else if (version > PG_SCHEMA_VERSION)
        problem_set(why, "%s: made by a newer version of parlor; update parlor to open it", line->name);
    else if (version < 1)
        problem_set(why, "%s: damaged: no version of parlor made it", line->name);
    else
        return (int)version;
    return -1;
}

static bool put_first_head(struct pg_line *line, const struct chain_key *key, struct problem *why)
{
    const struct head head = {.key = *key};
    struct pg_values values = {.count = 0};
    struct chain seal;

    seal_head(&head, &seal);
    pg_bytes(&values, key->bytes, CHAIN_KEY_BYTES);
    pg_chain(&values, &head.running);
    pg_chain(&values, &seal);
    PGresult *result = pg_ask(line, "INSERT INTO head VALUES(1, $1, 0, $2, 0, $3)", &values, why);
    PQclear(result);
    return result;
}

bool pg_schema_make(struct pg_line *line, const char *schema, int version, const struct chain_key *key,
                    struct problem *why)
{
    char sql[64];
    bool fine = pg_do(line, "BEGIN", why);

    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", schema);
    fine = fine && (version > 0 || pg_do(line, sql, why));
    snprintf(sql, sizeof sql, "SET search_path = %s", schema);
    fine = fine && pg_do(line, sql, why);
    for (int i = version; fine && i < PG_SCHEMA_VERSION; i++)
        for (const char *const *step = steps[i]; fine && *step; step++)
            fine = pg_do(line, *step, why);
    snprintf(sql, sizeof sql, "UPDATE about SET version = %d", PG_SCHEMA_VERSION);
    fine =
        fine && (version > 0 || put_first_head(line, key, why)) && pg_do(line, sql, why) && pg_do(line, "COMMIT", why);
    if (!fine)
        pg_roll_back(line);
    return fine;
}

bool pg_schema_check(struct pg_line *line, struct problem *why)
{
    PGresult *result = pg_ask(line, SHAPE_QUERY, NULL, why);

    if (!result)
        return false;
    size_t length = PQntuples(result) == 1 ? (size_t)PQgetlength(result, 0, 0) : 0;
    bool same = length == sizeof shape - 1 && memcmp(PQgetvalue(result, 0, 0), shape, length) == 0;
    PQclear(result);
    return same || problem_set(why, "%s: damaged: its tables have been changed", line->name);
}

bool pg_schema_head(struct pg_line *line, struct head *head, int64_t *removed, struct problem *why)
{
    PGresult *result = pg_ask(line, "SELECT key, sequence, running, seal, removed FROM head", NULL, why);
    struct chain seal, expected;

    if (!result)
        return false;
    bool whole = PQntuples(result) == 1 && PQgetlength(result, 0, 0) == CHAIN_KEY_BYTES &&
                 pg_chain_column(result, 0, 2, &head->running) && pg_chain_column(result, 0, 3, &seal);
    if (whole) {
        memcpy(head->key.bytes, PQgetvalue(result, 0, 0), CHAIN_KEY_BYTES);
        head->sequence = (uint64_t)pg_number(result, 0, 1);
        *removed = pg_number(result, 0, 4);
        seal_head(head, &expected);
        whole = chain_equal(&seal, &expected);
    }
    PQclear(result);
    return whole || problem_set(why, "%s: damaged: its own figures contradict each other", line->name);
}
