/* See puzzles.h. A worker plays a game and looks at its decisions, in steps that cost more
 * and more: a short search, a long one, and at last all legal moves in the same new worlds.
 * All of them are handed the seat's redacted view. */
#include "lab/puzzles.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bots/portable_math.h"
#include "bots/search.h"
#include "lab/features.h"
#include "lab/puzzle.h"
#include "memory.h"
#include "table/record.h"

enum {
    LEGAL_LEAST = 4,                  /* fewer moves to choose from are no puzzle */
    MOVES_MOST = 100,                 /* before the position */
    OF_A_GAME = 2,                    /* no game gives more */
    THEMES_MAX = 16,                  /* of a game */
    WORLDS = 1000,                    /* in which all legal moves are tried */
    BATCHES = 5,                      /* that they are divided into */
    FIRST_WORLDS = 60,                /* … and in which it shows whether that is worth while */
    CERTAIN = 3,                      /* standard errors that a margin must have to spare */
    CLEAR = 30,                       /* thousandths of a win that are left of it then, at least */
    TRIVIAL = PUZZLE_NOVICES * 3 / 4, /* if this many novices find the move, it is not a puzzle */
    FAIR_TIMES = 2,                   /* see puzzles_find() */
    SEED_SHORT = 16,                  /* digits of the seeds of games: they are in every line */
};
static_assert((int)PUZZLE_LEGAL_MOST <= (int)BOT_CANDIDATES_MAX, "all moves are tried in the same worlds");

/* Streams of random numbers of a decision; each has as many as it likes. */
enum stream { STREAM_GLANCE, STREAM_SEARCH, STREAM_FIRST, STREAM_WEIGH, STREAM_NOVICES, STREAM_CLUBS, STREAMS };

/* A decision that is looked at. */
struct moment {
    const struct table *table;
    int seat;
    struct state_buffer state; /* as the seat sees it */
    struct bot_history history;
    uint16_t legal[LEGAL_SIZE];
    struct bot_view view;
};

struct found {
    char *line; /* malloc'd */
    size_t length;
    int theme, difficulty;
};

/* What a game gave. */
struct harvest {
    int count;
    struct found list[OF_A_GAME];
};

struct hunt {
    const struct puzzles_plan *plan;
    const struct theme *themes; /* NULL: none */
    long kept;
    long of_theme[THEMES_MAX], of_difficulty[PUZZLE_DIFFICULTIES + 1];
    bool seen_theme[THEMES_MAX], seen_difficulty[PUZZLE_DIFFICULTIES + 1];
};

/* ---- one decision ---- */

static struct rng rng_for(const struct moment *it, enum stream stream)
{
    return rng_strong(&table_plan(it->table)->seed, RNG_ANALYSIS,
                      (uint64_t)table_steps(it->table) * STREAMS + (uint64_t)stream);
}

static void look(const struct table *table, int seat, struct bot_budget budget, struct moment *it)
{
    it->table = table;
    it->seat = seat;
    it->history = bot_history_of(table, seat);
    table_view(table, seat, table_steps(table), &it->state);
    it->view = bot_view_at(LEVEL_NONE, table_game(table), state_in(&it->state), seat, &it->history, budget, it->legal);
}

/* Searches as a level does. */
static void search_as(struct moment *it, enum level level, enum stream stream, struct search_report *report)
{
    struct rng rng = rng_for(it, stream);

    it->view.budget.simulations = thinker_of(it->view.game)->simulations[level];
    search(&it->view, &rng, report);
}

/* What all legal moves are worth, the best first: as struct search_weighing. */
struct weighed {
    uint16_t ids[PUZZLE_LEGAL_MOST];
    int count, worlds;
    double value[PUZZLE_LEGAL_MOST], gain[PUZZLE_LEGAL_MOST], error[PUZZLE_LEGAL_MOST];
    bool always; /* the first led in every batch */
};

/* Adds a batch: sums of values and gains, and of the squares of gains and errors. */
static void add_batch(const struct search_weighing *batch, struct weighed *sums, double *gains, double *errors)
{
    for (int i = 0; i < sums->count; i++) {
        sums->value[i] += batch->value[i];
        sums->gain[i] += batch->gain[i];
        gains[i] += batch->gain[i] * batch->gain[i];
        errors[i] += batch->error[i] * batch->error[i];
        sums->always &= i == 0 || batch->gain[i] > 0;
    }
    sums->worlds += batch->worlds;
}

/* Tries all legal moves in new worlds. What a thinker prepares for its playouts is luck as well, which all worlds of a
 * search share; so there are several searches, and the error is the larger one of what worlds and searches show. */
static void weigh(struct moment *it, uint16_t best, int worlds, enum stream stream, struct weighed *out)
{
    struct rng rng = rng_for(it, stream);
    double gains[PUZZLE_LEGAL_MOST] = {0}, errors[PUZZLE_LEGAL_MOST] = {0};

    *out = (struct weighed){.ids = {best}, .count = 1, .always = true};
    for (int i = 0; i < it->view.count; i++)
        if (it->legal[i] != best)
            out->ids[out->count++] = it->legal[i];
    it->view.budget.simulations = worlds / BATCHES * out->count;
    for (int batch = 0; batch < BATCHES; batch++) {
        struct search_weighing one;
        search_weigh(&it->view, out->ids, out->count, &rng, &one);
        add_batch(&one, out, gains, errors);
    }
    for (int i = 0; i < out->count; i++) {
        out->value[i] /= BATCHES;
        out->gain[i] /= BATCHES;
        double within = errors[i] / BATCHES,
               between = (gains[i] / BATCHES - out->gain[i] * out->gain[i]) * BATCHES / (BATCHES - 1);
        out->error[i] = portable_sqrt((within > between ? within : between) / BATCHES);
    }
}

/* The move that comes nearest to the first: its place among the others. */
static int second_of(const struct weighed *it)
{
    int second = 1;

    for (int i = 2; i < it->count; i++)
        if (it->gain[i] < it->gain[second])
            second = i;
    return second;
}

static int in_thousandths(double share)
{
    return (int)(share * PUZZLE_WIN + (share < 0 ? -0.5 : 0.5));
}

/* Whether the first move leads every other one clearly, even with this many standard errors taken off. */
static bool leads(const struct weighed *it, double errors)
{
    for (int i = 1; i < it->count; i++)
        if (in_thousandths(it->gain[i] - errors * it->error[i]) < CLEAR)
            return false;
    return true;
}

/* How many bots of a level, each with a mind of its own, choose this. */
static int finders(const struct moment *it, const char *name, int asked, enum stream stream, uint16_t best)
{
    const struct bot *bot = bot_by_name(name);
    struct rng rng = rng_for(it, stream);
    int finders = 0;

    for (int i = 0; i < asked; i++) {
        struct seed seed;
        rng_seed(&rng, &seed);
        struct bot_mind mind = bot_mind(&seed, it->seat, table_steps(it->table));
        struct bot_budget budget = it->view.budget;
        budget.simulations = 0;
        finders += bot_think(bot, it->view.game, it->view.state, it->seat, &it->history, budget, &mind) == best;
    }
    return finders;
}

/* 1: one novice in four finds it; 2: those who search a little mostly do; 3: they often miss it, too. */
static int difficulty_of(int novice, int club)
{
    return 4 * novice >= PUZZLE_NOVICES ? 1 : 4 * club >= 3 * PUZZLE_CLUBS ? 2 : 3;
}

/* ---- themes ---- */

static bool is_verb(const struct game *game, const struct fact *fact, const char *verb)
{
    return strcmp(game->verbs[fact->verb].name, verb) == 0;
}

/* Whether a move brings such a fact about in a world that its seat may be in. */
static bool brings(const struct moment *it, uint16_t id, const char *verb)
{
    const struct game *game = it->view.game;
    struct state_buffer world = it->state;
    struct rng rng = rng_for(it, STREAM_GLANCE);
    struct facts told = {.count = 0};

    game->imagine(state_in(&world), it->seat, &rng);
    game->apply(state_in(&world), it->seat, id, &told);
    for (int i = 0; i < told.count; i++)
        if (is_verb(game, &told.list[i], verb))
            return true;
    return false;
}

static bool is_of(const struct theme *theme, const struct moment *it, const struct fact *fact, uint16_t id)
{
    const struct game *game = it->view.game;
    struct fact_field field;

    return is_verb(game, fact, theme->verb) &&
           (!theme->field ||
            (fact_find(game, fact, theme->field, &field) && field.value && *field.value >= theme->least)) &&
           (!theme->brings || brings(it, id, theme->brings));
}

/* The number of a move's theme; -1: it has none. */
static int theme_of(const struct theme *themes, const struct moment *it, uint16_t id)
{
    struct facts told = {.count = 0};

    it->view.game->meaning(it->view.state, it->seat, id, &told);
    for (int i = 0; themes && themes[i].name; i++)
        if (is_of(&themes[i], it, &told.list[0], id))
            return i;
    return -1;
}

/* ---- writing ---- */

static void write_action(const struct table *table, int step, int seat, uint16_t id, struct writer *w)
{
    char text[256];
    struct writer notation = write_into(text, sizeof text);
    struct state_buffer state;

    table_view(table, seat, step, &state);
    table_game(table)->action_text(state_in(&state), seat, id, &notation);
    write_json_string(w, text, notation.length);
}

static void write_position(const struct moment *it, struct writer *w)
{
    const struct table_plan *plan = table_plan(it->table);
    char seed[SEED_DIGITS + 1];

    seed_text(&plan->seed, seed);
    write_text(w, "{\"game\":\"");
    write_text(w, plan->game->id);
    write_text(w, "\",\"players\":");
    write_number(w, plan->players);
    write_char(w, ',');
    record_options(plan, w);
    write_text(w, ",\"seed\":\"");
    write_text(w, seed + SEED_DIGITS - SEED_SHORT);
    write_text(w, "\",\"moves\":[");
    for (int step = 0, first = true; step < table_steps(it->table); step++) {
        struct step done = table_step(it->table, step);
        if (done.actor == CHANCE)
            continue;
        if (!first)
            write_char(w, ',');
        first = false;
        write_action(it->table, done.first, done.actor, done.id, w);
    }
    write_text(w, "],\"seat\":");
    write_number(w, it->seat);
}

static void write_named_action(const struct moment *it, const char *key, uint16_t id, struct writer *w)
{
    write_key(w, key);
    write_action(it->table, table_steps(it->table), it->seat, id, w);
}

/* Writes the values in the order of legal ids. */
static void write_values(const struct moment *it, const struct weighed *weighed, struct writer *w)
{
    write_key_list(w, "values");
    for (int i = 0; i < it->view.count; i++) {
        int at = 0;
        while (weighed->ids[at] != it->legal[i])
            at++;
        write_item(w);
        write_number(w, in_thousandths(weighed->value[at]));
    }
    write_char(w, ']');
}

static void write_puzzle(const struct moment *it, const struct weighed *weighed, const char *theme, int novice,
                         int club, struct found *out)
{
    char line[PUZZLE_LINE];
    struct writer w = write_into(line, sizeof line);
    int second = second_of(weighed);

    write_position(it, &w);
    write_named_action(it, "best", weighed->ids[0], &w);
    write_named_action(it, "second", weighed->ids[second], &w);
    write_key_number(&w, "margin", in_thousandths(weighed->gain[second]));
    write_key_number(&w, "error", in_thousandths(weighed->error[second]) + 1); /* rounded up */
    write_key_number(&w, "worlds", weighed->worlds);
    write_values(it, weighed, &w);
    write_key_text(&w, "theme", theme);
    write_key_number(&w, "difficulty", out->difficulty);
    write_key_number(&w, "novice", novice);
    write_key_number(&w, "club", club);
    write_char(&w, '}');
    out->length = w.length;
    out->line = must_have(strdup(line));
}

/* ---- a game ---- */

/* Whether a decision is a puzzle; if so, it has been written. What bots of the level club name best is what they find,
 * so hard ones begin with a longer search. */
static bool judge(const struct hunt *hunt, struct moment *it, struct found *out)
{
    struct search_report report;
    struct weighed weighed;
    int count = it->view.count;

    if (count < LEGAL_LEAST || count > PUZZLE_LEGAL_MOST)
        return false;
    search_as(it, hunt->plan->difficulty == PUZZLE_DIFFICULTIES ? LEVEL_EXPERT : LEVEL_CLUB, STREAM_GLANCE, &report);
    uint16_t best = report.lines[0].id;
    weigh(it, best, FIRST_WORLDS, STREAM_FIRST, &weighed);
    if (!leads(&weighed, 1))
        return false;
    int novice = finders(it, "novice", PUZZLE_NOVICES, STREAM_NOVICES, best);
    int theme = theme_of(hunt->themes, it, best);
    if (novice >= TRIVIAL || theme < 0)
        return false;
    int club = finders(it, "club", PUZZLE_CLUBS, STREAM_CLUBS, best), difficulty = difficulty_of(novice, club);
    if (hunt->plan->difficulty != 0 && hunt->plan->difficulty != difficulty)
        return false;
    search_as(it, LEVEL_MASTER, STREAM_SEARCH, &report);
    if (report.lines[0].id != best)
        return false;
    weigh(it, best, WORLDS, STREAM_WEIGH, &weighed);
    if (!weighed.always || !leads(&weighed, CERTAIN))
        return false;
    *out = (struct found){.theme = theme, .difficulty = difficulty};
    write_puzzle(it, &weighed, hunt->themes[theme].name, novice, club, out);
    return true;
}

static void drop(void *of_harvest)
{
    const struct harvest *harvest = of_harvest;

    for (int i = 0; i < harvest->count; i++)
        free(harvest->list[i].line);
}

/* Lets the bot choose, and notes what is a puzzle before that. */
static bool play_and_judge(const struct hunt *hunt, struct table *table, struct bot_budget budget,
                           struct harvest *harvest, struct problem *why)
{
    struct moment it;
    int seat = __builtin_ctz(table_turn(table).seats);
    struct bot_mind mind = bot_mind(&table_plan(table)->seed, seat, table_steps(table));

    look(table, seat, budget, &it);
    harvest->count += judge(hunt, &it, &harvest->list[harvest->count]);
    uint16_t id = bot_think(hunt->plan->bot, it.view.game, it.view.state, seat, &it.history, budget, &mind);
    return table_do(table, seat, id, why);
}

/* The plan of a game: its seed is short, and the number of players goes round. */
static struct table_plan plan_of(const struct hunt *hunt, long number)
{
    struct table_plan plan = hunt->plan->table;
    struct rng rng = rng_strong(&plan.seed, RNG_GAME_SEED, (uint64_t)number);
    int counts = plan.game->max_players - plan.game->min_players + 1;

    rng_seed(&rng, &plan.seed);
    memset(plan.seed.bytes, 0, SEED_BYTES - SEED_SHORT / 2);
    if (plan.players == 0)
        plan.players = plan.game->min_players + (int)(number % counts);
    return plan;
}

static bool work(void *of_hunt, int worker, long number, const atomic_bool *stop, void *out, struct problem *why)
{
    const struct hunt *hunt = of_hunt;
    struct workers_watch watch = {.stop = stop};
    const struct bot_budget budget = {.stop = workers_is_stopped, .stopper = &watch};
    const struct table_plan plan = plan_of(hunt, number);
    struct table *table = table_open(&plan, why);
    struct harvest harvest = {.count = 0};
    bool fine = table && table_deal(table, why);

    (void)worker;
    while (fine && harvest.count < OF_A_GAME && table_turn(table).kind == TURN_CHOICE &&
           table_choices(table) <= MOVES_MOST && !workers_is_stopped(&watch))
        fine = play_and_judge(hunt, table, budget, &harvest, why);
    if (workers_is_stopped(&watch))
        fine = problem_set(why, "stopped");
    table_close(table);
    if (!fine)
        drop(&harvest);
    memcpy(out, &harvest, sizeof harvest);
    return fine;
}

/* ---- what is kept ---- */

static int count_of(const bool *seen, int size)
{
    int count = 0;

    for (int i = 0; i < size; i++)
        count += seen[i];
    return count;
}

/* Whether one more of a kind would not be too many, with this number of kinds seen. */
static bool is_fair(long of_kind, int kinds, long kept)
{
    return of_kind * kinds <= FAIR_TIMES * kept + 1;
}

static bool keep(struct hunt *hunt, const struct found *it)
{
    hunt->seen_theme[it->theme] = hunt->seen_difficulty[it->difficulty] = true;
    if (!is_fair(hunt->of_theme[it->theme], count_of(hunt->seen_theme, THEMES_MAX), hunt->kept) ||
        !is_fair(hunt->of_difficulty[it->difficulty], count_of(hunt->seen_difficulty, PUZZLE_DIFFICULTIES + 1),
                 hunt->kept))
        return true;
    hunt->kept++;
    hunt->of_theme[it->theme]++;
    hunt->of_difficulty[it->difficulty]++;
    return hunt->plan->take(hunt->plan->context, it->line, it->length);
}

static bool take(void *of_hunt, long number, void *of_harvest)
{
    const struct harvest *harvest = of_harvest;
    bool more = true;

    (void)number;
    for (int i = 0; i < harvest->count && more; i++)
        more = keep(of_hunt, &harvest->list[i]);
    drop(of_harvest);
    return more;
}

static bool is_stopped(void *of_hunt)
{
    const struct puzzles_plan *plan = ((const struct hunt *)of_hunt)->plan;
    return plan->stopped(plan->context);
}

enum workers_end puzzles_find(const struct puzzles_plan *plan, struct problem *why)
{
    struct hunt hunt = {.plan = plan, .themes = features_of(plan->table.game).themes};
    const struct workers_task task = {.end = LONG_MAX,
                                      .threads = plan->threads,
                                      .size = sizeof(struct harvest),
                                      .context = &hunt,
                                      .stopped = is_stopped,
                                      .work = work,
                                      .take = take,
                                      .drop = drop};

    return workers_run(&task, why);
}
