/* See think.h. */
#include "server/think.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { JOBS = 4096, THREADS_MOST = 64 };

struct think {
    pthread_mutex_t lock;
    pthread_cond_t news;
    struct think_job *jobs;       /* a ring */
    struct think_answer *answers; /* a ring, never fuller than jobs that were asked */
    int first_job, job_count, first_answer, answer_count, thinking;
    atomic_bool closing;
    void (*wake)(void *);
    void *context;
    pthread_t threads[THREADS_MOST];
    int thread_count;
};

static bool is_closing(void *of_think)
{
    return atomic_load_explicit(&((struct think *)of_think)->closing, memory_order_relaxed);
}

static void think_about(struct think *think, struct think_answer *answer)
{
    struct think_job *job = &answer->job;
    struct bot_budget budget = {.stop = is_closing, .stopper = think};

    if (!job->bot) {
        uint16_t legal[LEGAL_ROOM];
        struct bot_view view =
            bot_view_at(LEVEL_MASTER, job->game, room_state(&job->view), job->seat, NULL, budget, legal);
        answer->count = hint(&view, &job->rng, answer->lines, HINTS_MOST);
        return;
    }
    answer->lines[0].id = bot_think(job->bot, job->game, room_state(&job->view), job->seat, NULL, budget, &job->rng);
    answer->count = 1;
}

static void *work(void *of_think)
{
    struct think *think = of_think;
    struct think_answer answer;

    pthread_mutex_lock(&think->lock);
    while (true) {
        while (think->job_count == 0 && !is_closing(think))
            pthread_cond_wait(&think->news, &think->lock);
        if (is_closing(think))
            break;
        answer = (struct think_answer){.job = think->jobs[think->first_job]};
        think->first_job = (think->first_job + 1) % JOBS;
        think->job_count--;
        think->thinking++;
        pthread_mutex_unlock(&think->lock);
        think_about(think, &answer);
        pthread_mutex_lock(&think->lock);
        think->thinking--;
        think->answers[(think->first_answer + think->answer_count++) % JOBS] = answer;
        think->wake(think->context);
    }
    pthread_mutex_unlock(&think->lock);
    return NULL;
}

struct think *think_open(int threads, void (*wake)(void *), void *context)
{
    struct think *think = calloc(1, sizeof *think);

    if (!think)
        return NULL;
    think->wake = wake;
    think->context = context;
    think->jobs = calloc(JOBS, sizeof *think->jobs);
    think->answers = calloc(JOBS, sizeof *think->answers);
    pthread_mutex_init(&think->lock, NULL);
    pthread_cond_init(&think->news, NULL);
    threads = threads < 1 ? 1 : threads > THREADS_MOST ? THREADS_MOST : threads;
    while (think->jobs && think->answers && think->thread_count < threads &&
           pthread_create(&think->threads[think->thread_count], NULL, work, think) == 0)
        think->thread_count++;
    if (think->thread_count > 0)
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
    for (int i = 0; i < think->thread_count; i++)
        pthread_join(think->threads[i], NULL);
    pthread_cond_destroy(&think->news);
    pthread_mutex_destroy(&think->lock);
    free(think->jobs);
    free(think->answers);
    free(think);
}

bool think_ask(struct think *think, const struct think_job *job)
{
    pthread_mutex_lock(&think->lock);
    bool room = think->job_count + think->answer_count + think->thinking < JOBS;
    if (room) {
        think->jobs[(think->first_job + think->job_count++) % JOBS] = *job;
        pthread_cond_signal(&think->news);
    }
    pthread_mutex_unlock(&think->lock);
    return room;
}

bool think_take(struct think *think, struct think_answer *out)
{
    pthread_mutex_lock(&think->lock);
    bool some = think->answer_count > 0;
    if (some) {
        *out = think->answers[think->first_answer];
        think->first_answer = (think->first_answer + 1) % JOBS;
        think->answer_count--;
    }
    pthread_mutex_unlock(&think->lock);
    return some;
}
