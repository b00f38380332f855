/* See hints.h. The figures come first and are all of one width, as moves may be
 * of any. */
#include "term/hints.h"

#include <string.h>

enum { WIN_WIDTH = 14, SURE_WIDTH = 8, NUMBER_WIDTH = 6 };

/* A share of one as per cent, with one decimal. */
static void write_percent(struct writer *w, double share)
{
    int tenths = (int)(share * 1000 + 0.5);

    write_number(w, tenths / 10);
    write_char(w, '.');
    write_number(w, tenths % 10);
}

static void draw_win(struct canvas *c, const struct hint_line *line)
{
    char text[64];
    struct writer w = write_into(text, sizeof text);

    if (line->worlds == 0) {
        write_text(&w, "?");
    } else {
        write_percent(&w, line->value);
        write_text(&w, " ± ");
        write_percent(&w, line->error);
        write_text(&w, " %");
    }
    draw_right(c, PLAIN, text, WIN_WIDTH);
}

static void draw_sure(struct canvas *c, const struct hint_line *line)
{
    char text[32];
    struct writer w = write_into(text, sizeof text);
    int percent = (int)(line->sure * 100 + 0.5);

    write_text(&w, percent < 1 ? "< " : percent > 99 ? "> " : ""); /* never sure altogether */
    write_number(&w, percent < 1 ? 1 : percent > 99 ? 99 : percent);
    write_text(&w, " %");
    draw_right(c, PLAIN, text, SURE_WIDTH);
}

static void draw_move(struct canvas *c, const struct moves *moves, uint16_t id, enum style style)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->ids[i] == id) {
            draw_column(c, CYAN, i + 1, NUMBER_WIDTH);
            draw_spaces(c, 2);
            draw_clean(c, style, moves->called[i], strlen(moves->called[i]));
        }
    draw_line_end(c);
}

void draw_hints(struct canvas *c, const struct moves *moves, const struct hint_line *lines, int count)
{
    if (moves->count == 1) {
        draw_said(c, PLAIN, SAY_HINTS_ONE);
        draw_line_end(c);
        draw_move(c, moves, lines[0].id, BOLD);
        return;
    }
    draw_right(c, DIM, said_in(c, SAY_HINTS_WIN), WIN_WIDTH);
    draw_right(c, DIM, said_in(c, SAY_HINTS_SURE), SURE_WIDTH);
    draw_spaces(c, NUMBER_WIDTH + 2);
    draw_said(c, DIM, SAY_HINTS_MOVE);
    draw_line_end(c);
    for (int i = 0; i < count; i++) {
        draw_win(c, &lines[i]);
        draw_sure(c, &lines[i]);
        draw_move(c, moves, lines[i].id, i == 0 ? BOLD : PLAIN);
    }
    draw_said(c, DIM, SAY_HINTS_NOTE);
    draw_line_end(c);
}
