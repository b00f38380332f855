/* See schema_postgres.h. */
#include "server/schema_postgres.h"

#include <stdio.h>
#include <string.h>

#include "server/database.h"
#include "server/seal.h"

/* What brings a version to the next; the first one makes everything. A copy is renamed when it is whole, so the
 * triggers find their schema by the table that they belong to. They let old games be deleted without their events
 * being missed, and with their snapshots. */
static const char *const steps[PG_SCHEMA_VERSION][12] = {
    {
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
    },
    {
        /* several servers: see nodes_postgres.h */
        "CREATE SEQUENCE node_numbers AS int",
        "CREATE TABLE nodes(number bigint PRIMARY KEY, address text NOT NULL, beat bigint NOT NULL, dead boolean NOT "
        "NULL,"
        " sequence bigint NOT NULL, running bytea NOT NULL, seal bytea NOT NULL) WITH (fillfactor = 10)",
        "ALTER TABLE tables ADD COLUMN owner bigint NOT NULL DEFAULT 0",
        "ALTER TABLE about ADD COLUMN clock bigint NOT NULL DEFAULT 0",
    }};

/* The columns of all tables, as SHAPE_QUERY gives them. */
#define SHAPE_QUERY                                                                                                    \
    "SELECT string_agg(format('%s.%s %s', c.relname, a.attname, t.typname), ', ' ORDER BY c.relname, a.attnum)"        \
    " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid"                  \
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0"                      \
    " AND NOT a.attisdropped"
static const char shape[] =
    "about.one int4, about.version int4, about.clock int8, events.table_id text, events.number int4, events.at int8, "
    "events.body text, "
    "events.chain bytea, head.one int4, head.key bytea, head.sequence int8, head.running bytea, head.removed int8, "
    "head.seal bytea, nodes.number int8, nodes.address text, nodes.beat int8, nodes.dead bool, nodes.sequence int8, "
    "nodes.running bytea, nodes.seal bytea, snapshots.table_id text, snapshots.events int4, snapshots.chain bytea, "
    "snapshots.body bytea, "
    "snapshots.seal bytea, tables.id text, tables.game text, tables.status int4, tables.listed bool, "
    "tables.opened int8, tables.changed int8, tables.wake int8, tables.events int4, tables.chain bytea, "
    "tables.seal bytea, tables.owner int8";

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
    return pg_drop(result);
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

/* Reads a head of a row that has sequence, running and seal from a column on. */
static bool read_head(const PGresult *result, int row, int column, struct head *head)
{
    struct chain seal, expected;

    head->sequence = (uint64_t)pg_number(result, row, column);
    if (!pg_chain_column(result, row, column + 1, &head->running) || !pg_chain_column(result, row, column + 2, &seal))
        return false;
    seal_head(head, &expected);
    return chain_equal(&seal, &expected);
}

static bool problem_contradiction(const struct pg_line *line, struct problem *why)
{
    return problem_set(why, "%s: damaged: its own figures contradict each other", line->name);
}

bool pg_schema_head(struct pg_line *line, struct head *head, int64_t *removed, struct problem *why)
{
    PGresult *result = pg_ask(line, "SELECT key, removed, sequence, running, seal FROM head", NULL, why);

    if (!result)
        return false;
    bool whole = PQntuples(result) == 1 && PQgetlength(result, 0, 0) == CHAIN_KEY_BYTES;
    if (whole) {
        *head = (struct head){.node = 0};
        memcpy(head->key.bytes, PQgetvalue(result, 0, 0), CHAIN_KEY_BYTES);
        *removed = pg_number(result, 0, 1);
        whole = read_head(result, 0, 2, head);
    }
    PQclear(result);
    return whole || problem_contradiction(line, why);
}

bool pg_node_head(struct pg_line *line, struct head *head, bool *found, bool *dead, struct problem *why)
{
    struct pg_values values = {.count = 0};

    pg_long(&values, head->node);
    PGresult *result = pg_ask(line, "SELECT sequence, running, seal, dead FROM nodes WHERE number = $1", &values, why);
    if (!result)
        return false;
    *found = PQntuples(result) == 1;
    *dead = *found && pg_number(result, 0, 3) != 0;
    bool whole = !*found || read_head(result, 0, 0, head);
    PQclear(result);
    return whole || problem_contradiction(line, why);
}

bool pg_schema_total(struct pg_line *line, struct head *total, int64_t *removed, struct problem *why)
{
    if (!pg_schema_head(line, total, removed, why))
        return false;
    PGresult *result = pg_ask(line, "SELECT number, sequence, running, seal FROM nodes ORDER BY number", NULL, why);
    if (!result)
        return false;
    bool whole = true;
    for (int row = 0; whole && row < PQntuples(result); row++) {
        struct head part = {.node = pg_number(result, row, 0), .key = total->key};
        whole = read_head(result, row, 1, &part);
        uint64_t sequence = total->sequence + part.sequence;
        head_add(total, &part.running);
        total->sequence = sequence;
    }
    PQclear(result);
    return whole || problem_contradiction(line, why);
}
