/* See report.h. Losses and chances are shown in points: hundredths of a win. */
#include "term/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "term/columns.h"
#include "term/draw.h"
#include "term/say.h"
#include "words/words.h"

enum {
    TOLD_SIZE = 4096,
};

/* A report and where it goes. */
struct page {
    const struct analysis *analysis;
    const struct language *language;
    const struct table *table;
    bool cut;
    FILE *out;
    struct table_name names[MAX_SEATS]; /* as they are shown */
    int width;                          /* columns of the longest of them */
};

static const double even = 0.005; /* a share that differs by less is not worth a word */
static const double much = 0.05;  /* losing less does not decide a game */

static double in_points(double share)
{
    return 100 * share;
}

/* A figure as text, for sentences and columns alike. */
struct figure {
    char text[24];
};

static struct figure figure(double value, int digits)
{
    struct figure it;
    snprintf(it.text, sizeof it.text, "%.*f", digits, value);
    return it;
}

/* Returns a gain or loss in points. */
static struct figure change(double share)
{
    struct figure it;
    snprintf(it.text, sizeof it.text, "%+.1f", in_points(share));
    return it;
}

static void print_said(const struct page *page, enum text text, const struct word_value *values, int count)
{
    char words[TOLD_SIZE];
    struct writer w = write_into(words, sizeof words);

    say_values(&w, page->language, text, values, count);
    fputs(words, page->out);
}
#define PRINT_SAID(page, text, ...) print_said(page, text, VALUES(__VA_ARGS__))

static void print_name(const struct page *page, int seat)
{
    struct canvas canvas = {.names = page->names};
    fprintf(page->out, "  %s%*s", page->names[seat].text, page->width - name_width(&canvas, seat), "");
}

/* ---- tables ---- */

enum { COLUMN_LEAST = 6 };

static int column_width(const struct page *page, enum text heading)
{
    int width = width_of(said(page->language, heading));
    return width > COLUMN_LEAST ? width : COLUMN_LEAST;
}

/* A cell of the column with this heading, on its right. */
static void print_cell(const struct page *page, enum text heading, const char *cell)
{
    fprintf(page->out, "  %*s%s", column_width(page, heading) - width_of(cell), "", cell);
}

static void print_headings(const struct page *page, const enum text *headings, int count)
{
    fprintf(page->out, "\n  %*s", page->width, "");
    for (int i = 0; i < count; i++)
        print_cell(page, headings[i], said(page->language, headings[i]));
    fputs("\n", page->out);
}

static void print_judged(const struct page *page, const struct analysis_seat *it)
{
    char accuracy[16];

    snprintf(accuracy, sizeof accuracy, "%.0f %%", in_points(it->accuracy));
    print_cell(page, SAY_REPORT_DECISIONS, figure(it->decisions, 0).text);
    print_cell(page, SAY_REPORT_ACCURACY, accuracy);
    print_cell(page, SAY_REPORT_MISTAKES, figure(it->verdicts[VERDICT_MISTAKE], 0).text);
    print_cell(page, SAY_REPORT_BLUNDERS, figure(it->verdicts[VERDICT_BLUNDER], 0).text);
    print_cell(page, SAY_REPORT_LOST, figure(in_points(it->lost), 1).text);
}

static void print_choices(const struct page *page)
{
    static const enum text headings[] = {SAY_REPORT_POINTS,   SAY_REPORT_DECISIONS, SAY_REPORT_ACCURACY,
                                         SAY_REPORT_MISTAKES, SAY_REPORT_BLUNDERS,  SAY_REPORT_LOST};
    struct result result;

    table_result(page->table, &result);
    print_headings(page, headings, sizeof headings / sizeof *headings);
    for (int seat = 0; seat < page->analysis->players; seat++) {
        char points[16];
        struct writer w = write_into(points, sizeof points);
        write_points(&w, table_game(page->table), result.points[seat]);
        print_name(page, seat);
        print_cell(page, SAY_REPORT_POINTS, points);
        if (page->analysis->seat == EVERYBODY || page->analysis->seat == seat)
            print_judged(page, &page->analysis->seats[seat]);
        fputs("\n", page->out);
    }
}

static void print_chances(const struct page *page)
{
    const enum text headings[] = {SAY_REPORT_BEGAN, SAY_REPORT_DEALS, SAY_REPORT_OWN, SAY_REPORT_OTHERS,
                                  page->cut ? SAY_REPORT_STAND : SAY_REPORT_ENDED};

    print_headings(page, headings, sizeof headings / sizeof *headings);
    for (int seat = 0; seat < page->analysis->players; seat++) {
        const struct analysis_seat *it = &page->analysis->seats[seat];
        print_name(page, seat);
        print_cell(page, headings[0], figure(100.0 / page->analysis->players, 1).text);
        print_cell(page, headings[1], change(it->luck).text);
        print_cell(page, headings[2], change(it->own).text);
        print_cell(page, headings[3], change(it->others).text);
        print_cell(page, headings[4], figure(in_points(it->share), 1).text);
        fputs("\n", page->out);
    }
}

/* ---- sentences ---- */

static void print_action(const struct page *page, enum text label, int step, uint16_t id)
{
    struct listener who = plain_listener(OPEN);
    char words[TOLD_SIZE];
    struct writer told = write_into(words, sizeof words);

    who.language = page->language;
    words_choice_at(who, page->table, step, id, &told);
    fprintf(page->out, "     %s  %s\n", said(page->language, label), words);
}

void report_mistake(const struct language *language, const struct analysis *analysis, int step, struct writer *w)
{
    const struct analysis_step *it = &analysis->by_step[step];
    struct figure loss = figure(in_points(it->loss), 1), error = figure(in_points(it->error), 1);

    say_with(w, language, SAY_REPORT_ITEM, NUM("round", it->round), NUM("step", step),
             NUM("blunder", it->verdict == VERDICT_BLUNDER), STR("points", loss.text), STR("error", error.text));
}

static void print_worst(const struct page *page, int seat)
{
    int steps[REPORT_WORST], count = analysis_worst(page->analysis, seat, steps, REPORT_WORST);

    if (page->analysis->seats[seat].decisions == 0)
        return;
    fputs("\n", page->out);
    PRINT_SAID(page, SAY_REPORT_WORST, STR("name", page->names[seat].text), NUM("count", count));
    fputs("\n", page->out);
    for (int i = 0; i < count; i++) {
        const struct analysis_step *it = &page->analysis->by_step[steps[i]];
        char words[TOLD_SIZE];
        struct writer w = write_into(words, sizeof words);
        report_mistake(page->language, page->analysis, steps[i], &w);
        fprintf(page->out, "  %d. %s\n", i + 1, words);
        print_action(page, SAY_REPORT_PLAYED, steps[i], it->step.id);
        print_action(page, SAY_REPORT_BETTER, steps[i], it->best);
    }
}

static enum text outcome_of(const struct page *page, int seat, double gone)
{
    struct result result;

    table_result(page->table, &result);
    if (page->cut)
        return gone > 0 ? SAY_REPORT_AHEAD : SAY_REPORT_BEHIND;
    if (!(result.winners >> seat & 1))
        return SAY_REPORT_LOSES;
    return __builtin_popcount(result.winners) > 1 ? SAY_REPORT_SHARES : SAY_REPORT_WINS;
}

/* Prints who or what brought a seat most. */
static void print_cause(const struct page *page, const struct analysis_seat *it, const char *name, const char *outcome)
{
    const struct {
        enum text words;
        double share;
    } causes[] = {
        {SAY_REPORT_THROUGH_OWN, it->own},
        {SAY_REPORT_THROUGH_DEALS, it->luck},
        {SAY_REPORT_THROUGH_OTHERS, it->others},
    };
    int most = 0, next = -1;

    for (int i = 1; i < 3; i++)
        if (causes[i].share > causes[most].share)
            most = i;
    for (int i = 0; i < 3; i++)
        if (i != most && causes[i].share > 0 && (next < 0 || causes[i].share > causes[next].share))
            next = i;
    struct figure points = change(causes[most].share);
    struct figure more = change(next < 0 ? 0 : causes[next].share);
    PRINT_SAID(page, SAY_REPORT_CAUSE, STR("name", name), STR("outcome", outcome),
               STR("cause", said(page->language, causes[most].words)), STR("points", points.text),
               STR("next", next < 0 ? "" : said(page->language, causes[next].words)), STR("more", more.text));
}

/* Prints what cost a seat most. Only mistakes that it could have known of count: it is
 * not blamed for what its choices cost with all cards open. */
static void print_blame(const struct page *page, const struct analysis_seat *it, const char *name, const char *outcome)
{
    struct figure lost = figure(in_points(it->lost), 1), luck = change(it->luck);
    enum text blame = fmax(it->lost, -it->luck) < much ? SAY_REPORT_BLAME_LITTLE
                      : it->lost >= -it->luck          ? SAY_REPORT_BLAME_MISTAKES
                                                       : SAY_REPORT_BLAME_DEALS;

    PRINT_SAID(page, blame, STR("name", name), STR("outcome", outcome), STR("lost", lost.text), STR("luck", luck.text));
}

/* One sentence: of the seat asked for, or of who has won or stands best. */
static void print_decided(const struct page *page)
{
    const struct analysis *analysis = page->analysis;
    int seat = page->analysis->seat;

    for (int other = 0; page->analysis->seat == EVERYBODY && other < analysis->players; other++)
        if (seat == EVERYBODY || analysis->seats[other].share > analysis->seats[seat].share)
            seat = other;
    const struct analysis_seat *it = &analysis->seats[seat];
    const char *name = page->names[seat].text;
    double gone = it->share - 1.0 / analysis->players;
    bool up = page->cut ? gone > 0 : it->share > 0;
    fputs("\n", page->out);
    if (page->cut && fabs(gone) < even)
        PRINT_SAID(page, SAY_REPORT_EVEN, STR("name", name));
    else
        (up ? print_cause : print_blame)(page, it, name, said(page->language, outcome_of(page, seat, gone)));
    fputs("\n", page->out);
}

static void print_words(const struct page *page)
{
    const struct table_plan *plan = table_plan(page->table);

    PRINT_SAID(page, SAY_REPORT_GAME, STR("game", game_title(page->language, plan->game)),
               NUM("players", plan->players));
    for (int i = 0; i < plan->option_count; i++)
        fprintf(page->out, ", %s=%s", plan->game->options[plan->options[i].index].name, plan->options[i].value);
    fprintf(page->out, "%s\n\n", page->cut ? said(page->language, SAY_REPORT_CUT) : "");
    PRINT_SAID(page, SAY_REPORT_JUDGED, NUM("simulations", page->analysis->simulations));
    fputs("\n", page->out);
    print_choices(page);
    fprintf(page->out, "\n%s\n", said(page->language, SAY_REPORT_CHANCES));
    print_chances(page);
    for (int seat = 0; seat < plan->players; seat++)
        print_worst(page, seat);
    print_decided(page);
}

void report_write(const struct report *report, FILE *out)
{
    struct page page = {.analysis = report->analysis,
                        .language = report->language,
                        .table = report->analysis->table,
                        .cut = report->cut,
                        .out = out};
    struct canvas canvas = {.names = page.names};

    names_shown(page.table, page.language, page.names);
    page.width = names_width(&canvas, page.analysis->players, NAME_SIZE);
    print_words(&page);
}

char *report_text(const struct report *report)
{
    char *text = NULL;
    size_t length;
    FILE *out = must_have(open_memstream(&text, &length));

    report_write(report, out);
    bool failed = ferror(out);
    if (fclose(out) != 0 || failed)
        memory_ran_out();
    return text;
}
