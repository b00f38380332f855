/* A visit on the full screen. See visit.h. The connection and the keyboard are waited
 * for together; between two waits the screen is shown the table as it is now, so that
 * clocks run before the person's eyes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/hints.h"
#include "term/screen.h"
#include "term/visit.h"

enum {
    TURN_MS = 250, /* how often clocks are looked at */
    STATUS_ROOM = 1024,
    BELOW_ROOM = 8192,
    HINTS_ROOM = 4096,
    WORDS_MOST = 24,
};

struct stage {
    struct visit *visit;
    struct screen *screen;
    struct screen_word words[WORDS_MOST];
    char status[STATUS_ROOM]; /* of the scene, as is: */
    char below[BELOW_ROOM];
};

/* ---- what is shown ---- */

static void show_told(void *of_stage, enum style style, const char *sentences)
{
    struct stage *s = of_stage;

    (void)style;
    screen_log(s->screen, sentences);
}

/* Refusals stand out; that a connection was lost is for the log, as the status says how that goes on. */
static void show_note(void *of_stage, enum style style, const char *text)
{
    struct stage *s = of_stage;

    if (style == RED) {
        screen_note(s->screen, style, text);
        return;
    }
    screen_log(s->screen, text);
    screen_log(s->screen, "\n");
}

static void show_hints(void *of_stage, const struct hint_line *lines, int count)
{
    struct stage *s = of_stage;
    const struct moves *moves = &s->visit->moves;
    char text[HINTS_ROOM];
    struct writer w = write_into(text, sizeof text);
    struct canvas canvas = {.out = &w, .colour = true, .names = s->visit->names};

    draw_hints(&canvas, moves, lines, count);
    screen_note(s->screen, PLAIN, text);
    for (int move = 0; move < moves->count; move++)
        if (moves->ids[move] == lines[0].id)
            screen_choose(s->screen, move);
}

static void show_page(void *of_stage, const char *title, const char *text)
{
    struct stage *s = of_stage;
    screen_page(s->screen, title, text);
}

static void show_table(void *of_stage)
{
    (void)of_stage; /* it is looked at all the time */
}

static const struct visit_show show = {
    .told = show_told, .note = show_note, .hints = show_hints, .page = show_page, .table = show_table};

/* ---- what is typed ---- */

static void do_log(struct visit *v, const char *rest)
{
    const struct stage *s = v->shower;

    (void)rest;
    screen_page_log(s->screen);
}

static void do_help(struct visit *v, const char *rest);

static const struct visit_word own_words[] = {
    {"log", "", "all that has happened since you came", do_log},
    {"help", "", "this; ? does the same", do_help},
    {NULL, NULL, NULL, NULL},
};

/* The words that have function keys, in the order of the bottom line. */
static const struct screen_word keys[] = {
    {"help", 1, true}, {"hint", 2, true}, {"undo", 3, true}, {"seats", 4, true},
    {"log", 5, true},  {"quit", 10, true}, {NULL, 0, false},
};

static void do_help(struct visit *v, const char *rest)
{
    (void)rest;
    visit_begin_page(v);
    draw_text(&v->canvas, BOLD, "Choosing a move\n");
    draw_text(&v->canvas, PLAIN,
              "  arrows, Enter   point at a move of the list and make it; what it uses is lit\n"
              "  typing          a number or the move itself; Tab completes it, Esc clears it\n"
              "  mouse           a click XX\n"
              "  PgUp, PgDn      what has happened; the wheel turns it as well\n"
              "\n");
    draw_text(&v->canvas, BOLD, "Words\n");
    visit_draw_words(&v->canvas, visit_words);
    visit_draw_words(&v->canvas, own_words);
    draw_text(&v->canvas, BOLD, "\nKeys\n ");
    for (const struct screen_word *it = keys; it->word; it++) {
        draw_text(&v->canvas, PLAIN, " F");
        draw_number(&v->canvas, PLAIN, it->key);
        draw_spaces(&v->canvas, 1);
        draw_text(&v->canvas, PLAIN, it->word);
    }
    draw_text(&v->canvas, PLAIN, "; Ctrl-L draws everything again, Ctrl-C goes\n");
    visit_end_page(v, "Help");
}

static void take_typed(struct stage *s, const char *typed)
{
    const char *rest;
    const struct visit_word *own = visit_word_named(own_words, typed, &rest);

    if (own)
        own->act(s->visit, rest);
    else
        visit_type(s->visit, typed);
}

static int key_of(const char *word)
{
    for (const struct screen_word *it = keys; it->word; it++)
        if (strcmp(it->word, word) == 0)
            return it->key;
    return 0;
}

/* Those with keys come first, for the bottom line; the others can be completed. */
static void list_words(struct stage *s)
{
    const struct visit_word *const lists[] = {visit_words, own_words};
    int count = 0;

    for (const struct screen_word *it = keys; it->word; it++)
        s->words[count++] = *it;
    for (int list = 0; list < 2; list++)
        for (const struct visit_word *it = lists[list]; it->word && count < WORDS_MOST - 1; it++)
            if (!key_of(it->word))
                s->words[count++] = (struct screen_word){.word = it->word};
}

/* ---- the course of it ---- */

/* What stands below the table while there is nothing to choose. */
static void draw_below(struct stage *s)
{
    const struct visit *v = s->visit;
    struct writer w = write_into(s->below, sizeof s->below);
    struct canvas canvas = {.out = &w, .colour = true, .names = v->names};

    if (!v->table)
        client_url(&v->plan.address, &w);
    else if (visit_is(v, "open"))
        visit_draw_seats(v, &canvas);
    else if (visit_is(v, "over"))
        visit_draw_result(v, &canvas);
    else
        visit_draw_people(v, &canvas);
}

static struct scene make_scene(struct stage *s)
{
    struct visit *v = s->visit;
    struct writer w = write_into(s->status, sizeof s->status);
    bool choosing = visit_owes(v) && !v->choosing && v->link == LINK_OPEN;

    visit_status(v, true, &w);
    draw_below(s);
    return (struct scene){.game = v->has_state ? v->game : NULL,
                          .view = room_state(&v->view),
                          .viewer = v->seat,
                          .names = v->names,
                          .moves = choosing ? &v->moves : NULL,
                          .decision = v->position,
                          .text = s->below,
                          .status = s->status};
}

static void take_keys(struct stage *s)
{
    struct visit *v = s->visit;
    struct screen_input in;

    for (;;) {
        struct scene scene = make_scene(s);
        switch (screen_wait(s->screen, &scene, 0, &in)) {
        case SCREEN_NONE: return;
        case SCREEN_MOVE:
            screen_log_seen(s->screen);
            visit_choose(v, v->moves.text[in.move]);
            break;
        case SCREEN_WORD: take_typed(s, in.text); break;
        case SCREEN_ENTER: break;
        case SCREEN_LEAVE: v->leaving = 1; return;
        }
    }
}

static void play(struct stage *s)
{
    client_watch(s->visit->client, STDIN_FILENO);
    while (!s->visit->refused && !visit_has_left(s->visit)) {
        take_keys(s);
        visit_run(s->visit, TURN_MS);
    }
}

static void say_farewell(const struct visit *v)
{
    char text[1024];
    struct writer w = write_into(text, sizeof text);

    visit_farewell(v, &w);
    fputs(text, stdout);
}

bool visit_on_screen(const struct visit_plan *plan, struct problem *why)
{
    struct stage *s = calloc(1, sizeof *s);
    bool fine = false;

    if (!s)
        return problem_set(why, "out of memory", "", "");
    list_words(s);
    const struct screen_plan screen = {
        .colour = plan->colour, .ascii = plan->ascii, .interrupted = plan->interrupted, .wake = -1, .words = s->words};
    s->screen = screen_open(&screen, why);
    if (s->screen && !(s->visit = visit_open(plan, &show, s)))
        problem_set(why, "out of memory", "", "");
    if (s->visit) {
        s->visit->canvas.colour = true; /* the screen reads styles; it knows which colours there are */
        play(s);
        fine = !s->visit->refused;
        *why = s->visit->why;
    }
    screen_close(s->screen);
    if (s->visit) {
        say_farewell(s->visit);
        visit_close(s->visit);
    }
    free(s);
    return fine;
}
