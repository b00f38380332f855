/* See errand.h. */
#include "term/errand.h"

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

bool errand_open(struct errand *errand)
{
    errand->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return errand->done >= 0;
}

void errand_close(struct errand *errand)
{
    if (errand->running)
        errand_finish(errand);
    close(errand->done);
}

static void *run(void *of_errand)
{
    struct errand *errand = of_errand;

    errand->work(errand->context);
    eventfd_write(errand->done, 1);
    return NULL;
}

void errand_start(struct errand *errand, void (*work)(void *), void *context)
{
    sigset_t all, before;

    errand->work = work;
    errand->context = context;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    errand->running = pthread_create(&errand->thread, NULL, run, errand) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!errand->running)
        run(errand);
}

bool errand_is_done(const struct errand *errand)
{
    struct pollfd done = {.fd = errand->done, .events = POLLIN};
    return poll(&done, 1, 0) > 0;
}

void errand_finish(struct errand *errand)
{
    eventfd_t count;

    if (errand->running)
        pthread_join(errand->thread, NULL);
    errand->running = false;
    eventfd_read(errand->done, &count);
}
