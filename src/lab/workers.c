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

static long place_of(const struct workers *crew, long number)
{
    return number % ((long)crew->task->threads * AHEAD);
}

static void *outcome_of(const struct workers *crew, long number)
{
    return crew->outcomes + (size_t)place_of(crew, number) * crew->task->size;
}

/* The next piece to be done, once a place is free for it; -1 when there is none.
 * The lock is held. */
static long next_piece(struct workers *crew)
{
    while (crew->taken - crew->gone >= (long)crew->task->threads * AHEAD && !crew->stop)
        pthread_cond_wait(&crew->freed, &crew->lock);
    return crew->stop || crew->taken == crew->task->end ? -1 : crew->taken++;
}

static void *work(void *of_crew)
{
    struct workers *crew = of_crew;
    const struct workers_task *task = crew->task;
    void *out = must_alloc(task->size);

    pthread_mutex_lock(&crew->lock);
    int worker = crew->hired++;
    for (long number; (number = next_piece(crew)) >= 0;) {
        struct problem why;
        pthread_mutex_unlock(&crew->lock);
        bool fine = task->work(task->context, worker, number, &crew->stop, out, &why);
        pthread_mutex_lock(&crew->lock);
        if (fine) {
            memcpy(outcome_of(crew, number), out, task->size);
            crew->places[place_of(crew, number)].ready = true;
        } else if (!crew->stop) {
            crew->why = why;
            crew->failed = true;
            crew->stop = true;
        }
        if (crew->failed || number == crew->gone)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    free(out);
    return NULL;
}

/* Starts as many workers as can be had, the signals left to this thread;
 * returns how many there are. */
static int hire(struct workers *crew, pthread_t *workers)
{
    sigset_t all, before;
    int count = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (count < crew->task->threads && pthread_create(&workers[count], NULL, work, crew) == 0)
        count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return count;
}

/* Waits for the next piece in order. The lock is held. */
static enum workers_end wait_for_next(struct workers *crew)
{
    while (!crew->places[place_of(crew, crew->gone)].ready) {
        struct timespec until;
        if (crew->task->stopped(crew->task->context) || crew->failed)
            return crew->failed ? WORKERS_FAILED : WORKERS_STOPPED;
        clock_gettime(CLOCK_MONOTONIC, &until); /* a signal does not end the wait: look a few times a second */
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crew->done, &crew->lock, &until);
    }
    return crew->task->stopped(crew->task->context) ? WORKERS_STOPPED : WORKERS_DONE;
}

/* Takes the outcomes in order until all are there or something comes between. */
static enum workers_end collect(struct workers *crew)
{
    const struct workers_task *task = crew->task;
    enum workers_end end = WORKERS_DONE;

    pthread_mutex_lock(&crew->lock);
    while (end == WORKERS_DONE && crew->gone < task->end && (end = wait_for_next(crew)) == WORKERS_DONE) {
        pthread_mutex_unlock(&crew->lock); /* nobody touches the place before gone has grown */
        if (!task->take(task->context, crew->gone, outcome_of(crew, crew->gone)))
            end = WORKERS_REFUSED;
        pthread_mutex_lock(&crew->lock);
        crew->places[place_of(crew, crew->gone++)].ready = false;
        pthread_cond_broadcast(&crew->freed);
    }
    crew->stop = true;
    pthread_cond_broadcast(&crew->freed);
    pthread_mutex_unlock(&crew->lock);
    return end;
}

static void drop_rest(struct workers *crew)
{
    for (long i = 0; i < (long)crew->task->threads * AHEAD; i++)
        if (crew->places[i].ready && crew->task->drop)
            crew->task->drop(crew->outcomes + (size_t)i * crew->task->size);
}

static enum workers_end run_crew(struct workers *crew, struct problem *why)
{
    pthread_t workers[WORKERS_MAX];
    int hired = hire(crew, workers);
    enum workers_end end = hired > 0 ? collect(crew) : WORKERS_FAILED;

    for (int i = 0; i < hired; i++)
        pthread_join(workers[i], NULL);
    if (hired == 0)
        problem_set(why, "could not start a thread; allow this user more of them (ulimit -u)");
    else if (end == WORKERS_FAILED)
        *why = crew->why;
    drop_rest(crew);
    return end;
}

enum workers_end workers_run(const struct workers_task *task, struct problem *why)
{
    struct workers *crew = must_zero(1, sizeof *crew);
    uint8_t *outcomes = must_zero((size_t)task->threads * AHEAD, task->size);
    pthread_condattr_t monotonic;

    crew->task = task;
    crew->outcomes = outcomes;
    crew->taken = crew->gone = task->begin;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->freed, NULL);
    pthread_cond_init(&crew->done, &monotonic);
    enum workers_end end = run_crew(crew, why);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->freed);
    pthread_mutex_destroy(&crew->lock);
    pthread_condattr_destroy(&monotonic);
    free(outcomes);
    free(crew);
    return end;
}
