/* The full screen of a terminal: a table, what has happened, the moves to choose
 * from and a line to type into. It does not know where the game is played: the
 * caller shows it a scene and learns what the person wants.
 *
 * Letters and digits are always typed; everything else has keys that no notation
 * needs: arrows, Enter, Tab, Escape, the function keys and the mouse. */
#ifndef PARLOR_TERM_SCREEN_H
#define PARLOR_TERM_SCREEN_H

#include "term/draw.h"
#include "term/lines.h"
#include "term/moves.h"

struct screen;

/* A word that can be typed, or asked for with a function key. */
struct screen_word {
    const char *word;   /* as the program calls it; NULL ends the list */
    const char *called; /* … and the person */
    int key;            /* F1 is 1; 0: none */
    bool shown;         /* among the keys in the bottom line */
};

struct screen_plan {
    const struct language *language;
    bool colour;
    bool ascii;
    bool (*interrupted)(void);
    int wake;                        /* a descriptor that ends screen_wait() when it has something to read; -1: none */
    const struct screen_word *words; /* for the bottom line, and to be completed by Tab */
};

/* The content of the screen, which keeps nothing of it. */
struct scene {
    const struct game *game; /* NULL: no table, only the text */
    const struct state *view;
    int viewer;
    const struct language *language;
    const struct table_name *names;
    const char *deck;
    const struct moves *moves; /* NULL: nothing to choose just now */
    unsigned decision;         /* another number for every choice that is to be made */
    const char *text;          /* below the table while there are no moves, with styles; NULL: nothing */
    const char *status;        /* "Your move", "Ada thinks…"; the person is addressed */
};

enum screen_event {
    SCREEN_NONE,  /* the time is up, or the wake descriptor has something */
    SCREEN_MOVE,  /* .move, by its place in the scene's moves */
    SCREEN_WORD,  /* .text was typed and is not a move of the list, or a function key says it */
    SCREEN_ENTER, /* Enter, with nothing to choose from and nothing typed */
    SCREEN_LEAVE, /* Ctrl-D, an interrupt, or the terminal is gone */
};

struct screen_input {
    int move;
    char text[LINE_SIZE];
};

/* Takes the terminal over; NULL, with the reason, if it cannot be used so. */
struct screen *screen_open(const struct screen_plan *, struct problem *);
void screen_close(struct screen *); /* the terminal is as it was before */

/* True if a full screen is possible: both ends are a terminal that is not dumb. */
bool screen_possible(void);

/* True if the locale's characters are not Unicode. */
bool screen_wants_ascii(void);

/* The log: sentences, one per line. Those from before screen_log_seen() are old news. */
void screen_log(struct screen *, const char *sentences);
void screen_log_seen(struct screen *);
void screen_log_clear(struct screen *);

/* A message that stands out until the next key; of several lines, with styles, it
 * takes the place of the moves. */
void screen_note(struct screen *, enum style, const char *text);
void screen_note_end(struct screen *); /* it need not wait for a key any more */

/* Points at a move of the scene that is shown next. */
void screen_choose(struct screen *, int move);

/* Shows a text with styles, to be paged through, until the person goes back; the
 * scene waits behind it. */
void screen_page(struct screen *, const char *title, const char *text);
void screen_page_log(struct screen *); /* likewise, all that has been logged */

/* Draws how to use the keys and the mouse, as the first part of a help page; words come next. */
void screen_draw_help(struct canvas *);

/* Shows the scene and waits for the given milliseconds, -1: for ever. */
enum screen_event screen_wait(struct screen *, const struct scene *, int milliseconds, struct screen_input *);

#endif
