/* Holds the texts that wait to be sent over a WebSocket, in order, until the socket
 * takes them. Both ends use it. */
#ifndef PARLOR_WIRE_OUTBOX_H
#define PARLOR_WIRE_OUTBOX_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. */
struct outbox {
    struct outgoing *first; /* NULL: nothing waits */
    struct outgoing *last;  /* where something does */
    size_t waiting;         /* bytes */
};

void outbox_put(struct outbox *, const char *text, size_t length); /* copies */

/* Sends what the socket takes now, and asks to be called for the rest. False if the
 * connection is lost. */
bool outbox_send(struct outbox *, struct lws *);

/* Likewise for a server whose connections have no extensions: messages that wait together leave together. */
bool outbox_send_plain(struct outbox *, struct lws *);

void outbox_clear(struct outbox *);

#endif
