/* The score of a game that is over, for any game. */
#ifndef PARLOR_TERM_SCORE_H
#define PARLOR_TERM_SCORE_H

#include "table/sheet.h"
#include "term/draw.h"

/* The totals by seat, and below them what they are made of (table/sheet.h). */
void draw_scores(struct canvas *, const struct table *);
void draw_totals(struct canvas *, const struct table *); /* the totals alone */

/* Draws who has won, and what decided it, as sentences. */
void draw_winners(struct canvas *, const struct table *);
void draw_decided(struct canvas *, const struct table *);

/* The lines of it, for a table of a server: a line of names, one of points, and one of a column, of which `counted` is
 * added to the cells. */
struct score_cell {
    char text[32];
};
void draw_score_names(struct canvas *, int players);
void draw_score_line(struct canvas *, enum style, const char *title, const struct score_cell *cells, int players);
void draw_sheet_line(struct canvas *, const struct game *, const struct sheet_column *, struct score_cell *cells,
                     int players);

#endif
