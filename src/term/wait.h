/* Waiting for input in such a way that no signal is missed: one that comes just
 * before the wait ends it as well. */
#ifndef PARLOR_TERM_WAIT_H
#define PARLOR_TERM_WAIT_H

#include <poll.h>
#include <stdbool.h>

/* Waits until a descriptor is ready, the given milliseconds (-1: for ever) have
 * passed, or due() returns true, which only a signal may cause. Returns how many
 * descriptors are ready. */
int wait_for(struct pollfd *, nfds_t count, int milliseconds, bool (*due)(const void *), const void *context);

#endif
