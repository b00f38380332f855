/* See score.h. Rounds are lines and seats are columns, as there can be any number
 * of rounds. */
#include "term/score.h"

#include <string.h>

#include "term/address.h"

enum { HEADING_WIDTH = 9, SCORE_WIDTH = 14 }; /* with five players, 79 columns */

static void draw_names(struct canvas *c, int players)
{
    draw_spaces(c, HEADING_WIDTH);
    for (int seat = 0; seat < players; seat++) {
        int width = name_width(c, seat), most = SCORE_WIDTH - 1;
        draw_spaces(c, SCORE_WIDTH - (width < most ? width : most));
        draw_short_name(c, PLAIN, seat, most);
    }
    write_char(c->out, '\n');
}

/* A round's points by seat, or with round -1 those of the whole game. */
static void draw_score(struct canvas *c, const struct table *t, int round, const int *points)
{
    enum style style = round < 0 ? BOLD : PLAIN;
    char text[32];
    struct writer w = write_into(text, sizeof text);

    if (round < 0)
        say(&w, c->language, SAY_SCORE_POINTS);
    else
        say_with(&w, c->language, SAY_SCORE_ROUND, NUM("round", round + 1));
    draw_right(c, style, text, HEADING_WIDTH);
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        w = write_into(text, sizeof text);
        if (round < 0)
            write_points(&w, table_game(t), points[seat]);
        else
            write_number(&w, points[seat]);
        draw_right(c, style, text, SCORE_WIDTH);
    }
    write_char(c->out, '\n');
}

/* The rounds from one on, and the whole game. */
static void draw_from(struct canvas *c, const struct table *t, int round)
{
    struct result result;
    int points[MAX_SEATS];

    draw_names(c, table_plan(t)->players);
    for (; round < table_rounds(t); round++) {
        table_round(t, round, points);
        draw_score(c, t, round, points);
    }
    table_result(t, &result);
    draw_score(c, t, -1, result.points);
}

void draw_scores(struct canvas *c, const struct table *t)
{
    draw_from(c, t, 0);
}

void draw_totals(struct canvas *c, const struct table *t)
{
    draw_from(c, t, table_rounds(t));
}

void draw_winners(struct canvas *c, const struct table *t)
{
    const struct language *language = c->language ? c->language : &languages[0];
    struct result result;
    int count = 0, points = 0;
    bool you = false;
    char scored[32];
    struct writer w = write_into(scored, sizeof scored);

    table_result(t, &result);
    int many = __builtin_popcount(result.winners);
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        if (!(result.winners >> seat & 1))
            continue;
        count++;
        draw_text(c, PLAIN, count == 1 ? "" : language_word(language, NULL, count == many ? "list.and" : "list.comma"));
        draw_name(c, GREEN, seat);
        points = result.points[seat];
        you = is_addressed(table_plan(t)->names[seat].text);
    }
    write_points(&w, table_game(t), points);
    draw_with(c, PLAIN, SAY_SCORE_WIN, NUM("who", many > 1 ? 2 : !you), STR("points", scored), NUM("count", points));
    draw_line_end(c);
}
