/* See report.h. Losses and chances are shown in points: hundredths of a win. */
#include "term/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "term/draw.h"
#include "words/words.h"

enum {
    TOLD_ROOM = 4096,
};

/* What is written. */
struct page {
    const struct analysis *analysis;
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

static void print_name(const struct page *page, int seat)
{
    struct canvas canvas = {.names = page->names};
    fprintf(page->out, "  %s%*s", page->names[seat].text, page->width - name_width(&canvas, seat), "");
}

static void print_choices(const struct page *page)
{
    struct result result;

    table_result(page->table, &result);
    fprintf(page->out, "\n  %*s  points  decisions  accuracy  mistakes  blunders    lost\n", page->width, "");
    for (int seat = 0; seat < page->analysis->players; seat++) {
        const struct analysis_seat *it = &page->analysis->seats[seat];
        char points[16];
        struct writer w = write_into(points, sizeof points);
        write_points(&w, table_game(page->table), result.points[seat]);
        print_name(page, seat);
        fprintf(page->out, "  %6s", points);
        if (page->analysis->seat == EVERYBODY || page->analysis->seat == seat)
            fprintf(page->out, "  %9d  %6.0f %%  %8d  %8d  %6.1f", it->decisions, in_points(it->accuracy),
                    it->verdicts[VERDICT_MISTAKE], it->verdicts[VERDICT_BLUNDER], in_points(it->lost));
        fputs("\n", page->out);
    }
}

static void print_chances(const struct page *page)
{
    fprintf(page->out, "\n  %*s   began   deals  own choices  others   %s\n", page->width, "",
            page->cut ? "stand" : "ended");
    for (int seat = 0; seat < page->analysis->players; seat++) {
        const struct analysis_seat *it = &page->analysis->seats[seat];
        print_name(page, seat);
        fprintf(page->out, "  %6.1f  %+6.1f  %+11.1f  %+6.1f  %6.1f\n", 100.0 / page->analysis->players,
                in_points(it->luck), in_points(it->own), in_points(it->others), in_points(it->share));
    }
}

static void print_action(const struct page *page, const char *label, int step, uint16_t id)
{
    char words[TOLD_ROOM];
    struct writer told = write_into(words, sizeof words);

    words_choice_at(plain_listener(OPEN), page->table, step, id, &told);
    fprintf(page->out, "     %s  %s\n", label, words);
}

static void print_worst(const struct page *page, int seat)
{
    int steps[REPORT_WORST], count = analysis_worst(page->analysis, seat, steps, REPORT_WORST);

    if (page->analysis->seats[seat].decisions == 0)
        return;
    fprintf(page->out, "\n%s: %s\n", page->names[seat].text, count ? "what cost most" : "no mistakes");
    for (int i = 0; i < count; i++) {
        const struct analysis_step *it = &page->analysis->by_step[steps[i]];
        fprintf(page->out, "  %d. ", i + 1);
        if (it->round > 0)
            fprintf(page->out, "round %d, ", it->round);
        fprintf(page->out, "step %d: a %s, %.1f points (± %.1f)\n", steps[i], verdict_names[it->verdict],
                in_points(it->loss), in_points(it->error));
        print_action(page, "played", steps[i], it->step.id);
        print_action(page, "better", steps[i], it->best);
    }
}

/* Who or what brought a seat most. */
static void print_cause(const struct page *page, const struct analysis_seat *it)
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
    fprintf(page->out, "above all through %s (%+.1f points)", causes[most].words, causes[most].points);
    if (next >= 0)
        fprintf(page->out, " and %s (%+.1f)", causes[next].words, causes[next].points);
}

/* What took most from a seat. Its mistakes are those it could have known of: for
 * what its choices brought with all cards open it is not blamed. */
static void print_blame(const struct page *page, const struct analysis_seat *it)
{
    if (fmax(it->lost, -it->luck) < much)
        fprintf(page->out,
                "and little of it through mistakes (%.1f points lost) or the deals (%+.1f): the others chose well",
                in_points(it->lost), in_points(it->luck));
    else if (it->lost >= -it->luck)
        fprintf(page->out, "above all through mistakes: they cost %.1f points, and the deals brought %+.1f",
                in_points(it->lost), in_points(it->luck));
    else
        fprintf(page->out, "above all through the deals: they brought %+.1f points, and mistakes cost %.1f",
                in_points(it->luck), in_points(it->lost));
}

static const char *outcome_of(const struct page *page, int seat, double gone)
{
    struct result result;

    table_result(page->table, &result);
    if (page->cut)
        return gone > 0 ? "is ahead" : "is behind";
    if (!(result.winners >> seat & 1))
        return "lost";
    return __builtin_popcount(result.winners) > 1 ? "shared the win" : "won";
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
    double gone = it->share - 1.0 / analysis->players;
    bool up = page->cut ? gone > 0 : it->share > 0;
    if (page->cut && fabs(gone) < even) {
        fprintf(page->out, "\n%s has neither won nor lost anything yet.\n", page->names[seat].text);
        return;
    }
    fprintf(page->out, "\n%s %s, ", page->names[seat].text, outcome_of(page, seat, gone));
    (up ? print_cause : print_blame)(page, it);
    fputs(".\n", page->out);
}

static void print_words(const struct page *page)
{
    const struct table_plan *plan = table_plan(page->table);

    fprintf(page->out, "%s, %d players", plan->game->title, plan->players);
    for (int i = 0; i < plan->option_count; i++)
        fprintf(page->out, ", %s=%s", plan->game->options[plan->options[i].index].name, plan->options[i].value);
    fprintf(page->out, "%s\n\nChoices, each judged from what its seat knew (%d simulations):\n",
            page->cut ? "; the record is cut off" : "", page->analysis->simulations);
    print_choices(page);
    fputs("\nWinning chances in points of a hundred, and what changed them:\n", page->out);
    print_chances(page);
    for (int seat = 0; seat < plan->players; seat++)
        print_worst(page, seat);
    print_decided(page);
}

void report_write(const struct report *report, FILE *out)
{
    struct page page = {.analysis = report->analysis, .table = report->analysis->table, .cut = report->cut, .out = out};
    struct canvas canvas = {.names = page.names};

    names_shown(page.table, &languages[0], page.names);
    page.width = names_width(&canvas, page.analysis->players, NAME_ROOM);
    print_words(&page);
}

char *report_text(const struct report *report)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    report_write(report, out);
    bool whole = !ferror(out);
    if (fclose(out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}
