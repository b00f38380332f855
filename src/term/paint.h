/* Text with the styles of drawings in it (term/draw.h), put on a curses screen:
 * 256 colours, 8 or none, Unicode or ASCII. */
#ifndef PARLOR_TERM_PAINT_H
#define PARLOR_TERM_PAINT_H

#include <stdbool.h>

struct area {
    int row, column, height, width;
};

struct paint {
    bool colour; /* else bold, dim and reverse video only */
    bool ascii;
};

/* To be called once, when curses has begun; colour goes where the terminal has none. */
void paint_open(struct paint *);

/* Paints lines of a text from the given one on, as far as they fit, and returns how
 * many there are in it, the first ones included. */
int paint_text(const struct paint *, struct area, const char *text, int first);

#endif
