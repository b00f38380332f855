/* How long players take to choose. Times are counted in bins that are each 2 % wider than the last, so that a million
 * moves take no more memory than one; the longest is exact. */
#ifndef PARLOR_LAB_MOVE_TIMES_H
#define PARLOR_LAB_MOVE_TIMES_H

#include <stdint.h>

enum { TIME_BINS = 1024 };

struct move_times {
    int64_t moves;
    double longest; /* in seconds */
    int64_t bins[TIME_BINS];
};

void move_times_add(struct move_times *, double seconds);
void move_times_join(struct move_times *, const struct move_times *more);

/* Returns the median in seconds; 0 without a move. */
double move_times_median(const struct move_times *);

#endif
