/* See home.h. */
#include "term/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/address.h"
#include "term/report.h"
#include "words/words.h"

enum { ANALYSIS_WORK = 10 }; /* decisions of the master that looking at a game again may cost */

void home_begin(struct home *h, const struct session_plan *plan)
{
    h->plan = *plan;
    h->game = table_game(plan->table);
    h->seat = __builtin_ctz(plan->people);
    h->notation = plan->notation;
    names_shown(plan->table, plan->language, h->names);
    h->told = table_choices(plan->table) > 0 ? home_tellable(h) : 0;
}

/* ---- whose turn it is ---- */

static uint8_t seats_due(const struct home *h)
{
    return table_turn(h->plan.table).seats;
}

bool home_is_over(const struct home *h)
{
    return table_turn(h->plan.table).kind == TURN_OVER;
}

bool home_owes(const struct home *h)
{
    return seats_due(h) >> h->seat & 1;
}

int home_next(const struct home *h)
{
    unsigned people = seats_due(h) & h->plan.people;
    return home_owes(h) ? h->seat : people ? __builtin_ctz(people) : -1;
}

int home_bot(const struct home *h)
{
    return __builtin_ctz(seats_due(h));
}

bool home_addresses(const struct home *h, int seat)
{
    return is_addressed(table_plan(h->plan.table)->names[seat].text);
}

const char *home_said(const struct home *h, enum text text)
{
    return said(h->plan.language, text);
}

bool home_shares(const struct home *h)
{
    return __builtin_popcount(h->plan.people) > 1;
}

/* ---- what happens ---- */

static bool is_stopped(void *of_home)
{
    struct home *h = of_home;
    return atomic_load(&h->cancelled) || h->plan.budget.stop(h->plan.budget.stopper);
}

/* The budget of one thought, which begins now. */
static struct bot_budget begin_thought(struct home *h)
{
    struct bot_budget budget = h->plan.budget;

    h->plan.begin_thought(budget.stopper);
    budget.stop = is_stopped;
    budget.stopper = h;
    return budget;
}

uint16_t home_think(struct home *h, int seat)
{
    const struct table *t = h->plan.table;
    struct bot_mind mind = bot_mind(&table_plan(t)->seed, seat, table_steps(t));
    struct bot_history history = bot_history_of(t, seat);
    struct state_buffer view;

    table_view(t, seat, table_steps(t), &view);
    return bot_think(h->plan.bots[seat], h->game, state_in(&view), seat, &history, begin_thought(h), &mind);
}

int home_hint(struct home *h, struct hint_line lines[HINTS_SHOWN])
{
    return hint_at(h->plan.table, h->seat, begin_thought(h), lines, HINTS_SHOWN);
}

static bool is_person(const struct home *h, int actor)
{
    return actor >= 0 && h->plan.people >> actor & 1;
}

static bool has_chosen(const struct home *h)
{
    for (int step = 0; step < table_steps(h->plan.table); step++)
        if (is_person(h, table_step(h->plan.table, step).actor))
            return true;
    return false;
}

static void name_of(const void *of_home, int seat, struct writer *w)
{
    const struct home *h = of_home;
    write_bytes(w, h->names[seat].text, h->names[seat].length);
}

/* Returns how to put the moves of the person at a seat in words. */
static struct wording wording_of(const struct home *h, int seat)
{
    return (struct wording){.language = h->plan.language,
                            .notation = h->notation,
                            .cast = {.players = table_plan(h->plan.table)->players,
                                     .you = home_addresses(h, seat) ? seat : ONLOOKER,
                                     .name = name_of,
                                     .of = h,
                                     .cards = CARD_NUMBERED}};
}

static void write_move(const struct home *h, int seat, uint16_t id, struct writer *w)
{
    struct wording wording = wording_of(h, seat);
    struct state_buffer view;

    table_view(h->plan.table, seat, table_steps(h->plan.table), &view);
    move_write(&wording, h->game, state_in(&view), seat, id, w);
}

void home_moves(const struct home *h, struct moves *moves)
{
    struct wording wording = wording_of(h, h->seat);
    struct state_buffer view;

    table_view(h->plan.table, h->seat, table_steps(h->plan.table), &view);
    moves_read(moves, &wording, h->game, state_in(&view), h->seat);
}

int home_undo(struct home *h, struct writer *taken, struct problem *why)
{
    struct table *t = h->plan.table;
    struct step last;

    if (!has_chosen(h)) {
        problem_say(why, h->plan.language, SAY_HOME_NOTHING_CHOSEN);
        return -1;
    }
    do {
        int step = table_steps(t) - 1;
        while (table_step(t, step).actor == CHANCE)
            step--;
        last = table_step(t, step);
        table_undo(t);
    } while (!is_person(h, last.actor));
    while (table_steps(t) > last.first)
        table_undo(t);
    h->told = table_steps(t);
    write_move(h, last.actor, last.id, taken);
    return last.actor;
}

bool home_save(struct home *h, const char *path, struct problem *why)
{
    if (!path[0])
        return problem_say(why, h->plan.language, SAY_SAVE_UNNAMED);
    return save_record(&h->plan.saved, path, h->plan.table, h->plan.language, why);
}

/* True if the person has cancelled the thinking; time limits do not count. */
static bool is_called_off(void *of_home)
{
    struct home *h = of_home;
    return atomic_load(&h->cancelled) || h->plan.interrupted();
}

static void show_progress(void *of_home, long done, long of)
{
    struct home *h = of_home;

    atomic_store(&h->looked, done);
    atomic_store(&h->of, of);
}

char *home_analyze(struct home *h, struct problem *why)
{
    const struct table *t = h->plan.table;
    const struct analysis_plan plan = {.simulations = analysis_simulations(t, ANALYSIS_WORK),
                                       .seat = EVERYBODY,
                                       .threads = h->plan.budget.threads,
                                       .seed = table_plan(t)->seed,
                                       .context = h,
                                       .stopped = is_called_off,
                                       .progress = show_progress};
    struct analysis analysis;

    enum analysis_end end = analysis_make(t, &plan, &analysis, why);
    if (end == ANALYSIS_STOPPED)
        problem_say(why, h->plan.language, SAY_STOPPED);
    if (end != ANALYSIS_DONE)
        return NULL;
    char *text = report_text(&(struct report){.analysis = &analysis, .language = h->plan.language});
    analysis_free(&analysis);
    return text;
}

/* ---- what is told ---- */

void home_tell(const struct home *h, int step, struct writer *out)
{
    const struct listener who = {.language = h->plan.language, .viewer = h->seat};
    struct wording wording = wording_of(h, h->seat);

    words_step_among(who, &wording.cast, h->plan.table, step, out);
}

static int rounds_before(const struct home *h, int step)
{
    struct state_buffer view;
    int points[MAX_SEATS];

    table_view(h->plan.table, h->seat, step, &view);
    return h->game->rounds ? h->game->rounds(state_in(&view), points) : 0;
}

bool home_news(struct home *h, struct writer *out, int *round_end)
{
    const struct table *t = h->plan.table;

    if (h->told >= table_steps(t))
        return false;
    struct step it = table_step(t, h->told);
    if (!it.complete)
        return false;
    for (; h->told < it.end; h->told++)
        home_tell(h, h->told, out);
    bool last = h->told == table_steps(t) && home_is_over(h);
    *round_end = !last && rounds_before(h, it.end) > rounds_before(h, it.first) ? it.end : -1;
    return true;
}

int home_tellable(const struct home *h)
{
    return table_settled(h->plan.table);
}

void home_write_welcome(const struct home *h, struct writer *w)
{
    int players = table_plan(h->plan.table)->players;
    char names[MAX_SEATS * NAME_SIZE + 64];
    struct writer list = write_into(names, sizeof names);

    for (int seat = 0; seat < players; seat++) {
        write_text(&list, seat == 0
                              ? ""
                              : language_word(h->plan.language, NULL, seat == players - 1 ? "list.and" : "list.comma"));
        write_bytes(&list, h->names[seat].text, h->names[seat].length);
    }
    say_with(w, h->plan.language, SAY_WELCOME, STR("game", game_title(h->plan.language, h->game)),
             NUM("resumed", table_choices(h->plan.table) > 0), STR("names", names));
    write_text(w, "\n");
}

/* A word as a shell takes it. */
static void write_in_quotes(struct writer *out, const char *word)
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
    write_clean(out, quoted, w.length);
}

void home_write_goodbye(const struct home *h, struct writer *w)
{
    const struct saved *saved = &h->plan.saved;

    if (!saved->exists) {
        say(w, h->plan.language, SAY_GOODBYE_UNSAVED);
        write_text(w, "\n");
        return;
    }
    if (saved->steps != table_steps(h->plan.table)) {
        say(w, h->plan.language, SAY_GOODBYE_CHANGED);
        write_text(w, "\n");
    }
    say(w, h->plan.language, SAY_GOODBYE_RESUME);
    write_text(w, " parlor play --resume ");
    write_in_quotes(w, saved->path);
    write_text(w, h->plan.again);
    write_text(w, "\n");
}

/* ---- what a person may ask for ---- */

#define WORD_TEXT(id, word, called, operand, help) [id] = {word, called, operand, help},
const struct word home_words[WORDS] = {HOME_WORDS(WORD_TEXT)};
#undef WORD_TEXT

enum home_word home_word_typed(const struct home *h, const char *typed, const char **rest)
{
    int word = word_typed(h->plan.language, home_words, WORDS, typed, rest);
    return word < 0 ? WORD_NONE : (enum home_word)word;
}
