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

#include "server/job.h"

enum {
    THINK_WAITING_MAX = 4096, /* jobs, those whose answers nobody has taken yet included */
    THINK_PER_ADDRESS = 64,   /* jobs of an address that wait */
    THINK_PAST_MAX = 1 << 26, /* bytes of the pasts of jobs that wait; more jobs go without */
};

/* For /metrics. */
struct think_figures {
    int waiting, thinking;
    uint64_t done, dropped; /* so far */
};

struct think;
struct think *think_open(int threads, void (*wake)(void *), void *context); /* NULL without threads */
void think_close(struct think *);                                           /* stops at once what is being thought */
bool think_ask(struct think *, struct think_job *);     /* takes the job's past; false: too much is waiting */
bool think_take(struct think *, struct think_answer *); /* false: nothing there */

/* Drops what nobody waits for any more, also what is being thought about just now:
 * the hint of a connection; the bots' choices at a table. No answer comes of it. */
void think_drop_hint(struct think *, uint64_t asker);
void think_drop_choices(struct think *, const char *table);

struct think_figures think_figures(struct think *);

#endif
