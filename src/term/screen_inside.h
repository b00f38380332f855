/* What the parts of the screen share: screen.c opens it, waits and keeps what it is told, screen_draw.c
 * draws it, screen_keys.c has the keys and the mouse. See screen.h. */
#ifndef PARLOR_TERM_SCREEN_INSIDE_H
#define PARLOR_TERM_SCREEN_INSIDE_H

#include <curses.h>

#include "term/layout.h"
#include "term/pager.h"
#include "term/screen.h"

enum { LIST_SIZE = 1 << 18 };

/* A press and its release may come as one event, if they arrive together; so may two of them. */
#define CLICKS (BUTTON1_PRESSED | BUTTON1_CLICKED)

struct log {
    char *text;
    size_t length, size;
    size_t seen; /* what is before is old news */
    int back;    /* lines that the person has gone back from its end */
};

struct screen {
    struct screen_plan plan;
    SCREEN *terminal;
    struct paint paint;
    bool gone; /* the terminal is */
    struct log log;
    char *note; /* NULL: there is none */
    struct pager pager;
    struct picker picker;
    unsigned decision; /* that the picker is about */
    int choose;        /* a move that is to be pointed at, or -1 */
    struct layout layout;
    int table_top; /* the first line of the table that is seen, where it does not fit */
    size_t length; /* of what is typed: */
    char typed[LINE_SIZE];
    char list[LIST_SIZE]; /* the moves, drawn */
};

/* Returns a text in the person's language. */
const char *screen_text(const struct screen *, enum text key);

/* Draws everything again, for a window of the size that curses knows (screen_draw.c). */
void screen_draw(struct screen *, const struct scene *);

/* Takes a key, as curses has read it (screen_keys.c); what the person wants by it goes into the input. */
enum screen_event screen_press(struct screen *, bool is_code, wint_t key, struct screen_input *);

#endif
