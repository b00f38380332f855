/* parlor lab: is a game fair, how much is skill, what does a change of its rules
 * do? lab/survey.h plays and counts; this reads what is asked and writes the
 * files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "cli/shards.h"
#include "cuda/survey_gpu.h"
#include "embed.h"
#include "lab/survey.h"
#include "table/steady.h"
#include "version.h"

enum { SKILL_PART = 8 }; /* one deal in 8 is played for skill, unless told otherwise */

struct wishes {
    long players, deals, skill, threads;
    const char *bots, *vary, *seed, *out, *shard;
    bool gpu, merge;
    struct shard share; /* as --shard says */
};

/* All sets of rules, in the caller's hands while a survey goes on. */
struct rules {
    struct table_plan plans[VARIANTS_MAX];
    char labels[VARIANTS_MAX][LABEL_SIZE];
    const struct bot *bots[VARIANTS_MAX][MAX_SEATS];
    int count;
    char varied[NAME_SIZE]; /* empty for nothing */
};

/* ---- what is asked ---- */

/* The value of a variant: players=5, or an option of the game. */
static bool apply_variant(struct table_plan *plan, const char *name, const char *value)
{
    struct problem why;

    if (strcmp(name, "players") == 0) {
        struct reader in = read_from(value, strlen(value));
        read_number(&in, plan->game->min_players, plan->game->max_players, &plan->players);
        if (read_end(&in))
            return true;
        usage_error(&command_lab, "--vary players: %s has %d to %d players, not %s", plan->game->title,
                    plan->game->min_players, plan->game->max_players, value);
        return false;
    }
    if (plan_option(plan, name, strlen(name), value, &why))
        return true;
    usage_error(&command_lab, "--vary: %s", why.text);
    return false;
}

static void write_label(const struct table_plan *plan, char *label, size_t size)
{
    struct writer w = write_into(label, size);

    for (int i = 0; i < plan->option_count; i++) {
        write_text(&w, i ? " " : "");
        write_text(&w, plan->game->options[plan->options[i].index].name);
        write_char(&w, '=');
        write_text(&w, plan->options[i].value);
    }
    if (plan->option_count == 0)
        write_text(&w, "the usual rules");
}

static bool finish_variant(struct rules *rules, const struct wishes *wishes)
{
    struct table_plan *plan = &rules->plans[rules->count];
    struct problem why;

    if (!plan_deck(plan, &why)) {
        usage_error(&command_lab, "%s", why.text);
        return false;
    }
    struct table *test = table_open(plan, &why);
    if (!test) {
        usage_error(&command_lab, "%s", why.text);
        return false;
    }
    table_close(test);
    return bots_from_list(&command_lab, wishes->bots, plan->players, rules->bots[rules->count++]);
}

/* Reads one value of --vary, up to the next mark. */
static bool read_variant(struct rules *rules, const struct table_plan *usual, const struct wishes *wishes,
                         const char *value, size_t length)
{
    char typed[OPTION_SIZE];
    struct writer w = write_into(typed, sizeof typed);

    if (rules->count == VARIANTS_MAX) {
        usage_error(&command_lab, "--vary: at most %d values", VARIANTS_MAX);
        return false;
    }
    write_bytes(&w, value, length);
    if (w.overflow || length == 0) {
        usage_error(&command_lab, "--vary %s: a value is empty or too long", wishes->vary);
        return false;
    }
    rules->plans[rules->count] = *usual;
    snprintf(rules->labels[rules->count], sizeof rules->labels[0], "%s=%s", rules->varied, typed);
    return apply_variant(&rules->plans[rules->count], rules->varied, typed) && finish_variant(rules, wishes);
}

/* Values are parted by commas, or by semicolons where they have commas themselves. */
static bool read_vary(struct rules *rules, const struct table_plan *usual, const struct wishes *wishes)
{
    const char *equals = strchr(wishes->vary, '=');
    struct writer w = write_into(rules->varied, sizeof rules->varied);

    if (!equals) {
        usage_error(&command_lab, "--vary %s: what is varied, and how? --vary name=value,value", wishes->vary);
        return false;
    }
    write_bytes(&w, wishes->vary, (size_t)(equals - wishes->vary));
    const char *mark = strchr(equals, ';') ? ";" : ",";
    for (const char *value = equals + 1; value;) {
        size_t length = strcspn(value, mark);
        if (!read_variant(rules, usual, wishes, value, length))
            return false;
        value = value[length] ? value + length + 1 : NULL;
    }
    return true;
}

static bool read_rules(struct rules *rules, const struct wishes *wishes, const char **words, int count)
{
    struct table_plan *usual = &rules->plans[0];
    int options = game_from_words(&command_lab, words, count, &usual->game);

    if (options < 0)
        return false;
    usual->players = wishes->players >= 0 ? (int)wishes->players : usual_players(usual->game);
    if (!plan_from_words(&command_lab, usual, words, options, wishes->seed))
        return false;
    if (!wishes->vary) {
        write_label(usual, rules->labels[0], sizeof rules->labels[0]);
        return finish_variant(rules, wishes);
    }
    struct table_plan *base = must_alloc(sizeof *base);
    *base = *usual;
    bool fine = read_vary(rules, base, wishes);
    free(base);
    return fine;
}

/* ---- what comes of it ---- */

static long found; /* games that were there when this began */

static void show_progress(const struct survey *survey)
{
    progress("games", survey_done(survey) - found, survey_games(survey) - found);
}

static bool open_file(struct replacement *file, const char *directory, const char *name, char path[4096])
{
    if ((size_t)snprintf(path, 4096, "%s/%s", directory, name) >= 4096) {
        failure("%s: %s", directory, strerror(ENAMETOOLONG));
        return false;
    }
    return replacement_open(file, path);
}

/* Writes the page, with the figures in the place it has for them. A browser would take a < for a tag there; in JSON
 * it occurs only in strings, where it can be escaped. */
static void write_page(FILE *out, const char *json)
{
    static const char mark[] = "{{results}}";
    const char *page = (const char *)embedded_named(lab_pages, "report.html")->bytes, *here = strstr(page, mark);

    fwrite(page, 1, (size_t)(here - page), out);
    for (; *json; json++)
        if (*json == '<')
            fputs("\\u003c", out);
        else
            fputc(*json, out);
    fputs(here + sizeof mark - 1, out);
}

/* The files that come of a survey, and where they are. */
enum { JSON, CSV, PAGE, FILES };
static const char *const file_names[FILES] = {"results.json", "results.csv", "index.html"};

struct files {
    struct replacement file[FILES];
    char paths[FILES][4096];
    int open;
};

static bool open_files(struct files *files, const char *directory)
{
    for (files->open = 0; files->open < FILES; files->open++)
        if (!open_file(&files->file[files->open], directory, file_names[files->open], files->paths[files->open]))
            return false;
    return true;
}

static bool close_files(struct files *files, bool keep)
{
    bool fine = true;

    for (int i = 0; i < files->open; i++)
        fine = replacement_close(&files->file[i], keep) && fine;
    return fine;
}

static void fill_files(const struct survey *survey, struct files *files)
{
    char *json = NULL;
    size_t length;
    FILE *memory = must_have(open_memstream(&json, &length));

    survey_write(survey, memory, files->file[CSV].file);
    bool failed = ferror(memory);
    if (fclose(memory) != 0 || failed)
        memory_ran_out();
    fputs(json, files->file[JSON].file);
    write_page(files->file[PAGE].file, json);
    free(json);
}

static bool write_files(const struct survey *survey, const char *directory)
{
    struct files *files = must_zero(1, sizeof *files);

    bool fine = open_files(files, directory);

    if (fine)
        fill_files(survey, files);
    fine = close_files(files, fine) && fine;
    free(files);
    return fine;
}

/* Plays what is left; the exit code is EXIT_DONE if all is done. Tells in *took how long it was. */
static int play_games(struct survey *survey, double *took)
{
    const struct survey_watch watch = {.stopped = workers_interrupted, .done = show_progress};
    double began = steady_seconds();
    struct problem why;

    found = survey_done(survey);
    show_progress(survey);
    enum workers_end end = survey_run(survey, &watch, &why);
    *took = steady_seconds() - began;
    progress_end();
    if (end == WORKERS_STOPPED)
        return failure("interrupted after %ld of %ld games; run the same command again to continue",
                       survey_done(survey), survey_games(survey));
    return end == WORKERS_DONE ? EXIT_DONE : failure("%s", why.text);
}

static void print_games(const struct survey *survey, const char *directory, double took)
{
    long played = survey_games(survey) - found;

    printf("%ld games", survey_games(survey));
    if (found)
        printf(", %ld of them found in %s", found, directory);
    if (played)
        printf(", %ld played in %.1f s, %.0f a second", played, took, (double)played / took);
    puts("");
}

static int report(const struct survey *survey, const char *directory)
{
    if (!write_files(survey, directory))
        return EXIT_FAILED;
    printf("%s/index.html is the report; results.json and results.csv have its figures\n", directory);
    return EXIT_DONE;
}

static int play_whole(struct survey *survey, const struct wishes *wishes)
{
    double took;
    int exit_code = play_games(survey, &took);

    if (exit_code != EXIT_DONE)
        return exit_code;
    print_games(survey, wishes->out, took);
    return report(survey, wishes->out);
}

static int play_shard(struct survey *survey, const struct wishes *wishes)
{
    char name[SHARD_NAME];
    double took;
    int exit_code = play_games(survey, &took);

    if (exit_code != EXIT_DONE)
        return exit_code;
    shard_name(&wishes->share, name);
    print_games(survey, wishes->out, took);
    printf("%s/%s has their sums; --merge adds up all %d shards\n", wishes->out, name, wishes->share.of);
    return EXIT_DONE;
}

static int merge_shards(struct survey *survey, const struct wishes *wishes)
{
    struct problem why;

    if (!survey_merge(survey, &why))
        return failure("%s", why.text);
    printf("%ld games\n", survey_games(survey));
    return report(survey, wishes->out);
}

static int run_survey(struct survey *survey, const struct wishes *wishes)
{
    return (wishes->merge ? merge_shards : wishes->share.of ? play_shard : play_whole)(survey, wishes);
}

/* Plays the survey's games, on the GPU if there is one. */
static int play_survey(struct rules *rules, const struct wishes *wishes, const struct survey_engine *engine)
{
    struct problem why;
    const struct survey_plan plan = {.version = PARLOR_VERSION,
                                     .variants = rules->plans,
                                     .labels = rules->labels,
                                     .bots = rules->bots,
                                     .count = rules->count,
                                     .varied = rules->varied[0] ? rules->varied : NULL,
                                     .deals = wishes->deals,
                                     .skill_deals = wishes->skill >= 0 ? wishes->skill
                                                                       : (wishes->deals + SKILL_PART - 1) / SKILL_PART,
                                     .threads = (int)wishes->threads,
                                     .engine = engine,
                                     .directory = wishes->out,
                                     .shard = wishes->share};
    struct survey *survey = survey_open(&plan, &why);
    int exit_code = survey ? run_survey(survey, wishes) : failure("%s", why.text);
    survey_close(survey);
    return exit_code;
}

/* On a GPU there are random players and novices. */
static bool bots_fit_gpu(const struct rules *rules)
{
    for (int i = 0; i < rules->count; i++)
        for (int seat = 0; seat < rules->plans[i].players; seat++)
            if (rules->bots[i][seat] != &bot_random && rules->bots[i][seat] != &bot_novice) {
                usage_error(&command_lab, "--gpu: the bots are random or novice, not %s", rules->bots[i][seat]->name);
                return false;
            }
    return true;
}

static int play_on_gpu(struct rules *rules, const struct wishes *wishes)
{
    char name[NAME_SIZE];
    struct problem why;

    if (!bots_fit_gpu(rules))
        return EXIT_USAGE;
    snprintf(name, sizeof name, "%s-survey.ptx", rules->plans[0].game->id);
    const struct embedded_file *module = embedded_named(gpu_modules, name);
    if (!module)
        return failure("this parlor was built without --gpu; docs/gpu.md says how to build it in");
    struct survey_gpu *gpu = survey_gpu_open((const char *)module->bytes, &why);
    int exit_code = gpu ? play_survey(rules, wishes, survey_gpu_engine(gpu)) : failure("%s", why.text);
    survey_gpu_close(gpu);
    return exit_code;
}

static int start_survey(struct rules *rules, const struct wishes *wishes)
{
    return wishes->gpu && !wishes->merge ? play_on_gpu(rules, wishes) : play_survey(rules, wishes, NULL);
}

static int run_command(int argc, char **argv)
{
    struct wishes wishes = {
        .players = -1, .deals = 1000, .skill = -1, .threads = usual_threads(), .bots = "club", .seed = "1"};
    const struct arg args[] = {
        arg_players(&wishes.players),
        {"bots",
         ARG_TEXT,
         "LIST",
         "bots: one name for all seats, or one for each (club)",
         {.text = &wishes.bots},
         0,
         0},
        {"deals", ARG_NUMBER, "K", "number of deals (1000)", {.number = &wishes.deals}, 1, 1000000000},
        {"skill",
         ARG_NUMBER,
         "K",
         "deals for measuring skill (an eighth of --deals); 0: none",
         {.number = &wishes.skill},
         0,
         1000000000},
        {"vary",
         ARG_TEXT,
         "NAME=A,B,...",
         "play the same deals with each value; NAME may be players",
         {.text = &wishes.vary},
         0,
         0},
        arg_seed(&wishes.seed),
        arg_workers(&wishes.threads),
        {.name = "gpu",
         .kind = ARG_FLAG,
         .help = "play on an NVIDIA GPU; for random players and novices",
         .into.flag = &wishes.gpu},
        arg_shard(&wishes.shard),
        arg_merge(&wishes.merge),
        {"out", ARG_TEXT, "DIR", "write the report to DIR, and keep finished work there", {.text = &wishes.out}, 0, 0},
        arg_quiet(),
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_lab, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (!wishes.out)
        return usage_error(&command_lab, "where do the figures go? --out DIR");
    if (!shard_wanted(&command_lab, wishes.shard, wishes.merge, &wishes.share))
        return EXIT_USAGE;
    struct rules *rules = must_zero(1, sizeof *rules);
    catch_interrupt();
    exit_code = read_rules(rules, &wishes, words, count) ? start_survey(rules, &wishes) : EXIT_USAGE;
    free(rules);
    return exit_code;
}

const struct command command_lab = {
    .name = "lab",
    .usage = "GAME --out DIR [name=value ...] [options]",
    .summary = "Find out whether a game is fair, how much is skill, and what a rule does",
    .lists_bots = true,
    .details = "Plays many games and writes a report to DIR/index.html, a page that needs no\n"
               "other files, and its figures to DIR/results.json and DIR/results.csv, each with\n"
               "its 95% interval and the number of games behind it (docs/lab.md). DIR also\n"
               "keeps finished work: after Ctrl-C, or any other end, the same command continues\n"
               "the run and ends with the same bytes, with any number of threads. The seed is 1\n"
               "unless you give one.\n"
               "\n"
               "--shard 3/16 plays the third of 16 shares of the games and writes their sums to\n"
               "DIR/shard-3-of-16, on any machine; DIR may be the same for all. --merge then\n"
               "writes the report that one machine would have written, byte for byte, or says\n"
               "which shard is missing, damaged or of other settings. Give the same game and\n"
               "options each time.\n"
               "\n"
               "--gpu plays the same games, to the same figures, many times faster.\n"
               "\n"
               "--vary plays the same deals under each rule you name, and compares the others\n"
               "with the first. If a value contains commas, separate the values with\n"
               "semicolons.\n"
               "\n"
               "  parlor lab bannish --out bannish-lab\n"
               "  parlor lab bannish --vary \"stars=inverse;equal;9,7,5,3,2,1\" --out stars\n"
               "  parlor lab scout --bots novice --vary players=3,4,5 --out scout-players\n"
               "  parlor lab scout --deals 100000 --out scout --shard 3/16\n"
               "  parlor lab scout --deals 100000 --out scout --merge\n",
    .run = run_command,
};
