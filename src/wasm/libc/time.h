/* There is no clock in here: who calls the module says what time it is. table/steady.h compiles, and whatever asked for
 * its time would not link. */
#ifndef PARLOR_WASM_TIME_H
#define PARLOR_WASM_TIME_H

enum { CLOCK_MONOTONIC = 1 };

struct timespec {
    long long tv_sec;
    long tv_nsec;
};

int clock_gettime(int clock, struct timespec *out);

#endif
