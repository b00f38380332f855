/* A person at the terminal plays with bots: line by line, any game, from a
 * terminal or a pipe. The session sees the table as the person's seat does;
 * each bot is asked with the view of its own seat. */
#ifndef PARLOR_TERM_SESSION_H
#define PARLOR_TERM_SESSION_H

#include "bots/bot.h"
#include "table/table.h"
#include "term/save.h"

enum { AGAIN_ROOM = 256 };

struct session_plan {
    struct table *table;               /* the caller's */
    int seat;                          /* the person's */
    const struct bot *bots[MAX_SEATS]; /* of the other seats; NULL at the person's */
    struct bot_budget budget;          /* of every bot; its stop() is asked with its stopper */
    void (*begin_thought)(void *);     /* told the stopper before a bot thinks: its clock runs from now */
    struct saved saved;                /* where the game was read from, if it was */
    char again[AGAIN_ROOM];            /* arguments that resuming needs besides the file: " --seat 2" */
    bool colour;
    bool (*interrupted)(void);
};

enum session_end {
    SESSION_LEFT,        /* at the person's wish, or because the input ended */
    SESSION_INTERRUPTED, /* by Ctrl-C */
    SESSION_FAILED,      /* nothing can be written any more, or there is no memory; that has been said */
};

enum session_end session_run(const struct session_plan *);

#endif
