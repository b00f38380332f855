/* See move_times.h. Bin b has the times from 2^(b/32) - 1 microseconds on; the last one ends after an hour. */
#include "lab/move_times.h"

#include <math.h>

enum { BINS_PER_DOUBLING = 32 };

void move_times_add(struct move_times *times, double seconds)
{
    double bin = seconds > 0 ? log2(1 + seconds * 1e6) * BINS_PER_DOUBLING : 0;

    times->bins[bin < TIME_BINS - 1 ? (int)bin : TIME_BINS - 1]++;
    times->moves++;
    times->longest = fmax(times->longest, seconds);
}

void move_times_join(struct move_times *times, const struct move_times *more)
{
    for (int i = 0; i < TIME_BINS; i++)
        times->bins[i] += more->bins[i];
    times->moves += more->moves;
    times->longest = fmax(times->longest, more->longest);
}

double move_times_median(const struct move_times *times)
{
    int64_t below = 0;

    for (int i = 0; i < TIME_BINS; i++) {
        below += times->bins[i];
        if (2 * below > times->moves) /* the middle of the bin, which may lie beyond what was measured */
            return fmin((exp2((i + 0.5) / BINS_PER_DOUBLING) - 1) * 1e-6, times->longest);
    }
    return 0;
}
