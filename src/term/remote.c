/* See remote.h. What the server says is in its `table` messages, each whole in
 * itself; the table is drawn from the redacted state in them, by the same code
 * that draws a table at home. */
#include "term/remote.h"

#include <jansson.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "server/message.h"
#include "term/draw.h"
#include "term/hints.h"
#include "term/lines.h"
#include "term/moves.h"

enum {
    SCREEN_ROOM = 1 << 19,
    TURN_MS = 40,         /* how often the keyboard is looked at */
    PAUSE_FIRST_MS = 500, /* before connecting again; twice as long each time */
    PAUSE_MOST_MS = 10000,
    RE_SIT = 1,
    RE_OTHER = 2,
};

struct remote {
    struct remote_plan plan;
    struct client *client;
    struct line *line; /* NULL while there is no connection */
    int64_t again;     /* when to connect again */
    int64_t pause;     /* milliseconds */
    json_t *table;     /* the last message; NULL before the first */
    const struct game *game;
    int seat; /* or ONLOOKER */
    bool has_state;
    struct state_room view;
    struct moves moves; /* of the person, while a choice is owed */
    size_t told;        /* lines of the log */
    bool greeted;       /* hello has been said, and no table has come since */
    struct table_name names[MAX_SEATS];
    bool leaving;
    bool silent;  /* nothing more can be typed */
    bool refused; /* the server does not want us */
    struct problem why;
    struct lines lines;
    struct canvas canvas;
    struct writer out;
    char screen[SCREEN_ROOM];
};

static void say(struct remote *r, const char *text)
{
    write_text(&r->out, text);
}

static void show(struct remote *r)
{
    fwrite(r->screen, 1, r->out.length, stdout);
    fflush(stdout);
    r->out = write_into(r->screen, sizeof r->screen);
}

static void say_clean(struct remote *r, enum style style, const char *text)
{
    draw_clean(&r->canvas, style, text, strlen(text));
}

static void say_line(struct remote *r, enum style style, const char *text)
{
    say_clean(r, style, text);
    say(r, "\n");
}

/* ---- to the server ---- */

static void send_json(struct remote *r, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);

    if (r->line && text)
        line_send(r->line, text, strlen(text));
    else
        say_line(r, RED, "There is no connection just now.");
    free(text);
    json_decref(message);
}

static void send_word(struct remote *r, const char *type)
{
    send_json(r, json_pack("{s:s, s:i}", "type", type, "re", RE_OTHER));
}

static void send_text(struct remote *r, const char *type, const char *key, const char *text)
{
    if (!text_is_utf8(text, strlen(text))) {
        say_line(r, RED, "That is not UTF-8.");
        return;
    }
    send_json(r, json_pack("{s:s, s:s, s:i}", "type", type, key, text, "re", RE_OTHER));
}

static void send_hello(struct remote *r)
{
    json_t *hello =
        json_pack("{s:s, s:s, s:b, s:i}", "type", "hello", "table", r->plan.address.table, "state", 1, "re", RE_OTHER);

    if (r->plan.token[0])
        json_object_set_new(hello, "token", json_string(r->plan.token));
    send_json(r, hello);
    r->greeted = true;
}

/* ---- what the server says ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool is_status(const struct remote *r, const char *status)
{
    return strcmp(text_of(r->table, "status"), status) == 0;
}

static void read_names(struct remote *r)
{
    const json_t *seats = json_object_get(r->table, "seats");

    for (size_t seat = 0; seat < MAX_SEATS; seat++) {
        struct writer w = write_into(r->names[seat].text, NAME_ROOM);
        write_clean(&w, text_of(json_array_get(seats, seat), "name"),
                    strlen(text_of(json_array_get(seats, seat), "name")));
        r->names[seat].length = w.length;
    }
}

/* The view as a state, if the server's states look like ours. */
static void read_state(struct remote *r)
{
    const char *text = text_of(r->table, "state");
    size_t length = 0;

    r->game = game_by_id(text_of(r->table, "game"));
    r->has_state = r->game &&
                   (uint64_t)json_integer_value(json_object_get(r->table, "layout")) == state_layout(r->game) &&
                   sodium_base642bin(r->view.bytes, sizeof r->view.bytes, text, strlen(text), NULL, &length, NULL,
                                     sodium_base64_VARIANT_ORIGINAL) == 0 &&
                   length == r->game->state_size;
}

static bool owes_choice(const struct remote *r)
{
    return r->seat != ONLOOKER && json_array_size(json_object_get(r->table, "legal")) > 0;
}

static void draw_now(struct remote *r)
{
    struct winsize size;
    int width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;

    r->canvas.width = width < 60 ? 60 : width > 120 ? 120 : width;
    say(r, "\n");
    if (r->has_state)
        draw_table(&r->canvas, r->game, room_state(&r->view), r->seat);
}

static void say_seats(struct remote *r)
{
    const json_t *seats = json_object_get(r->table, "seats");

    for (size_t index = 0; index < json_array_size(seats); index++) {
        const json_t *seat = json_array_get(seats, index);
        char number[24];
        struct writer w = write_into(number, sizeof number);
        write_text(&w, "  ");
        write_number(&w, (int64_t)index);
        write_text(&w, "  ");
        say(r, number);
        bool free_seat = strcmp(text_of(seat, "kind"), "free") == 0;
        say_clean(r, free_seat ? DIM : BOLD, free_seat ? "free" : text_of(seat, "name"));
        if ((int)index == r->seat)
            say(r, ", that is you");
        else if (!free_seat && !json_is_true(json_object_get(seat, "here")))
            say(r, ", away");
        if (text_of(seat, "why")[0])
            say(r, ", a bot plays");
        say(r, "\n");
    }
}

static void say_open(struct remote *r)
{
    say(r, "\n");
    say_clean(r, BOLD, r->game ? r->game->title : text_of(r->table, "game"));
    say(r, ", not begun yet:\n");
    say_seats(r);
    say(r, r->seat == ONLOOKER ? "You look on.\n"
                               : "Type start when everybody is there, or salt TEXT to add to the shuffle.\n");
}

/* Who is waited for, in words. */
static void say_waiting(struct remote *r)
{
    const json_t *seats = json_object_get(r->table, "seats");
    bool first = true;

    for (size_t index = 0; index < json_array_size(seats); index++) {
        const json_t *seat = json_array_get(seats, index);
        if (!json_is_true(json_object_get(seat, "waiting")))
            continue;
        say(r, first ? "Waiting for " : ", ");
        say_clean(r, BOLD, (int)index == r->seat ? "you" : text_of(seat, "name"));
        first = false;
    }
    say(r, first ? "" : ".\n");
}

/* Sentences, one a line. */
static void say_sentences(struct remote *r, const char *text)
{
    for (size_t length; text && *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        draw_clean(&r->canvas, PLAIN, text, length);
        say(r, "\n");
    }
}

/* What the person has not been told yet. After a new connection the log comes
 * again, as far back as the server tells it. */
static void say_news(struct remote *r)
{
    const json_t *log = json_object_get(r->table, "log"), *lines = json_object_get(log, "lines");
    size_t from = (size_t)json_integer_value(json_object_get(log, "from")), end = from + json_array_size(lines);
    size_t start = r->greeted && r->told >= from && r->told <= end ? r->told : from;

    for (size_t number = start; number < end; number++)
        say_sentences(r, json_string_value(json_array_get(lines, number - from)));
    r->told = end;
    r->greeted = false;
}

static void say_result(struct remote *r)
{
    const json_t *result = json_object_get(r->table, "result");
    const json_t *all_points = json_object_get(result, "points"), *winners = json_object_get(result, "winners");

    draw_now(r);
    for (size_t index = 0; index < json_array_size(all_points); index++) {
        const json_t *item = json_array_get(all_points, index);
        char points[32];
        snprintf(points, sizeof points, "%8g  ", json_number_value(item));
        say(r, points);
        draw_name(&r->canvas, PLAIN, (int)index);
        say(r, "\n");
    }
    for (size_t index = 0; index < json_array_size(winners); index++) {
        const json_t *item = json_array_get(winners, index);
        say(r, index ? " and " : "");
        draw_name(&r->canvas, BOLD, (int)json_integer_value(item));
    }
    say(r, json_array_size(winners) > 1 ? " win.\n" : " wins.\n");
    say(r, r->seat == ONLOOKER ? "" : "Type rematch to play again.\n");
}

static void ask(struct remote *r)
{
    draw_now(r);
    if (r->has_state) {
        moves_read(&r->moves, r->game, room_state(&r->view), r->seat);
        moves_draw(&r->canvas, &r->moves);
    } else {
        const json_t *legal = json_object_get(r->table, "legal");
        for (size_t i = 0; i < json_array_size(legal); i++)
            say_line(r, PLAIN, json_string_value(json_array_get(legal, i)));
    }
    say(r, "> ");
}

static void take_table(struct remote *r, json_t *message)
{
    const json_t *you = json_object_get(message, "you");
    bool was_over = r->table && is_status(r, "over");

    json_decref(r->table);
    r->table = json_incref(message);
    r->seat = you ? (int)json_integer_value(you) : ONLOOKER;
    r->pause = PAUSE_FIRST_MS;
    read_names(r);
    read_state(r);
    say_news(r);
    if (text_of(r->table, "next")[0] && r->seat != ONLOOKER) {
        say_line(r, BOLD, "Another game: everybody moves to the next table.");
        memcpy(r->plan.address.table, text_of(r->table, "next"), sizeof r->plan.address.table);
        r->plan.keep_token(r->plan.keeper, r->plan.address.table, r->plan.token);
        r->told = 0;
        send_hello(r);
    } else if (is_status(r, "open")) {
        say_open(r);
    } else if (is_status(r, "over")) {
        if (!was_over)
            say_result(r);
    } else if (owes_choice(r)) {
        ask(r);
    } else {
        say_waiting(r);
    }
}

static void take_ok(struct remote *r, const json_t *message)
{
    const char *token = text_of(message, "token");

    if (strlen(token) == sizeof r->plan.token - 1) {
        memcpy(r->plan.token, token, sizeof r->plan.token);
        r->plan.keep_token(r->plan.keeper, r->plan.address.table, token);
    }
}

static void take_error(struct remote *r, const json_t *message)
{
    const json_t *error = json_object_get(message, "error");

    if (!r->table && !r->refused) { /* not even let in */
        problem_set(&r->why, text_of(error, "text"), "", "");
        r->refused = true;
    }
    say_line(r, RED, text_of(error, "text"));
    say(r, r->table && owes_choice(r) ? "> " : "");
}

static void take_hint(struct remote *r, const json_t *message)
{
    const json_t *said = json_object_get(message, "lines");
    struct hint_line lines[HINTS_MOST];
    int count = 0;

    for (size_t index = 0; index < json_array_size(said); index++) {
        const json_t *line = json_array_get(said, index);
        int move = r->has_state ? moves_find(&r->moves, text_of(line, "do")) : -1;
        if (move >= 0 && count < HINTS_MOST)
            lines[count++] = (struct hint_line){.id = r->moves.ids[move],
                                                .worlds = 1,
                                                .value = json_number_value(json_object_get(line, "value")),
                                                .error = json_number_value(json_object_get(line, "error")),
                                                .sure = json_number_value(json_object_get(line, "sure"))};
    }
    if (count > 0)
        draw_hints(&r->canvas, &r->moves, lines, count);
    say(r, "> ");
}

static void take_chat(struct remote *r, const json_t *message)
{
    say_clean(r, CYAN, text_of(message, "name"));
    say(r, ": ");
    say_line(r, CYAN, text_of(message, "text"));
}

static void on_message(void *of_remote, struct line *line, const char *text, size_t length)
{
    struct remote *r = of_remote;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *type = text_of(message, "type");

    (void)line;
    if (strcmp(type, "table") == 0)
        take_table(r, message);
    else if (strcmp(type, "ok") == 0)
        take_ok(r, message);
    else if (strcmp(type, "error") == 0)
        take_error(r, message);
    else if (strcmp(type, "hint") == 0)
        take_hint(r, message);
    else if (strcmp(type, "chat") == 0)
        take_chat(r, message);
    else if (strcmp(type, "bye") == 0)
        say_line(r, DIM, text_of(message, "text"));
    json_decref(message);
    show(r);
}

static void on_open(void *of_remote, struct line *line)
{
    struct remote *r = of_remote;

    r->line = line;
    send_hello(r);
    if (!r->plan.token[0] && r->plan.name[0])
        send_json(r, json_pack("{s:s, s:s, s:i}", "type", "sit", "name", r->plan.name, "re", RE_SIT));
}

static void on_close(void *of_remote, struct line *line, const char *why)
{
    struct remote *r = of_remote;

    (void)line;
    r->line = NULL;
    if (r->leaving)
        return;
    if (r->silent && !r->table) { /* nobody is there to wait for another try */
        problem_set(&r->why, why, "", "");
        r->refused = true;
        return;
    }
    if (r->pause == PAUSE_FIRST_MS) {
        say(r, "\n");
        say_clean(r, DIM, why);
        say(r, "; connecting again…\n");
        show(r);
    }
    r->again = now_ms() + r->pause;
    r->pause = 2 * r->pause < PAUSE_MOST_MS ? 2 * r->pause : PAUSE_MOST_MS;
}

static const struct line_handler handler = {.opened = on_open, .message = on_message, .closed = on_close};

/* ---- what the person types ---- */

static void say_help(struct remote *r)
{
    say(r, "Choose by the number in the list, or type the move as it stands there.\n"
           "  start, rematch   begin; once it is over, again with the same people\n"
           "  undo             take your last move back, while nobody has learnt anything by it\n"
           "  hint             the best moves, what to expect of them and how sure that is\n"
           "  moves [TEXT]     all moves one by one; those that begin with a text\n"
           "  table, seats     draw the table again; who sits where\n"
           "  say TEXT         to everybody at the table\n"
           "  salt TEXT        before the start: your part of the shuffle\n"
           "  leave            stand up; once it has begun, a bot plays for you\n"
           "  back             play yourself again instead of the bot\n"
           "  quit             go; parlor join with the same address comes back to your seat\n");
}

static void choose(struct remote *r, const char *typed)
{
    char *end = NULL;
    long number = strtol(typed, &end, 10);

    if (!r->table || !owes_choice(r)) {
        say_line(r, RED, "It is not your turn. help tells what else there is.");
        return;
    }
    if (r->has_state && end != typed && !*end && number >= 1 && number <= r->moves.count)
        typed = r->moves.text[number - 1];
    if (!text_is_utf8(typed, strlen(typed))) {
        say_line(r, RED, "That is not UTF-8.");
        return;
    }
    send_json(r, json_pack("{s:s, s:s, s:I, s:i}", "type", "do", "do", typed, "move",
                           json_integer_value(json_object_get(r->table, "move")), "re", RE_OTHER));
}

/* What follows a word, or NULL if the line does not begin with it. */
static const char *after_word(const char *typed, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(typed, word, length) != 0 || (typed[length] && typed[length] != ' '))
        return NULL;
    return typed + length + strspn(typed + length, " ");
}

static void act(struct remote *r, const char *typed)
{
    static const char *const plain[] = {"start", "rematch", "undo", "hint", "leave", "back", NULL};
    const char *rest;

    for (int i = 0; plain[i]; i++)
        if (strcmp(typed, plain[i]) == 0) {
            send_word(r, typed);
            return;
        }
    if (strcmp(typed, "quit") == 0)
        r->leaving = true;
    else if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0)
        say_help(r);
    else if (strcmp(typed, "seats") == 0)
        say_seats(r);
    else if (strcmp(typed, "table") == 0)
        draw_now(r);
    else if ((rest = after_word(typed, "say")))
        send_text(r, "chat", "text", rest);
    else if ((rest = after_word(typed, "salt")))
        send_text(r, "salt", "salt", rest);
    else if ((rest = after_word(typed, "moves")) && r->has_state && owes_choice(r))
        moves_draw_all(&r->canvas, &r->moves, rest);
    else if (typed[0])
        choose(r, typed);
}

static void read_keyboard(struct remote *r)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char typed[LINE_ROOM];

    while (!r->leaving && !r->silent && (poll(&input, 1, 0) > 0 || memchr(r->lines.buffer, '\n', r->lines.length)))
        switch (lines_next(&r->lines, typed)) {
        case LINE_READ: act(r, typed); break;
        case LINE_LONG: say_line(r, RED, "That line is too long."); break;
        default: r->silent = true; break;
        }
    show(r);
}

/* Without anybody who types it stays until it is known whether there is a table. */
static bool is_done(const struct remote *r)
{
    return r->leaving || r->refused || (r->silent && r->table) || r->plan.interrupted();
}

bool remote_run(const struct remote_plan *plan, struct problem *why)
{
    struct remote *r = calloc(1, sizeof *r);

    if (!r || !(r->client = client_open(1))) {
        free(r);
        return problem_set(why, "out of memory", "", "");
    }
    r->plan = *plan;
    r->seat = ONLOOKER;
    r->pause = PAUSE_FIRST_MS;
    r->lines = (struct lines){.fd = STDIN_FILENO, .interrupted = plan->interrupted};
    r->out = write_into(r->screen, sizeof r->screen);
    r->canvas = (struct canvas){.out = &r->out, .colour = plan->colour, .width = 80, .names = r->names};
    client_connect(r->client, &r->plan.address, &handler, r);
    while (!is_done(r)) {
        client_run(r->client, TURN_MS);
        read_keyboard(r);
        if (!r->line && r->again && now_ms() >= r->again) {
            r->again = 0;
            client_connect(r->client, &r->plan.address, &handler, r);
        }
    }
    r->leaving = true;
    bool fine = !r->refused;
    *why = r->why;
    client_close(r->client);
    json_decref(r->table);
    free(r);
    return fine;
}
