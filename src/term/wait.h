/* Waiting for input in such a way that no signal is missed: one that comes just
 * before the wait ends it as well. */
#ifndef PARLOR_TERM_WAIT_H
#define PARLOR_TERM_WAIT_H

#include <poll.h>
#include <stdbool.h>

/* Waits until a descriptor has something, so many milliseconds (-1: for ever) have
 * passed, or due() says that something else is to be done, which only a signal may
 * bring about. Returns how many descriptors have something. */
int wait_for(struct pollfd *, nfds_t count, int milliseconds, bool (*due)(const void *), const void *context);

#endif
