/* See think.h. */
#include "server/think.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "memory.h"

enum {
    THREADS_MAX = 64,
    LINES = 1024,      /* addresses that are remembered; of more the one that asked longest ago is forgotten */
    NICENESS = 5,      /* the thread that talks to everybody goes first */
    PATIENCE_MS = 250, /* that a job may take while another address waits */
    NONE = -1,
};

/* A job that waits, in the order it came. */
struct waiting {
    struct think_job job;
    int line;       /* of its address */
    uint64_t round; /* of the tables of this address: one job each in a round */
    int next;       /* NONE: the last */
};

/* What an address has had of the thinking. */
struct line {
    char address[ADDRESS_SIZE];
    double used;    /* seconds, counted from what the least busy had when it began to ask */
    double usual;   /* seconds that its last job took: what the next is taken to cost until it is known */
    uint64_t round; /* that it is in */
    uint64_t asked; /* when it last did; a count */
    int waiting, thinking;
};

struct worker {
    struct think *think;
    pthread_t thread;
    bool busy;
    int line;            /* that it works for */
    int64_t begun;       /* when; steady */
    atomic_bool dropped; /* nobody waits for the answer any more */
    atomic_bool hurried; /* another address waits */
    struct think_answer answer;
};

struct think {
    pthread_mutex_t lock; /* guards what follows, except for the workers' answers while they are busy */
    pthread_cond_t news;
    struct waiting *jobs; /* THINK_WAITING_MAX of them */
    int first, last, spare;
    struct line *lines;           /* LINES of them */
    struct think_answer *answers; /* a ring, never fuller than jobs that were asked */
    int first_answer, answer_count;
    uint64_t asks;
    struct think_figures figures;
    size_t past_bytes; /* that the jobs in the list have of their seats' pasts */
    atomic_bool closing;
    void (*wake)(void *);
    void *context;
    struct worker workers[THREADS_MAX];
    int worker_count;
};

/* ---- whose turn it is; the lock is held ---- */

static bool is_active(const struct line *line)
{
    return line->waiting > 0 || line->thinking > 0;
}

/* Returns the least that an address which asks for something now has used. */
static double least_used(const struct think *think)
{
    double least = 0;
    bool some = false;

    for (int i = 0; i < LINES; i++)
        if (is_active(&think->lines[i]) && (!some || think->lines[i].used < least)) {
            least = think->lines[i].used;
            some = true;
        }
    return least;
}

/* Returns the line of an address, a new one if need be; NONE if all are in use. */
static int line_of(struct think *think, const char *address)
{
    int oldest = NONE;

    for (int i = 0; i < LINES; i++) {
        struct line *it = &think->lines[i];
        if (it->asked > 0 && strcmp(it->address, address) == 0)
            return i;
        if (!is_active(it) && (oldest == NONE || it->asked < think->lines[oldest].asked))
            oldest = i;
    }
    if (oldest != NONE) {
        think->lines[oldest] = (struct line){.asked = 0};
        memcpy(think->lines[oldest].address, address, ADDRESS_SIZE);
    }
    return oldest;
}

/* Returns the round in which a table of a line has its next turn. */
static uint64_t next_round(const struct think *think, int line, const char *table)
{
    uint64_t round = think->lines[line].round;

    for (int i = think->first; i != NONE; i = think->jobs[i].next)
        if (think->jobs[i].line == line && strcmp(think->jobs[i].job.table, table) == 0 && think->jobs[i].round > round)
            round = think->jobs[i].round;
    return round + 1;
}

static bool goes_before(const struct think *think, const struct waiting *a, const struct waiting *b)
{
    const struct line *of_a = &think->lines[a->line], *of_b = &think->lines[b->line];

    return a->line == b->line ? a->round < b->round : of_a->used < of_b->used;
}

static size_t past_bytes(const struct think_job *job)
{
    return job->past ? past_size(job->past) : 0;
}

/* Takes a job out of the list; its past is the caller's to free. */
static void unlink_job(struct think *think, int before, int which)
{
    think->past_bytes -= past_bytes(&think->jobs[which].job);
    *(before == NONE ? &think->first : &think->jobs[before].next) = think->jobs[which].next;
    if (think->last == which)
        think->last = before;
    think->jobs[which].next = think->spare;
    think->spare = which;
    think->lines[think->jobs[which].line].waiting--;
    think->figures.waiting--;
}

/* Takes the job that is next out of the list. Returns its line. */
static int take_next(struct think *think, struct think_job *out)
{
    int best = think->first, best_before = NONE;

    for (int i = think->first, before = NONE; i != NONE; before = i, i = think->jobs[i].next)
        if (goes_before(think, &think->jobs[i], &think->jobs[best])) {
            best = i;
            best_before = before;
        }
    struct line *line = &think->lines[think->jobs[best].line];
    *out = think->jobs[best].job;
    line->round = think->jobs[best].round;
    unlink_job(think, best_before, best);
    return (int)(line - think->lines);
}

/* ---- the threads ---- */

static bool is_stopped(void *of_worker)
{
    const struct worker *worker = of_worker;

    return atomic_load_explicit(&worker->dropped, memory_order_relaxed) ||
           atomic_load_explicit(&worker->think->closing, memory_order_relaxed) ||
           (atomic_load_explicit(&worker->hurried, memory_order_relaxed) && steady_ms() - worker->begun > PATIENCE_MS);
}

/* Works on one job. The lock is held, and let go of meanwhile. */
static void do_next(struct think *think, struct worker *worker)
{
    worker->answer = (struct think_answer){.count = 0};
    worker->line = take_next(think, &worker->answer.job);
    struct line *line = &think->lines[worker->line];
    double expected = line->usual, begun = steady_seconds();

    worker->busy = true;
    worker->begun = steady_ms();
    atomic_store(&worker->dropped, false);
    atomic_store(&worker->hurried, think->figures.waiting > line->waiting);
    line->thinking++;
    line->used += expected;
    think->figures.thinking++;
    pthread_mutex_unlock(&think->lock);
    job_do(&worker->answer, (struct bot_budget){.stop = is_stopped, .stopper = worker});
    double took = steady_seconds() - begun;
    pthread_mutex_lock(&think->lock);
    worker->busy = false;
    line->thinking--;
    line->used += took - expected;
    line->usual = took;
    think->figures.thinking--;
    if (atomic_load(&worker->dropped))
        return; /* think_drop() has counted it */
    think->figures.done++;
    think->answers[(think->first_answer + think->answer_count++) % THINK_WAITING_MAX] = worker->answer;
    think->wake(think->context);
}

static void *work(void *of_worker)
{
    struct worker *worker = of_worker;
    struct think *think = worker->think;

    setpriority(PRIO_PROCESS, 0, NICENESS); /* of this thread alone */
    pthread_mutex_lock(&think->lock);
    while (!atomic_load(&think->closing))
        if (think->first != NONE)
            do_next(think, worker);
        else
            pthread_cond_wait(&think->news, &think->lock);
    pthread_mutex_unlock(&think->lock);
    return NULL;
}

static void make_lists(struct think *think)
{
    think->jobs = must_zero(THINK_WAITING_MAX, sizeof *think->jobs);
    think->answers = must_zero(THINK_WAITING_MAX, sizeof *think->answers);
    think->lines = must_zero(LINES, sizeof *think->lines);
    think->first = think->last = think->spare = NONE;
    for (int i = 0; i < THINK_WAITING_MAX; i++) {
        think->jobs[i].next = think->spare;
        think->spare = i;
    }
}

struct think *think_open(int threads, void (*wake)(void *), void *context)
{
    struct think *think = must_zero(1, sizeof *think);

    think->wake = wake;
    think->context = context;
    pthread_mutex_init(&think->lock, NULL);
    pthread_cond_init(&think->news, NULL);
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    make_lists(think);
    for (; think->worker_count < threads; think->worker_count++) {
        struct worker *worker = &think->workers[think->worker_count];
        worker->think = think;
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
    }
    if (think->worker_count > 0)
        return think;
    think_close(think);
    return NULL;
}

void think_close(struct think *think)
{
    if (!think)
        return;
    pthread_mutex_lock(&think->lock);
    atomic_store(&think->closing, true);
    pthread_cond_broadcast(&think->news);
    pthread_mutex_unlock(&think->lock);
    for (int i = 0; i < think->worker_count; i++)
        pthread_join(think->workers[i].thread, NULL);
    for (int i = think->first; i != NONE; i = think->jobs[i].next)
        job_forget(&think->jobs[i].job);
    pthread_cond_destroy(&think->news);
    pthread_mutex_destroy(&think->lock);
    free(think->jobs);
    free(think->answers);
    free(think->lines);
    free(think);
}

/* ---- what the hall calls ---- */

static void put_last(struct think *think, struct think_job *job, int line)
{
    int place = think->spare;
    struct waiting *it = &think->jobs[place];

    if (think->past_bytes + past_bytes(job) > THINK_PAST_MAX)
        job_forget(job);
    think->past_bytes += past_bytes(job);
    think->spare = it->next;
    *it = (struct waiting){.job = *job, .line = line, .round = next_round(think, line, job->table), .next = NONE};
    *(think->last == NONE ? &think->first : &think->jobs[think->last].next) = place;
    think->last = place;
    think->lines[line].waiting++;
    think->figures.waiting++;
}

static void hurry_others(struct think *think, int line)
{
    for (int i = 0; i < think->worker_count; i++)
        if (think->workers[i].busy && think->workers[i].line != line)
            atomic_store(&think->workers[i].hurried, true);
}

bool think_ask(struct think *think, struct think_job *job)
{
    pthread_mutex_lock(&think->lock);
    const struct think_figures *now = &think->figures;
    bool fits = now->waiting + now->thinking + think->answer_count < THINK_WAITING_MAX;
    int which = fits ? line_of(think, job->address) : NONE;
    fits = which != NONE && think->lines[which].waiting < THINK_PER_ADDRESS;
    if (fits) {
        struct line *line = &think->lines[which];
        double least = least_used(think);
        if (!is_active(line) && line->used < least)
            line->used = least; /* nobody saves up for a flood */
        line->asked = ++think->asks;
        put_last(think, job, which);
        hurry_others(think, which);
        pthread_cond_signal(&think->news);
        job->past = NULL; /* the list's now */
    }
    pthread_mutex_unlock(&think->lock);
    job_forget(job);
    return fits;
}

bool think_take(struct think *think, struct think_answer *out)
{
    pthread_mutex_lock(&think->lock);
    bool some = think->answer_count > 0;
    if (some) {
        *out = think->answers[think->first_answer];
        think->first_answer = (think->first_answer + 1) % THINK_WAITING_MAX;
        think->answer_count--;
    }
    pthread_mutex_unlock(&think->lock);
    return some;
}

/* Says whether a job is a hint for an asker or, for none (0), a choice at a table. */
static bool is_for(const struct think_job *job, uint64_t asker, const char *table)
{
    return asker ? !job->bot && job->asker == asker : job->bot && strcmp(job->table, table) == 0;
}

static void drop(struct think *think, uint64_t asker, const char *table)
{
    pthread_mutex_lock(&think->lock);
    for (int i = think->first, before = NONE, next; i != NONE; i = next) {
        next = think->jobs[i].next;
        if (is_for(&think->jobs[i].job, asker, table)) {
            unlink_job(think, before, i);
            job_forget(&think->jobs[i].job);
            think->figures.dropped++;
        } else {
            before = i;
        }
    }
    for (int i = 0; i < think->worker_count; i++) {
        struct worker *worker = &think->workers[i];
        if (worker->busy && is_for(&worker->answer.job, asker, table) && !atomic_exchange(&worker->dropped, true))
            think->figures.dropped++;
    }
    pthread_mutex_unlock(&think->lock);
}

void think_drop_hint(struct think *think, uint64_t asker)
{
    drop(think, asker, "");
}

void think_drop_choices(struct think *think, const char *table)
{
    drop(think, 0, table);
}

struct think_figures think_figures(struct think *think)
{
    pthread_mutex_lock(&think->lock);
    struct think_figures figures = think->figures;
    pthread_mutex_unlock(&think->lock);
    return figures;
}
