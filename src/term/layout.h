/* Where everything goes on a screen. The table is drawn in the longest form that
 * leaves space for the moves and a few lines of the log; on a wide screen the log
 * is beside it. A scene without a table has its text at the top. */
#ifndef PARLOR_TERM_LAYOUT_H
#define PARLOR_TERM_LAYOUT_H

#include "term/paint.h"
#include "term/picker.h"
#include "term/screen.h"

enum { COLUMNS_LEAST = 60, ROWS_LEAST = 16, SINK_SIZE = 1 << 16 };

struct layout {
    int rows, columns; /* of the screen */
    struct area table, log, status, list, input;
    int lines;                    /* of the table; if they are more than its area has, it scrolls */
    struct spot spots[SPOTS];     /* by line of the table */
    char text[PARTS * SINK_SIZE]; /* the table, drawn */
};

/* Lays out a scene with these spots lit, for a screen of at least this size.
 * `below` is the height that the moves, or their replacement, would like. */
void layout_make(struct layout *, const struct scene *, uint64_t lit, int rows, int columns, int below);

/* The smallest spot at a place of the screen, or -1. */
int layout_spot_at(const struct layout *, int table_top, int row, int column);

#endif
