/* A visit on the full screen. See visit.h. The connection and the keyboard are waited
 * for together; between two waits the screen is shown the table as it is now, so that
 * clocks run before the person's eyes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "term/hints.h"
#include "term/rulebook.h"
#include "term/screen.h"
#include "term/visit.h"

enum {
    TURN_MS = 250, /* how often clocks are looked at */
    STATUS_SIZE = 1024,
    BELOW_SIZE = 8192,
    HINTS_SIZE = 4096,
};

struct stage {
    struct visit *visit;
    struct screen *screen;
    struct screen_word words[VISIT_WORDS_COUNT + 1];
    unsigned seen;            /* the position that was shown last */
    char status[STATUS_SIZE]; /* of the scene, as is: */
    char below[BELOW_SIZE];
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
    char text[HINTS_SIZE];
    struct writer w = write_into(text, sizeof text);
    struct canvas canvas = {.out = &w, .language = s->visit->plan.language, .colour = true, .names = s->visit->names};

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

/* It is looked at all the time; but what was noted is of no more use once the game has moved. */
static void show_table(void *of_stage)
{
    struct stage *s = of_stage;

    if (s->seen != s->visit->position)
        screen_note_end(s->screen);
    s->seen = s->visit->position;
}

/* ---- what is typed ---- */

static const int keys[VISIT_WORDS_COUNT] = {
    [VISIT_HELP] = 1,  [VISIT_HINT] = 2, [VISIT_UNDO] = 3,     [VISIT_RULES] = 4,
    [VISIT_SEATS] = 5, [VISIT_LOG] = 6,  [VISIT_NOTATION] = 8, [VISIT_QUIT] = 10,
};

/* As the bottom line shows those that have keys; an onlooker has no use for two of them. */
static void list_words(struct stage *s, const struct language *language, bool plays)
{
    static const enum visit_word first[] = {VISIT_HELP,  VISIT_HINT, VISIT_UNDO, VISIT_RULES,
                                            VISIT_SEATS, VISIT_LOG,  VISIT_QUIT};
    int count = 0;

    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        s->words[count++] = (struct screen_word){.word = visit_words[first[i]].word,
                                                 .called = said(language, visit_words[first[i]].called),
                                                 .key = keys[first[i]],
                                                 .shown = plays || (first[i] != VISIT_HINT && first[i] != VISIT_UNDO)};
    for (int word = 0; word < VISIT_WORDS_COUNT; word++)
        if (!keys[word] || word == VISIT_NOTATION)
            s->words[count++] = (struct screen_word){
                .word = visit_words[word].word, .called = said(language, visit_words[word].called), .key = keys[word]};
}

static void page_rules(struct stage *s)
{
    const struct game *game = s->visit->game;
    char *text = game ? rulebook_drawn(game, s->visit->plan.language) : NULL;

    if (text)
        screen_page(s->screen, game_title(s->visit->plan.language, game), text);
    else
        screen_note(s->screen, RED, visit_said(s->visit, SAY_RULES_NONE));
    free(text);
}

static void page_table(struct visit *v)
{
    if (!v->has_state)
        return;
    visit_begin_page(v);
    draw_table(&v->canvas, v->game, state_in(&v->view), v->seat);
    visit_end_page(v, game_title(v->plan.language, v->game));
}

static void page_help(struct visit *v)
{
    visit_begin_page(v);
    screen_draw_help(&v->canvas);
    draw_words(&v->canvas, visit_words, VISIT_WORDS_COUNT, keys);
    visit_end_page(v, visit_said(v, SAY_PAGE_HELP));
}

static void show_word(void *of_stage, enum visit_word word, const char *rest)
{
    struct stage *s = of_stage;

    (void)rest;
    switch (word) {
    case VISIT_MOVES: screen_note(s->screen, PLAIN, visit_said(s->visit, SAY_MOVES_LISTED)); break;
    case VISIT_TABLE: page_table(s->visit); break;
    case VISIT_LOG: screen_page_log(s->screen); break;
    case VISIT_RULES: page_rules(s); break;
    default: page_help(s->visit);
    }
}

static const struct visit_show show = {.told = show_told,
                                       .note = show_note,
                                       .hints = show_hints,
                                       .page = show_page,
                                       .word = show_word,
                                       .table = show_table};

/* ---- the course of it ---- */

/* Draws the text below the table while there is nothing to choose. */
static void draw_below(struct stage *s)
{
    const struct visit *v = s->visit;
    struct writer w = write_into(s->below, sizeof s->below);
    struct canvas canvas = {.out = &w, .language = v->plan.language, .colour = true, .names = v->names, .width = 80};

    if (!v->table)
        client_url(&v->plan.address, &w);
    else if (visit_is(v, "open") || visit_is(v, "starting"))
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

    visit_status(v, true, &w);
    draw_below(s);
    return (struct scene){.game = v->has_state ? v->game : NULL,
                          .view = state_in(&v->view),
                          .viewer = v->seat,
                          .language = v->plan.language,
                          .names = v->names,
                          .moves = visit_may_choose(v) ? &v->moves : NULL,
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
        case SCREEN_WORD: visit_type(v, in.text); break;
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
    struct stage *s = must_zero(1, sizeof *s);
    bool fine = false;

    list_words(s, plan->language, plan->name[0]);
    const struct screen_plan screen = {.language = plan->language,
                                       .colour = plan->colour,
                                       .ascii = plan->ascii,
                                       .interrupted = plan->interrupted,
                                       .wake = -1,
                                       .words = s->words};
    s->screen = screen_open(&screen, why);
    if (s->screen)
        s->visit = visit_open(plan, &show, s, why);
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
