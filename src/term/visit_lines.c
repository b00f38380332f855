/* A visit line by line, on a terminal or through pipes. See visit.h. The table is
 * drawn when the person has something to choose and it looks different from the last
 * time; in between, what happens is told. News that come while something is being typed
 * begin on a line of their own, and the prompt comes again after them. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "term/hints.h"
#include "term/lines.h"
#include "term/visit.h"
#include "term/wrap.h"

enum {
    SCREEN_SIZE = 1 << 19,
    TURN_MS = 250,    /* how often the time is looked at */
    HURRY_MS = 10000, /* the person is warned when only this much time is left */
    STATUS_SIZE = 1024,
};

struct narrator {
    struct visit *visit;
    struct lines lines;
    bool silent;   /* nothing more can be typed */
    bool prompted; /* the cursor stands after the prompt */
    bool listed;   /* the person knows who sits where */
    bool sat, told_end;
    int64_t hurried;          /* the choice that the person has been told to make haste with, or -1 */
    unsigned seen;            /* the position that was drawn last */
    char status[STATUS_SIZE]; /* that was told last */
    struct canvas canvas;
    struct writer out;
    char screen[SCREEN_SIZE];
};

static void flush(struct narrator *n)
{
    fwrite(n->screen, 1, n->out.length, stdout);
    fflush(stdout);
    n->out = write_into(n->screen, sizeof n->screen);
}

/* Leaves the line of the prompt, if the cursor is there. */
static struct canvas *begin(struct narrator *n)
{
    if (n->prompted)
        draw_line_end(&n->canvas);
    n->prompted = false;
    n->canvas.width = lines_width();
    return &n->canvas;
}

/* ---- what is shown ---- */

static void show_told(void *of_narrator, enum style style, const char *sentences)
{
    struct canvas *c = begin(of_narrator);

    if (style != PLAIN)
        draw_style(c, style);
    write_wrapped(c->out, sentences, c->width);
    if (style != PLAIN)
        draw_style(c, PLAIN);
}

static void show_note(void *of_narrator, enum style style, const char *text)
{
    struct canvas *c = begin(of_narrator);

    draw_text(c, style, text);
    draw_line_end(c);
}

static void show_hints(void *of_narrator, const struct hint_line *lines, int count)
{
    struct narrator *n = of_narrator;
    draw_hints(begin(n), &n->visit->moves, lines, count);
}

static void show_page(void *of_narrator, const char *title, const char *text)
{
    (void)title;
    write_text(begin(of_narrator)->out, text);
}

static void draw_now(struct narrator *n)
{
    struct visit *v = n->visit;

    draw_line_end(begin(n));
    if (v->has_state)
        draw_table(&n->canvas, v->game, state_in(&v->view), v->seat);
    if (visit_owes(v))
        moves_draw(&n->canvas, &v->moves);
}

static void tell_status(struct narrator *n, bool anyway)
{
    char status[STATUS_SIZE];
    struct writer w = write_into(status, sizeof status);

    visit_status(n->visit, false, &w);
    if (w.length == 0 || (!anyway && strcmp(status, n->status) == 0))
        return;
    memcpy(n->status, status, sizeof status);
    w = write_into(status, sizeof status);
    visit_status(n->visit, true, &w);
    say(&w, n->visit->plan.language, SAY_FULL_STOP);
    write_text(&w, "\n");
    struct canvas *c = begin(n);
    write_wrapped(c->out, status, c->width);
}

static void show_table(void *of_narrator)
{
    struct narrator *n = of_narrator;
    const struct visit *v = n->visit;
    bool first = v->greeted, sat = v->seat != ONLOOKER, different = v->position != n->seen;
    bool ends = visit_is(v, "over") && (first || !n->told_end), draws = ends;

    n->listed = n->listed && !first && sat == n->sat;
    if (visit_is(v, "open") && !n->listed && !v->sitting) {
        visit_draw_seats(v, begin(n));
        n->listed = true;
    }
    if (visit_is(v, "playing"))
        draws = first || (different && visit_owes(v));
    if (draws)
        draw_now(n);
    if (ends)
        visit_draw_result(v, begin(n));
    if (!v->sitting)
        tell_status(n, draws);
    n->sat = sat;
    n->seen = v->position;
    n->told_end = visit_is(v, "over");
}

/* Once for a choice. */
static void hurry(struct narrator *n)
{
    const struct visit *v = n->visit;
    int64_t left = visit_time_left(v, v->seat), move = json_integer_value(json_object_get(v->table, "move"));

    if (!visit_owes(v) || v->link != LINK_OPEN || left < 0 || left > HURRY_MS || n->hurried == move)
        return;
    n->hurried = move;
    tell_status(n, true);
}

/* ---- what is typed ---- */

static void list_moves(struct narrator *n, const char *beginning)
{
    const struct moves *moves = &n->visit->moves;

    if (moves->count == 0)
        show_note(n, RED, visit_said(n->visit, SAY_VISIT_NOT_YOUR_TURN));
    else if (moves_beginning(moves, beginning) == 0)
        show_note(n, RED, visit_said(n->visit, SAY_VISIT_NO_MOVE));
    else
        moves_draw_all(begin(n), moves, beginning);
}

static void tell_log(struct narrator *n)
{
    const json_t *log = n->visit->log;
    struct canvas *c = begin(n);

    for (size_t number = 0; number < json_array_size(log); number++)
        write_sentences(n->visit, c->out, json_string_value(json_array_get(log, number)));
}

static void tell_rules(struct narrator *n)
{
    struct canvas *c = begin(n);

    draw_said(c, PLAIN, SAY_RULES_BY);
    draw_text(c, PLAIN, " parlor rules ");
    draw_text(c, PLAIN, n->visit->game ? n->visit->game->id : "");
    draw_line_end(c);
}

static void show_word(void *of_narrator, enum visit_word word, const char *rest)
{
    struct narrator *n = of_narrator;

    switch (word) {
    case VISIT_MOVES: list_moves(n, rest); break;
    case VISIT_TABLE: draw_now(n); break;
    case VISIT_LOG: tell_log(n); break;
    case VISIT_RULES: tell_rules(n); break;
    default: /* help */
        draw_said(begin(n), PLAIN, SAY_HELP_CHOOSE_SHORT);
        draw_line_end(&n->canvas);
        draw_words(&n->canvas, visit_words, VISIT_WORDS_COUNT, NULL);
    }
}

static const struct visit_show show = {.told = show_told,
                                       .note = show_note,
                                       .hints = show_hints,
                                       .page = show_page,
                                       .word = show_word,
                                       .table = show_table};

/* Shows what comes from a pipe, so that the output reads the same as on a
 * terminal. */
static void echo(struct narrator *n, const char *typed)
{
    if (!isatty(STDIN_FILENO)) {
        draw_clean(&n->canvas, PLAIN, typed, strlen(typed));
        draw_line_end(&n->canvas);
    }
    n->prompted = false;
}

static bool has_input(const struct narrator *n)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return memchr(n->lines.buffer, '\n', n->lines.length) || poll(&input, 1, 0) > 0;
}

/* Nothing is read before there is a table, or a reason to give up. */
static bool listens(const struct narrator *n)
{
    const struct visit *v = n->visit;
    return !n->silent && !v->leaving && (v->table || v->again || v->link == LINK_ENDED);
}

static void read_keyboard(struct narrator *n)
{
    char typed[LINE_SIZE];

    while (listens(n) && has_input(n))
        switch (lines_next(&n->lines, typed)) {
        case LINE_READ:
            echo(n, typed);
            visit_type(n->visit, typed);
            break;
        case LINE_LONG: show_note(n, RED, visit_said(n->visit, SAY_VISIT_LINE_LONG)); break;
        default: n->silent = true; break;
        }
}

static void prompt(struct narrator *n)
{
    const struct visit *v = n->visit;

    if (n->prompted || !visit_may_choose(v) || v->leaving)
        return;
    draw_text(&n->canvas, PLAIN, "> ");
    n->prompted = true;
}

/* Without anybody who types it stays until it is known whether there is a table, and
 * all that was typed is answered. */
static bool is_done(const struct narrator *n)
{
    const struct visit *v = n->visit;
    bool idle = n->silent && (v->table || v->again || v->link == LINK_ENDED) && visit_is_answered(v);

    return v->refused || visit_has_left(v) || idle || v->plan.interrupted() || ferror(stdout);
}

static void narrate(struct narrator *n)
{
    while (!is_done(n)) {
        client_watch(n->visit->client, listens(n) ? STDIN_FILENO : -1);
        visit_run(n->visit, TURN_MS);
        read_keyboard(n);
        hurry(n);
        prompt(n);
        flush(n);
    }
    visit_farewell(n->visit, begin(n)->out);
    flush(n);
}

bool visit_in_lines(const struct visit_plan *plan, struct problem *why)
{
    struct narrator *n = must_zero(1, sizeof *n);

    n->visit = visit_open(plan, &show, n, why);
    if (!n->visit) {
        free(n);
        return false;
    }
    n->hurried = -1;
    n->lines = (struct lines){.fd = STDIN_FILENO, .interrupted = plan->interrupted};
    n->out = write_into(n->screen, sizeof n->screen);
    n->canvas =
        (struct canvas){.out = &n->out, .language = plan->language, .colour = plan->colour, .names = n->visit->names};
    narrate(n);
    bool fine = !n->visit->refused && (n->visit->table || n->visit->leaving || plan->interrupted());
    *why = n->visit->why;
    visit_close(n->visit);
    free(n);
    return fine;
}
