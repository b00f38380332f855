/* parlor analyze: a recorded game looked at again, for people, as JSON and as a
 * picture. lab/analysis.c finds out, cli/chart.c draws, term/report.c puts it into
 * words. */
#include "cli/chart.h"
#include "memory.h"
#include "cli/cli.h"
#include "table/record.h"
#include "term/draw.h"
#include "term/report.h"

struct wishes {
    const char *path, *level, *seed, *svg, *lang;
    const struct language *language;
    long simulations, seat, threads, number; /* -1: not given, except for threads */
    bool json;
};

/* ---- the command ---- */

/* The game asked for, or the only one; NULL after saying what is wrong. */
static struct table *pick_game(const struct wishes *wishes, struct record_file *file, bool *cut)
{
    struct table *picked = NULL, *table;
    struct problem why;
    enum record_status status = RECORD_NONE;
    long count = 0;

    while ((wishes->number < 0 || count < wishes->number) &&
           ((status = record_read(file, &table, &why)) == RECORD_WHOLE || status == RECORD_CUT)) {
        count++;
        if (wishes->number < 0 ? count == 1 : count == wishes->number) {
            picked = table;
            *cut = status == RECORD_CUT;
        } else {
            table_close(table);
        }
    }
    if (status == RECORD_REFUSED)
        failure("%s: %s", wishes->path, why.text);
    else if (count == 0)
        failure("%s: there is no game in it", wishes->path);
    else if (!picked)
        failure("%s: there is no game %ld in it, only %ld", wishes->path, wishes->number, count);
    else if (wishes->number < 0 && count > 1)
        failure("%s: there are %ld games in it; pick one with --game 1 to %ld", wishes->path, count, count);
    else
        return picked;
    table_close(picked);
    return NULL;
}

static struct table *read_game(struct wishes *wishes, bool *cut)
{
    FILE *in = records_open(&wishes->path);

    if (!in)
        return NULL;
    struct record_file *file = must_have(record_open(in));
    struct table *table = pick_game(wishes, file, cut);
    record_close(file);
    fclose(in);
    return table;
}

static const char working[] = "analyzing";

static void show_progress(void *unused, long done, long of)
{
    (void)unused;
    progress(working, done, of);
}

static void draw(const struct report *report, FILE *svg)
{
    struct table_name names[MAX_SEATS];
    struct chart chart = {.analysis = report->analysis, .language = report->language, .names = names};

    names_shown(report->analysis->table, report->language, names);
    chart.mark_count = analysis_worst(report->analysis, report->analysis->seat, chart.marks, REPORT_WORST);
    chart_write(&chart, svg);
}

/* cut: the record has no result. */
static bool analyze(const struct analysis_plan *plan, const struct table *table, bool cut, bool json,
                    const struct language *language, FILE *svg)
{
    struct analysis analysis;
    struct problem why;

    progress(working, 0, table_steps(table));
    enum analysis_end end = analysis_make(table, plan, &analysis, &why);
    progress_end();
    if (end == ANALYSIS_STOPPED)
        failure("interrupted");
    if (end == ANALYSIS_FAILED)
        failure("%s", why.text);
    if (end != ANALYSIS_DONE)
        return false;
    const struct report report = {.analysis = &analysis, .language = language, .cut = cut};
    if (json)
        analysis_write_json(&analysis, cut, stdout);
    else
        report_write(&report, stdout);
    if (svg)
        draw(&report, svg);
    analysis_free(&analysis);
    return true;
}

static int analyze_table(const struct wishes *wishes, const struct analysis_plan *plan, const struct table *table,
                         bool cut)
{
    struct replacement svg = {.file = NULL};

    if (plan->seat >= table_plan(table)->players)
        return failure("%s: with %d players there is no seat %d", wishes->path, table_plan(table)->players, plan->seat);
    catch_interrupt();
    if (wishes->svg && !replacement_open(&svg, wishes->svg))
        return EXIT_FAILED;
    bool fine = analyze(plan, table, cut, wishes->json, wishes->language, svg.file);
    if (svg.file)
        fine = replacement_close(&svg, fine) && fine;
    return fine ? EXIT_DONE : EXIT_FAILED;
}

static int run_analysis(struct wishes *wishes, enum level level, struct analysis_plan *plan)
{
    bool cut = false;
    struct table *table = read_game(wishes, &cut);

    if (!table)
        return EXIT_FAILED;
    if (!wishes->seed)
        plan->seed = table_plan(table)->seed;
    plan->simulations =
        wishes->simulations > 0 ? (int)wishes->simulations : thinker_of(table_game(table))->simulations[level];
    int exit_code = analyze_table(wishes, plan, table, cut);
    table_close(table);
    return exit_code;
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {
        .level = "master", .simulations = -1, .seat = EVERYBODY, .threads = usual_threads(), .number = -1};
    const char *words[MAX_WORDS];
    const struct arg args[] = {
        {"level",
         ARG_TEXT,
         "club|expert|master",
         "judge with the simulations of this bot (master)",
         {.text = &wishes.level},
         0,
         0},
        {"simulations",
         ARG_NUMBER,
         "N",
         "judge with N simulations a decision instead",
         {.number = &wishes.simulations},
         2,
         10000000},
        {"seat",
         ARG_NUMBER,
         "S",
         "judge only this seat's choices, counted from 0",
         {.number = &wishes.seat},
         0,
         MAX_SEATS - 1},
        {"game", ARG_NUMBER, "K", "which game in the file, counted from 1", {.number = &wishes.number}, 1, 1000000000},
        {"svg", ARG_TEXT, "FILE", "draw everybody's winning chances in FILE", {.text = &wishes.svg}, 0, 0},
        arg_lang(&wishes.lang),
        arg_seed(&wishes.seed),
        arg_workers(&wishes.threads),
        arg_json(&wishes.json),
        arg_quiet(),
        {.name = NULL},
    };
    struct analysis_plan plan = {.stopped = workers_interrupted, .progress = show_progress};
    struct problem why;
    int exit_code, count = args_read(&command_analyze, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count == 0)
        return usage_error(&command_analyze, "which record file? (- reads standard input)");
    if (count > 1)
        return usage_error(&command_analyze, "%s: one file at a time", words[1]);
    const struct bot *judge = bot_named(&command_analyze, wishes.level);
    if (!judge)
        return EXIT_USAGE;
    if (judge->level == LEVEL_NONE)
        return usage_error(&command_analyze, "--level %s: does not search; club, expert or master do", wishes.level);
    if (wishes.seed && !seed_parse(wishes.seed, &plan.seed, &why))
        return usage_error(&command_analyze, "--seed: %s", why.text);
    if (!language_wanted(&command_analyze, wishes.lang, false, &wishes.language))
        return EXIT_USAGE;
    wishes.path = words[0];
    plan.seat = (int)wishes.seat;
    plan.threads = (int)wishes.threads;
    return run_analysis(&wishes, judge->level, &plan);
}

const struct command command_analyze = {
    .name = "analyze",
    .usage = "RECORD [options]",
    .summary = "Analyse a recorded game: mistakes, luck and better moves",
    .details = "Every decision is judged only from what its seat knew at the time: a search\n"
               "finds what it would have chosen, and both choices are tried in the same new\n"
               "worlds. The loss is given in points of winning chance, a hundred being a whole\n"
               "win; a loss that is not clearly above the noise counts as none. A choice that\n"
               "loses nothing has an accuracy of 100 %, and every 5 points lost halve it; you\n"
               "see the average.\n"
               "\n"
               "Separately, with all cards open, the game is played out many times after every\n"
               "step. This shows what the deals, a seat's own choices and the others' choices\n"
               "changed. docs/analysis.md explains how, and what the JSON contains.\n"
               "\n"
               "A record that stops in the middle is analysed as far as it goes. The SVG\n"
               "replaces an older one only when it is complete. Without --seed, the record's\n"
               "seed is used.\n"
               "\n"
               "  parlor analyze game.jsonl\n"
               "  parlor analyze game.jsonl --seat 0 --level master --svg game.svg\n"
               "  parlor sim scout --games 1 --bots club --records - | parlor analyze - --json\n",
    .run = run,
};
