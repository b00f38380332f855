/* Work that takes a while, done by a thread of its own so that the screen stays
 * alive. One errand at a time; the descriptor has something to read once it is
 * done. Signals stay with the main thread. */
#ifndef PARLOR_TERM_ERRAND_H
#define PARLOR_TERM_ERRAND_H

#include <pthread.h>
#include <stdbool.h>

struct errand {
    int done; /* the descriptor */
    bool running;
    pthread_t thread;
    void (*work)(void *);
    void *context;
};

bool errand_open(struct errand *); /* false with errno */
void errand_close(struct errand *);

/* Begins; without threads it does the work at once. */
void errand_start(struct errand *, void (*work)(void *), void *context);

bool errand_is_done(const struct errand *);

/* Waits for its end. */
void errand_finish(struct errand *);

#endif
