/* Bots think in threads of their own, so that nobody waits for them but their
 * tables. A job is a copy of everything the bot may see; the answer comes back
 * by number and is thrown away if the table has moved on meanwhile.
 *
 * Thinking is shared: next is always the address that has had the least of it, and
 * of that address the table whose turn it is. So somebody who asks for much waits
 * for themselves, and a bot at a quiet table waits for one job at most. A job that takes
 * long while another address waits is answered with what has been found so far. */
#ifndef PARLOR_SERVER_THINK_H
#define PARLOR_SERVER_THINK_H

#include "bots/hint.h"
#include "server/event.h"
#include "server/meter.h"

enum {
    THINK_WAITING_MAX = 4096, /* jobs, those whose answers nobody has taken yet included */
    THINK_PER_ADDRESS = 64,   /* jobs of an address that wait */
};

struct think_job {
    char table[ID_LENGTH + 1];
    char address[ADDRESS_SIZE]; /* who it is done for */
    int events;                 /* of the table when it was asked */
    int seat;
    const struct game *game;
    struct state_buffer view; /* redacted for the seat */
    const struct bot *bot;    /* chooses; NULL: a hint is wanted */
    uint64_t asker;           /* of a hint: the number of the connection */
    int64_t re;               /* likewise: of its request */
    struct bot_mind mind;
};

struct think_answer {
    struct think_job job;
    int count;                         /* 1 for a choice */
    struct hint_line lines[HINTS_MAX]; /* of a choice only the id */
};

/* For /metrics. */
struct think_figures {
    int waiting, thinking;
    uint64_t done, dropped; /* so far */
};

struct think;
struct think *think_open(int threads, void (*wake)(void *), void *context); /* NULL without threads */
void think_close(struct think *);                                           /* stops at once what is being thought */
bool think_ask(struct think *, const struct think_job *);                   /* false: too much is waiting */
bool think_take(struct think *, struct think_answer *);                     /* false: nothing there */

/* Drops what nobody waits for any more, also what is being thought about just now:
 * the hint of a connection; the bots' choices at a table. No answer comes of it. */
void think_drop_hint(struct think *, uint64_t asker);
void think_drop_choices(struct think *, const char *table);

struct think_figures think_figures(struct think *);

#endif
