/* See layout.h. */
#include "term/layout.h"

#include <string.h>

enum {
    GAPS = PARTS - 1, /* blank lines between the parts of a table */
    LIST_LEAST = 4,
    LOG_LEAST = 2, /* below a table, if there is any space */
    LOG_USUAL = 8, /* … that long lists of moves leave to it */
    TABLE_LEAST = 80,
    TABLE_MAX = 120,
    LOG_WIDE = 32, /* with at least this many columns left, the log goes beside the table */
};

/* ---- the table ---- */

struct figure_sink {
    const struct scene *scene;
    const struct drawing *drawing;
    struct canvas canvas;
    struct spot spots[SPOTS]; /* of the part that was drawn last */
    int spared;               /* lines that large forms leave to others */
};

static int draw_one(struct figure_sink *sheet, enum part part, enum form form)
{
    sheet->canvas.form = form;
    draw_part(&sheet->canvas, part, sheet->scene->game, sheet->scene->view, sheet->scene->viewer);
    return sheet->canvas.line;
}

static int measure(struct figure_sink *sheet, enum part part, enum form form)
{
    char text[SINK_SIZE];
    struct writer w = write_into(text, sizeof text), *out = sheet->canvas.out;

    sheet->canvas.out = &w;
    int lines = draw_one(sheet, part, form);
    sheet->canvas.out = out;
    return lines;
}

/* Finds the form of each part, so that all of them fit if they can at all: the shortest at first, then all of them a
 * form longer where there is space, the hand before the others; large ones only where blank lines between the parts and
 * the log fit as well. Returns how many lines they take. */
static int find_forms(struct figure_sink *sheet, int budget, enum form forms[PARTS])
{
    static const enum part first[PARTS] = {PART_HAND, PART_MIDDLE, PART_SEATS, PART_HEADLINE};
    int total = 0, lines[PARTS];

    for (int part = 0; part < PARTS; part++)
        total += lines[part] = measure(sheet, (enum part)part, forms[part] = FORM_TIGHT);
    for (enum form form = FORM_TIGHT; form-- > FORM_LARGE;)
        for (int i = 0; i < PARTS; i++) {
            enum part part = first[i];
            int now = measure(sheet, part, form);
            if (total + now - lines[part] > budget - (form == FORM_LARGE ? sheet->spared : 0))
                continue;
            total += now - lines[part];
            lines[part] = now;
            forms[part] = form;
        }
    return total;
}

/* Notes where the spots of a part are in the whole table. */
static void keep_spots(struct layout *l, const struct spot *spots, int line)
{
    for (int i = 0; i < SPOTS; i++)
        if (spots[i].width > 0) {
            l->spots[i] = spots[i];
            l->spots[i].line += line;
        }
}

static void draw_sheet(struct layout *l, struct figure_sink *sheet, const enum form forms[PARTS], bool gaps)
{
    struct writer *w = sheet->canvas.out;

    memset(l->spots, 0, sizeof l->spots);
    l->lines = 0;
    for (int i = 0; i < PARTS; i++) {
        enum part part = sheet->drawing->order[i];
        struct writer before = *w;
        bool gap = gaps && l->lines > 0;
        if (gap)
            write_char(w, '\n');
        int lines = draw_one(sheet, part, forms[part]);
        keep_spots(l, sheet->spots, l->lines + gap);
        l->lines += lines > 0 ? lines + gap : 0;
        if (lines == 0)
            *w = before;
    }
    l->text[w->length] = '\0';
}

/* Draws the table within a number of lines, of which the log gets a few if they can be spared. */
static void draw_table_within(struct layout *l, const struct scene *scene, uint64_t lit, int budget, int log)
{
    struct figure_sink sheet = {.scene = scene,
                                .drawing = drawing_of(scene->game),
                                .spared = GAPS + (log > 0 ? LOG_USUAL - log : 0),
                                .canvas = {.language = scene->language,
                                           .colour = true,
                                           .width = l->table.width,
                                           .names = scene->names,
                                           .deck = scene->deck,
                                           .lit = lit}};
    enum form forms[PARTS];
    int lines = find_forms(&sheet, budget - log, forms);

    if (lines > budget - log)
        lines = find_forms(&sheet, budget, forms);
    struct writer w = write_into(l->text, sizeof l->text);
    sheet.canvas.out = &w;
    sheet.canvas.spots = sheet.spots;
    draw_sheet(l, &sheet, forms, lines + GAPS <= budget - log);
}

/* ---- the areas ---- */

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The log beside the table, from top to bottom of what is above the moves. */
static void lay_out_wide(struct layout *l, const struct scene *scene, uint64_t lit, int below)
{
    int height = l->rows - 2;

    l->table.width = least(most(l->columns - TABLE_LEAST / 2, TABLE_LEAST), TABLE_MAX);
    draw_table_within(l, scene, lit, height - LIST_LEAST, 0);
    l->list.height = most(LIST_LEAST, least(below, height - l->lines)); /* stays in its place while it can */
    l->table.height = height - l->list.height;
    l->log = (struct area){
        .column = l->table.width + 2, .height = l->table.height, .width = l->columns - l->table.width - 2};
}

/* Table, log and moves one below the other. */
static void lay_out_narrow(struct layout *l, const struct scene *scene, uint64_t lit, int below)
{
    int height = l->rows - 2;

    l->table.width = l->columns;
    draw_table_within(l, scene, lit, height - LIST_LEAST, LOG_LEAST);
    int left = most(height - l->lines, LIST_LEAST);
    l->list.height = least(below, most(LIST_LEAST, left - LOG_USUAL));
    l->table.height = least(l->lines, height - l->list.height);
    l->log =
        (struct area){.row = l->table.height, .height = height - l->table.height - l->list.height, .width = l->columns};
}

/* No table: what is to be read, and the log. Moves leave space for it: without a table it is all that tells of the
 * game. */
static void lay_out_text(struct layout *l, const struct scene *scene, int below)
{
    int height = l->rows - 2, space = scene->moves ? most(LIST_LEAST, height - LOG_USUAL) : height;

    l->lines = 0;
    l->text[0] = '\0';
    l->list.height = least(below, space);
    l->log = (struct area){.row = l->list.height, .height = height - l->list.height, .width = l->columns};
}

void layout_make(struct layout *l, const struct scene *scene, uint64_t lit, int rows, int columns, int below)
{
    l->rows = rows;
    l->columns = columns;
    l->table = l->log = (struct area){.height = 0};
    l->list.width = columns;
    below = most(below, 1);
    if (!scene->game)
        lay_out_text(l, scene, below);
    else if (columns >= TABLE_LEAST + LOG_WIDE)
        lay_out_wide(l, scene, lit, below);
    else
        lay_out_narrow(l, scene, lit, below);
    l->list.row = scene->game ? rows - 1 - l->list.height : 0;
    l->status = (struct area){.row = scene->game ? l->list.row - 1 : rows - 2, .height = 1, .width = columns};
    l->input = (struct area){.row = rows - 1, .height = 1, .width = columns};
}

int layout_spot_at(const struct layout *l, int table_top, int row, int column)
{
    int found = -1, line = row - l->table.row + table_top, size = 0;

    if (row >= l->table.row + l->table.height)
        return -1;
    for (int i = 0; i < SPOTS; i++) {
        const struct spot *it = &l->spots[i];
        int here = it->width * it->height;
        if (line >= it->line && line < it->line + it->height && column >= it->column &&
            column < it->column + it->width && (found < 0 || here < size)) {
            found = i;
            size = here;
        }
    }
    return found;
}
