/* What the server says: its `table` messages, each whole in itself, and the others. The view comes as a redacted
 * state, to be drawn by the same code that draws a table at home. Nothing that the server sends is believed: messages
 * come in through client/said.h alone, and the first that breaks the rules ends the visit. */
#include <string.h>

#include "client/said.h"
#include "term/visit_inside.h"

enum {
    NEWS_SIZE = 2048, /* a sentence on each seat */
    TOLD_SIZE = 2 * LOG_LINE_SIZE,
    LOG_KEPT = 1000,  /* lines of the log: more cannot be shown at once */
    TABLES_MAX = 100, /* that a person goes on to in one visit; nobody plays that many games */
};

static void tell(struct visit *v, enum style style, enum text text)
{
    char line[512];
    struct writer w = write_into(line, sizeof line);

    say(&w, v->plan.language, text);
    write_text(&w, "\n");
    v->show->told(v->shower, style, line);
}

/* ---- a table message ---- */

static void read_names(struct visit *v)
{
    struct table_name said[MAX_SEATS];
    int players = visit_players(v);

    for (int seat = 0; seat < players; seat++) {
        const char *name = text_of(visit_seat(v, seat), "name");
        struct writer w = write_into(said[seat].text, NAME_SIZE);
        write_text(&w, name);
        said[seat].length = w.length;
    }
    for (int seat = 0; seat < players; seat++) {
        struct writer w = write_into(v->names[seat].text, NAME_SIZE);
        name_write(said, players, seat, &w);
        v->names[seat].length = w.length;
        name_shown(&v->names[seat], v->plan.language);
    }
}

/* True if a seat owes a choice, according to the state that the server sent. */
static bool owes_by_state(const struct visit *v, const struct game *game, struct state_buffer *view)
{
    struct turn turn = game->turn(state_in(view));
    return v->seat != ONLOOKER && turn.kind == TURN_CHOICE && (turn.seats >> v->seat & 1);
}

/* Takes the view as a state, if the server's states look like ours; false if it says one
 * thing and shows another. */
static bool read_state(struct visit *v, const json_t *table, struct problem *why)
{
    const struct game *game = game_by_id(text_of(table, "game"));
    struct state_buffer view;
    bool sent = game && json_object_get(table, "state") && (uint64_t)number_of(table, "layout") == state_layout(game);

    if (sent && !said_state(table, game, &view, why))
        return false;
    if (sent && owes_by_state(v, game, &view) != (json_array_size(json_object_get(table, "legal")) > 0))
        return problem_set(why, "legal: who is to choose differs from the state");
    v->game = game;
    v->has_state = sent;
    if (sent)
        v->view = view;
    return true;
}

static void name_of(const void *of_visit, int seat, struct writer *w)
{
    const struct visit *v = of_visit;
    write_bytes(w, v->names[seat].text, v->names[seat].length);
}

/* True if the text is a seat like {0}, as a server that speaks the person's language marks them. */
static bool is_seat(const struct visit *v, const char *text)
{
    return v->speaks && text[0] == '{' && text[1] >= '0' && text[1] < '0' + visit_players(v) && text[2] == '}';
}

/* Reads a card marked as {NOTATION|NAME}: how long the two are. False if there is none. */
static bool find_card(const struct visit *v, const char *text, size_t *notation, size_t *name)
{
    *notation = v->speaks && text[0] == '{' ? strcspn(text + 1, "{|}\n") : 0;
    if (*notation == 0 || text[1 + *notation] != '|')
        return false;
    *name = strcspn(text + 2 + *notation, "{|}\n");
    return text[2 + *notation + *name] == '}';
}

/* Writes a card as its drawing has it, and its name where it has one. */
static void write_card(struct writer *w, const char *notation, size_t length, const char *name, size_t name_length)
{
    write_clean(w, notation, length);
    if (name_length == length && memcmp(notation, name, length) == 0)
        return;
    write_text(w, " ");
    write_clean(w, name, name_length);
}

/* Writes what stands at the beginning of a text: a name, the end of a line, or what comes before the next of them.
 * Returns how much of the text that was. */
static size_t write_piece(const struct visit *v, struct writer *w, const char *text)
{
    size_t length, name;

    if (is_seat(v, text)) {
        write_bytes(w, v->names[text[1] - '0'].text, v->names[text[1] - '0'].length);
        return 3;
    }
    if (*text == '\n') {
        write_text(w, "\n");
        return 1;
    }
    if (find_card(v, text, &length, &name)) {
        write_card(w, text + 1, length, text + length + 2, name);
        return length + name + 3;
    }
    length = 1 + strcspn(text + 1, "\n{");
    write_clean(w, text, length);
    return length;
}

void write_words(const struct visit *v, struct writer *w, const char *text)
{
    while (text && *text)
        text += write_piece(v, w, text);
}

static bool is_asked_for(const struct visit *v)
{
    return v->asked_at == number_of(v->table, "move") && json_equal(v->asked_for, json_object_get(v->table, "legal"));
}

/* The moves of a table whose states we cannot read: by their notation, and as the server calls them once it has said.
 */
static void read_foreign_moves(struct visit *v, const json_t *legal)
{
    bool known = v->called && is_asked_for(v) && json_array_size(v->called) == json_array_size(legal);

    for (size_t i = 0; i < json_array_size(legal); i++) {
        char called[TOLD_SIZE];
        struct writer w = write_into(called, sizeof called);
        if (known)
            write_words(v, &w, json_string_value(json_array_get(v->called, i)));
        moves_add(&v->moves, (uint16_t)i, json_string_value(json_array_get(legal, i)),
                  known && !v->plan.notation ? called : NULL);
    }
}

/* Asks for words for them, once. */
static void ask_for_words(struct visit *v)
{
    json_t *legal = json_object_get(v->table, "legal");

    if (!visit_owes(v) || v->has_state || is_asked_for(v))
        return;
    json_decref(v->asked_for);
    json_decref(v->called);
    v->asked_for = json_incref(legal);
    v->asked_at = number_of(v->table, "move");
    v->called = NULL;
    visit_send(v, json_pack("{s:s, s:i}", "type", "moves", "re", RE_MOVES));
}

void visit_read_moves(struct visit *v)
{
    const struct wording wording = {
        .language = v->plan.language,
        .notation = v->plan.notation,
        .cast = {.players = visit_players(v), .you = v->seat, .name = name_of, .of = v, .cards = CARD_NUMBERED},
    };
    const json_t *legal = json_object_get(v->table, "legal");
    bool owes = v->seat != ONLOOKER && json_array_size(legal) > 0 && !text_of(visit_seat(v, v->seat), "bot")[0];

    v->moves.count = 0;
    if (owes && v->has_state)
        moves_read(&v->moves, &wording, v->game, state_in(&v->view), v->seat);
    else if (owes)
        read_foreign_moves(v, legal);
}

static void cut_log(struct visit *v, size_t lines)
{
    while (json_array_size(v->log) > lines)
        json_array_remove(v->log, json_array_size(v->log) - 1);
}

void write_sentences(const struct visit *v, struct writer *w, const char *text)
{
    size_t start = w->length;

    write_words(v, w, text);
    if (w->length > start && w->buffer[w->length - 1] != '\n')
        write_text(w, "\n");
}

static void tell_line(struct visit *v, const char *line)
{
    char text[TOLD_SIZE];
    struct writer w = write_into(text, sizeof text);

    write_sentences(v, &w, line);
    if (w.length > 0)
        v->show->told(v->shower, PLAIN, text);
}

/* Takes the lines of the log that are new, and tells them. After a new connection the
 * log comes again, as far back as the server tells it. */
static void read_log(struct visit *v)
{
    const json_t *log = json_object_get(v->table, "log"), *lines = json_object_get(log, "lines");
    size_t from = (size_t)number_of(log, "from"), end = from + json_array_size(lines);
    size_t told = v->log_from + json_array_size(v->log);
    bool known = v->greeted && told >= from && told <= end;

    if (!known && from < told && from >= v->log_from && !v->greeted)
        tell(v, DIM, SAY_VISIT_TAKEN_BACK);
    if (!known && (from < v->log_from || from > told)) {
        cut_log(v, 0);
        v->log_from = from;
        v->earlier = -1;
    }
    if (!known)
        cut_log(v, from - v->log_from);
    for (size_t number = known ? told : from; number < end; number++) {
        json_t *line = json_array_get(lines, number - from);
        json_array_append(v->log, line);
        tell_line(v, json_string_value(line));
    }
    for (; json_array_size(v->log) > LOG_KEPT; v->log_from++)
        json_array_remove(v->log, 0);
}

/* Remembers how far the table was, for when the person comes back. */
static void note_seen(struct visit *v)
{
    const char *mark = text_of(v->table, "hash");

    v->plan.seen = (struct seen){0};
    if (!mark[0])
        return;
    v->plan.seen.event = (int)number_of(v->table, "event");
    memcpy(v->plan.seen.mark, mark, sizeof v->plan.seen.mark);
}

/* Goes with the others to the table of the next game. */
static void move_on(struct visit *v)
{
    const char *next = text_of(v->table, "next");

    if (++v->tables > TABLES_MAX) {
        visit_distrust(v, SAY_VISIT_A_TABLE, visit_said(v, SAY_VISIT_ENDLESS));
        return;
    }
    tell(v, BOLD, SAY_VISIT_NEXT_TABLE);
    memcpy(v->left, v->plan.address.table, sizeof v->left);
    memcpy(v->plan.address.table, next, sizeof v->plan.address.table);
    v->plan.seen = (struct seen){0};
    if (v->plan.token[0])
        visit_keep_token(v, v->plan.token);
    cut_log(v, 0);
    v->log_from = 0;
    v->earlier = -1;
    v->chats = 0;
    visit_find_pledge(v);
    json_decref(v->table);
    v->table = NULL;
    visit_hello(v);
}

/* The progress of the game, for this viewer. */
struct progress {
    size_t log;
    int64_t move;
    bool owes;
};

static struct progress progress_of(const struct visit *v)
{
    return (struct progress){v->log_from + json_array_size(v->log), number_of(v->table, "move"), visit_owes(v)};
}

static void tell_changes(struct visit *v, const json_t *before)
{
    char news[NEWS_SIZE];
    struct writer w = write_into(news, sizeof news);

    visit_compare(v, before, &w);
    if (w.length > 0)
        v->show->told(v->shower, DIM, news);
}

/* True if a message is about the person's table, and the table is still the same. Sets
 * v->seat. */
static bool fits_here(struct visit *v, const json_t *table, struct problem *why)
{
    const json_t *you = json_object_get(table, "you");

    if (strcmp(text_of(table, "table"), v->plan.address.table) != 0)
        return problem_set(why, "table: it is another than the one that was asked for");
    if (v->table && strcmp(text_of(table, "game"), text_of(v->table, "game")) != 0)
        return problem_set(why, "game: it has become another");
    if (v->table && number_of(table, "players") != number_of(v->table, "players") &&
        strcmp(text_of(v->table, "status"), "open") != 0)
        return problem_set(why, "players: it cannot change once the game begins");
    if (v->table && number_of(table, "prepared") != number_of(v->table, "prepared"))
        return problem_set(why, "prepared: it was not said before");
    v->seat = you ? (int)json_integer_value(you) : ONLOOKER;
    return said_deal(table, &v->deal, why) && read_state(v, table, why);
}

static void take_table(struct visit *v, json_t *message)
{
    json_t *before = v->table;
    struct progress was = progress_of(v);
    struct problem why;

    if (v->greeted && v->left[0] && strcmp(text_of(message, "table"), v->left) == 0)
        return; /* it was under way when the person went on to the next */
    if (!fits_here(v, message, &why)) {
        visit_distrust(v, SAY_VISIT_A_TABLE, why.text);
        return;
    }
    v->table = json_incref(message);
    if (!visit_take_part(v, &why)) {
        visit_distrust(v, SAY_VISIT_A_TABLE, why.text);
        json_decref(before);
        return;
    }
    v->heard = steady_ms();
    note_seen(v);
    v->pause = PAUSE_FIRST_MS;
    if (number_of(v->table, "move") != v->chosen) /* else somebody else was quicker than our choice */
        v->chosen = -1;
    if (v->seat == ONLOOKER && v->plan.token[0]) /* the person has stood up */
        visit_keep_token(v, "");
    read_names(v);
    visit_read_moves(v);
    ask_for_words(v);
    read_log(v);
    tell_changes(v, before);
    json_decref(before);
    struct progress now = progress_of(v);
    v->position += v->greeted || now.log != was.log || now.move != was.move || now.owes != was.owes;
    v->show->table(v->shower);
    v->greeted = false;
    if (text_of(v->table, "next")[0])
        move_on(v);
}

/* ---- the other messages ---- */

static void take_ok(struct visit *v, const json_t *message)
{
    const char *token = text_of(message, "token");
    bool seated = v->sitting && number_of(message, "re") == RE_SIT;

    v->sitting = v->sitting && !seated;
    if (flag_of(message, "behind"))
        visit_note(v, RED, SAY_VISIT_BEHIND, "");
    if (token[0] && !seated)
        visit_distrust(v, SAY_VISIT_A_MESSAGE, "token: nobody asked for one");
    else if (token[0])
        visit_keep_token(v, token);
}

/* True if it is worth trying again later. */
static bool is_passing(const char *code)
{
    return strcmp(code, "too_many") == 0 || strcmp(code, "full") == 0 || strcmp(code, "not_saved") == 0;
}

/* Hello was refused. */
static void take_no(struct visit *v, const char *code, const char *text)
{
    if (is_passing(code)) {
        v->show->note(v->shower, RED, text);
        line_close(v->line);
    } else if (v->speaks && strcmp(code, "bad_message") == 0) { /* it does not have the language */
        v->speaks = false;
        visit_hello(v);
    } else if (v->plan.token[0] && !v->plan.token_typed && strcmp(code, "refused") == 0) {
        visit_keep_token(v, "");
        visit_arrive(v);
    } else {
        visit_end_refused(v, text);
    }
}

static void take_error(struct visit *v, const json_t *message)
{
    const json_t *error = json_object_get(message, "error");
    char text[sizeof v->why.text];
    struct writer w = write_into(text, sizeof text);
    int64_t re = number_of(message, "re");

    write_clean(&w, text_of(error, "text"), strlen(text_of(error, "text")));
    v->chosen = re == RE_CHOICE ? -1 : v->chosen;
    v->offered = re == RE_DEAL ? 0 : v->offered; /* once more with the next table */
    if (re == RE_HELLO) {
        take_no(v, text_of(error, "code"), text);
        return;
    }
    if (re == RE_MOVES)
        return; /* there is the notation */
    if (strcmp(text_of(error, "reason"), "put_off") == 0)
        v->wants_seat = false; /* not by itself, that is */
    write_text(&w, re == RE_SIT ? visit_said(v, SAY_VISIT_LOOK_ON) : "");
    v->show->note(v->shower, RED, text);
    if (re == RE_SIT) {
        v->sitting = false;
        v->show->table(v->shower);
    }
}

static void take_hint(struct visit *v, const json_t *message)
{
    const json_t *said = json_object_get(message, "lines");
    struct hint_line lines[HINTS_MAX];
    int count = 0;

    for (size_t index = 0; index < json_array_size(said) && count < HINTS_MAX; index++) {
        const json_t *line = json_array_get(said, index);
        int move = moves_find(&v->moves, text_of(line, "do"));
        if (move >= 0)
            lines[count++] = (struct hint_line){.id = v->moves.ids[move],
                                                .worlds = 1,
                                                .value = json_number_value(json_object_get(line, "value")),
                                                .error = json_number_value(json_object_get(line, "error")),
                                                .sure = json_number_value(json_object_get(line, "sure"))};
    }
    if (count > 0)
        v->show->hints(v->shower, lines, count);
}

/* The last lines come again with every connection. */
static void take_chat(struct visit *v, const json_t *message)
{
    const char *name = text_of(message, "name"), *said = text_of(message, "text");
    char text[CHAT_SIZE + NAME_SIZE + 64];
    struct writer w = write_into(text, sizeof text);
    int64_t number = number_of(message, "number");

    if (number < v->chats)
        return;
    v->chats = number + 1;
    if (json_object_get(message, "seat"))
        write_clean(&w, name, strlen(name));
    else
        say_with(&w, v->plan.language, SAY_CHAT_WATCHER, STR("name", name));
    write_text(&w, ": ");
    write_clean(&w, said, strlen(said));
    write_text(&w, "\n");
    v->show->told(v->shower, CYAN, text);
}

/* Tells how somebody reacts, if that is a reaction that this program knows. */
static void take_reaction(struct visit *v, const json_t *message)
{
#define REACTION_TEXT(upper, lower) SAY_REACTS_##upper,
    static const enum text sentences[REACTIONS] = {SERVER_REACTION_KIND_WORDS(REACTION_TEXT)};
#undef REACTION_TEXT
    enum reaction reaction = reaction_named(text_of(message, "reaction"));
    int seat = (int)number_of(message, "seat");
    char text[NAME_SIZE + 128];
    struct writer w = write_into(text, sizeof text);

    if (!v->table || reaction == REACTIONS || seat >= visit_players(v))
        return;
    say_with(&w, v->plan.language, sentences[reaction], STR("name", v->names[seat].text));
    write_text(&w, "\n");
    v->show->told(v->shower, CYAN, text);
}

/* Older lines, which were asked for. */
static void take_log(struct visit *v, const json_t *message)
{
    const json_t *lines = json_object_get(message, "lines");
    int64_t before = v->earlier >= 0 ? v->earlier : (int64_t)v->log_from, from = number_of(message, "from");

    if (from + (int64_t)json_array_size(lines) != before || from == before)
        return; /* not those that are missing */
    v->earlier = from;
    visit_begin_page(v);
    for (size_t i = 0; i < json_array_size(lines); i++)
        write_sentences(v, &v->out, json_string_value(json_array_get(lines, i)));
    visit_end_page(v, visit_said(v, SAY_PAGE_EARLIER));
}

/* Takes the names of the moves that the client asked for. */
static void take_moves(struct visit *v, const json_t *message)
{
    if (number_of(message, "re") != RE_MOVES || !v->asked_for || !v->table || number_of(message, "move") != v->asked_at)
        return;
    json_decref(v->called);
    v->called = json_incref(json_object_get(message, "lines"));
    visit_read_moves(v);
    v->position++;
    v->show->table(v->shower);
}

static void take_bye(struct visit *v, const json_t *message)
{
    problem_set(&v->why, "%s", text_of(message, "text"));
    v->show->note(v->shower, DIM, v->why.text);
    v->link = flag_of(message, "again") ? LINK_OPEN : LINK_ENDED;
}

void visit_message(void *of_visit, struct line *line, const char *text, size_t length)
{
    struct visit *v = of_visit;
    enum said_kind kind;
    struct problem why;

    (void)line;
    if (v->refused)
        return;
    json_t *message = said_read(text, length, &kind, &why);
    if (!message) {
        visit_distrust(v, kind == SAID_TABLE ? SAY_VISIT_A_TABLE : SAY_VISIT_A_MESSAGE, why.text);
        return;
    }
    v->unanswered -= json_object_get(message, "re") && v->unanswered > 0;
    switch (kind) {
    case SAID_TABLE: take_table(v, message); break;
    case SAID_OK: take_ok(v, message); break;
    case SAID_ERROR: take_error(v, message); break;
    case SAID_HINT: take_hint(v, message); break;
    case SAID_CHAT: take_chat(v, message); break;
    case SAID_BYE: take_bye(v, message); break;
    case SAID_LOG: take_log(v, message); break;
    case SAID_MOVES: take_moves(v, message); break;
    case SAID_REACTION: take_reaction(v, message); break;
    case SAID_OTHER: break; /* of a newer server */
    }
    json_decref(message);
}
