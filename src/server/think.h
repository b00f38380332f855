/* Bots think in threads of their own, so that nobody waits for them but their
 * tables. A job is a copy of everything the bot may see; the answer comes back
 * by number and is thrown away if the table has moved on meanwhile. */
#ifndef PARLOR_SERVER_THINK_H
#define PARLOR_SERVER_THINK_H

#include "bots/hint.h"
#include "server/event.h"

enum { HINTS_MOST = 5 };

struct think_job {
    char table[ID_LENGTH + 1];
    int events; /* of the table when it was asked */
    int seat;
    const struct game *game;
    struct state_room view; /* redacted for the seat */
    const struct bot *bot;  /* chooses; NULL: a hint is wanted */
    uint64_t asker;         /* of a hint: the number of the connection */
    int64_t re;             /* likewise: of its request */
    struct rng rng;
};

struct think_answer {
    struct think_job job;
    int count;                          /* 1 for a choice */
    struct hint_line lines[HINTS_MOST]; /* of a choice only the id */
};

struct think;
struct think *think_open(int threads, void (*wake)(void *), void *context); /* NULL without memory or threads */
void think_close(struct think *);                                           /* stops at once what is being thought */
bool think_ask(struct think *, const struct think_job *);                   /* false: too much is waiting */
bool think_take(struct think *, struct think_answer *);                     /* false: nothing there */

#endif
