/* See session.h. The loop has three parts: tell what has happened since the last
 * time, let the bots choose while the person does not have to, ask the person.
 *
 * A person who owes a choice is asked before the bots that owe one at the same
 * time. So a game is never saved with choices that are sealed, and whether it is
 * interrupted, resumed or taken back, the bots choose at the same steps with the
 * same random numbers: a seed and the person's moves decide the whole game. */
#include "term/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/address.h"
#include "term/draw.h"
#include "term/hints.h"
#include "term/lines.h"
#include "term/moves.h"
#include "term/score.h"

enum {
    SCREEN_ROOM = 1 << 19, /* the notation of all moves in colour, several times over */
    TOLD_ROOM = 8192,      /* of one step */
    WIDTH_PIPE = 80,
    WIDTH_LEAST = 60,
    WIDTH_MOST = 120,
    HINTS_SHOWN = 5,
};

struct session {
    struct session_plan plan;
    const struct game *game;
    int told; /* steps that the person has been told about */
    struct table_name names[MAX_SEATS];
    struct canvas canvas;
    struct writer out; /* what is written and not yet printed */
    struct lines lines;
    struct moves moves; /* of the person, when asked */
    char screen[SCREEN_ROOM];
};

enum answer {
    ANSWER_DONE,  /* the game has gone on, or back, or was interrupted: look again */
    ANSWER_AGAIN, /* nothing has changed: ask again */
    ANSWER_LEAVE,
};

/* ---- output ---- */

static void say(struct session *s, const char *text)
{
    write_text(&s->out, text);
}

/* Prints what has been written. */
static void show(struct session *s)
{
    fwrite(s->screen, 1, s->out.length, stdout);
    fflush(stdout);
    s->out = write_into(s->screen, sizeof s->screen);
}

/* Text that came from outside, as it was typed. */
static void say_typed(struct session *s, const char *typed)
{
    draw_clean(&s->canvas, PLAIN, typed, strlen(typed));
}

static void say_problem(struct session *s, const char *typed, const char *reason)
{
    draw_style(&s->canvas, RED);
    say_typed(s, typed);
    say(s, typed[0] ? ": " : "");
    draw_clean(&s->canvas, RED, reason, strlen(reason));
    say(s, "\n");
}

static int screen_width(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return WIDTH_PIPE;
    return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col > WIDTH_MOST ? WIDTH_MOST : size.ws_col;
}

/* The table as a viewer sees it before a step. */
static void draw_at(struct session *s, int viewer, int step)
{
    struct state_room view;

    table_view(s->plan.table, viewer, step, &view);
    s->canvas.width = screen_width();
    draw_table(&s->canvas, s->game, room_state(&view), viewer);
}

/* ---- telling ---- */

/* Sentences, one a line; a line that is too long goes on below, indented. */
static void say_wrapped(struct session *s, const char *text)
{
    int column = 0;
    bool gap = false; /* a blank is due before the next word */

    for (; *text; text++) {
        size_t length = strcspn(text, " \n");
        int width = text_columns(text, length);
        if (length > 0 && gap && column + 1 + width > s->canvas.width) {
            say(s, "\n  ");
            column = 2;
        } else if (length > 0 && gap) {
            say(s, " ");
            column++;
        }
        write_bytes(&s->out, text, length);
        text += length;
        gap = *text == ' ';
        column = *text == '\n' ? 0 : column + width;
        if (*text == '\n')
            say(s, "\n");
        if (!*text)
            break;
    }
}

static void tell_step(struct session *s, int step)
{
    char told[TOLD_ROOM], addressed[TOLD_ROOM];
    struct writer w = write_into(told, sizeof told), a = write_into(addressed, sizeof addressed);

    table_tell(s->plan.table, s->plan.seat, step, &w);
    if (strcmp(s->names[s->plan.seat].text, ADDRESS) == 0) {
        address_person(told, &a);
        say_wrapped(s, addressed);
    } else {
        say_wrapped(s, told);
    }
}

static int rounds_before(const struct session *s, int step)
{
    struct state_room view;
    int points[MAX_SEATS];

    table_view(s->plan.table, s->plan.seat, step, &view);
    return s->game->rounds ? s->game->rounds(room_state(&view), points) : 0;
}

/* Tells what is new; when a round has ended, shows how it ended. */
static void tell_news(struct session *s)
{
    const struct table *t = s->plan.table;

    while (s->told < table_steps(t)) {
        struct step it = table_step(t, s->told);
        if (!it.complete)
            return;
        for (; s->told < it.end; s->told++)
            tell_step(s, s->told);
        bool last = s->told == table_steps(t) && table_turn(t).kind == TURN_OVER;
        if (!last && rounds_before(s, it.end) > rounds_before(s, it.first)) {
            say(s, "\n");
            draw_at(s, s->plan.seat, it.end);
            say(s, "\n");
        }
        show(s);
    }
}

/* Steps that can be told: all but choices that are still sealed. */
static int steps_to_tell(const struct table *t)
{
    int steps = table_steps(t);
    if (steps == 0)
        return 0;
    struct step last = table_step(t, steps - 1);
    return last.complete ? steps : last.first;
}

static void tell_log(struct session *s)
{
    draw_text(&s->canvas, BOLD, "What has happened so far:\n");
    for (int step = 0; step < s->told; step++) {
        tell_step(s, step);
        show(s);
    }
}

/* ---- bots ---- */

static uint16_t ask_bot(const struct session *s, const struct bot *bot, int seat)
{
    const struct table *t = s->plan.table;
    struct rng rng = bot_rng(&table_plan(t)->seed, seat, table_steps(t));
    struct state_room view;

    struct bot_history history = bot_history_of(t, seat);

    table_view(t, seat, table_steps(t), &view);
    s->plan.begin_thought(s->plan.budget.stopper);
    return bot_think(bot, s->game, room_state(&view), seat, &history, s->plan.budget, &rng);
}

static bool move_bot(struct session *s)
{
    struct problem why;
    int seat = __builtin_ctz(table_turn(s->plan.table).seats);

    uint16_t id = ask_bot(s, s->plan.bots[seat], seat);
    if (s->plan.interrupted()) /* it may have been cut short: going on with the record, it will think again */
        return true;
    if (table_do(s->plan.table, seat, id, &why))
        return true;
    say_problem(s, "", why.text);
    return false;
}

/* ---- the end of the game ---- */

static void draw_end(struct session *s)
{
    say(s, "\n");
    draw_at(s, OPEN, table_steps(s->plan.table));
    say(s, "\n");
    draw_scores(&s->canvas, s->plan.table);
    say(s, "\n");
    draw_winners(&s->canvas, s->plan.table);
}

/* ---- what the person may ask for ---- */

static bool person_owes(const struct session *s)
{
    return table_turn(s->plan.table).seats >> s->plan.seat & 1;
}

static void draw_decision(struct session *s)
{
    say(s, "\n");
    draw_at(s, s->plan.seat, table_steps(s->plan.table));
    moves_draw(&s->canvas, &s->moves);
}

static enum answer do_table(struct session *s, const char *rest)
{
    (void)rest;
    if (person_owes(s))
        draw_decision(s);
    else
        draw_end(s);
    return ANSWER_AGAIN;
}

static enum answer do_log(struct session *s, const char *rest)
{
    (void)rest;
    tell_log(s);
    return ANSWER_AGAIN;
}

static enum answer do_moves(struct session *s, const char *rest)
{
    if (!person_owes(s))
        say_problem(s, "moves", "the game is over");
    else if (moves_beginning(&s->moves, rest) == 0)
        say_problem(s, rest, "no move begins with that");
    else
        moves_draw_all(&s->canvas, &s->moves, rest);
    return ANSWER_AGAIN;
}

static enum answer do_hint(struct session *s, const char *rest)
{
    struct hint_line lines[HINTS_SHOWN];

    (void)rest;
    if (!person_owes(s)) {
        say_problem(s, "hint", "the game is over");
        return ANSWER_AGAIN;
    }
    say(s, s->plan.budget.simulations == BOT_ENDLESS ? "Thinking…\n" : "");
    show(s);
    s->plan.begin_thought(s->plan.budget.stopper);
    int count = hint_at(s->plan.table, s->plan.seat, s->plan.budget, lines, HINTS_SHOWN);
    if (s->plan.interrupted())
        return ANSWER_DONE;
    draw_hints(&s->canvas, &s->moves, lines, count);
    return ANSWER_AGAIN;
}

static enum answer do_rules(struct session *s, const char *rest)
{
    (void)rest;
    say(s, "The rules, with every word of the notation, are shown by: parlor rules ");
    say(s, s->game->id);
    say(s, "\n");
    return ANSWER_AGAIN;
}

static enum answer do_save(struct session *s, const char *rest)
{
    struct problem why;

    if (!rest[0]) {
        say_problem(s, "save", "give it a name, as in: save game.jsonl");
    } else if (!save_record(&s->plan.saved, rest, s->plan.table, &why)) {
        say_problem(s, "save", why.text);
    } else {
        say(s, "Saved as ");
        say_typed(s, rest);
        say(s, ".\n");
    }
    return ANSWER_AGAIN;
}

static bool has_chosen(const struct session *s)
{
    for (int step = 0; step < table_steps(s->plan.table); step++)
        if (table_step(s->plan.table, step).actor == s->plan.seat)
            return true;
    return false;
}

/* Back to before the person's last choice, and before any that was made at the
 * same time. */
static enum answer do_undo(struct session *s, const char *rest)
{
    struct table *t = s->plan.table;
    struct state_room before;
    struct step last;

    (void)rest;
    if (!has_chosen(s)) {
        say_problem(s, "undo", "you have not chosen anything yet");
        return ANSWER_AGAIN;
    }
    do {
        int step = table_steps(t) - 1;
        while (table_step(t, step).actor == CHANCE)
            step--;
        last = table_step(t, step);
        table_undo(t);
    } while (last.actor != s->plan.seat);
    while (table_steps(t) > last.first)
        table_undo(t);
    s->told = table_steps(t);
    table_view(t, s->plan.seat, table_steps(t), &before);
    say(s, "Taken back: ");
    s->game->action_text(room_state(&before), s->plan.seat, last.id, &s->out);
    say(s, "\n");
    return ANSWER_DONE;
}

static enum answer do_quit(struct session *s, const char *rest)
{
    (void)s;
    (void)rest;
    return ANSWER_LEAVE;
}

static enum answer do_help(struct session *s, const char *rest);

static const struct word {
    const char *word, *operand, *help;
    enum answer (*act)(struct session *, const char *rest);
} words[] = {
    {"undo", "", "back to your last decision, over the others' moves as well", do_undo},
    {"hint", "", "the best moves, what to expect of them and how sure that is", do_hint},
    {"moves", "[TEXT]", "all moves one by one; those that begin with a text", do_moves},
    {"table", "", "draw the table again", do_table},
    {"log", "", "everything that has happened so far", do_log},
    {"rules", "", "where to read the rules", do_rules},
    {"save", "FILE", "save the game; parlor play --resume FILE goes on with it", do_save},
    {"help", "", "this; ? does the same", do_help},
    {"quit", "", "leave; so does the end of the input (Ctrl-D)", do_quit},
    {NULL, NULL, NULL, NULL},
};

static enum answer do_help(struct session *s, const char *rest)
{
    (void)rest;
    say(s, "Choose by the number in the list, or type the move as it stands there: ");
    say(s, person_owes(s) ? s->moves.text[s->moves.count - 1] : "play 3");
    say(s, "\n6-17 before a move that ends in 1…12 means that 6 is its first, 17 its last.\n");
    for (const struct word *it = words; it->word; it++) {
        say(s, "  ");
        draw_text(&s->canvas, BOLD, it->word);
        say(s, it->operand[0] ? " " : "");
        say(s, it->operand);
        draw_spaces(&s->canvas, 14 - (int)strlen(it->word) - (int)strlen(it->operand) - (it->operand[0] ? 1 : 0));
        say(s, it->help);
        say(s, "\n");
    }
    return ANSWER_AGAIN;
}

/* ---- the person's turn ---- */

static enum answer choose(struct session *s, int move)
{
    struct problem why;

    if (table_do(s->plan.table, s->plan.seat, s->moves.ids[move], &why))
        return ANSWER_DONE;
    say_problem(s, s->moves.text[move], why.text);
    return ANSWER_AGAIN;
}

/* What is typed is no move. Says why: by the list, else by the rules. */
static enum answer refuse(struct session *s, const char *typed)
{
    int begin = moves_beginning(&s->moves, typed);
    struct problem why;
    uint16_t id;

    if (begin > 0) {
        say_problem(s, typed, begin > 1 ? "which of these?" : "only the whole move counts; did you mean this?");
        moves_draw_all(&s->canvas, &s->moves, typed);
    } else if (!table_parse(s->plan.table, s->plan.seat, typed, strlen(typed), &id, &why)) {
        say_problem(s, typed, why.text);
        say(s, "? tells what can be typed here.\n");
    } else if (!table_do(s->plan.table, s->plan.seat, id, &why)) {
        say_problem(s, typed, why.text);
    } else {
        return ANSWER_DONE;
    }
    return ANSWER_AGAIN;
}

static enum answer choose_number(struct session *s, const char *typed)
{
    char text[64];
    struct writer w = write_into(text, sizeof text);
    struct reader in = read_from(typed, strlen(typed));
    int number = 0;

    if (read_number(&in, 1, s->moves.count, &number) && read_end(&in))
        return choose(s, number - 1);
    write_text(&w, "the moves are numbered from 1 to ");
    write_number(&w, s->moves.count);
    say_problem(s, typed, text);
    return ANSWER_AGAIN;
}

static const struct word *word_named(const char *typed, const char **rest)
{
    size_t length = strcspn(typed, " \t");

    *rest = typed + length + strspn(typed + length, " \t");
    if (strcmp(typed, "?") == 0)
        return word_named("help", rest);
    for (const struct word *it = words; it->word; it++)
        if (strlen(it->word) == length && strncmp(it->word, typed, length) == 0 && (it->operand[0] || !**rest))
            return it;
    return NULL;
}

static enum answer answer(struct session *s, const char *typed)
{
    const char *rest;
    const struct word *word = word_named(typed, &rest);
    bool owes = person_owes(s);
    int move = owes ? moves_find(&s->moves, typed) : -1;

    if (typed[0] == '\0')
        return ANSWER_AGAIN;
    if (move >= 0)
        return choose(s, move);
    if (word)
        return word->act(s, rest);
    if (!owes) {
        say_problem(s, typed, "the game is over; type save FILE, undo, log, table or quit");
        return ANSWER_AGAIN;
    }
    return strspn(typed, "0123456789") == strlen(typed) ? choose_number(s, typed) : refuse(s, typed);
}

/* Asks until something has changed. What is typed into a pipe is shown, so that
 * what comes out reads the same as on a terminal. */
static enum answer ask(struct session *s, const char *prompt, enum session_end *end)
{
    char typed[LINE_ROOM];

    for (;;) {
        draw_text(&s->canvas, BOLD, prompt);
        show(s);
        *end = ferror(stdout) ? SESSION_FAILED : SESSION_LEFT;
        enum line_status status = *end == SESSION_FAILED ? LINE_END : lines_next(&s->lines, typed);
        if (status == LINE_STOP)
            *end = SESSION_INTERRUPTED;
        if (status == LINE_STOP || status == LINE_END) {
            say(s, "\n");
            return ANSWER_LEAVE;
        }
        if (!isatty(STDIN_FILENO)) {
            say_typed(s, status == LINE_LONG ? "…" : typed);
            say(s, "\n");
        }
        if (status == LINE_LONG) {
            say_problem(s, "", "that line is too long");
            continue;
        }
        enum answer given = answer(s, typed);
        if (given != ANSWER_AGAIN)
            return given;
    }
}

static enum answer ask_person(struct session *s, enum session_end *end)
{
    struct state_room view;

    if (table_turn(s->plan.table).kind == TURN_OVER) {
        draw_end(s);
        return ask(s, "save FILE, undo or quit: ", end);
    }
    table_view(s->plan.table, s->plan.seat, table_steps(s->plan.table), &view);
    moves_read(&s->moves, s->game, room_state(&view), s->plan.seat);
    draw_decision(s);
    return ask(s, "Your move (? for help): ", end);
}

/* ---- beginning and leaving ---- */

static void say_welcome(struct session *s)
{
    int players = table_plan(s->plan.table)->players;
    char text[MAX_SEATS * NAME_ROOM + 256];
    struct writer w = write_into(text, sizeof text);

    write_text(&w, s->game->title);
    write_text(&w, table_choices(s->plan.table) > 0 ? ", resumed: " : ": ");
    for (int seat = 0; seat < players; seat++) {
        write_text(&w, seat == 0 ? "" : seat == players - 1 ? " and " : ", ");
        write_bytes(&w, s->names[seat].text, s->names[seat].length);
    }
    write_text(&w, ".\n");
    say_wrapped(s, text);
}

/* A word as a shell takes it. */
static void say_quoted(struct session *s, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+=,:@%";
    char quoted[4 * SAVE_PATH + 8];
    struct writer w = write_into(quoted, sizeof quoted);
    bool quotes = strspn(word, plain) < strlen(word);

    write_text(&w, word[0] == '-' ? "./" : ""); /* or it would be taken for an option */
    write_text(&w, quotes ? "'" : "");
    for (; *word; word++) {
        if (*word == '\'')
            write_text(&w, "'\\'");
        write_char(&w, *word);
    }
    write_text(&w, quotes ? "'" : "");
    say_typed(s, quoted);
}

static void say_goodbye(struct session *s)
{
    const struct saved *saved = &s->plan.saved;

    if (!saved->exists) {
        say(s, "This game has not been saved.\n");
    } else {
        if (saved->steps != table_steps(s->plan.table))
            say(s, "What has changed since the last save is not in it.\n");
        say(s, "To go on: parlor play --resume ");
        say_quoted(s, saved->path);
        say(s, s->plan.again);
        say(s, "\n");
    }
    show(s);
}

enum session_end session_run(const struct session_plan *plan)
{
    struct session *s = calloc(1, sizeof *s);
    enum session_end end = SESSION_LEFT;
    enum answer given = ANSWER_DONE;

    if (!s) {
        fputs("parlor: out of memory\n", stderr);
        return SESSION_FAILED;
    }
    s->plan = *plan;
    s->game = table_game(plan->table);
    names_shown(plan->table, s->names);
    s->out = write_into(s->screen, sizeof s->screen);
    s->lines = (struct lines){.fd = STDIN_FILENO, .interrupted = plan->interrupted};
    s->canvas = (struct canvas){.out = &s->out,
                                .colour = plan->colour,
                                .width = screen_width(),
                                .names = s->names,
                                .deck = table_plan(plan->table)->deck};
    s->told = table_choices(plan->table) > 0 ? steps_to_tell(plan->table) : 0;
    say_welcome(s);
    while (given != ANSWER_LEAVE) {
        tell_news(s);
        if (plan->interrupted()) {
            end = SESSION_INTERRUPTED;
            break;
        }
        if (table_turn(plan->table).kind == TURN_OVER || person_owes(s)) {
            given = ask_person(s, &end);
        } else if (!move_bot(s)) {
            end = SESSION_FAILED;
            break;
        }
    }
    say_goodbye(s);
    free(s);
    return end;
}
