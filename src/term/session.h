/* People at one terminal play with bots, any game: line by line, from a terminal
 * or a pipe, or on the full screen. The game itself is in term/home.h;
 * a session shows it and asks the people. */
#ifndef PARLOR_TERM_SESSION_H
#define PARLOR_TERM_SESSION_H

#include "bots/bot.h"
#include "table/table.h"
#include "term/save.h"
#include "words/words.h"

enum { AGAIN_SIZE = 256 };

struct session_plan {
    struct table *table;               /* the caller's */
    uint8_t people;                    /* bit s: a person sits at seat s; there is at least one */
    const struct bot *bots[MAX_SEATS]; /* of the other seats; NULL where people sit */
    struct bot_budget budget;          /* of every bot; its stop() is asked with its stopper */
    void (*begin_thought)(void *);     /* told the stopper before a bot thinks: its clock runs from now */
    struct saved saved;                /* where the game was read from, if it was */
    char again[AGAIN_SIZE];            /* arguments that resuming needs besides the file: " --seat 2" */
    const struct language *language;   /* of all that is said */
    bool notation;                     /* moves are shown as they are recorded, not in words */
    bool full_screen;                  /* which of the two below is meant */
    bool colour;
    bool ascii; /* nothing else on the full screen */
    bool (*interrupted)(void);
};

enum session_end {
    SESSION_LEFT,        /* at the person's wish, or because the input ended */
    SESSION_INTERRUPTED, /* by Ctrl-C */
    SESSION_FAILED,      /* nothing can be written any more, or there is no memory; that has been said */
};

/* Line by line, for one person. */
enum session_end session_in_lines(const struct session_plan *);

/* On the full screen. Several people take turns at it, and it is covered between them. */
enum session_end session_on_screen(const struct session_plan *);

#endif
