/* See chart.h. A line for each seat, ending in its name; rounds are marked at the
 * top, and the dearest choices on the lines and below with what was better. */
#include "cli/chart.h"

#include <limits.h>
#include <string.h>

#include "term/draw.h"
#include "term/report.h"
#include "term/say.h"

enum {
    WIDTH = 960,
    LEFT = 56,
    RIGHT = 178, /* space for names behind the lines */
    TOP = 84,
    PLOT = 320,       /* height of the plot */
    FOOT = 44,        /* space for the numbers of steps below it */
    NOTE = 40,        /* height of a note */
    ROUND_SIZE = 60,  /* a round that is narrower has no word for it, only a number, */
    NUMBER_SIZE = 16, /* … or nothing */
    NAME_GAP = 34,    /* between the names behind the lines */
    NAME_LIMIT = 20,  /* characters of a name there */
    TICKS = 8,        /* numbers below the plot, about */
};

/* One colour a seat, on light and on dark ground; each line also ends in its name. */
static const char *const style =
    "text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;fill:#3d4450}\n"
    ".ground{fill:#ffffff}.title{font-size:20px;font-weight:600;fill:#1b1f27}.faint{fill:#727a88}\n"
    ".grid{stroke:#e4e7ec;stroke-width:1}.round{stroke:#c9ced8;stroke-width:1;stroke-dasharray:3 4}\n"
    ".line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}\n"
    ".name{font-weight:600;font-size:14px}.badge{stroke:#ffffff;stroke-width:2}\n"
    ".number{fill:#ffffff;font-size:11px;font-weight:700;text-anchor:middle}\n"
    ".middle{text-anchor:middle}.end{text-anchor:end}.move{font-weight:600}\n"
    ".s0{stroke:#2f6fde}.s1{stroke:#d9730d}.s2{stroke:#17935f}.s3{stroke:#c4368d}.s4{stroke:#7a52cc}\n"
    ".f0{fill:#2f6fde}.f1{fill:#d9730d}.f2{fill:#17935f}.f3{fill:#c4368d}.f4{fill:#7a52cc}\n"
    "@media(prefers-color-scheme:dark){text{fill:#c3c9d4}.ground{fill:#171a21}.title{fill:#f0f2f5}\n"
    ".faint{fill:#8a93a3}.grid{stroke:#2a2f3a}.round{stroke:#434a58}.badge{stroke:#171a21}.number{fill:#171a21}\n"
    ".s0{stroke:#6ba4ff}.s1{stroke:#f5a04c}.s2{stroke:#4cc793}.s3{stroke:#f07cc0}.s4{stroke:#ad8cf5}\n"
    ".f0{fill:#6ba4ff}.f1{fill:#f5a04c}.f2{fill:#4cc793}.f3{fill:#f07cc0}.f4{fill:#ad8cf5}}\n";

/* Writes text escaped for XML, cut after `most` characters. */
static void put_text(FILE *out, const char *text, int most)
{
    static const char *const noncharacters[] = {"\xef\xbf\xbe", "\xef\xbf\xbf"};

    for (size_t size, left = strlen(text); left > 0 && most > 0; text += size, left -= size, most--) {
        size = text_character(text, left);
        if (size == 0) {
            fputc('?', out);
            size = 1;
        } else if (most == 1 && left > size) {
            fputs("…", out);
        } else if (*text == '<' || *text == '>' || *text == '&') {
            fputs(*text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&amp;", out);
        } else if (size == 3 && (!memcmp(text, noncharacters[0], 3) || !memcmp(text, noncharacters[1], 3))) {
            fputc('?', out);
        } else {
            fwrite(text, 1, size, out);
        }
    }
}

/* ---- where things are ---- */

/* Where the state before a step is, or the last, for analysis->steps. */
static double x_of(const struct analysis *analysis, int step)
{
    int steps = analysis->steps > 0 ? analysis->steps : 1;
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * step / steps;
}

static double y_of(double chance)
{
    return TOP + PLOT * (1 - chance);
}

/* ---- the parts ---- */

static void put_grid(FILE *out)
{
    enum { QUARTERS = 4 };

    for (int i = 0; i <= QUARTERS; i++) {
        double y = y_of((double)i / QUARTERS);
        fprintf(out, "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, y, WIDTH - RIGHT, y);
        fprintf(out, "<text class=\"faint end\" x=\"%d\" y=\"%.1f\">%d %%</text>\n", LEFT - 8, y + 4,
                100 * i / QUARTERS);
    }
}

/* A text of the terminal's tables, with one number in it. */
static void put_said(const struct chart *chart, enum text text, const char *field, int number, FILE *out)
{
    char words[256];
    struct writer w = write_into(words, sizeof words);

    say_with(&w, chart->language, text, NUM(field, number));
    put_text(out, words, INT_MAX);
}

static void put_round(const struct chart *chart, int round, int first, int end, FILE *out)
{
    const struct analysis *analysis = chart->analysis;
    double left = x_of(analysis, first), right = x_of(analysis, end);

    if (first > 0)
        fprintf(out, "<line class=\"round\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>", left, TOP - 14, left,
                TOP + PLOT);
    if (right - left < NUMBER_SIZE)
        return;
    fprintf(out, "<text class=\"faint middle\" x=\"%.1f\" y=\"%d\">", (left + right) / 2, TOP - 8);
    if (right - left >= ROUND_SIZE)
        put_said(chart, SAY_CHART_ROUND, "round", round, out);
    else
        fprintf(out, "%d", round);
    fputs("</text>\n", out);
}

static void put_rounds(const struct chart *chart, FILE *out)
{
    const struct analysis *analysis = chart->analysis;

    for (int first = 0, end; first < analysis->steps; first = end) {
        int round = analysis->by_step[first].round;
        for (end = first; end < analysis->steps && analysis->by_step[end].round == round;)
            end++;
        if (round > 0)
            put_round(chart, round, first, end, out);
    }
}

/* Numbers of steps, at 1, 2 or 5 times a power of ten. */
static void put_steps(const struct chart *chart, FILE *out)
{
    const struct analysis *analysis = chart->analysis;
    static const int times[] = {1, 2, 5};
    int every = 1, power = 1;

    for (int i = 0; every * TICKS < analysis->steps; i++) {
        power *= i > 0 && i % 3 == 0 ? 10 : 1;
        every = times[i % 3] * power;
    }
    for (int step = 0; step <= analysis->steps; step += every) {
        fprintf(out, "<text class=\"faint middle\" x=\"%.1f\" y=\"%d\">", x_of(analysis, step), TOP + PLOT + 20);
        if (step == 0)
            put_said(chart, SAY_CHART_STEP, "step", step, out);
        else
            fprintf(out, "%d", step);
        fputs("</text>\n", out);
    }
}

static void put_line(const struct analysis *analysis, int seat, FILE *out)
{
    double chance = 1.0 / analysis->players;

    fprintf(out, "<polyline class=\"line s%d\" points=\"%.1f,%.1f", seat, x_of(analysis, 0), y_of(chance));
    for (int step = 0; step < analysis->steps; step++)
        if (step == analysis->by_step[step].step.end - 1) {
            chance = analysis->by_step[step].chances[seat];
            fprintf(out, " %.1f,%.1f", x_of(analysis, step + 1), y_of(chance));
        }
    fprintf(out, "\"/>\n");
}

/* The seats by how high their lines end. */
static void order_seats(const struct analysis *analysis, int order[MAX_SEATS])
{
    for (int seat = 0; seat < analysis->players; seat++) {
        int at = seat;
        for (; at > 0 && analysis->seats[order[at - 1]].share < analysis->seats[seat].share; at--)
            order[at] = order[at - 1];
        order[at] = seat;
    }
}

/* Names where the lines end, pushed apart where they would overlap. */
static void put_names(const struct chart *chart, FILE *out)
{
    const struct analysis *analysis = chart->analysis;
    int order[MAX_SEATS], players = analysis->players;
    double y[MAX_SEATS] = {0}, bottom = TOP + PLOT - 14;

    order_seats(analysis, order);
    for (int i = 0; i < players; i++) {
        y[i] = y_of(analysis->seats[order[i]].share);
        if (i > 0 && y[i] < y[i - 1] + NAME_GAP)
            y[i] = y[i - 1] + NAME_GAP;
    }
    for (int i = players - 1; i >= 0; i--) {
        if (y[i] > bottom)
            y[i] = bottom;
        bottom = y[i] - NAME_GAP;
    }
    for (int i = 0; i < players; i++) {
        fprintf(out, "<text class=\"name f%d\" x=\"%d\" y=\"%.1f\">", order[i], WIDTH - RIGHT + 12, y[i] + 2);
        put_text(out, chart->names[order[i]].text, NAME_LIMIT);
        fprintf(out, "</text><text class=\"faint\" x=\"%d\" y=\"%.1f\">%.0f %%", WIDTH - RIGHT + 12, y[i] + 17,
                100 * analysis->seats[order[i]].share);
        if (analysis->seats[order[i]].decisions > 0)
            fprintf(out, ", accuracy %.0f %%", 100 * analysis->seats[order[i]].accuracy);
        fprintf(out, "</text>\n");
    }
}

static void put_action(const struct chart *chart, enum text label, int step, uint16_t id, FILE *out)
{
    enum { MOST = 48 };
    struct listener who = plain_listener(OPEN);
    char text[1024];
    struct writer w = write_into(text, sizeof text);

    who.language = chart->language;
    words_choice_at(who, chart->analysis->table, step, id, &w);
    fprintf(out, "%s <tspan class=\"move\">", said(chart->language, label));
    put_text(out, text, MOST);
    fputs("</tspan>", out);
}

static void put_badge(int seat, int number, double x, double y, FILE *out)
{
    fprintf(out, "<circle class=\"badge f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/>", seat, x, y);
    fprintf(out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\">%d</text>\n", x, y + 4, number);
}

/* A choice that cost much: on its line, and below in words. */
static void put_mark(const struct chart *chart, int mark, FILE *out)
{
    const struct analysis *analysis = chart->analysis;
    int step = chart->marks[mark];
    const struct analysis_step *it = &analysis->by_step[step];
    int seat = it->step.actor, last = it->step.end - 1;
    double note = TOP + PLOT + FOOT + NOTE * mark + 12;
    char words[256];
    struct writer w = write_into(words, sizeof words);

    put_badge(seat, mark + 1, x_of(analysis, last + 1), y_of(analysis->by_step[last].chances[seat]), out);
    put_badge(seat, mark + 1, LEFT + 9, note, out);
    fprintf(out, "<text x=\"%d\" y=\"%.1f\"><tspan class=\"name f%d\">", LEFT + 28, note - 3, seat);
    put_text(out, chart->names[seat].text, NAME_LIMIT);
    fputs("</tspan> · ", out);
    report_mistake(chart->language, analysis, step, &w);
    put_text(out, words, INT_MAX);
    fprintf(out, "</text>\n<text x=\"%d\" y=\"%.1f\">", LEFT + 28, note + 14);
    put_action(chart, SAY_REPORT_PLAYED, step, it->step.id, out);
    fputs(" · ", out);
    put_action(chart, SAY_REPORT_BETTER, step, it->best, out);
    fputs("</text>\n", out);
}

static void put_heading(const struct chart *chart, FILE *out)
{
    char words[256];
    struct writer w = write_into(words, sizeof words);

    say_with(&w, chart->language, SAY_CHART_TITLE,
             STR("game", game_title(chart->language, table_game(chart->analysis->table))));
    put_text(out, words, INT_MAX);
}

static void put_title(const struct chart *chart, FILE *out)
{
    fprintf(out, "<text class=\"title\" x=\"%d\" y=\"36\">", LEFT);
    put_heading(chart, out);
    fprintf(out, "</text>\n<text class=\"faint end\" x=\"%d\" y=\"36\">", WIDTH - 24);
    put_said(chart, SAY_CHART_PLAYOUTS, "count", chart->analysis->simulations, out);
    fputs("</text>\n", out);
}

void chart_write(const struct chart *chart, FILE *out)
{
    const struct analysis *analysis = chart->analysis;
    int height = TOP + PLOT + FOOT + NOTE * chart->mark_count + (chart->mark_count ? 8 : 0);

    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
        WIDTH, height, WIDTH, height);
    fputs("<title>", out);
    put_heading(chart, out);
    fprintf(out, "</title>\n<style>%s</style>\n", style);
    fprintf(out, "<rect class=\"ground\" width=\"%d\" height=\"%d\" rx=\"10\"/>\n", WIDTH, height);
    put_title(chart, out);
    put_grid(out);
    put_rounds(chart, out);
    put_steps(chart, out);
    for (int seat = 0; seat < analysis->players; seat++)
        put_line(analysis, seat, out);
    put_names(chart, out);
    for (int mark = 0; mark < chart->mark_count; mark++)
        put_mark(chart, mark, out);
    fputs("</svg>\n", out);
}
