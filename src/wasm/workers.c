/* One worker, the caller itself, in place of lab/workers.c: there are no threads. The analysis asks whether to stop,
 * and says how far it has come, after every piece. */
#include "lab/workers.h"

#include <stdlib.h>

#include "memory.h"

bool workers_is_stopped(void *watch)
{
    return *((const struct workers_watch *)watch)->stop;
}

enum workers_end workers_run(const struct workers_task *task, struct problem *why)
{
    void *out = must_zero(1, task->size);
    atomic_bool stop = false;
    enum workers_end end = WORKERS_DONE;

    for (long number = task->begin; end == WORKERS_DONE && number < task->end; number++)
        if (task->stopped(task->context))
            end = WORKERS_STOPPED;
        else if (!task->work(task->context, 0, number, &stop, out, why))
            end = WORKERS_FAILED;
        else if (!task->take(task->context, number, out))
            end = WORKERS_REFUSED;
    free(out);
    return end;
}
