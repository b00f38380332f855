/* See session.h: a game line by line. The loop has three parts: tell what has
 * happened since the last time, let the bots choose while the person does not have
 * to, ask the person. */
#include "term/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/draw.h"
#include "term/hints.h"
#include "term/home.h"
#include "term/lines.h"
#include "term/moves.h"
#include "term/score.h"
#include "term/wrap.h"

enum {
    SCREEN_ROOM = 1 << 19, /* the notation of all moves in colour, several times over */
};

struct session {
    struct home home;
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

/* The table as a viewer sees it before a step. */
static void draw_at(struct session *s, int viewer, int step)
{
    struct state_room view;

    table_view(s->home.plan.table, viewer, step, &view);
    s->canvas.width = lines_width();
    draw_table(&s->canvas, s->home.game, room_state(&view), viewer);
}

/* ---- telling ---- */

static void say_wrapped(struct session *s, const char *text)
{
    write_wrapped(&s->out, text, s->canvas.width);
}

/* Tells what is new; when a round has ended, shows how it ended. */
static void tell_news(struct session *s)
{
    char told[MAX_SEATS * TOLD_ROOM];
    struct writer w = write_into(told, sizeof told);
    int round_end;

    while (home_news(&s->home, &w, &round_end)) {
        say_wrapped(s, told);
        if (round_end >= 0) {
            say(s, "\n");
            draw_at(s, s->home.seat, round_end);
            say(s, "\n");
        }
        show(s);
        w = write_into(told, sizeof told);
    }
}

static void tell_log(struct session *s)
{
    draw_text(&s->canvas, BOLD, "What has happened so far:\n");
    for (int step = 0; step < s->home.told; step++) {
        char told[TOLD_ROOM];
        struct writer w = write_into(told, sizeof told);
        home_tell(&s->home, step, &w);
        say_wrapped(s, told);
        show(s);
    }
}

/* ---- bots ---- */

static bool move_bot(struct session *s)
{
    struct problem why;
    int seat = home_bot(&s->home);

    uint16_t id = home_think(&s->home, seat);
    if (s->home.plan.interrupted()) /* it may have been cut short: going on with the record, it will think again */
        return true;
    if (table_do(s->home.plan.table, seat, id, &why))
        return true;
    say_problem(s, "", why.text);
    return false;
}

/* ---- the end of the game ---- */

static void draw_end(struct session *s)
{
    say(s, "\n");
    draw_at(s, OPEN, table_steps(s->home.plan.table));
    say(s, "\n");
    draw_scores(&s->canvas, s->home.plan.table);
    say(s, "\n");
    draw_winners(&s->canvas, s->home.plan.table);
}

/* ---- what the person may ask for ---- */

static void draw_decision(struct session *s)
{
    say(s, "\n");
    draw_at(s, s->home.seat, table_steps(s->home.plan.table));
    moves_draw(&s->canvas, &s->moves);
}

static enum answer do_table(struct session *s, const char *rest)
{
    (void)rest;
    if (home_owes(&s->home))
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
    if (!home_owes(&s->home))
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
    if (!home_owes(&s->home)) {
        say_problem(s, "hint", "the game is over");
        return ANSWER_AGAIN;
    }
    say(s, s->home.plan.budget.simulations == BOT_ENDLESS ? "Thinking…\n" : "");
    show(s);
    int count = home_hint(&s->home, lines);
    if (s->home.plan.interrupted())
        return ANSWER_DONE;
    draw_hints(&s->canvas, &s->moves, lines, count);
    return ANSWER_AGAIN;
}

static enum answer do_rules(struct session *s, const char *rest)
{
    (void)rest;
    say(s, "The rules, with every word of the notation, are shown by: parlor rules ");
    say(s, s->home.game->id);
    say(s, "\n");
    return ANSWER_AGAIN;
}

static enum answer do_save(struct session *s, const char *rest)
{
    struct problem why;

    if (!home_save(&s->home, rest, &why)) {
        say_problem(s, "save", why.text);
    } else {
        say(s, "Saved as ");
        say_typed(s, rest);
        say(s, ".\n");
    }
    return ANSWER_AGAIN;
}

static enum answer do_analyze(struct session *s, const char *rest)
{
    struct problem why;

    (void)rest;
    if (!home_is_over(&s->home)) {
        say_problem(s, "analyze", "the game is not over yet");
        return ANSWER_AGAIN;
    }
    say(s, "Looking at the game again…\n");
    show(s);
    char *text = home_analyze(&s->home, &why);
    if (s->home.plan.interrupted())
        return ANSWER_DONE;
    if (text)
        say(s, text);
    else
        say_problem(s, "analyze", why.text);
    free(text);
    return ANSWER_AGAIN;
}

static enum answer do_undo(struct session *s, const char *rest)
{
    char taken[256];
    struct writer w = write_into(taken, sizeof taken);
    struct problem why;

    (void)rest;
    if (home_undo(&s->home, &w, &why) < 0) {
        say_problem(s, "undo", why.text);
        return ANSWER_AGAIN;
    }
    say(s, "Taken back: ");
    say(s, taken);
    say(s, "\n");
    return ANSWER_DONE;
}

static enum answer do_quit(struct session *s, const char *rest)
{
    (void)s;
    (void)rest;
    return ANSWER_LEAVE;
}

static enum answer do_help(struct session *s, const char *rest)
{
    (void)rest;
    say(s, "Choose by the number in the list, or type the move as it stands there: ");
    say(s, home_owes(&s->home) ? s->moves.text[s->moves.count - 1] : "play 3");
    say(s, "\n6-17 before a move that ends in 1…12 means that 6 is its first, 17 its last.\n");
    draw_words(&s->canvas, home_words, WORDS, NULL);
    return ANSWER_AGAIN;
}

static enum answer (*const acts[WORDS])(struct session *, const char *rest) = {
    [WORD_UNDO] = do_undo, [WORD_HINT] = do_hint,   [WORD_MOVES] = do_moves, [WORD_TABLE] = do_table,
    [WORD_LOG] = do_log,   [WORD_RULES] = do_rules, [WORD_SAVE] = do_save,   [WORD_ANALYZE] = do_analyze,
    [WORD_HELP] = do_help, [WORD_QUIT] = do_quit,
};

/* ---- the person's turn ---- */

static enum answer choose(struct session *s, int move)
{
    struct problem why;

    if (table_do(s->home.plan.table, s->home.seat, s->moves.ids[move], &why))
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
    } else if (!table_parse(s->home.plan.table, s->home.seat, typed, strlen(typed), &id, &why)) {
        say_problem(s, typed, why.text);
        say(s, "? tells what can be typed here.\n");
    } else if (!table_do(s->home.plan.table, s->home.seat, id, &why)) {
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

static enum answer answer(struct session *s, const char *typed)
{
    const char *rest;
    enum home_word word = home_word_typed(typed, &rest);
    bool owes = home_owes(&s->home);
    int move = owes ? moves_find(&s->moves, typed) : -1;

    if (typed[0] == '\0')
        return ANSWER_AGAIN;
    if (move >= 0)
        return choose(s, move);
    if (word != WORD_NONE)
        return acts[word](s, rest);
    if (!owes) {
        say_problem(s, typed, "the game is over; type save FILE, analyze, undo, log, table or quit");
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

    if (home_is_over(&s->home)) {
        draw_end(s);
        return ask(s, "save FILE, analyze, undo or quit: ", end);
    }
    table_view(s->home.plan.table, s->home.seat, table_steps(s->home.plan.table), &view);
    moves_read(&s->moves, s->home.game, room_state(&view), s->home.seat);
    draw_decision(s);
    return ask(s, "Your move (? for help): ", end);
}

/* ---- beginning and leaving ---- */

static void say_welcome(struct session *s)
{
    char text[MAX_SEATS * NAME_ROOM + 256];
    struct writer w = write_into(text, sizeof text);

    home_write_welcome(&s->home, &w);
    say_wrapped(s, text);
}

static void say_goodbye(struct session *s)
{
    home_write_goodbye(&s->home, &s->out);
    show(s);
}

enum session_end session_in_lines(const struct session_plan *plan)
{
    struct session *s = calloc(1, sizeof *s);
    enum session_end end = SESSION_LEFT;
    enum answer given = ANSWER_DONE;

    if (!s) {
        fputs("parlor: out of memory\n", stderr);
        return SESSION_FAILED;
    }
    home_begin(&s->home, plan);
    s->out = write_into(s->screen, sizeof s->screen);
    s->lines = (struct lines){.fd = STDIN_FILENO, .interrupted = plan->interrupted};
    s->canvas = (struct canvas){.out = &s->out,
                                .colour = plan->colour,
                                .width = lines_width(),
                                .names = s->home.names,
                                .deck = table_plan(plan->table)->deck};
    say_welcome(s);
    while (given != ANSWER_LEAVE) {
        tell_news(s);
        if (plan->interrupted()) {
            end = SESSION_INTERRUPTED;
            break;
        }
        if (home_is_over(&s->home) || home_owes(&s->home)) {
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
