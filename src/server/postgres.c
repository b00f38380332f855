/* See postgres.h. */
#include "server/postgres.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/steady.h"

enum {
    VERSION_LEAST = 150000, /* the one that parlor is tested with, Debian 12's */
    OPTIONS_MAX = 64,
    HOST_SIZE = 256,
};

/* ---- addresses ---- */

static const char *value_of(const struct pg_address *it, const char *keyword)
{
    for (const PQconninfoOption *option = it->options; option->keyword; option++)
        if (strcmp(option->keyword, keyword) == 0)
            return option->val && option->val[0] ? option->val : NULL;
    return NULL;
}

/* A password that holds / or @ as they are moves into the port or the database. */
static bool is_sound(const struct pg_address *it)
{
    const char *port = value_of(it, "port"), *database = value_of(it, "dbname");

    return (!port || port[strspn(port, "0123456789,")] == '\0') && (!database || !strpbrk(database, "@/"));
}

static void make_name(struct pg_address *it)
{
    const char *user = value_of(it, "user"), *host = value_of(it, "host"), *port = value_of(it, "port");
    const char *database = value_of(it, "dbname");

    snprintf(it->name, sizeof it->name, "postgresql://%s%s%s%s%s/%s", user ? user : "", user ? "@" : "",
             host ? host : "", port ? ":" : "", port ? port : "", database ? database : "");
}

bool pg_address_read(struct pg_address *it, const char *url, struct problem *why)
{
    char *complaint = NULL; /* may repeat a password: nobody is shown it */

    it->options = PQconninfoParse(url, &complaint);
    PQfreemem(complaint);
    if (it->options && is_sound(it)) {
        make_name(it);
        return true;
    }
    pg_address_free(it);
    return problem_set(why,
                       "this is not an address of PostgreSQL: write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, "
                       "and each of / @ : ? # %% in a password as %%2F %%40 %%3A %%3F %%23 %%25");
}

void pg_address_free(struct pg_address *it)
{
    PQconninfoFree(it->options);
    it->options = NULL;
}

/* ---- connections ---- */

/* What libpq says, in one line. */
static bool problem_said(struct problem *why, const char *name, const char *before, const char *said)
{
    char line[240];
    size_t length = 0;

    for (; *said && length + 1 < sizeof line; said++) {
        bool blank = *said == '\n' || *said == '\t' || *said == ' ';
        if (!blank || (length > 0 && line[length - 1] != ' '))
            line[length++] = blank ? ' ' : *said;
    }
    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
    return problem_set(why, "%s: %s%s", name, before, line);
}

/* Waits until the connection can be read, or written. Returns whether that came before the deadline. */
static bool wait_until(const struct pg_line *it, short events, int64_t deadline)
{
    struct pollfd file = {.fd = PQsocket(it->connection), .events = events};
    int64_t left;

    do {
        left = deadline - steady_ms();
    } while (left > 0 && poll(&file, 1, (int)left) < 0);
    return left > 0 && file.revents != 0;
}

static bool finish_connecting(struct pg_line *it, int64_t deadline)
{
    PostgresPollingStatusType wants = PGRES_POLLING_WRITING;

    while (wants == PGRES_POLLING_WRITING || wants == PGRES_POLLING_READING) {
        if (!wait_until(it, wants == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return false;
        wants = PQconnectPoll(it->connection);
    }
    return wants == PGRES_POLLING_OK;
}

/* Why nobody was let in. */
static bool problem_connecting(const struct pg_line *it, struct problem *why)
{
    const PGconn *connection = it->connection;
    const char *said = PQerrorMessage(connection);

    if (PQconnectionNeedsPassword(connection))
        return problem_set(why, "%s: a password is needed; put it into ~/.pgpass, PGPASSWORD or the address", it->name);
    if (PQconnectionUsedPassword(connection))
        return problem_said(why, it->name, "check the user and the password: ", said);
    return problem_said(why, it->name, "", said[0] ? said : "the server does not answer");
}

static void ignore_notice(void *unused, const char *notice)
{
    (void)unused, (void)notice;
}

int pg_host_count(const struct pg_address *address)
{
    const char *hosts = value_of(address, "host");
    int count = 1;

    for (; hosts && *hosts; hosts++)
        count += *hosts == ',';
    return count;
}

/* Copies one of several values that commas separate; of fewer, the last. */
static const char *choose(const char *values, int which, char out[HOST_SIZE])
{
    for (const char *comma; which > 0 && (comma = strchr(values, ',')); which--)
        values = comma + 1;
    snprintf(out, HOST_SIZE, "%.*s", (int)strcspn(values, ","), values);
    return out;
}

/* One host of the address, and what parlor wants where it says nothing. libpq would wait for the first host until all
 * the time is over. */
static PGconn *start_connecting(const struct pg_address *address, int which)
{
    static const char *const usual[][2] = {
        {"fallback_application_name", "parlor"},
        {"target_session_attrs", "read-write"},
        {"keepalives_idle", "10"},
        {"keepalives_interval", "5"},
        {"keepalives_count", "3"},
        {"tcp_user_timeout", "15000"},
    };
    const char *keywords[OPTIONS_MAX + 1] = {"client_encoding"}, *values[OPTIONS_MAX + 1] = {"UTF8"};
    char chosen[3][HOST_SIZE];
    int count = 1, choices = 0;

    for (const PQconninfoOption *option = address->options; option->keyword; option++)
        if (option->val && count < OPTIONS_MAX && strcmp(option->keyword, "client_encoding") != 0) {
            bool several = strcmp(option->keyword, "host") == 0 || strcmp(option->keyword, "hostaddr") == 0 ||
                           strcmp(option->keyword, "port") == 0;
            keywords[count] = option->keyword;
            values[count++] = several ? choose(option->val, which, chosen[choices++]) : option->val;
        }
    for (size_t i = 0; i < sizeof usual / sizeof *usual && count < OPTIONS_MAX; i++)
        if (!value_of(address, usual[i][0])) {
            keywords[count] = usual[i][0];
            values[count++] = usual[i][1];
        }
    return PQconnectStartParams(keywords, values, 0);
}

static bool check_server(const struct pg_line *it, struct problem *why)
{
    int version = PQserverVersion(it->connection);
    const char *encoding = PQparameterStatus(it->connection, "server_encoding");

    if (version < VERSION_LEAST)
        return problem_set(why, "%s: PostgreSQL %d is too old; parlor needs %d or newer", it->name, version / 10000,
                           VERSION_LEAST / 10000);
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return problem_set(why, "%s: the database's encoding is %s; create one with ENCODING 'UTF8'", it->name,
                           encoding ? encoding : "unknown");
    return true;
}

/* Whether libpq has called somebody. If it has not, it complains about the address, and may repeat a password. */
static bool has_tried(const struct pg_line *it)
{
    static const char begins[] = "connection to server";
    return strncmp(PQerrorMessage(it->connection), begins, sizeof begins - 1) == 0;
}

/* Connects to one of several hosts. */
static bool open_one(struct pg_line *it, const struct pg_address *address, int which, int time, int patience,
                     struct problem *why)
{
    *it = (struct pg_line){.name = address->name, .patience = patience, .connection = start_connecting(address, which)};
    if (!it->connection || (PQstatus(it->connection) == CONNECTION_BAD && !has_tried(it))) {
        pg_close(it);
        return problem_set(why, "%s: libpq does not accept the address; check its port and its options", it->name);
    }
    PQsetNoticeProcessor(it->connection, ignore_notice, NULL);
    bool open = PQstatus(it->connection) != CONNECTION_BAD && finish_connecting(it, steady_ms() + time);
    if (!open)
        problem_connecting(it, why);
    open = open && check_server(it, why);
    if (open && (PQsetnonblocking(it->connection, 1) != 0 || PQenterPipelineMode(it->connection) != 1))
        open = problem_said(why, it->name, "", PQerrorMessage(it->connection));
    if (!open)
        pg_close(it);
    return open;
}

bool pg_open(struct pg_line *it, struct pg_address *address, int patience, struct problem *why)
{
    enum { CONNECT_PATIENCE = 3000 }; /* milliseconds, for all hosts */
    int hosts = pg_host_count(address), time = patience < CONNECT_PATIENCE ? patience : CONNECT_PATIENCE;

    for (int i = 0; i < hosts; i++) {
        int which = (address->turn + i) % hosts;
        if (open_one(it, address, which, time / hosts, patience, why)) {
            address->turn = which;
            return true;
        }
    }
    return false;
}

void pg_close(struct pg_line *it)
{
    PQfinish(it->connection);
    it->connection = NULL;
}

bool pg_is_lost(const struct pg_line *it)
{
    return !it->connection || PQstatus(it->connection) != CONNECTION_OK;
}

/* ---- values ---- */

static void add_value(struct pg_values *it, const void *at, size_t length)
{
    it->at[it->count] = at;
    it->lengths[it->count++] = (int)length;
}

static void add_number(struct pg_values *it, uint64_t number, int size)
{
    char *at = it->numbers[it->count];

    for (int i = 0; i < size; i++)
        at[i] = (char)(number >> 8 * (size - 1 - i));
    add_value(it, at, (size_t)size);
}

void pg_text(struct pg_values *it, const char *text)
{
    add_value(it, text, strlen(text));
}

void pg_bytes(struct pg_values *it, const void *bytes, size_t length)
{
    add_value(it, bytes, length);
}

void pg_chain(struct pg_values *it, const struct chain *chain)
{
    add_value(it, chain->bytes, CHAIN_BYTES);
}

void pg_int(struct pg_values *it, int number)
{
    add_number(it, (uint64_t)number, 4);
}

void pg_long(struct pg_values *it, int64_t number)
{
    add_number(it, (uint64_t)number, 8);
}

void pg_bool(struct pg_values *it, bool is)
{
    add_number(it, is, 1);
}

void pg_null(struct pg_values *it)
{
    add_value(it, NULL, 0);
}

/* ---- statements ---- */

static const struct pg_values no_values;
static const int all_binary[PG_VALUES_MAX] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

bool pg_send(struct pg_line *it, const char *sql, const struct pg_values *values)
{
    values = values ? values : &no_values;
    return it->connection &&
           PQsendQueryParams(it->connection, sql, values->count, NULL, values->at, values->lengths, all_binary, 1) == 1;
}

bool pg_send_prepared(struct pg_line *it, const char *name, const struct pg_values *values)
{
    values = values ? values : &no_values;
    return it->connection &&
           PQsendQueryPrepared(it->connection, name, values->count, values->at, values->lengths, all_binary, 1) == 1;
}

bool pg_prepare(struct pg_line *it, const char *name, const char *sql)
{
    return it->connection && PQsendPrepare(it->connection, name, sql, 0, NULL) == 1;
}

bool pg_sync(struct pg_line *it)
{
    return it->connection && PQpipelineSync(it->connection) == 1;
}

/* Sends what is left to send, and reads until libpq has an answer. */
static bool await(struct pg_line *it, int64_t deadline)
{
    for (;;) {
        int unsent = PQflush(it->connection);
        if (unsent < 0 || PQconsumeInput(it->connection) != 1)
            return false;
        if (!PQisBusy(it->connection))
            return true;
        if (!wait_until(it, (short)(unsent ? POLLIN | POLLOUT : POLLIN), deadline))
            return false;
    }
}

PGresult *pg_answer(struct pg_line *it, struct problem *why)
{
    int64_t deadline = steady_ms() + it->patience;

    for (int ends = 0; it->connection && ends < 2; ends++) { /* an end of the answers before comes first */
        if (!await(it, deadline))
            break;
        PGresult *result = PQgetResult(it->connection);
        if (result && !pg_is_lost(it))
            return result;
        PQclear(result);
    }
    if (!it->connection || (!pg_is_lost(it) && PQerrorMessage(it->connection)[0] == '\0'))
        problem_set(why, "%s: the database does not answer", it->name);
    else
        problem_said(why, it->name, "the connection to the database was lost: ", PQerrorMessage(it->connection));
    pg_close(it);
    return NULL;
}

bool pg_drain(struct pg_line *it, struct problem *why)
{
    bool fine = true;
    ExecStatusType status = PGRES_COMMAND_OK;
    struct problem later;

    while (status != PGRES_PIPELINE_SYNC) {
        PGresult *result = pg_answer(it, fine ? why : &later);
        if (!result)
            return false;
        status = PQresultStatus(result);
        fine = (status == PGRES_PIPELINE_SYNC || pg_done(it, result, fine ? why : &later)) && fine;
        PQclear(result);
    }
    return fine;
}

static bool problem_sending(struct pg_line *it, struct problem *why)
{
    problem_said(why, it->name,
                 "the connection to the database was lost: ", it->connection ? PQerrorMessage(it->connection) : "");
    pg_close(it);
    return false;
}

PGresult *pg_ask(struct pg_line *it, const char *sql, const struct pg_values *values, struct problem *why)
{
    struct problem unused;

    if (!pg_send(it, sql, values) || !pg_sync(it)) {
        problem_sending(it, why);
        return NULL;
    }
    PGresult *result = pg_answer(it, why);
    if (!result)
        return NULL;
    bool done = pg_done(it, result, why);
    if (pg_drain(it, done ? why : &unused) && done)
        return result;
    PQclear(result);
    return NULL;
}

bool pg_run(struct pg_line *it, const char *const *sql, struct problem *why)
{
    bool sent = pg_send(it, "BEGIN", NULL);

    for (; sent && *sql; sql++)
        sent = pg_send(it, *sql, NULL);
    if (!sent || !pg_send(it, "COMMIT", NULL) || !pg_sync(it))
        return problem_sending(it, why);
    if (pg_drain(it, why))
        return true;
    pg_roll_back(it);
    return false;
}

bool pg_ask_number(struct pg_line *line, const char *sql, int64_t *out, struct problem *why)
{
    PGresult *result = pg_ask(line, sql, NULL, why);

    if (!result)
        return false;
    *out = PQntuples(result) > 0 ? pg_number(result, 0, 0) : 0;
    PQclear(result);
    return true;
}

bool pg_drop(PGresult *result)
{
    bool answered = result != NULL;

    PQclear(result);
    return answered;
}

bool pg_do(struct pg_line *line, const char *sql, struct problem *why)
{
    return pg_drop(pg_ask(line, sql, NULL, why));
}

void pg_roll_back(struct pg_line *it)
{
    struct problem unused;

    if (pg_send(it, "ROLLBACK", NULL) && pg_sync(it))
        pg_drain(it, &unused);
}

/* ---- answers ---- */

bool pg_has_state(const PGresult *result, const char *state)
{
    const char *its = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return its && strncmp(its, state, strlen(state)) == 0;
}

bool pg_ends_session(const PGresult *result)
{
    return pg_has_state(result, "57P") || pg_has_state(result, "08");
}

bool pg_done(const struct pg_line *it, const PGresult *result, struct problem *why)
{
    ExecStatusType status = PQresultStatus(result);

    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return true;
    const char *said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (pg_has_state(result, "53100"))
        return problem_said(why, it->name, "the database's disk is full: ", said ? said : "");
    if (pg_has_state(result, "25006"))
        return problem_said(why, it->name, "the database can only be read; is it a standby? ", said ? said : "");
    return problem_said(why, it->name, "", said ? said : "the statement was not carried out");
}

int64_t pg_number(const PGresult *result, int row, int column)
{
    const unsigned char *at = (const unsigned char *)PQgetvalue(result, row, column);
    int length = PQgetlength(result, row, column);
    uint64_t number = length > 0 && at[0] & 0x80 && length > 1 ? ~(uint64_t)0 : 0;

    for (int i = 0; i < length; i++)
        number = number << 8 | at[i];
    return (int64_t)number;
}

void pg_copy_text(const PGresult *result, int row, int column, char *out, size_t size)
{
    size_t length = (size_t)PQgetlength(result, row, column);

    length = length < size ? length : size - 1;
    memcpy(out, PQgetvalue(result, row, column), length);
    out[length] = '\0';
}

bool pg_chain_column(const PGresult *result, int row, int column, struct chain *out)
{
    bool fits = PQgetlength(result, row, column) == CHAIN_BYTES;

    *out = (struct chain){{0}};
    if (fits)
        memcpy(out->bytes, PQgetvalue(result, row, column), CHAIN_BYTES);
    return fits;
}
