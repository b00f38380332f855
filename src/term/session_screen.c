/* See session.h: a game on the full screen. Bots, hints and the analysis of a
 * game think in a separate thread (term/errand.h), while the screen stays
 * responsive; nothing changes the table meanwhile.
 *
 * If several people share the screen, it is covered before it shows another
 * person's cards, and the log is told again from that person's seat. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "term/errand.h"
#include "term/hints.h"
#include "term/home.h"
#include "term/rulebook.h"
#include "term/score.h"
#include "term/screen.h"

enum { PAGE_SIZE = 1 << 17, STATUS_SIZE = 256, PROGRESS_MS = 200 };

static const int keys[WORDS] = {
    [WORD_HELP] = 1, [WORD_HINT] = 2,    [WORD_UNDO] = 3,     [WORD_RULES] = 4, [WORD_TABLE] = 5,
    [WORD_LOG] = 6,  [WORD_ANALYZE] = 7, [WORD_NOTATION] = 8, [WORD_QUIT] = 10,
};

/* As the bottom line shows those that have keys. */
static const enum home_word order[] = {WORD_HELP, WORD_HINT, WORD_UNDO, WORD_RULES,   WORD_TABLE,
                                       WORD_LOG,  WORD_QUIT, WORD_SAVE, WORD_ANALYZE, WORD_NOTATION};
enum { ORDERED = sizeof order / sizeof *order };

/* The things a person may do now. */
enum mood {
    FREE,
    BUSY,    /* somebody thinks: only what can be read, going back, and leaving */
    COVERED, /* nothing that would show the table */
};

struct stage {
    struct home home;
    struct screen *screen;
    struct errand errand;
    struct moves moves;
    unsigned decision;
    int viewer; /* whose table is shown: the person's seat, OPEN at the end, ONLOOKER between rounds of several people
                 */
    bool leaving, warned;
    bool undoing; /* undo as soon as nobody thinks */
    bool failed;
    enum home_word called; /* what the errand is: WORD_NONE for a bot that chooses */
    int bot;               /* its seat */
    uint16_t choice;       /* … and what it chose */
    int hint_count;
    struct hint_line hints[HINTS_SHOWN];
    char *report; /* of the game that is over, once it has been asked for */
    struct problem why;
    struct screen_input input;
    struct screen_word words[ORDERED + 1];
    char status[STATUS_SIZE];
    char page[PAGE_SIZE];
};

/* ---- what is shown ---- */

static struct canvas page_canvas(struct stage *s, struct writer *w)
{
    *w = write_into(s->page, sizeof s->page);
    return (struct canvas){.out = w,
                           .language = s->home.plan.language,
                           .colour = true,
                           .width = 100,
                           .names = s->home.names,
                           .deck = table_plan(s->home.plan.table)->deck};
}

static struct scene scene_at(struct stage *s, struct state_buffer *buffer, int step)
{
    table_view(s->home.plan.table, s->viewer, step, buffer);
    return (struct scene){.game = s->home.game,
                          .view = state_in(buffer),
                          .viewer = s->viewer,
                          .language = s->home.plan.language,
                          .names = s->home.names,
                          .deck = table_plan(s->home.plan.table)->deck,
                          .decision = s->decision,
                          .status = s->status};
}

static struct scene scene_now(struct stage *s, struct state_buffer *buffer)
{
    return scene_at(s, buffer, table_steps(s->home.plan.table));
}

static const char *text(const struct stage *s, enum text key)
{
    return home_said(&s->home, key);
}

static void set_status(struct stage *s, enum text key, const char *name)
{
    struct writer w = write_into(s->status, sizeof s->status);
    say_with(&w, s->home.plan.language, key, STR("name", name));
}

static void note_problem(struct stage *s, const char *what, const char *reason)
{
    struct problem note;

    problem_set(&note, "%s: %s", what, reason);
    screen_note(s->screen, RED, note.text);
}

static void note_with(struct stage *s, enum text key, const char *field, const char *words)
{
    char note[1024];
    struct writer w = write_into(note, sizeof note);

    say_with(&w, s->home.plan.language, key, STR(field, words));
    screen_note(s->screen, GREEN, note);
}

/* Tells the log again, as this person knows it: after another person, or after an undo. */
static void retell(struct stage *s)
{
    const struct table *t = s->home.plan.table;
    int own = 0;

    s->home.told = home_tellable(&s->home);
    for (int step = 0; step < s->home.told; step++)
        if (table_step(t, step).actor == s->home.seat)
            own = table_step(t, step).end;
    screen_log_clear(s->screen);
    for (int step = 0; step < s->home.told; step++) {
        char told[TOLD_SIZE];
        struct writer w = write_into(told, sizeof told);
        if (step == own)
            screen_log_seen(s->screen);
        home_tell(&s->home, step, &w);
        screen_log(s->screen, told);
    }
}

/* ---- pages ---- */

static void page_help(struct stage *s)
{
    struct writer w;
    struct canvas c = page_canvas(s, &w);

    screen_draw_help(&c);
    draw_words(&c, home_words, WORDS, keys);
    screen_page(s->screen, text(s, SAY_PAGE_HELP), s->page);
}

static void page_rules(struct stage *s)
{
    char *rules = rulebook_drawn(s->home.game, s->home.plan.language);

    screen_page(s->screen, game_title(s->home.plan.language, s->home.game), rules);
    free(rules);
}

static void page_table(struct stage *s)
{
    struct writer w;
    struct canvas c = page_canvas(s, &w);
    struct state_buffer view;

    table_view(s->home.plan.table, s->viewer, table_steps(s->home.plan.table), &view);
    draw_table(&c, s->home.game, state_in(&view), s->viewer);
    if (home_is_over(&s->home)) {
        draw_line_end(&c);
        draw_scores(&c, s->home.plan.table);
    }
    screen_page(s->screen, game_title(s->home.plan.language, s->home.game), s->page);
}

/* ---- words ---- */

/* Leaving a game that is not saved takes two wishes, so that a key hit by mistake does no harm. */
static void leave(struct stage *s)
{
    const struct saved *saved = &s->home.plan.saved;
    bool lost = table_choices(s->home.plan.table) > 0 && !home_is_over(&s->home) &&
                (!saved->exists || saved->steps != table_steps(s->home.plan.table));

    s->leaving = s->home.plan.interrupted() || !lost || s->warned;
    s->warned = true;
    if (!s->leaving)
        screen_note(s->screen, RED, text(s, SAY_LEAVE_UNSAVED));
}

static void save(struct stage *s, const char *path)
{
    struct problem why;

    if (!home_save(&s->home, path, &why))
        note_problem(s, text(s, SAY_WORD_SAVE), words_problem(s->home.plan.language, &why));
    else
        note_with(s, SAY_SAVED, "file", path);
}

static void cover(struct stage *, int seat);

static void undo(struct stage *s)
{
    char taken[256];
    struct writer w = write_into(taken, sizeof taken);
    struct problem why;
    int whose = home_undo(&s->home, &w, &why);

    s->undoing = false;
    if (whose < 0) {
        note_problem(s, text(s, SAY_WORD_UNDO), words_problem(s->home.plan.language, &why));
        return;
    }
    free(s->report);
    s->report = NULL;
    s->decision++;
    if (whose != s->home.seat) { /* what it was is for that person alone */
        cover(s, whose);
        return;
    }
    retell(s);
    note_with(s, SAY_TAKEN_BACK, "move", taken);
}

static void hint_work(void *of_stage)
{
    struct stage *s = of_stage;
    s->hint_count = home_hint(&s->home, s->hints);
}

static void analyze_work(void *of_stage)
{
    struct stage *s = of_stage;
    s->report = home_analyze(&s->home, &s->why);
}

static void bot_work(void *of_stage)
{
    struct stage *s = of_stage;
    s->choice = home_think(&s->home, s->bot);
}

static bool run_errand(struct stage *, void (*work)(void *));

static void hint_at_move(struct stage *s)
{
    struct writer w;

    if (!home_owes(&s->home)) {
        note_problem(s, text(s, SAY_WORD_HINT), text(s, SAY_GAME_OVER));
        return;
    }
    set_status(s, SAY_THINKING, "");
    s->called = WORD_HINT;
    if (!run_errand(s, hint_work))
        return;
    struct canvas c = page_canvas(s, &w);
    draw_hints(&c, &s->moves, s->hints, s->hint_count);
    screen_note(s->screen, PLAIN, s->page);
    for (int i = 0; i < s->moves.count; i++)
        if (s->moves.ids[i] == s->hints[0].id)
            screen_choose(s->screen, i);
}

static void analyze(struct stage *s)
{
    if (!home_is_over(&s->home)) {
        note_problem(s, text(s, SAY_WORD_ANALYZE), text(s, SAY_GAME_NOT_OVER));
        return;
    }
    s->called = WORD_ANALYZE;
    if (!s->report && !run_errand(s, analyze_work))
        return;
    if (s->report)
        screen_page(s->screen, text(s, SAY_PAGE_ANALYSIS), s->report);
    else
        note_problem(s, text(s, SAY_WORD_ANALYZE), words_problem(s->home.plan.language, &s->why));
}

/* A word that changes the game, or takes thought. */
static void do_word(struct stage *s, enum home_word word, const char *rest)
{
    switch (word) {
    case WORD_SAVE: save(s, rest); break;
    case WORD_UNDO: undo(s); break;
    case WORD_HINT: hint_at_move(s); break;
    case WORD_ANALYZE: analyze(s); break;
    case WORD_MOVES: screen_note(s->screen, PLAIN, text(s, SAY_MOVES_LISTED)); break;
    case WORD_NOTATION:
        s->home.notation = !s->home.notation;
        s->decision++; /* the list is another */
        break;
    default: break;
    }
}

/* The same while somebody thinks. */
static void put_off(struct stage *s, enum home_word word)
{
    if (word == WORD_UNDO) {
        s->undoing = true;
        atomic_store(&s->home.cancelled, true);
    } else {
        note_problem(s, text(s, home_words[word].called), text(s, SAY_NOT_BEFORE));
    }
}

static void take_word(struct stage *s, enum mood mood, enum home_word word, const char *rest)
{
    switch (word) {
    case WORD_HELP: page_help(s); return;
    case WORD_RULES: page_rules(s); return;
    default: break;
    }
    if (mood == COVERED)
        note_problem(s, text(s, home_words[word].called), text(s, SAY_ENTER_FIRST));
    else if (word == WORD_LOG)
        screen_page_log(s->screen);
    else if (word == WORD_TABLE)
        page_table(s);
    else if (mood == BUSY)
        put_off(s, word);
    else
        do_word(s, word, rest);
}

/* Takes typed text that is not a move of the list: a word, a move that the rules refuse, or nothing at all. */
static void take_text(struct stage *s, enum mood mood)
{
    const char *typed = s->input.text, *rest;
    enum home_word word = home_word_typed(&s->home, typed, &rest);
    struct table *t = s->home.plan.table;
    struct problem why;
    uint16_t id;

    if (word != WORD_NONE)
        take_word(s, mood, word, rest);
    else if (home_is_over(&s->home))
        note_problem(s, typed, text(s, SAY_NO_SUCH_WORD));
    else if (mood != FREE) /* what is waited for, and how it goes on */
        note_problem(s, typed, s->status);
    else if (!table_parse(t, s->home.seat, typed, strlen(typed), &id, &why) || !table_do(t, s->home.seat, id, &why))
        note_problem(s, typed, words_problem(s->home.plan.language, &why));
}

/* Shows a scene once, and does what the person wants; true if that was Enter or a move. */
static bool attend(struct stage *s, const struct scene *scene, enum mood mood, int milliseconds)
{
    enum screen_event event = screen_wait(s->screen, scene, milliseconds, &s->input);
    const char *rest;
    bool leaving =
        event == SCREEN_LEAVE || (event == SCREEN_WORD && home_word_typed(&s->home, s->input.text, &rest) == WORD_QUIT);

    s->warned = s->warned && (leaving || event == SCREEN_NONE);
    if (leaving)
        leave(s);
    else if (event == SCREEN_WORD)
        take_text(s, mood);
    return event == SCREEN_ENTER || event == SCREEN_MOVE;
}

/* ---- thinking ---- */

static void show_progress(struct stage *s)
{
    struct writer w = write_into(s->status, sizeof s->status);

    say_with(&w, s->home.plan.language, SAY_ANALYZING_STEP, NUM("step", (int)atomic_load(&s->home.looked)),
             NUM("of", (int)atomic_load(&s->home.of)));
}

/* Has something worked out while the screen is attended to; false if that was broken off. */
static bool run_errand(struct stage *s, void (*work)(void *))
{
    struct state_buffer buffer;

    atomic_store(&s->home.cancelled, false);
    atomic_store(&s->home.looked, 0);
    errand_start(&s->errand, work, s);
    while (!errand_is_done(&s->errand) && !s->leaving && !s->undoing) {
        struct scene scene = scene_now(s, &buffer);
        if (s->called == WORD_ANALYZE)
            show_progress(s);
        attend(s, &scene, BUSY, s->called == WORD_ANALYZE ? PROGRESS_MS : -1);
    }
    bool whole = !s->leaving && !s->undoing;
    atomic_store(&s->home.cancelled, true);
    errand_finish(&s->errand);
    if (s->undoing)
        undo(s);
    return whole && !s->home.plan.interrupted();
}

static void move_bot(struct stage *s)
{
    struct problem why;

    s->bot = home_bot(&s->home);
    s->called = WORD_NONE;
    set_status(s, SAY_STATUS_THINKS, s->home.names[s->bot].text);
    if (!run_errand(s, bot_work) || table_do(s->home.plan.table, s->bot, s->choice, &why))
        return;
    s->why = why;
    s->failed = s->leaving = true;
}

/* ---- people ---- */

static void ask(struct stage *s)
{
    struct table *t = s->home.plan.table;
    struct state_buffer buffer;
    int steps = table_steps(t);

    s->decision++;
    while (!s->leaving && table_steps(t) == steps && home_owes(&s->home)) {
        struct scene scene = scene_now(s, &buffer);
        home_moves(&s->home, &s->moves);
        scene.moves = &s->moves;
        scene.decision = s->decision;
        set_status(s, SAY_STATUS_MOVE, home_addresses(&s->home, s->home.seat) ? "" : s->home.names[s->home.seat].text);
        struct problem why;
        if (!attend(s, &scene, FREE, -1))
            continue;
        if (!table_do(t, s->home.seat, s->moves.ids[s->input.move], &why))
            note_problem(s, s->moves.called[s->input.move], words_problem(s->home.plan.language, &why));
    }
    if (table_steps(t) > steps)
        screen_log_seen(s->screen);
}

/* Hides the table until the next person says that nobody else looks. */
static void cover(struct stage *s, int seat)
{
    const char *name = s->home.names[seat].text;
    struct writer w;
    struct canvas c = page_canvas(s, &w);

    screen_log_clear(s->screen);
    draw_with(&c, PLAIN, SAY_COVER, STR("name", name));
    set_status(s, SAY_STATUS_NEXT, name);
    const struct scene scene = {.text = s->page, .status = s->status};
    while (!s->leaving && !attend(s, &scene, COVERED, -1))
        ;
    s->home.seat = s->viewer = seat;
    retell(s);
}

static void hold_round(struct stage *s, int step)
{
    struct state_buffer buffer;
    bool going_on = false;

    s->viewer = home_shares(&s->home) ? ONLOOKER : s->home.seat;
    while (!s->leaving && !going_on) {
        struct scene scene = scene_at(s, &buffer, step);
        set_status(s, SAY_STATUS_ROUND_OVER, "");
        going_on = attend(s, &scene, BUSY, -1);
        if (s->undoing) {
            undo(s);
            going_on = true;
        }
    }
    s->viewer = s->home.seat;
}

static void tell_news(struct stage *s)
{
    char told[MAX_SEATS * TOLD_SIZE];
    struct writer w = write_into(told, sizeof told);
    int round_end;

    while (!s->leaving && home_news(&s->home, &w, &round_end)) {
        screen_log(s->screen, told);
        if (round_end >= 0)
            hold_round(s, round_end);
        w = write_into(told, sizeof told);
    }
}

static void show_end(struct stage *s)
{
    struct state_buffer buffer;
    char below[1 << 13];

    s->viewer = OPEN;
    while (!s->leaving && home_is_over(&s->home)) {
        struct scene scene = scene_now(s, &buffer);
        struct writer w = write_into(below, sizeof below);
        struct canvas c = {
            .out = &w, .language = s->home.plan.language, .colour = true, .names = s->home.names, .width = 80};
        draw_winners(&c, s->home.plan.table); /* what matters most comes first: a low screen shows no more */
        draw_scores(&c, s->home.plan.table);
        draw_decided(&c, s->home.plan.table);
        scene.text = below;
        set_status(s, SAY_STATUS_OVER, "");
        attend(s, &scene, FREE, -1);
    }
    s->viewer = s->home.seat;
}

/* ---- beginning and leaving ---- */

static void play(struct stage *s)
{
    char welcome[MAX_SEATS * NAME_SIZE + 256];
    struct writer w = write_into(welcome, sizeof welcome);

    s->viewer = s->home.seat;
    home_write_welcome(&s->home, &w);
    if (home_shares(&s->home))
        cover(s, home_next(&s->home) >= 0 ? home_next(&s->home) : s->home.seat);
    else
        screen_log(s->screen, welcome);
    while (!s->leaving) {
        tell_news(s);
        int next = home_next(&s->home);
        if (s->leaving)
            break;
        if (home_is_over(&s->home))
            show_end(s);
        else if (next < 0)
            move_bot(s);
        else if (next == s->home.seat)
            ask(s);
        else
            cover(s, next);
    }
}

/* Prints what stays on the terminal after the screen closes. */
static enum session_end say_goodbye(struct stage *s)
{
    struct writer w;
    struct canvas c = page_canvas(s, &w);

    c.colour = s->home.plan.colour;
    if (s->failed)
        fprintf(stderr, "parlor: %s\n", s->why.text);
    if (home_is_over(&s->home)) {
        draw_scores(&c, s->home.plan.table);
        draw_winners(&c, s->home.plan.table);
        draw_decided(&c, s->home.plan.table);
    }
    home_write_goodbye(&s->home, &w);
    fputs(s->page, stdout);
    bool said = fflush(stdout) == 0;
    return s->failed || !said ? SESSION_FAILED : s->home.plan.interrupted() ? SESSION_INTERRUPTED : SESSION_LEFT;
}

static bool open_screen(struct stage *s, const struct session_plan *plan)
{
    struct problem why;

    for (int i = 0; i < ORDERED; i++)
        s->words[i] =
            (struct screen_word){.word = home_words[order[i]].word,
                                 .called = text(s, home_words[order[i]].called),
                                 .key = keys[order[i]],
                                 .shown = keys[order[i]] > 0 && order[i] != WORD_ANALYZE && order[i] != WORD_NOTATION};
    const struct screen_plan wanted = {.language = plan->language,
                                       .colour = plan->colour,
                                       .ascii = plan->ascii,
                                       .interrupted = plan->interrupted,
                                       .wake = s->errand.done,
                                       .words = s->words};
    s->screen = screen_open(&wanted, &why);
    if (!s->screen)
        fprintf(stderr, "parlor: %s\n", why.text);
    return s->screen;
}

enum session_end session_on_screen(const struct session_plan *plan)
{
    struct stage *s = must_zero(1, sizeof *s);
    enum session_end end = SESSION_FAILED;

    if (!errand_open(&s->errand)) {
        fprintf(stderr, "parlor: %s\n", strerror(errno));
        free(s);
        return SESSION_FAILED;
    }
    home_begin(&s->home, plan);
    if (open_screen(s, plan)) {
        play(s);
        screen_close(s->screen);
        end = say_goodbye(s);
    }
    errand_close(&s->errand);
    free(s->report);
    free(s);
    return end;
}
