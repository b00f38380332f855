/* See visit.h. The connection, which comes back by itself, what is said to the server over it, and the person's
 * part in the deal. What the server says is for visit_messages.c to understand. */
#include "term/visit_inside.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum {
    PAUSE_MOST_MS = 10000,
    FAREWELL_MS = 1000, /* how long a person who leaves waits for answers */
    ANSWER_MS = 20000,  /* how long a server may take for the table after hello */
};

const char *visit_said(const struct visit *v, enum text text)
{
    return said(v->plan.language, text);
}

void visit_note(struct visit *v, enum style style, enum text text, const char *why)
{
    char note[sizeof v->why.text + 256];
    struct writer w = write_into(note, sizeof note);

    say_with(&w, v->plan.language, text, STR("why", why));
    v->show->note(v->shower, style, note);
}

/* ---- a server that cannot be trusted ---- */

void visit_end_refused(struct visit *v, const char *text)
{
    problem_set(&v->why, "%s", text);
    v->refused = true;
}

void visit_distrust(struct visit *v, enum text what, const char *why)
{
    char text[sizeof v->why.text];
    struct writer w = write_into(text, sizeof text);

    say_with(&w, v->plan.language, SAY_VISIT_DISTRUST, STR("what", visit_said(v, what)), STR("why", why));
    visit_end_refused(v, text);
    if (v->line)
        line_close(v->line);
}

/* ---- what is known ---- */

const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

bool flag_of(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

int64_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

int visit_players(const struct visit *v)
{
    size_t seats = json_array_size(json_object_get(v->table, "seats"));
    return seats < MAX_SEATS ? (int)seats : MAX_SEATS;
}

const json_t *visit_seat(const struct visit *v, int seat)
{
    return seat >= 0 ? json_array_get(json_object_get(v->table, "seats"), (size_t)seat) : NULL;
}

bool visit_is(const struct visit *v, const char *status)
{
    return strcmp(text_of(v->table, "status"), status) == 0;
}

int visit_host(const struct visit *v)
{
    const json_t *host = json_object_get(v->table, "host");
    return host ? (int)json_integer_value(host) : -1;
}

int visit_prepared(const struct visit *v)
{
    return (int)number_of(v->table, "prepared");
}

bool visit_owes(const struct visit *v)
{
    return v->moves.count > 0;
}

bool visit_may_choose(const struct visit *v)
{
    return visit_owes(v) && v->chosen < 0 && v->link == LINK_OPEN && !v->greeted;
}

int64_t visit_time_left(const struct visit *v, int seat)
{
    const json_t *it = visit_seat(v, seat), *time = json_object_get(it, "time");
    int64_t left = json_integer_value(time) - (flag_of(it, "waiting") ? steady_ms() - v->heard : 0);

    return !json_is_integer(time) ? -1 : left > 0 ? left : 0;
}

/* ---- to the server ---- */

void visit_send(struct visit *v, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);

    if (v->line && text) {
        line_send(v->line, text, strlen(text));
        v->unanswered++;
    } else {
        visit_note(v, RED, SAY_VISIT_NO_CONNECTION, "");
    }
    free(text);
    json_decref(message);
}

void visit_hello(struct visit *v)
{
    json_t *hello =
        json_pack("{s:s, s:s, s:b, s:i}", "type", "hello", "table", v->plan.address.table, "state", 1, "re", RE_HELLO);

    if (v->speaks)
        json_object_set_new(hello, "lang", json_string(v->plan.language->tag));
    if (v->plan.token[0])
        json_object_set_new(hello, "token", json_string(v->plan.token));
    if (v->plan.seen.event > 0) {
        json_object_set_new(hello, "event", json_integer(v->plan.seen.event));
        json_object_set_new(hello, "hash", json_string(v->plan.seen.mark));
    }
    visit_send(v, hello);
    v->asked_at = -1; /* an answer may be lost with the connection before */
    v->greeted = true;
    v->asked = steady_ms();
}

void visit_sit(struct visit *v)
{
    v->wants_seat = true;
    v->sitting = v->line;
    visit_send(v, json_pack("{s:s, s:s, s:i}", "type", "sit", "name", v->plan.name, "re", RE_SIT));
}

void visit_arrive(struct visit *v)
{
    visit_hello(v);
    if (!v->plan.token[0] && v->wants_seat)
        visit_sit(v);
}

void visit_keep_token(struct visit *v, const char *token)
{
    char note[sizeof v->why.text + ID_LENGTH + 256];
    struct writer w = write_into(note, sizeof note);
    struct problem why;

    memmove(v->plan.token, token, strlen(token) + 1);
    if (v->plan.keep_token(&v->plan.address, token, &v->plan.seen, &why))
        return;
    say_with(&w, v->plan.language, SAY_VISIT_SEAT_FORGOTTEN, STR("why", why.text), STR("token", token));
    v->show->note(v->shower, RED, note);
}

/* ---- our part in the deal ---- */

void visit_find_pledge(struct visit *v)
{
    v->pledge = (struct pledge){.count = 0};
    v->offered = 0;
    v->warned = false;
    if (v->plan.find_pledge)
        v->plan.find_pledge(&v->plan.address, &v->pledge);
}

/* Sends the seal or the salt, once over a connection. */
static void offer(struct visit *v, const struct pledge_view *view, enum pledge_act act)
{
    const struct pledge_start *start = &v->pledge.starts[v->pledge.count - 1];
    bool shows = act == PLEDGE_SHOW;
    int offered = (2 * v->pledge.count + shows) * MAX_SEATS + view->seat;
    char seal[HEX_SIZE];

    if (v->offered == offered || !v->line)
        return;
    v->offered = offered;
    pledge_seal(&v->pledge, view, seal);
    visit_send(v, json_pack("{s:s, s:s, s:i}", "type", shows ? "salt" : "seal", shows ? "salt" : "seal",
                            shows ? start->salt : seal, "re", RE_DEAL));
}

static void remember_pledge(struct visit *v)
{
    struct problem why;

    if (v->plan.keep_pledge && !v->plan.keep_pledge(&v->plan.address, &v->pledge, &why))
        visit_note(v, RED, SAY_VISIT_PLEDGE_FORGOTTEN, why.text);
}

bool visit_take_part(struct visit *v, struct problem *why)
{
    struct pledge_view view = {.table = v->plan.address.table,
                               .status = text_of(v->table, "status"),
                               .players = visit_players(v),
                               .seat = v->seat,
                               .deal = v->deal};
    enum pledge_act act;

    for (int seat = 0; seat < view.players; seat++)
        view.people |= (unsigned)(strcmp(text_of(visit_seat(v, seat), "kind"), "person") == 0) << seat;
    v->offered = v->seat == ONLOOKER ? 0 : v->offered;
    if (!pledge_look(&v->pledge, &view, &act, why))
        return false;
    if (v->seat != ONLOOKER && v->pledge.changed && v->pledge.starts[v->pledge.count - 1].sealed)
        remember_pledge(v);
    if (act == PLEDGE_SEAL || act == PLEDGE_SHOW)
        offer(v, &view, act);
    if (act == PLEDGE_FOREIGN && !v->warned)
        visit_note(v, RED, SAY_VISIT_FOREIGN_SALT, "");
    v->warned |= act == PLEDGE_FOREIGN;
    return true;
}

/* ---- the connection ---- */

static void on_open(void *of_visit, struct line *line)
{
    struct visit *v = of_visit;

    if (v->table)
        visit_note(v, DIM, SAY_VISIT_CONNECTED, "");
    v->line = line;
    v->link = LINK_OPEN;
    v->offered = 0;
    visit_arrive(v);
}

static void try_again(struct visit *v, const char *why)
{
    char text[sizeof v->why.text];
    struct writer w = write_into(text, sizeof text);

    write_clean(&w, why, strlen(why));
    if (v->pause == PAUSE_FIRST_MS)
        visit_note(v, DIM, SAY_VISIT_LOST, text);
    v->link = LINK_LOST;
    v->again = steady_ms() + v->pause;
    v->pause = 2 * v->pause < PAUSE_MOST_MS ? 2 * v->pause : PAUSE_MOST_MS;
}

static void on_close(void *of_visit, struct line *line, int code, const char *why)
{
    struct visit *v = of_visit;

    (void)line;
    v->line = NULL;
    v->sitting = false;
    v->chosen = -1;
    v->unanswered = 0;
    if (v->leaving || v->refused)
        return;
    problem_set(&v->why, "%s", why);
    if (code == LINE_BROKEN) {
        visit_distrust(v, SAY_VISIT_A_MESSAGE, why);
    } else if (code == CLOSED_ELSEWHERE) {
        v->link = LINK_ENDED;
        visit_note(v, RED, SAY_VISIT_ELSEWHERE, "");
    } else if (v->link != LINK_ENDED) {
        try_again(v, why[0] ? why : visit_said(v, SAY_VISIT_CLOSED));
    }
}

static const struct line_handler handler = {.opened = on_open, .message = visit_message, .closed = on_close};

void visit_reconnect(struct visit *v)
{
    if (v->line)
        return;
    v->link = LINK_LOST;
    v->again = 0;
    client_connect(v->client, &v->plan.address, &handler, v);
}

void visit_run(struct visit *v, int milliseconds)
{
    client_run(v->client, milliseconds);
    if (v->again && steady_ms() >= v->again)
        visit_reconnect(v);
    if (v->line && v->greeted && steady_ms() - v->asked > ANSWER_MS) {
        v->asked = steady_ms();
        line_drop(v->line, visit_said(v, SAY_VISIT_SILENT));
    }
}

bool visit_is_answered(const struct visit *v)
{
    return !v->line || v->unanswered == 0;
}

bool visit_has_left(const struct visit *v)
{
    return v->leaving && (visit_is_answered(v) || steady_ms() - v->leaving > FAREWELL_MS);
}

struct visit *visit_open(const struct visit_plan *plan, const struct visit_show *show, void *shower,
                         struct problem *why)
{
    struct visit *v = must_zero(1, sizeof *v);

    v->plan = *plan;
    v->show = show;
    v->shower = shower;
    v->seat = ONLOOKER;
    v->pause = PAUSE_FIRST_MS;
    v->chosen = -1;
    v->wants_seat = plan->name[0];
    visit_find_pledge(v);
    v->log = must_have(json_array());
    v->earlier = -1;
    v->client = client_open(1);
    v->out = write_into(v->text, sizeof v->text);
    v->speaks = true;
    v->canvas = (struct canvas){
        .out = &v->out, .language = plan->language, .colour = plan->colour, .width = 80, .names = v->names};
    if (v->client) {
        visit_reconnect(v);
        return v;
    }
    problem_set(why, "libwebsockets does not start; is its libev plug-in (libwebsockets-evlib-ev) installed?");
    visit_close(v);
    return NULL;
}

void visit_close(struct visit *v)
{
    v->leaving = steady_ms();
    if (v->plan.token[0] && v->table)
        v->plan.keep_token(&v->plan.address, v->plan.token, &v->plan.seen, &v->why); /* the token is there already */
    client_close(v->client);
    json_decref(v->table);
    json_decref(v->log);
    json_decref(v->asked_for);
    json_decref(v->called);
    free(v);
}
