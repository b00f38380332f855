/* Time that runs on whatever the machine's clock is set to. It has no date. */
#ifndef PARLOR_TABLE_STEADY_H
#define PARLOR_TABLE_STEADY_H

#include <stdint.h>
#include <time.h>

/* Returns milliseconds; never 0, which can stand for no time. */
static inline int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

static inline double steady_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
