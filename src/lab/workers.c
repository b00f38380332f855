/* See workers.h. */
#include "lab/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"

enum { AHEAD = 4 }; /* pieces a worker may be ahead of the taker, on average */

struct place {
    bool ready; /* what is there waits for the taker */
};

struct workers {
    const struct workers_task *task;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t freed; /* gone has grown, or stop is set */
    pthread_cond_t done;  /* a piece is ready, or a worker has failed */
    int hired;            /* workers so far: the number of the next */
    long taken;           /* pieces below are being done or have been */
    long gone;            /* pieces below are with the taker */
    bool failed;          /* why says the reason */
    struct problem why;
    struct place places[WORKERS_MAX * AHEAD]; /* piece g is at g % (threads * AHEAD) */
    uint8_t *outcomes;                        /* one of task->size for each place */
    atomic_bool stop;                         /* workers give up what they are at */
};

bool workers_is_stopped(void *watch)
{
    return atomic_load_explicit(((const struct workers_watch *)watch)->stop, memory_order_relaxed);
}

static long place_of(const struct workers *workers, long number)
{
    return number % ((long)workers->task->threads * AHEAD);
}

static void *outcome_of(const struct workers *workers, long number)
{
    return workers->outcomes + (size_t)place_of(workers, number) * workers->task->size;
}

/* The next piece to be done, once a place is free for it; -1 when there is none.
 * The lock is held. */
static long next_piece(struct workers *workers)
{
    while (workers->taken - workers->gone >= (long)workers->task->threads * AHEAD && !workers->stop)
        pthread_cond_wait(&workers->freed, &workers->lock);
    return workers->stop || workers->taken == workers->task->end ? -1 : workers->taken++;
}

static void *work(void *of_workers)
{
    struct workers *workers = of_workers;
    const struct workers_task *task = workers->task;
    void *out = must_alloc(task->size);

    pthread_mutex_lock(&workers->lock);
    int worker = workers->hired++;
    for (long number; (number = next_piece(workers)) >= 0;) {
        struct problem why;
        pthread_mutex_unlock(&workers->lock);
        bool fine = task->work(task->context, worker, number, &workers->stop, out, &why);
        pthread_mutex_lock(&workers->lock);
        if (fine) {
            memcpy(outcome_of(workers, number), out, task->size);
            workers->places[place_of(workers, number)].ready = true;
        } else if (!workers->stop) {
            workers->why = why;
            workers->failed = true;
            workers->stop = true;
        }
        if (workers->failed || number == workers->gone)
            pthread_cond_signal(&workers->done);
    }
    pthread_mutex_unlock(&workers->lock);
    free(out);
    return NULL;
}

/* Starts as many workers as can be had, the signals left to this thread;
 * returns how many there are. */
static int hire(struct workers *workers, pthread_t *threads)
{
    sigset_t all, before;
    int count = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (count < workers->task->threads && pthread_create(&threads[count], NULL, work, workers) == 0)
        count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return count;
}

/* Waits for the next piece in order. The lock is held. */
static enum workers_end wait_for_next(struct workers *workers)
{
    while (!workers->places[place_of(workers, workers->gone)].ready) {
        struct timespec until;
        if (workers->task->stopped(workers->task->context) || workers->failed)
            return workers->failed ? WORKERS_FAILED : WORKERS_STOPPED;
        clock_gettime(CLOCK_MONOTONIC, &until); /* a signal does not end the wait: look a few times a second */
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&workers->done, &workers->lock, &until);
    }
    return workers->task->stopped(workers->task->context) ? WORKERS_STOPPED : WORKERS_DONE;
}

/* Takes the outcomes in order until all are there or something comes between. */
static enum workers_end collect(struct workers *workers)
{
    const struct workers_task *task = workers->task;
    enum workers_end end = WORKERS_DONE;

    pthread_mutex_lock(&workers->lock);
    while (end == WORKERS_DONE && workers->gone < task->end && (end = wait_for_next(workers)) == WORKERS_DONE) {
        pthread_mutex_unlock(&workers->lock); /* nobody touches the place before gone has grown */
        if (!task->take(task->context, workers->gone, outcome_of(workers, workers->gone)))
            end = WORKERS_REFUSED;
        pthread_mutex_lock(&workers->lock);
        workers->places[place_of(workers, workers->gone++)].ready = false;
        pthread_cond_broadcast(&workers->freed);
    }
    workers->stop = true;
    pthread_cond_broadcast(&workers->freed);
    pthread_mutex_unlock(&workers->lock);
    return end;
}

static void drop_rest(struct workers *workers)
{
    for (long i = 0; i < (long)workers->task->threads * AHEAD; i++)
        if (workers->places[i].ready && workers->task->drop)
            workers->task->drop(workers->outcomes + (size_t)i * workers->task->size);
}

static enum workers_end run_workers(struct workers *workers, struct problem *why)
{
    pthread_t threads[WORKERS_MAX];
    int hired = hire(workers, threads);
    enum workers_end end = hired > 0 ? collect(workers) : WORKERS_FAILED;

    for (int i = 0; i < hired; i++)
        pthread_join(threads[i], NULL);
    if (hired == 0)
        problem_set(why, "could not start a thread; allow this user more of them (ulimit -u)");
    else if (end == WORKERS_FAILED)
        *why = workers->why;
    drop_rest(workers);
    return end;
}

enum workers_end workers_run(const struct workers_task *task, struct problem *why)
{
    struct workers *workers = must_zero(1, sizeof *workers);
    uint8_t *outcomes = must_zero((size_t)task->threads * AHEAD, task->size);
    pthread_condattr_t monotonic;

    workers->task = task;
    workers->outcomes = outcomes;
    workers->taken = workers->gone = task->begin;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->freed, NULL);
    pthread_cond_init(&workers->done, &monotonic);
    enum workers_end end = run_workers(workers, why);
    pthread_cond_destroy(&workers->done);
    pthread_cond_destroy(&workers->freed);
    pthread_mutex_destroy(&workers->lock);
    pthread_condattr_destroy(&monotonic);
    free(outcomes);
    free(workers);
    return end;
}
