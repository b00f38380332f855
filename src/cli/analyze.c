/* parlor analyze: a recorded game looked at again, for people, as JSON and as a
 * picture. lab/analysis.c finds out, cli/chart.c draws; here it is put into
 * words. Losses and chances are shown in points: hundredths of a win. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/chart.h"
#include "cli/cli.h"
#include "table/record.h"
#include "term/address.h"
#include "term/draw.h"

enum {
    WORST = 3,     /* choices of a seat that are shown, and of the game that are marked in the picture */
    NOTATION = 24, /* columns of a notation with words behind it */
    TOLD_ROOM = 4096,
};

struct wishes {
    const char *path, *level, *seed, *svg;
    long simulations, seat, threads, number; /* -1: not given, but for threads */
    bool json;
};

/* What is shown. */
struct report {
    struct analysis *analysis;
    const struct table *table;
    bool cut;                           /* the record has no result */
    struct table_name names[MAX_SEATS]; /* as they are shown */
    int width;                          /* columns of the longest of them */
};

static const double even = 0.005; /* a share that differs by less is not worth a word */
static const double much = 0.05;  /* losing less does not decide a game */

static double in_points(double share)
{
    return 100 * share;
}

/* ---- in words ---- */

static void print_name(const struct report *report, int seat)
{
    struct canvas canvas = {.names = report->names};
    printf("  %s%*s", report->names[seat].text, report->width - name_width(&canvas, seat), "");
}

static void print_choices(const struct report *report)
{
    struct result result;

    table_result(report->table, &result);
    printf("\n  %*s  points  decisions  accuracy  mistakes  blunders    lost\n", report->width, "");
    for (int seat = 0; seat < report->analysis->players; seat++) {
        const struct analysis_seat *it = &report->analysis->seats[seat];
        char points[16];
        struct writer w = write_into(points, sizeof points);
        write_points(&w, table_game(report->table), result.points[seat]);
        print_name(report, seat);
        printf("  %6s", points);
        if (report->analysis->seat == EVERYBODY || report->analysis->seat == seat)
            printf("  %9d  %6.0f %%  %8d  %8d  %6.1f", it->decisions, in_points(it->accuracy),
                   it->verdicts[VERDICT_MISTAKE], it->verdicts[VERDICT_BLUNDER], in_points(it->lost));
        puts("");
    }
}

static void print_chances(const struct report *report)
{
    printf("\n  %*s   began   deals  own choices  others   %s\n", report->width, "", report->cut ? "stand" : "ended");
    for (int seat = 0; seat < report->analysis->players; seat++) {
        const struct analysis_seat *it = &report->analysis->seats[seat];
        print_name(report, seat);
        printf("  %6.1f  %+6.1f  %+11.1f  %+6.1f  %6.1f\n", 100.0 / report->analysis->players, in_points(it->luck),
               in_points(it->own), in_points(it->others), in_points(it->share));
    }
}

/* What is told of an action, without the name it begins with and what followed. */
static void tell_action(const struct report *report, int step, uint16_t id, char words[TOLD_ROOM])
{
    const struct table_name *name = &report->names[report->analysis->by_step[step].step.actor];
    char told[TOLD_ROOM];
    struct writer telling = write_into(told, sizeof told), addressed = write_into(words, TOLD_ROOM);

    table_tell_instead(report->table, step, id, &telling);
    told[strcspn(told, ";\n")] = '\0';
    address_person(told, &addressed);
    if (strncmp(words, name->text, name->length) == 0 && words[name->length] == ' ')
        memmove(words, words + name->length + 1, strlen(words + name->length));
    size_t length = strlen(words);
    if (length > 0 && words[length - 1] == '.')
        words[length - 1] = '\0';
}

static void print_action(const struct report *report, const char *label, int step, uint16_t id)
{
    char notation[256], words[TOLD_ROOM];
    struct writer w = write_into(notation, sizeof notation);

    analysis_action(report->analysis, step, id, &w);
    tell_action(report, step, id, words);
    printf("     %s  %-*s%s%s\n", label, words[0] ? NOTATION : 0, notation, words[0] ? "  " : "", words);
}

static void print_worst(const struct report *report, int seat)
{
    int steps[WORST], count = analysis_worst(report->analysis, seat, steps, WORST);

    if (report->analysis->seats[seat].decisions == 0)
        return;
    printf("\n%s: %s\n", report->names[seat].text, count ? "what cost most" : "no mistakes");
    for (int i = 0; i < count; i++) {
        const struct analysis_step *it = &report->analysis->by_step[steps[i]];
        printf("  %d. ", i + 1);
        if (it->round > 0)
            printf("round %d, ", it->round);
        printf("step %d: a %s, %.1f points (± %.1f)\n", steps[i], verdict_names[it->verdict], in_points(it->loss),
               in_points(it->error));
        print_action(report, "played", steps[i], it->step.id);
        print_action(report, "better", steps[i], it->best);
    }
}

/* Who or what brought a seat most. */
static void print_cause(const struct analysis_seat *it)
{
    const struct {
        const char *words;
        double points;
    } causes[] = {
        {"own choices", in_points(it->own)},
        {"the deals", in_points(it->luck)},
        {"what the others chose", in_points(it->others)},
    };
    int most = 0, next = -1;

    for (int i = 1; i < 3; i++)
        if (causes[i].points > causes[most].points)
            most = i;
    for (int i = 0; i < 3; i++)
        if (i != most && causes[i].points > 0 && (next < 0 || causes[i].points > causes[next].points))
            next = i;
    printf("above all through %s (%+.1f points)", causes[most].words, causes[most].points);
    if (next >= 0)
        printf(" and %s (%+.1f)", causes[next].words, causes[next].points);
}

/* What took most from a seat. Its mistakes are those it could have known of: for
 * what its choices brought with all cards open it is not blamed. */
static void print_blame(const struct analysis_seat *it)
{
    if (fmax(it->lost, -it->luck) < much)
        printf("and little of it through mistakes (%.1f points lost) or the deals (%+.1f): the others chose well",
               in_points(it->lost), in_points(it->luck));
    else if (it->lost >= -it->luck)
        printf("above all through mistakes: they cost %.1f points, and the deals brought %+.1f", in_points(it->lost),
               in_points(it->luck));
    else
        printf("above all through the deals: they brought %+.1f points, and mistakes cost %.1f", in_points(it->luck),
               in_points(it->lost));
}

static const char *outcome_of(const struct report *report, int seat, double gone)
{
    struct result result;

    table_result(report->table, &result);
    if (report->cut)
        return gone > 0 ? "is ahead" : "is behind";
    if (!(result.winners >> seat & 1))
        return "lost";
    return __builtin_popcount(result.winners) > 1 ? "shared the win" : "won";
}

/* One sentence: of the seat asked for, or of who has won or stands best. */
static void print_decided(const struct report *report)
{
    const struct analysis *analysis = report->analysis;
    int seat = report->analysis->seat;

    for (int other = 0; report->analysis->seat == EVERYBODY && other < analysis->players; other++)
        if (seat == EVERYBODY || analysis->seats[other].share > analysis->seats[seat].share)
            seat = other;
    const struct analysis_seat *it = &analysis->seats[seat];
    double gone = it->share - 1.0 / analysis->players;
    bool up = report->cut ? gone > 0 : it->share > 0;
    if (report->cut && fabs(gone) < even) {
        printf("\n%s has neither won nor lost anything yet.\n", report->names[seat].text);
        return;
    }
    printf("\n%s %s, ", report->names[seat].text, outcome_of(report, seat, gone));
    (up ? print_cause : print_blame)(it);
    puts(".");
}

static void print_words(const struct report *report)
{
    const struct table_plan *plan = table_plan(report->table);

    printf("%s, %d players", plan->game->title, plan->players);
    for (int i = 0; i < plan->option_count; i++)
        printf(", %s=%s", plan->game->options[plan->options[i].index].name, plan->options[i].value);
    printf("%s\n\nChoices, each judged from what its seat knew (%d simulations):\n",
           report->cut ? "; the record is cut off" : "", report->analysis->simulations);
    print_choices(report);
    puts("\nWinning chances in points of a hundred, and what changed them:");
    print_chances(report);
    for (int seat = 0; seat < plan->players; seat++)
        print_worst(report, seat);
    print_decided(report);
}

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
        failure("%s: there are %ld games in it; say which: --game 1 to %ld", wishes->path, count, count);
    else
        return picked;
    table_close(picked);
    return NULL;
}

static struct table *read_game(struct wishes *wishes, bool *cut)
{
    FILE *in = records_open(&wishes->path);
    struct record_file *file = in ? record_open(in) : NULL;
    struct table *table = file ? pick_game(wishes, file, cut) : NULL;

    if (in && !file)
        failure("out of memory");
    record_close(file);
    if (in)
        fclose(in);
    return table;
}

static const char working[] = "analyzing";

static void show_progress(void *unused, long done, long of)
{
    (void)unused;
    progress(working, done, of);
}

static void fill_report(struct report *report)
{
    struct canvas canvas = {.names = report->names};

    names_shown(report->table, report->names);
    report->width = names_width(&canvas, report->analysis->players, NAME_ROOM);
}

static void draw(const struct report *report, FILE *svg)
{
    struct chart chart = {.analysis = report->analysis, .names = report->names};

    chart.mark_count = analysis_worst(report->analysis, report->analysis->seat, chart.marks, WORST);
    chart_write(&chart, svg);
}

static bool analyze(const struct analysis_plan *plan, struct report *report, bool json, FILE *svg)
{
    struct problem why;

    progress(working, 0, table_steps(report->table));
    enum analysis_end end = analysis_make(report->table, plan, report->analysis, &why);
    progress_end();
    if (end == ANALYSIS_STOPPED)
        failure("interrupted");
    if (end == ANALYSIS_FAILED)
        failure("%s", why.text);
    if (end != ANALYSIS_DONE)
        return false;
    fill_report(report);
    if (json)
        analysis_write_json(report->analysis, report->cut, stdout);
    else
        print_words(report);
    if (svg)
        draw(report, svg);
    analysis_free(report->analysis);
    return true;
}

static int analyze_table(const struct wishes *wishes, const struct analysis_plan *plan, struct report *report)
{
    struct replacement svg = {.file = NULL};

    if (plan->seat >= table_plan(report->table)->players)
        return failure("%s: with %d players there is no seat %d", wishes->path, table_plan(report->table)->players,
                       plan->seat);
    catch_interrupt();
    if (wishes->svg && !replacement_open(&svg, wishes->svg))
        return EXIT_FAILED;
    bool fine = analyze(plan, report, wishes->json, svg.file);
    if (svg.file)
        fine = replacement_close(&svg, fine) && fine;
    return fine ? EXIT_DONE : EXIT_FAILED;
}

static int run_analysis(struct wishes *wishes, enum level level, struct analysis_plan *plan)
{
    struct analysis analysis;
    struct report report = {.analysis = &analysis};
    struct table *table = read_game(wishes, &report.cut);

    if (!table)
        return EXIT_FAILED;
    report.table = table;
    if (!wishes->seed)
        plan->seed = table_plan(table)->seed;
    plan->simulations =
        wishes->simulations > 0 ? (int)wishes->simulations : thinker_of(table_game(table))->simulations[level];
    int exit_code = analyze_table(wishes, plan, &report);
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
         "judge with the budget of this bot (master)",
         {.text = &wishes.level},
         0,
         0},
        {"simulations",
         ARG_NUMBER,
         "N",
         "judge with so many simulations a decision instead",
         {.number = &wishes.simulations},
         2,
         10000000},
        {"seat", ARG_NUMBER, "S", "judge only this seat's choices, from 0", {.number = &wishes.seat}, 0, MAX_SEATS - 1},
        {"game", ARG_NUMBER, "K", "which game of the file, from 1", {.number = &wishes.number}, 1, 1000000000},
        {"svg", ARG_TEXT, "FILE", "draw everybody's winning chances there", {.text = &wishes.svg}, 0, 0},
        arg_seed(&wishes.seed),
        arg_workers(&wishes.threads),
        arg_json(&wishes.json),
        arg_quiet(),
        {.name = NULL},
    };
    struct analysis_plan plan = {.stopped = crew_interrupted, .progress = show_progress};
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
    wishes.path = words[0];
    plan.seat = (int)wishes.seat;
    plan.threads = (int)wishes.threads;
    return run_analysis(&wishes, judge->level, &plan);
}

const struct command command_analyze = {
    .name = "analyze",
    .usage = "RECORD [options]",
    .summary = "Look at a recorded game again: mistakes, luck, and what was better",
    .details = "Every decision is judged from what its seat knew then, and nothing else: a\n"
               "search finds what it would have done, and both are tried in the same new\n"
               "worlds. What is lost is given in points of winning chance, a hundred being a\n"
               "whole win; a loss that is not clearly above the noise counts as none. Accuracy\n"
               "is 100 % for a choice that loses nothing and halves with every 5 points lost,\n"
               "on average over all.\n"
               "\n"
               "Apart from that, with all cards open, the game is played out many times after\n"
               "every step: that shows what the deals, a seat's own choices and those of others\n"
               "changed. docs/analysis.md says how, and what is in the JSON.\n"
               "\n"
               "A record that stops in the middle is looked at as far as it goes. The SVG\n"
               "replaces an older one once it is whole. Without --seed that of the record is\n"
               "taken.\n"
               "\n"
               "  parlor analyze game.jsonl\n"
               "  parlor analyze game.jsonl --seat 0 --level master --svg game.svg\n"
               "  parlor sim scout --games 1 --bots club --records - | parlor analyze - --json\n",
    .run = run,
};
