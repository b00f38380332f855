/* Plays a whole conversation of parlor join or watch with a server that says anything, over a simulated connection.
 * Whatever the server sends, the client shows nothing that could control a terminal, keeps and sends only ids and
 * tokens of the right form, and sends them only to the address that the person gave. An input is a script of lines:
 *
 *   watch           the first line: the person only watches; with anything else, sits down
 *   {"type":…}      the server sends this
 *   c4000 reason    the server closes with this code; the person connects again
 *   b reason        the connection breaks off, as if the server did not keep to WebSocket
 *   >text           the person types this
 */
#include <jansson.h>
#include <sodium.h>

#include "client/client.h"
#include "client/said.h"
#include "fuzz.h"
#include "term/hints.h"
#include "term/visit.h"
#include "term/wrap.h"

#define TABLE "AAAAAAAAAAAAAAAAAAAAAA"

enum { LINES_MAX = 64, TEXT_SIZE = 1 << 18 };

/* ---- the connection ---- */

struct client {
    int unused;
};

struct line {
    const struct line_handler *handler;
    void *context;
    bool open, dropped;
};

static struct client the_client;
static struct line the_line;

struct client *client_open(int lines_most)
{
    (void)lines_most;
    return &the_client;
}

void client_close(struct client *client)
{
    (void)client;
}

void client_run(struct client *client, int milliseconds)
{
    (void)client, (void)milliseconds;
}

void client_connect(struct client *client, const struct client_address *to, const struct line_handler *handler,
                    void *context)
{
    (void)client;
    HOLDS(strcmp(to->host, "host") == 0 && to->port == 7777 && !to->tls && id_is_well_formed(to->table));
    the_line = (struct line){.handler = handler, .context = context, .open = true};
}

void line_send(struct line *line, const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *token = json_string_value(json_object_get(message, "token"));
    const char *table = json_string_value(json_object_get(message, "table"));

    HOLDS(line == &the_line && line->open);
    HOLDS(json_is_string(json_object_get(message, "type")));
    HOLDS(!token || id_is_well_formed(token));
    HOLDS(!table || id_is_well_formed(table));
    json_decref(message);
}

void line_close(struct line *line)
{
    line->dropped = true;
}

void line_drop(struct line *line, const char *why)
{
    (void)why;
    line->dropped = true;
}

/* ---- what is shown ---- */

static char shown[TEXT_SIZE];

/* Lines that can be shown, and nothing else. */
static void check_shown(const char *text)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        HOLDS(text_is_clean(text, length));
    }
}

static struct canvas canvas_for(const struct visit *v, struct writer *w)
{
    *w = write_into(shown, sizeof shown);
    return (struct canvas){.out = w, .width = 80, .names = v->names};
}

static void show_told(void *of_visit, enum style style, const char *sentences)
{
    struct writer w = write_into(shown, sizeof shown);

    (void)of_visit, (void)style;
    check_shown(sentences);
    write_wrapped(&w, sentences, 80);
    check_shown(shown);
}

static void show_note(void *of_visit, enum style style, const char *text)
{
    (void)of_visit, (void)style;
    check_shown(text);
}

static void show_hints(void *of_visit, const struct hint_line *lines, int count)
{
    const struct visit *v = *(struct visit **)of_visit;
    struct writer w;
    struct canvas canvas = canvas_for(v, &w);

    draw_hints(&canvas, &v->moves, lines, count);
    check_shown(shown);
}

static void show_page(void *of_visit, const char *title, const char *text)
{
    (void)of_visit;
    check_shown(title);
    check_shown(text);
}

static void show_table(void *of_visit)
{
    struct visit *v = *(struct visit **)of_visit;
    struct writer w;
    struct canvas canvas = canvas_for(v, &w);

    visit_status(v, true, &w);
    visit_draw_seats(v, &canvas);
    if (visit_is(v, "over"))
        visit_draw_result(v, &canvas);
    if (v->has_state)
        draw_table(&canvas, v->game, state_in(&v->view), v->seat);
    if (visit_owes(v))
        moves_draw(&canvas, &v->moves);
    HOLDS(!w.overflow);
    check_shown(shown);
}

static void show_word(void *of_visit, enum visit_word word, const char *rest)
{
    const struct visit *v = *(struct visit **)of_visit;
    struct writer w;
    struct canvas canvas = canvas_for(v, &w);

    if (word == VISIT_MOVES)
        moves_draw_all(&canvas, &v->moves, rest);
    for (size_t line = 0; word == VISIT_LOG && line < json_array_size(v->log); line++)
        write_sentences(v, &w, json_string_value(json_array_get(v->log, line)));
    check_shown(shown);
}

static const struct visit_show show = {.told = show_told,
                                       .note = show_note,
                                       .hints = show_hints,
                                       .page = show_page,
                                       .word = show_word,
                                       .table = show_table};

static bool keep_token(const struct client_address *table, const char *token, const struct seen *seen,
                       struct problem *why)
{
    (void)why;
    HOLDS(seen->event == 0 || (seen->event > 0 && mark_is_well_formed(seen->mark)));
    HOLDS(strcmp(table->host, "host") == 0 && table->port == 7777 && !table->tls && id_is_well_formed(table->table));
    HOLDS(!token[0] || id_is_well_formed(token));
    return true;
}

static bool interrupted(void)
{
    return false;
}

/* ---- the script ---- */

static void open_line(void)
{
    if (the_line.open)
        the_line.handler->opened(the_line.context, &the_line);
}

/* The line is gone, and the person connects again unless that is over. */
static void close_line(struct visit *v, int code, const char *why)
{
    char clean[124];
    struct writer w = write_into(clean, sizeof clean);

    if (!the_line.open)
        return;
    the_line.open = false;
    write_clean(&w, why, strlen(why)); /* as client.c does */
    the_line.handler->closed(the_line.context, &the_line, code, clean);
    if (!v->refused && v->link == LINK_LOST) {
        visit_reconnect(v);
        open_line();
    }
}

static void act(struct visit *v, const char *text, size_t length)
{
    char typed[256];
    struct writer w = write_into(typed, sizeof typed);

    if (the_line.dropped)
        close_line(v, 0, "");
    if (v->refused || length == 0)
        return;
    switch (text[0]) {
    case '>':
        write_bytes(&w, text + 1, length - 1);
        visit_type(v, typed);
        break;
    case 'c':
        write_bytes(&w, text + 1, length - 1);
        close_line(v, (int)strtol(typed, NULL, 10), typed);
        break;
    case 'b':
        write_bytes(&w, text + 1, length - 1);
        close_line(v, LINE_BROKEN, typed);
        break;
    default:
        if (the_line.open)
            the_line.handler->message(the_line.context, &the_line, text, length);
    }
}

/* The line that begins there, without its end; where the next one begins. */
static const char *next_line(const char *text, const char *end, size_t *length)
{
    const char *feed = memchr(text, '\n', (size_t)(end - text));

    *length = (size_t)((feed ? feed : end) - text);
    return feed ? feed + 1 : end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct visit *visit;
    struct visit_plan plan = {.address = {.host = "host", .port = 7777, .table = TABLE},
                              .language = &languages[0],
                              .interrupted = interrupted,
                              .keep_token = keep_token};
    const char *end = (const char *)data + size;
    struct problem why;
    size_t length;
    const char *text = next_line((const char *)data, end, &length);

    if (sodium_init() < 0)
        abort();
    if (length != 5 || memcmp(data, "watch", 5) != 0)
        memcpy(plan.name, "Ann", 4);
    visit = visit_open(&plan, &show, &visit, &why);
    HOLDS(visit);
    open_line();
    for (int lines = 0; text < end && lines < LINES_MAX; lines++) {
        const char *line = text;
        text = next_line(text, end, &length);
        act(visit, line, length);
    }
    check_shown(visit->why.text);
    visit_close(visit);
    visit = NULL;
    return 0;
}
