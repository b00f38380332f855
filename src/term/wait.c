/* See wait.h. */
#include "term/wait.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

int wait_for(struct pollfd *fds, nfds_t count, int milliseconds, bool (*due)(const void *), const void *context)
{
    const struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    sigset_t signals, before;
    int ready = -1;

    /* The signals are held back from the look at due() until ppoll() lets them in, so that none falls between. */
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGWINCH);
    sigprocmask(SIG_BLOCK, &signals, &before);
    while (ready < 0 && !due(context)) {
        ready = ppoll(fds, count, milliseconds < 0 ? NULL : &limit, &before);
        if (ready < 0 && errno != EINTR) {
            fds[0].revents = POLLIN; /* read() will say what is the matter */
            ready = 1;
        }
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready < 0 ? 0 : ready;
}
