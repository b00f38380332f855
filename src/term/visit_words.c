/* The words that a person may type at a table of a server, in lines or on the full screen. See visit.h. */
#include <string.h>

#include "bots/bot.h"
#include "term/visit.h"

/* ---- to the server ---- */

static void send_word(struct visit *v, const char *type)
{
    visit_send(v, json_pack("{s:s, s:i}", "type", type, "re", RE_WORD));
}

static void do_start(struct visit *v, const char *rest)
{
    (void)rest;
    send_word(v, "start");
}

static void do_rematch(struct visit *v, const char *rest)
{
    (void)rest;
    send_word(v, "rematch");
}

static void do_undo(struct visit *v, const char *rest)
{
    (void)rest;
    send_word(v, "undo");
}

static void do_hint(struct visit *v, const char *rest)
{
    (void)rest;
    send_word(v, "hint");
}

/* True if a text can be sent; else says why not. */
static bool can_send(struct visit *v, const char *text)
{
    bool can = text_is_utf8(text, strlen(text));

    if (!can)
        v->show->note(v->shower, RED, visit_said(v, SAY_NOT_UTF8));
    return can;
}

/* Somebody who watches says who they are. */
static void do_say(struct visit *v, const char *rest)
{
    if (!can_send(v, rest))
        return;
    json_t *line = json_pack("{s:s, s:s, s:i}", "type", "chat", "text", rest, "re", RE_WORD);
    if (v->seat == ONLOOKER && v->plan.called[0])
        json_object_set_new(line, "name", json_string(v->plan.called));
    visit_send(v, line);
}

#define REACTION_NAME(upper, lower) SAY_REACTION_##upper,
const enum text visit_reactions[REACTIONS] = {SERVER_REACTION_KIND_WORDS(REACTION_NAME)};
#undef REACTION_NAME

static void say_how_to_react(struct visit *v)
{
    char names[512], text[sizeof names + 128];
    struct writer list = write_into(names, sizeof names), w = write_into(text, sizeof text);

    for (int i = 0; i < REACTIONS; i++) {
        write_text(&list, i ? language_word(v->plan.language, NULL, "list.comma") : "");
        write_text(&list, visit_said(v, visit_reactions[i]));
    }
    say_with(&w, v->plan.language, SAY_VISIT_REACT_HOW, STR("reactions", names));
    v->show->note(v->shower, RED, text);
}

static void do_react(struct visit *v, const char *rest)
{
    int reaction = (int)reaction_named(rest);

    for (int i = 0; i < REACTIONS && reaction == REACTIONS; i++)
        reaction = strcmp(rest, visit_said(v, visit_reactions[i])) == 0 ? i : REACTIONS;
    if (reaction == REACTIONS)
        say_how_to_react(v);
    else
        visit_send(v,
                   json_pack("{s:s, s:s, s:i}", "type", "react", "reaction", reaction_words[reaction], "re", RE_WORD));
}

/* ---- the waiting room ---- */

static void do_name(struct visit *v, const char *rest)
{
    if (!rest[0] || strlen(rest) >= sizeof v->plan.name)
        v->show->note(v->shower, RED, visit_said(v, SAY_VISIT_NAME_HOW));
    else if (can_send(v, rest))
        visit_send(v, json_pack("{s:s, s:s, s:i}", "type", "look", "name", rest, "re", RE_WORD));
}

static void say_how_to_place(struct visit *v)
{
    char names[512], text[sizeof names + 256];
    struct writer list = write_into(names, sizeof names), w = write_into(text, sizeof text);

    for (int i = 0; bots[i]; i++) {
        write_text(&list, i ? language_word(v->plan.language, NULL, "list.comma") : "");
        write_text(&list, bots[i]->name);
    }
    say_with(&w, v->plan.language, SAY_VISIT_BOT_HOW, STR("levels", names));
    v->show->note(v->shower, RED, text);
}

static void send_seat(struct visit *v, int seat, const char *bot)
{
    visit_send(v, json_pack("{s:s, s:i, s:s, s:i}", "type", "seat", "seat", seat, "bot", bot, "re", RE_WORD));
}

static void do_bot(struct visit *v, const char *rest)
{
    struct reader in = read_from(rest, strlen(rest));
    int seat;

    if (!read_number(&in, 0, MAX_SEATS - 1, &seat) || !read_if(&in, " ")) {
        say_how_to_place(v);
        return;
    }
    const char *level = rest + in.at + strspn(rest + in.at, " ");
    if (!level[0] || strlen(level) >= NAME_SIZE)
        say_how_to_place(v);
    else if (can_send(v, level))
        send_seat(v, seat, level);
}

/* True if nothing but a number within these bounds was typed. */
static bool read_alone(const char *rest, int least, int most, int *number)
{
    struct reader in = read_from(rest, strlen(rest));
    return read_number(&in, least, most, number) && read_end(&in);
}

static void do_free(struct visit *v, const char *rest)
{
    int seat;

    if (read_alone(rest, 0, MAX_SEATS - 1, &seat))
        send_seat(v, seat, "");
    else
        v->show->note(v->shower, RED, visit_said(v, SAY_VISIT_FREE_HOW));
}

static void do_players(struct visit *v, const char *rest)
{
    int players;

    if (read_alone(rest, 2, MAX_SEATS, &players))
        visit_send(v, json_pack("{s:s, s:i, s:i}", "type", "arrange", "players", players, "re", RE_WORD));
    else
        v->show->note(v->shower, RED, visit_said(v, SAY_VISIT_PLAYERS_HOW));
}

/* ---- at any time ---- */

/* Older lines than a newcomer is told: each time those before the ones that came last. */
static void do_earlier(struct visit *v, const char *rest)
{
    int64_t before = v->earlier >= 0 ? v->earlier : (int64_t)v->log_from;

    (void)rest;
    if (before > 0)
        visit_send(v, json_pack("{s:s, s:I, s:i}", "type", "log", "before", (json_int_t)before, "re", RE_WORD));
    else
        v->show->note(v->shower, DIM, visit_said(v, SAY_LOG_NOTHING_BEFORE));
}

static void do_leave(struct visit *v, const char *rest)
{
    (void)rest;
    v->wants_seat = false;
    send_word(v, "leave");
}

/* To the seat that the person has; or to the table, if the connection will not come back by itself. */
static void do_back(struct visit *v, const char *rest)
{
    (void)rest;
    if (v->link == LINK_ENDED)
        visit_reconnect(v);
    else
        send_word(v, "back");
}

static void do_sit(struct visit *v, const char *rest)
{
    (void)rest;
    if (v->plan.name[0])
        visit_sit(v);
    else
        v->show->note(v->shower, RED, visit_said(v, SAY_VISIT_ONLY_LOOK));
}

/* ---- to the person ---- */

void visit_begin_page(struct visit *v)
{
    v->out = write_into(v->text, sizeof v->text);
}

void visit_end_page(struct visit *v, const char *title)
{
    v->show->page(v->shower, title, v->text);
}

static void do_seats(struct visit *v, const char *rest)
{
    (void)rest;
    visit_begin_page(v);
    visit_draw_seats(v, &v->canvas);
    visit_end_page(v, visit_said(v, SAY_PAGE_SEATS));
}

static void do_fair(struct visit *v, const char *rest)
{
    (void)rest;
    visit_begin_page(v);
    visit_draw_fair(v, &v->canvas);
    visit_end_page(v, visit_said(v, SAY_PAGE_DEAL));
}

/* The list is another then, and is shown again. */
static void do_notation(struct visit *v, const char *rest)
{
    (void)rest;
    v->plan.notation = !v->plan.notation;
    visit_read_moves(v);
    v->position++;
    v->show->table(v->shower);
}

static void do_quit(struct visit *v, const char *rest)
{
    (void)rest;
    v->leaving = steady_ms();
}

#define WORD_TEXT(id, word, called, operand, help, act) [id] = {word, called, operand, help},
const struct word visit_words[VISIT_WORDS_COUNT] = {VISIT_WORDS(WORD_TEXT)};
#undef WORD_TEXT

/* NULL: the caller, which shows the visit, answers. */
#define WORD_ACT(id, word, called, operand, help, act) [id] = (act),
static void (*const acts[VISIT_WORDS_COUNT])(struct visit *, const char *rest) = {VISIT_WORDS(WORD_ACT)};
#undef WORD_ACT

/* ---- choices ---- */

void visit_choose(struct visit *v, const char *move)
{
    if (!visit_owes(v)) {
        v->show->note(v->shower, RED, visit_said(v, SAY_VISIT_NOT_YOUR_TURN_HELP));
        return;
    }
    if (!text_is_utf8(move, strlen(move))) {
        v->show->note(v->shower, RED, visit_said(v, SAY_NOT_UTF8));
        return;
    }
    int64_t number = json_integer_value(json_object_get(v->table, "move"));
    v->chosen = v->line ? number : -1;
    visit_send(v, json_pack("{s:s, s:s, s:I, s:i}", "type", "do", "do", move, "move", number, "re", RE_CHOICE));
}

void visit_type(struct visit *v, const char *typed)
{
    const char *rest;
    int word = word_typed(v->plan.language, visit_words, VISIT_WORDS_COUNT, typed, &rest);
    int move = moves_find(&v->moves, typed);
    struct reader in = read_from(typed, strlen(typed));
    int number;

    if (move >= 0)
        visit_choose(v, v->moves.text[move]);
    else if (word >= 0 && acts[word])
        acts[word](v, rest);
    else if (word >= 0)
        v->show->word(v->shower, (enum visit_word)word, rest);
    else if (read_number(&in, 1, v->moves.count, &number) && read_end(&in))
        visit_choose(v, v->moves.text[number - 1]);
    else if (typed[0])
        visit_choose(v, typed);
}
