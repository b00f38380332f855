/* What is asked over HTTP: games and their rules, tables, and how the server is.
 * See live_tables.h and docs/protocol.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rulebooks.h"
#include "server/secrets.h"
#include "server/live_tables.h"
#include "server/pages.h"
#include "server/qr.h"
#include "server/request.h"

enum {
    LISTED = 50,      /* tables at once */
    ORIGIN_MAX = 120, /* bytes of where a page is */
};

static const char json[] = "application/json", one_path[] = "/api/tables/";

void call_reply(struct http_call *call, int status, const char *type, const char *body, size_t length)
{
    http_answer(call, &(struct http_answer){.status = status, .type = type, .body = body, .length = length});
}

static void reply_written(struct http_call *call, const char *type, const struct writer *w)
{
    call_reply(call, 200, type, w->buffer, w->length);
}

void call_refuse_for(struct hall *hall, struct http_call *call, enum error_code code, const struct problem *why)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    hall->figures.refusals++;
    body_error(&w, code, hall->language, why);
    call_reply(call, error_status(code), json, w.buffer, w.length);
}

void call_refuse(struct hall *hall, struct http_call *call, enum error_code code, const char *text)
{
    struct problem why;

    problem_set(&why, "%s", text);
    call_refuse_for(hall, call, code, &why);
}

/* ---- opening a table ---- */

/* Whether a table can be opened so, and its sender sit down there: tried on a
 * separate room, so that nothing has happened if not. */
static bool is_fit(struct open_plan *plan, const struct opener *opener, const char *token, struct event *sit,
                   struct problem *why)
{
    const struct event open = {.kind = EVENT_OPEN, .seat = -1, .of.open = plan};
    const char no_id[ID_LENGTH + 1] = "";
    struct room *trial = room_new(no_id);
    uint8_t key[KEY_BYTES];

    token_key(token, key);
    bool fit = room_take(trial, &open, why) &&
               (!opener->name[0] || room_may_sit(trial, -1, opener->name, opener->look, key, sit, why));
    room_free(trial);
    return fit;
}

static bool open_table(struct hall *hall, struct http_call *call, struct open_plan *plan, const struct opener *opener,
                       enum error_code *code, struct problem *why)
{
    char token[ID_LENGTH + 1];
    struct event sit = {.seat = -1};

    random_id(token);
    if (plan->prepared > 0)
        prepared_secret(plan->table.game->id, plan->table.players, plan->prepared, &plan->secret);
    else
        random_seed(&plan->secret);
    *code = ERROR_BAD_MESSAGE;
    if (!is_fit(plan, opener, token, &sit, why))
        return false;
    if (!live_begin(hall, 2, code, why))
        return false;
    struct live_table *it = live_open(hall, plan, code, why);
    bool fine = it && (!opener->name[0] || live_happen(hall, it, &sit, code, why));
    live_end(hall);
    if (!fine)
        return false;
    hall->figures.opened++;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    body_opened(&w, it->room, sit.seat, token);
    live_promise(hall, it, NULL, call, NO_NUMBER, 201, &w);
    return true;
}

static void open_wish(struct hall *hall, struct http_call *call, const struct http_request *request)
{
    struct open_plan *plan = must_alloc(sizeof *plan);
    struct opener opener;
    enum error_code code = ERROR_BAD_MESSAGE;
    struct problem why = refusal_problem(REFUSE_OPENED_MANY);

    if (!meter_take(hall->open_meter, request->address, steady_ms()))
        call_refuse_for(hall, call, ERROR_TOO_MANY, &why);
    else if (!open_read(request->body, request->length, plan, &opener, &why) ||
             !open_table(hall, call, plan, &opener, &code, &why))
        call_refuse_for(hall, call, code, &why);
    free(plan);
}

/* ---- looking at tables ---- */

/* The query is empty or offset=N; -1 if it is anything else. */
static int offset_of(const char *query)
{
    enum { DIGITS_MAX = 6 };
    static const char name[] = "offset=";
    const char *digits = query + strlen(name);

    if (!query[0])
        return 0;
    if (strncmp(query, name, strlen(name)) != 0)
        return -1;
    size_t count = strspn(digits, "0123456789");
    return count > 0 && count <= DIGITS_MAX && !digits[count] ? (int)strtol(digits, NULL, 10) : -1;
}

/* What is written of tables may be shown once it is on disk. */
static void reply_settled(struct hall *hall, struct http_call *call, const struct live_table *latest,
                          const struct writer *w)
{
    live_promise(hall, latest, NULL, call, NO_NUMBER, 200, w);
    live_progress(hall);
}

/* Reads the rows of tables that have not expired, from an offset on that counts the
 * others too. Returns how many, -1 with a reason. */
static int fresh_rows(struct hall *hall, int offset, struct store_row rows[LISTED], struct problem *why)
{
    enum { PAGES_MAX = 20 };
    struct store_row page[LISTED];
    int count = 0, read = LISTED;

    for (int i = 0; i < PAGES_MAX && count < LISTED && read == LISTED; i++, offset += LISTED) {
        read = store_public(hall->store, ROOM_PLAYING, offset, LISTED, page, why);
        for (int row = 0; row < read && count < LISTED; row++)
            if (!live_is_stale(hall, page[row].changed))
                rows[count++] = page[row];
    }
    return read < 0 ? -1 : count;
}

static void list_tables(struct hall *hall, struct http_call *call, const struct http_request *request)
{
    struct store_row rows[LISTED];
    const struct live_table *listed[LISTED], *latest = NULL;
    struct problem why;
    int offset = offset_of(request->query);

    if (offset < 0) {
        call_refuse(hall, call, ERROR_BAD_MESSAGE, "the query must be offset=N, with N from 0 to 999999");
        return;
    }
    int count = fresh_rows(hall, offset, rows, &why);
    if (count < 0) {
        call_refuse(hall, call, ERROR_NOT_SAVED, "could not read the tables; try again later");
        return;
    }
    for (int i = 0; i < count; i++) { /* all of them first: the hall's buffer is used when a table cannot be read */
        enum error_code code;
        listed[i] =
            live_look(hall, rows[i].id, &rows[i], &code, &why); /* NULL: too many are to be read, not this time */
    }
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    write_text(&w, "{\"tables\":[");
    for (int i = 0; i < count; i++) {
        if (!listed[i])
            continue;
        struct presence presence = remote_presence_of(hall, listed[i]);
        latest = !latest || listed[i]->ticket > latest->ticket ? listed[i] : latest;
        write_item(&w);
        body_table(&w, listed[i]->room, &presence, NULL);
    }
    write_text(&w, "]}");
    if (latest)
        reply_settled(hall, call, latest, &w);
    else
        reply_written(call, json, &w);
}

static void show_table(struct hall *hall, struct http_call *call, const struct live_table *it)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    struct presence presence = remote_presence_of(hall, it);
    struct listener reader = listener_for(hall->language, ONLOOKER);

    body_table(&w, it->room, &presence, &reader);
    reply_settled(hall, call, it, &w);
}

/* ---- the seats that somebody has ---- */

/* Writes about one of them. Returns its table, NULL if nothing can be said. */
static const struct live_table *write_my_seat(struct hall *hall, struct writer *w, const struct seat_key *mine)
{
    enum error_code code;
    struct problem why;
    const struct live_table *it = live_look(hall, mine->table, NULL, &code, &why);
    uint8_t key[KEY_BYTES];

    token_key(mine->token, key);
    int seat = it ? room_seat_of(it->room, key) : -1;
    write_item(w);
    if (seat >= 0) {
        body_seat(w, it->room, seat, now_ms(), game_clock_now(hall->clock));
        return it;
    }
    if (it) {
        code = ERROR_REFUSED;
        server_refuse(&why, REFUSE_WRONG_TOKEN);
    }
    body_seat_problem(w, mine->table, code, hall->language, &why);
    return it;
}

static void show_my_seats(struct hall *hall, struct http_call *call, const struct http_request *request)
{
    struct seat_keys *mine = must_alloc(sizeof *mine);
    char *text = must_alloc(MESSAGE_SIZE); /* the hall's buffer is used when a table cannot be read */
    struct writer w = write_into(text, MESSAGE_SIZE);
    const struct live_table *latest = NULL;
    struct problem why;

    if (keys_read(request->body, request->length, mine, &why)) {
        write_text(&w, "{\"seats\":[");
        for (int i = 0; i < mine->count; i++) {
            const struct live_table *it = write_my_seat(hall, &w, &mine->keys[i]);
            latest = it && (!latest || it->ticket > latest->ticket) ? it : latest;
        }
        write_text(&w, "]}");
        if (latest)
            reply_settled(hall, call, latest, &w);
        else
            reply_written(call, json, &w);
    } else {
        call_refuse_for(hall, call, ERROR_BAD_MESSAGE, &why);
    }
    free(text);
    free(mine);
}

/* The address of a table as a picture that a telephone reads. The page knows where
 * it was found (a proxy may be in between) and says so: ?origin=https://example.org */
static void show_qr(struct hall *hall, struct http_call *call, const struct http_request *request,
                    const struct live_table *it)
{
    static const char key[] = "origin=";
    char address[ORIGIN_MAX + sizeof "/table/" + ID_LENGTH];
    const char *origin = request->query + strlen(key);
    struct writer url = write_into(address, sizeof address), w = write_into(hall->buffer, MESSAGE_SIZE);

    if (strncmp(request->query, key, strlen(key)) != 0 || strncmp(origin, "http", 4) != 0 ||
        strlen(origin) > ORIGIN_MAX || strpbrk(origin, " &?#<>\"")) {
        call_refuse(hall, call, ERROR_BAD_MESSAGE, "origin: where the page is, like https://example.org");
        return;
    }
    write_text(&url, origin);
    write_text(&url, "/table/");
    write_text(&url, it->room->id);
    qr_svg(address, &w);
    reply_written(call, "image/svg+xml", &w);
}

/* /api/tables/ID, and what there is below it. */
static void one_table(struct hall *hall, struct http_call *call, const struct http_request *request, const char *rest)
{
    char id[ID_LENGTH + 1];
    enum error_code code = ERROR_NO_SUCH_TABLE;
    struct problem why = refusal_problem(REFUSE_NO_SUCH_TABLE);
    size_t length = strcspn(rest, "/");
    const struct live_table *it = NULL;

    if (length == ID_LENGTH) {
        memcpy(id, rest, ID_LENGTH);
        id[ID_LENGTH] = '\0';
        it = id_is_well_formed(id) ? live_look(hall, id, NULL, &code, &why) : NULL;
    }
    if (!it)
        call_refuse_for(hall, call, code, &why);
    else if (rest[length] == '\0')
        show_table(hall, call, it);
    else if (strcmp(rest + length, "/record") == 0)
        lookback_record(hall, call, it);
    else if (strcmp(rest + length, "/steps") == 0)
        lookback_steps(hall, call, it, request);
    else if (strcmp(rest + length, "/analysis") == 0)
        lookback_analysis(hall, call, it, request);
    else if (strcmp(rest + length, "/qr.svg") == 0)
        show_qr(hall, call, request, it);
    else
        call_refuse(hall, call, ERROR_NOT_FOUND, "there is no such page");
}

/* ---- how the server is ---- */

static void write_metric(struct writer *w, const char *name, const char *kind, const char *help, double value)
{
    char line[400];

    snprintf(line, sizeof line, "# HELP parlor_%s %s\n# TYPE parlor_%s %s\nparlor_%s %.17g\n", name, help, name, kind,
             name, value);
    write_text(w, line);
}

/* How long commits took, in Prometheus' own form. */
static void write_commit_times(struct writer *w, const struct store_figures *store)
{
    static const char name[] = "parlor_store_commit_seconds";
    uint64_t so_far = 0;
    char line[200];

    snprintf(line, sizeof line, "# HELP %s How long commits took.\n# TYPE %s histogram\n", name, name);
    write_text(w, line);
    for (int i = 0; i < COMMIT_BOUNDS; i++) {
        so_far += store->tries[i];
        snprintf(line, sizeof line, "%s_bucket{le=\"%g\"} %llu\n", name, commit_bound(i), (unsigned long long)so_far);
        write_text(w, line);
    }
    so_far += store->tries[COMMIT_BOUNDS];
    snprintf(line, sizeof line, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.17g\n%s_count %llu\n", name,
             (unsigned long long)so_far, name, store->commit_seconds, name, (unsigned long long)so_far);
    write_text(w, line);
}

static void show_metrics(struct hall *hall, struct http_call *call)
{
    struct store_figures store = store_figures(hall->store);
    struct think_figures think = think_figures(hall->think);
    struct study_figures study = study_figures(hall->study);
    struct transport_figures net = http_figures(call);
    const struct hall_figures *own = &hall->figures;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    write_metric(&w, "node", "gauge", "Number of this server among several; 0: it is alone.", (double)hall->life);
    write_metric(&w, "nodes", "gauge", "Servers of the same database that live, with this one.", hall->nodes);
    write_metric(&w, "passed_on", "gauge", "WebSockets whose tables are at other servers.", hall->passed_on);
    write_metric(&w, "tables", "gauge", "Tables in memory.", hall->table_count);
    write_metric(&w, "connections", "gauge", "WebSockets that are open.", hall->guest_count);
    write_metric(&w, "messages_total", "counter", "Messages received.", (double)own->messages);
    write_metric(&w, "refusals_total", "counter", "Requests that were refused.", (double)own->refusals);
    write_metric(&w, "choices_total", "counter", "Choices made by people.", (double)own->choices);
    write_metric(&w, "opened_total", "counter", "Tables opened.", (double)own->opened);
    write_metric(&w, "hints_total", "counter", "Hints asked for.", (double)own->hints);
    write_metric(&w, "analyses_total", "counter", "Analyses begun.", (double)own->analyses);
    write_metric(&w, "thinking_waiting", "gauge", "Choices of bots and hints that wait.", think.waiting);
    write_metric(&w, "thinking_now", "gauge", "Choices of bots and hints being worked on.", think.thinking);
    write_metric(&w, "thinking_done_total", "counter", "Choices of bots and hints worked out.", (double)think.done);
    write_metric(&w, "thinking_dropped_total", "counter", "Those that nobody waited for any more.",
                 (double)think.dropped);
    write_metric(&w, "requests", "gauge", "Connections that are no WebSockets.", net.requests);
    write_metric(&w, "requests_crowded_out_total", "counter", "Of these, closed as too many or too slow.",
                 (double)net.crowded_out);
    write_metric(&w, "outgoing_bytes", "gauge", "Bytes that wait for slow clients.", (double)net.outgoing);
    write_metric(&w, "slow_dropped_total", "counter", "Clients dropped because too much waited for them.",
                 (double)net.slow_dropped);
    write_metric(&w, "analyses_waiting", "gauge", "Analyses that are not done yet.", study.waiting);
    write_metric(&w, "analyses_dropped_total", "counter", "Analyses that nobody waited for any more.",
                 (double)study.dropped);
    write_metric(&w, "store_events_total", "counter", "Events on disk.", (double)store.events);
    write_metric(&w, "store_commits_total", "counter", "Commits.", (double)store.commits);
    write_metric(&w, "store_failures_total", "counter", "Commits that failed.", (double)store.failures);
    write_metric(&w, "store_commit_seconds_total", "counter", "Time spent in commits.", store.commit_seconds);
    write_commit_times(&w, &store);
    write_metric(&w, "store_waiting", "gauge", "Events that are not on disk yet.", (double)store.waiting);
    write_metric(&w, "tables_damaged", "gauge", "Tables that cannot be read, as far as is known.",
                 (double)(hall->damaged.count + store.damaged));
    write_metric(&w, "tables_behind", "gauge", "Tables that clients have seen more of.", (double)hall->behind.count);
    reply_written(call, "text/plain; version=0.0.4", &w);
}

/* One line for each thing that is wrong. What is damaged or behind stays so until somebody has seen to it. */
static void show_health(struct hall *hall, struct http_call *call)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    const struct {
        const char *text;
        long count;
    } wrong[] = {
        {"away: this node has lost the database\n", hall->cut_off},
        {"not saving: the disk cannot be written\n", hall->failing},
        {"behind: clients have seen more of some tables than the database holds\n", hall->behind.count},
        {"damaged: some tables cannot be read\n", hall->damaged.count + store_figures(hall->store).damaged},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        write_text(&w, wrong[i].count > 0 ? wrong[i].text : "");
    int status = w.length > 0 ? 503 : 200;
    write_text(&w, w.length > 0 ? "" : "ok\n");
    call_reply(call, status, "text/plain", w.buffer, w.length);
}

/* The rules in the language that the query names, or that the client likes best. */
static void show_rules(struct hall *hall, struct http_call *call, const struct http_request *request, const char *id)
{
    const struct game *game = game_by_id(id);
    const struct language *language;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    if (!game) {
        call_refuse(hall, call, ERROR_NOT_FOUND, "there is no game of that name");
    } else if (!query_language(request->query, &language)) {
        call_refuse(hall, call, ERROR_BAD_MESSAGE, "lang: a language of this server");
    } else {
        language = language ? language : hall->language ? hall->language : &languages[0];
        struct rulebook book = rulebook_in(game, language);
        rulebook_write(&book, &w);
        http_answer(call, &(struct http_answer){.status = 200,
                                                .type = "text/markdown; charset=utf-8",
                                                .body = w.buffer,
                                                .length = w.length,
                                                .language = book.language->tag});
    }
}

/* ---- all of them ---- */

static void get(struct hall *hall, struct http_call *call, const struct http_request *request)
{
    static const char rules[] = "/api/rules/";
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    if (strcmp(request->path, "/healthz") == 0)
        show_health(hall, call);
    else if (strcmp(request->path, "/metrics") == 0 && request->side != SIDE_PUBLIC)
        show_metrics(hall, call);
    else if (strcmp(request->path, "/metrics") == 0)
        call_refuse(hall, call, ERROR_FORBIDDEN, "metrics are for the operator: see --metrics in docs/operating.md");
    else if (request->side == SIDE_METRICS)
        call_refuse(hall, call, ERROR_NOT_FOUND, "only /metrics and /healthz are here");
    else if (strcmp(request->path, "/api/tables") == 0)
        list_tables(hall, call, request);
    else if (strncmp(request->path, one_path, strlen(one_path)) == 0)
        one_table(hall, call, request, request->path + strlen(one_path));
    else if (strncmp(request->path, rules, strlen(rules)) == 0)
        show_rules(hall, call, request, request->path + strlen(rules));
    else if (strcmp(request->path, "/api/games") == 0) {
        body_games(&w);
        reply_written(call, json, &w);
    } else if (!page_answer(call, request))
        call_refuse(hall, call, ERROR_NOT_FOUND, "there is no such page");
}

void http_api_request(struct hall *hall, struct http_call *call, const struct http_request *request)
{
    bool opens = strcmp(request->path, "/api/tables") == 0, seats = strcmp(request->path, "/api/seats") == 0;
    bool of_tables = opens || seats || strncmp(request->path, one_path, strlen(one_path)) == 0;
    bool posts = strcmp(request->method, "POST") == 0 && request->side != SIDE_METRICS;
    struct problem away = refusal_problem(REFUSE_TABLE_UNREADABLE);

    if (!meter_take(hall->request_meter, request->address, steady_ms()))
        call_refuse(hall, call, ERROR_TOO_MANY, "too many requests from this address; try again in a second");
    else if (hall->cut_off && of_tables)
        call_refuse_for(hall, call, ERROR_NOT_SAVED, &away);
    else if (strcmp(request->method, "GET") == 0 && !seats)
        get(hall, call, request);
    else if (posts && opens)
        open_wish(hall, call, request);
    else if (posts && seats)
        show_my_seats(hall, call, request);
    else
        call_refuse(hall, call, ERROR_METHOD, opens ? "GET and POST only" : seats ? "POST only" : "GET only");
}
