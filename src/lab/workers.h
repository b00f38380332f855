/* Workers: threads that do numbered pieces of work, and one who takes what came
 * of them in order.
 *
 * Workers take pieces by number and leave the outcome of each in a ring; the
 * caller's thread takes them out in order. If a piece depends on its number
 * only, everything that is taken is the same however many workers there are. A
 * worker that is too far ahead waits, so memory does not grow with the work. */
#ifndef PARLOR_LAB_WORKERS_H
#define PARLOR_LAB_WORKERS_H

#include <stdatomic.h>

#include "table/table.h"

enum { WORKERS_MAX = 64 }; /* workers */

struct workers_task {
    long begin, end;                /* the pieces are begin .. end-1 */
    int threads;                    /* 1 .. WORKERS_MAX */
    size_t size;                    /* of the outcome of a piece, which is copied as bytes */
    void *context;                  /* handed to all of these: */
    bool (*stopped)(void *context); /* asked a few times a second by the caller's thread: end now */

    /* Does a piece, on worker 0 .. threads-1, and gives it up soon once *stop is
     * set. False with the reason ends everything; there is then nothing in out. */
    bool (*work)(void *context, int worker, long number, const atomic_bool *stop, void *out, struct problem *why);

    /* Takes an outcome over, on the caller's thread. False ends everything; take
     * has then said why itself. */
    bool (*take)(void *context, long number, void *out);

    /* Lets go of an outcome that nobody takes any more; may be NULL. */
    void (*drop)(void *out);
};

/* What a worker hands to a search that it has started (bot_budget.stopper), so
 * that the search is given up as well: workers_is_stopped() says whether. */
struct workers_watch {
    const atomic_bool *stop;
};
bool workers_is_stopped(void *watch);

enum workers_end {
    WORKERS_DONE,
    WORKERS_STOPPED, /* stopped() came first; what was taken are the first pieces, without a gap */
    WORKERS_REFUSED, /* take() returned false */
    WORKERS_FAILED,  /* a piece could not be done: the problem says why */
};

/* Returns when no worker is left. */
enum workers_end workers_run(const struct workers_task *, struct problem *why);

#endif
