/* Drawing a table as text, one file a game (term/GAME.c). A drawing is made
 * from a redacted state; what the viewer cannot know is not there to be shown. */
#ifndef PARLOR_TERM_DRAW_H
#define PARLOR_TERM_DRAW_H

#include "rules/game.h"
#include "table/table.h"

/* Where and how to draw. */
struct canvas {
    struct writer *out;
    bool colour;                    /* ANSI colours and bold may be used */
    int width;                      /* columns; at least 60 */
    const struct table_name *names; /* by seat */
    const char *deck;               /* the table's own deck (table_plan.deck), for the names on its cards; or NULL */
};

enum style { PLAIN, BOLD, DIM, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN };

void draw_style(struct canvas *, enum style); /* until the next call */
void draw_text(struct canvas *, enum style, const char *text);
void draw_number(struct canvas *, enum style, int number);
void draw_name(struct canvas *, enum style, int seat); /* control characters shown as ? */
void draw_spaces(struct canvas *, int count);
int text_columns(const char *text, size_t length); /* columns it takes, a character being one */
void draw_clean(struct canvas *, enum style, const char *bytes, size_t length); /* likewise */
int name_width(const struct canvas *, int seat);                                /* columns the name takes */
void draw_short_name(struct canvas *, enum style, int seat, int width); /* cut with … if it takes more columns */

/* Lines and columns. */
void draw_line_end(struct canvas *);
void draw_right(struct canvas *, enum style, const char *text, int width); /* at the right end of so many columns */
void draw_column(struct canvas *, enum style, int number, int width);      /* likewise */
void draw_name_column(struct canvas *, enum style, int seat, int width);   /* at the left end, cut if need be */
int names_width(const struct canvas *, int players, int most);             /* of a column for all names, most or less */

/* The names of a table as they are shown, for a canvas. A long name that two seats
 * share may lose its number: it has no room for it. */
void names_shown(const struct table *, struct table_name shown[MAX_SEATS]);

struct drawing {
    const struct game *game;
    /* The whole table as this viewer (a seat, ONLOOKER, OPEN) sees it. */
    void (*table)(struct canvas *, const struct state *view, int viewer);
};

/* Draws a table of any game. */
void draw_table(struct canvas *, const struct game *, const struct state *view, int viewer);

extern const struct drawing scout_drawing;
extern const struct drawing bridesmaid_drawing;
extern const struct drawing belle_drawing;
extern const struct drawing sparrows_drawing;
extern const struct drawing bannish_drawing;

#endif
