/* A WebSocket of our own to another node, over which it plays with a client of ours. What it says comes as text; what
 * is sent before it is open waits. The service thread makes all calls. */
#ifndef PARLOR_SERVER_INNER_H
#define PARLOR_SERVER_INNER_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>

#define INNER_PROTOCOL "parlor.inner" /* the name of on_inner() among the protocols of the vhost */

struct inner_plan {
    struct lws_context *context;
    struct lws_vhost *vhost;
    const char *host;
    int port;
    const char *secret;  /* which the nodes share */
    const char *address; /* of the client, as limits count it */
};

struct inner_handler {
    void (*message)(void *, const char *text, size_t length);
    /* It could not be opened, or is gone: with the code and the reason of the other end, or 0. It is freed after that.
     */
    void (*closed)(void *, bool was_open, int code, const char *reason);
};

struct inner;
/* NULL if it is known at once that the other end is not there; the handler is not told then. */
struct inner *inner_open(const struct inner_plan *, const struct inner_handler *, void *context);
void inner_send(struct inner *, const char *text, size_t length); /* copies */
void inner_drop(struct inner *);                                  /* closes it; the handler hears no more of it */

bool inner_is_open(const struct inner *);

extern const lws_retry_bo_t inner_validity; /* how soon either end notices that the other is out of reach */

int on_inner(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
