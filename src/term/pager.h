/* A long text on the whole screen, to be paged through. */
#ifndef PARLOR_TERM_PAGER_H
#define PARLOR_TERM_PAGER_H

#include "rules/text.h"
#include "term/paint.h"
#include "words/words.h"

struct pager {
    char *title, *text; /* NULL: it is closed */
    int top, lines;     /* the first line that is seen; how many there are */
    int height;         /* lines that are seen */
};

/* Opens it with copies of these. */
void pager_open(struct pager *, const char *title, const char *text);
void pager_close(struct pager *);
void pager_draw(struct pager *, const struct paint *, const struct language *, int rows, int columns);

/* A key as curses reads it. */
void pager_key(struct pager *, int key, bool is_code);
void pager_scroll(struct pager *, int lines);

#endif
