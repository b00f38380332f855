/* See session.h: a game line by line. The loop has three parts: tell what has
 * happened since the last time, let the bots choose while the person does not have
 * to, ask the person. */
#include "term/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "memory.h"
#include "term/draw.h"
#include "term/hints.h"
#include "term/home.h"
#include "term/lines.h"
#include "term/moves.h"
#include "term/score.h"
#include "term/wrap.h"

enum {
    SCREEN_SIZE = 1 << 19, /* the notation of all moves in colour, several times over */
};

struct session {
    struct home home;
    struct canvas canvas;
    struct writer out; /* what is written and not yet printed */
    struct lines lines;
    struct moves moves; /* of the person, when asked */
    char screen[SCREEN_SIZE];
};

enum answer {
    ANSWER_DONE,  /* the game has gone on, or back, or was interrupted: look again */
    ANSWER_AGAIN, /* nothing has changed: ask again */
    ANSWER_LEAVE,
};

/* ---- output ---- */

static void put(struct session *s, const char *text)
{
    write_text(&s->out, text);
}

static const char *text(const struct session *s, enum text key)
{
    return home_said(&s->home, key);
}

/* Why something was refused, in the person's language. */
static const char *reason(const struct session *s, const struct problem *why)
{
    return words_problem(s->home.plan.language, why);
}

static void put_line(struct session *s, enum text key)
{
    put(s, text(s, key));
    put(s, "\n");
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

static void say_problem(struct session *s, const char *typed, const char *why)
{
    draw_style(&s->canvas, RED);
    say_typed(s, typed);
    put(s, typed[0] ? ": " : "");
    draw_clean(&s->canvas, RED, why, strlen(why));
    put(s, "\n");
}

/* The table as a viewer sees it before a step. */
static void draw_at(struct session *s, int viewer, int step)
{
    struct state_buffer view;

    table_view(s->home.plan.table, viewer, step, &view);
    s->canvas.width = lines_width();
    draw_table(&s->canvas, s->home.game, state_in(&view), viewer);
}

/* ---- telling ---- */

static void say_wrapped(struct session *s, const char *sentences)
{
    write_wrapped(&s->out, sentences, s->canvas.width);
}

/* Tells what is new; when a round has ended, shows how it ended. */
static void tell_news(struct session *s)
{
    char told[MAX_SEATS * TOLD_SIZE];
    struct writer w = write_into(told, sizeof told);
    int round_end;

    while (home_news(&s->home, &w, &round_end)) {
        say_wrapped(s, told);
        if (round_end >= 0) {
            put(s, "\n");
            draw_at(s, s->home.seat, round_end);
            put(s, "\n");
        }
        show(s);
        w = write_into(told, sizeof told);
    }
}

static void tell_log(struct session *s)
{
    draw_said(&s->canvas, BOLD, SAY_LOG_SO_FAR);
    put(s, "\n");
    for (int step = 0; step < s->home.told; step++) {
        char told[TOLD_SIZE];
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
    say_problem(s, "", reason(s, &why));
    return false;
}

/* ---- the end of the game ---- */

static void draw_end(struct session *s)
{
    put(s, "\n");
    draw_at(s, OPEN, table_steps(s->home.plan.table));
    put(s, "\n");
    draw_scores(&s->canvas, s->home.plan.table);
    put(s, "\n");
    draw_winners(&s->canvas, s->home.plan.table);
    draw_decided(&s->canvas, s->home.plan.table);
}

/* ---- what the person may ask for ---- */

static void draw_decision(struct session *s)
{
    put(s, "\n");
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
        say_problem(s, text(s, SAY_WORD_MOVES), text(s, SAY_GAME_OVER));
    else if (moves_beginning(&s->moves, rest) == 0)
        say_problem(s, rest, text(s, SAY_MOVES_NONE));
    else
        moves_draw_all(&s->canvas, &s->moves, rest);
    return ANSWER_AGAIN;
}

static enum answer do_hint(struct session *s, const char *rest)
{
    struct hint_line lines[HINTS_SHOWN];

    (void)rest;
    if (!home_owes(&s->home)) {
        say_problem(s, text(s, SAY_WORD_HINT), text(s, SAY_GAME_OVER));
        return ANSWER_AGAIN;
    }
    if (s->home.plan.budget.simulations == BOT_ENDLESS)
        put_line(s, SAY_THINKING);
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
    put(s, text(s, SAY_RULES_BY));
    put(s, " parlor rules ");
    put(s, s->home.game->id);
    put(s, "\n");
    return ANSWER_AGAIN;
}

static enum answer do_save(struct session *s, const char *rest)
{
    struct problem why;

    if (!home_save(&s->home, rest, &why)) {
        say_problem(s, text(s, SAY_WORD_SAVE), reason(s, &why));
    } else {
        char name[SAVE_PATH];
        struct writer w = write_into(name, sizeof name);
        write_clean(&w, rest, strlen(rest));
        draw_with(&s->canvas, PLAIN, SAY_SAVED, STR("file", name));
        put(s, "\n");
    }
    return ANSWER_AGAIN;
}

static enum answer do_analyze(struct session *s, const char *rest)
{
    struct problem why;

    (void)rest;
    if (!home_is_over(&s->home)) {
        say_problem(s, text(s, SAY_WORD_ANALYZE), text(s, SAY_GAME_NOT_OVER));
        return ANSWER_AGAIN;
    }
    put_line(s, SAY_ANALYZING);
    show(s);
    char *report = home_analyze(&s->home, &why);
    if (s->home.plan.interrupted())
        return ANSWER_DONE;
    if (report)
        put(s, report);
    else
        say_problem(s, text(s, SAY_WORD_ANALYZE), reason(s, &why));
    free(report);
    return ANSWER_AGAIN;
}

static enum answer do_undo(struct session *s, const char *rest)
{
    char taken[256];
    struct writer w = write_into(taken, sizeof taken);
    struct problem why;

    (void)rest;
    if (home_undo(&s->home, &w, &why) < 0) {
        say_problem(s, text(s, SAY_WORD_UNDO), reason(s, &why));
        return ANSWER_AGAIN;
    }
    draw_with(&s->canvas, PLAIN, SAY_TAKEN_BACK, STR("move", taken));
    put(s, "\n");
    return ANSWER_DONE;
}

static enum answer do_notation(struct session *s, const char *rest)
{
    (void)rest;
    s->home.notation = !s->home.notation;
    if (!home_owes(&s->home))
        return ANSWER_AGAIN;
    home_moves(&s->home, &s->moves);
    moves_draw(&s->canvas, &s->moves);
    return ANSWER_AGAIN;
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
    if (home_owes(&s->home))
        draw_with(&s->canvas, PLAIN, SAY_HELP_CHOOSE, STR("notation", s->moves.text[s->moves.count - 1]));
    put(s, home_owes(&s->home) ? "\n" : "");
    put_line(s, SAY_HELP_RUNS);
    draw_words(&s->canvas, home_words, WORDS, NULL);
    return ANSWER_AGAIN;
}

static enum answer (*const acts[WORDS])(struct session *, const char *rest) = {
    [WORD_UNDO] = do_undo, [WORD_HINT] = do_hint,   [WORD_MOVES] = do_moves,       [WORD_TABLE] = do_table,
    [WORD_LOG] = do_log,   [WORD_RULES] = do_rules, [WORD_SAVE] = do_save,         [WORD_ANALYZE] = do_analyze,
    [WORD_HELP] = do_help, [WORD_QUIT] = do_quit,   [WORD_NOTATION] = do_notation,
};

/* ---- the person's turn ---- */

static enum answer choose(struct session *s, int move)
{
    struct problem why;

    if (table_do(s->home.plan.table, s->home.seat, s->moves.ids[move], &why))
        return ANSWER_DONE;
    say_problem(s, s->moves.called[move], reason(s, &why));
    return ANSWER_AGAIN;
}

/* Explains why the typed text is not a move: by the list, else by the rules. */
static enum answer refuse(struct session *s, const char *typed)
{
    int begin = moves_beginning(&s->moves, typed);
    struct problem why;
    uint16_t id;

    if (begin > 0) {
        say_problem(s, typed, text(s, begin > 1 ? SAY_MOVES_WHICH : SAY_MOVES_WHOLE));
        moves_draw_all(&s->canvas, &s->moves, typed);
    } else if (!table_parse(s->home.plan.table, s->home.seat, typed, strlen(typed), &id, &why)) {
        say_problem(s, typed, reason(s, &why));
        put_line(s, SAY_TYPE_HELP);
    } else if (!table_do(s->home.plan.table, s->home.seat, id, &why)) {
        say_problem(s, typed, reason(s, &why));
    } else {
        return ANSWER_DONE;
    }
    return ANSWER_AGAIN;
}

static enum answer choose_number(struct session *s, const char *typed)
{
    char numbers[256];
    struct writer w = write_into(numbers, sizeof numbers);
    struct reader in = read_from(typed, strlen(typed));
    int number = 0;

    if (read_number(&in, 1, s->moves.count, &number) && read_end(&in))
        return choose(s, number - 1);
    say_with(&w, s->home.plan.language, SAY_MOVES_NUMBERS, NUM("count", s->moves.count));
    say_problem(s, typed, numbers);
    return ANSWER_AGAIN;
}

static enum answer answer(struct session *s, const char *typed)
{
    const char *rest;
    enum home_word word = home_word_typed(&s->home, typed, &rest);
    bool owes = home_owes(&s->home);
    int move = owes ? moves_find(&s->moves, typed) : -1;

    if (typed[0] == '\0')
        return ANSWER_AGAIN;
    if (move >= 0)
        return choose(s, move);
    if (word != WORD_NONE)
        return acts[word](s, rest);
    if (!owes) {
        say_problem(s, typed, text(s, SAY_OVER_TYPE));
        return ANSWER_AGAIN;
    }
    return strspn(typed, "0123456789") == strlen(typed) ? choose_number(s, typed) : refuse(s, typed);
}

/* Asks until something has changed. What is typed into a pipe is shown, so that
 * what comes out reads the same as on a terminal. */
static enum answer ask(struct session *s, const char *prompt, enum session_end *end)
{
    char typed[LINE_SIZE];

    for (;;) {
        draw_text(&s->canvas, BOLD, prompt);
        show(s);
        *end = ferror(stdout) ? SESSION_FAILED : SESSION_LEFT;
        enum line_status status = *end == SESSION_FAILED ? LINE_END : lines_next(&s->lines, typed);
        if (status == LINE_STOP)
            *end = SESSION_INTERRUPTED;
        if (status == LINE_STOP || status == LINE_END) {
            put(s, "\n");
            return ANSWER_LEAVE;
        }
        if (!isatty(STDIN_FILENO)) {
            say_typed(s, status == LINE_LONG ? "…" : typed);
            put(s, "\n");
        }
        if (status == LINE_LONG) {
            say_problem(s, "", text(s, SAY_LINE_LONG));
            continue;
        }
        enum answer given = answer(s, typed);
        if (given != ANSWER_AGAIN)
            return given;
    }
}

static enum answer ask_person(struct session *s, enum session_end *end)
{
    if (home_is_over(&s->home)) {
        draw_end(s);
        return ask(s, text(s, SAY_PROMPT_OVER), end);
    }
    home_moves(&s->home, &s->moves);
    draw_decision(s);
    return ask(s, text(s, SAY_PROMPT_MOVE), end);
}

/* ---- beginning and leaving ---- */

static void say_welcome(struct session *s)
{
    char welcome[MAX_SEATS * NAME_SIZE + 256];
    struct writer w = write_into(welcome, sizeof welcome);

    home_write_welcome(&s->home, &w);
    say_wrapped(s, welcome);
}

static void say_goodbye(struct session *s)
{
    home_write_goodbye(&s->home, &s->out);
    show(s);
}

enum session_end session_in_lines(const struct session_plan *plan)
{
    struct session *s = must_zero(1, sizeof *s);
    enum session_end end = SESSION_LEFT;
    enum answer given = ANSWER_DONE;

    home_begin(&s->home, plan);
    s->out = write_into(s->screen, sizeof s->screen);
    s->lines = (struct lines){.fd = STDIN_FILENO, .interrupted = plan->interrupted};
    s->canvas = (struct canvas){.out = &s->out,
                                .language = plan->language,
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
