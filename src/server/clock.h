/* Times that nobody can change by setting the machine's clock.
 *
 * Limits and pauses are counted in steady time, which has no date. The clocks of
 * games run in game time: it goes on steadily while a server has its directory open
 * and stands still while none does. Where it stands is kept in DIR/parlor.clock every
 * few seconds, so a restart goes on from there. It is in milliseconds and began as
 * those since 1970; later it is behind by as long as the server was down. */
#ifndef PARLOR_SERVER_CLOCK_H
#define PARLOR_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "table/steady.h"

int64_t now_ms(void); /* milliseconds since 1970, by the machine's clock */

/* All zero: begins at the first time steady_ms() gave. */
struct game_clock {
    int64_t ahead;   /* of steady_ms() */
    int64_t kept_at; /* steady */
    char path[4096]; /* where it is kept; empty: nowhere */
};

/* Goes on from where the clock of a directory stood; begins it if there is none. */
void game_clock_open(struct game_clock *, const char *directory);
int64_t game_clock_now(const struct game_clock *);

/* Something has happened at this time: it is not earlier now. A directory that was put
 * back from a copy may have an older clock than its tables. */
void game_clock_reach(struct game_clock *, int64_t time);

/* Keeps the time, if it was not kept for a while; a disk that refuses is no reason to
 * stop: the next time may do. */
void game_clock_keep(struct game_clock *, bool at_once);

#endif
