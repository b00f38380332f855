/* See score.h. Columns of the sheet are lines and seats are columns, as there can be any number of rounds. */
#include "term/score.h"

#include <string.h>

#include "term/address.h"
#include "words/decided.h"

enum { HEADING_WIDTH = 18, SCORES_WIDTH = 60, SCORE_WIDTH_MAX = 16, TEXT_SIZE = 512 }; /* 78 columns at most */

/* As wide as there is space, for long names. */
static int score_width(int players)
{
    int width = SCORES_WIDTH / players;

    return width < SCORE_WIDTH_MAX ? width : SCORE_WIDTH_MAX;
}

void draw_score_names(struct canvas *c, int players)
{
    draw_spaces(c, HEADING_WIDTH);
    for (int seat = 0; seat < players; seat++)
        draw_right(c, PLAIN, short_name(c, seat, score_width(players) - 1).text, score_width(players));
    draw_line_end(c);
}

void draw_score_line(struct canvas *c, enum style style, const char *title, const struct score_cell *cells, int players)
{
    draw_right(c, style, title, HEADING_WIDTH);
    for (int seat = 0; seat < players; seat++)
        draw_right(c, style, cells[seat].text, score_width(players));
    draw_line_end(c);
}

void draw_sheet_line(struct canvas *c, const struct game *game, const struct sheet_column *column,
                     struct score_cell *cells, int players)
{
    char title[TEXT_SIZE];
    struct writer w = write_into(title, sizeof title);

    words_column(c->language, game, column, &w);
    for (int seat = 0; column->counts && seat < players; seat++) {
        struct score_cell *cell = &cells[seat];
        w = (struct writer){.buffer = cell->text, .size = sizeof cell->text, .length = strlen(cell->text)};
        write_text(&w, " (");
        write_number(&w, column->counted[seat]);
        write_char(&w, ' ');
        words_counted(c->language, game, &w);
        write_char(&w, ')');
    }
    draw_score_line(c, PLAIN, title, cells, players);
}

/* ---- of a table ---- */

struct lines {
    struct canvas *canvas;
    const struct table *table;
};

static void points_as_cells(const struct table *t, const int *points, struct score_cell cells[MAX_SEATS])
{
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        struct writer w = write_into(cells[seat].text, sizeof cells[seat].text);
        write_points(&w, table_game(t), points[seat]);
    }
}

static void draw_column_of(void *to, const struct sheet_column *column)
{
    const struct lines *it = to;
    struct score_cell cells[MAX_SEATS];

    points_as_cells(it->table, column->points, cells);
    draw_sheet_line(it->canvas, table_game(it->table), column, cells, table_plan(it->table)->players);
}

void draw_totals(struct canvas *c, const struct table *t)
{
    struct result result;
    struct score_cell cells[MAX_SEATS];

    table_result(t, &result);
    draw_score_names(c, table_plan(t)->players);
    points_as_cells(t, result.points, cells);
    draw_score_line(c, BOLD, said_in(c, SAY_SCORE_POINTS), cells, table_plan(t)->players);
}

void draw_scores(struct canvas *c, const struct table *t)
{
    struct lines it = {.canvas = c, .table = t};

    draw_totals(c, t);
    table_sheet(t, draw_column_of, &it);
}

static void canvas_name(const void *of_canvas, int seat, struct writer *w)
{
    const struct canvas *c = of_canvas;

    write_clean(w, c->names[seat].text, c->names[seat].length);
}

void draw_decided(struct canvas *c, const struct table *t)
{
    const struct cast cast = {
        .players = table_plan(t)->players, .you = ONLOOKER, .name = canvas_name, .of = c, .cards = CARD_NAMED};
    char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);

    words_decided((struct listener){.language = c->language, .viewer = OPEN}, &cast, t, &w);
    draw_flowing(c, PLAIN, text, 0);
    draw_line_end(c);
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
