/* A WebSocket of our own to another node, over which it plays with a client of ours. What it says comes as text; what
 * is sent before it is open waits. The service thread makes all calls. */
#ifndef PARLOR_SERVER_NODE_LINK_H
#define PARLOR_SERVER_NODE_LINK_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>

#define NODE_PROTOCOL "parlor.inner" /* the name of on_node_link() among the protocols of the vhost */

struct node_link_plan {
    struct lws_context *context;
    struct lws_vhost *vhost;
    const char *host;
    int port;
    const char *secret;  /* which the nodes share */
    const char *address; /* of the client, as limits count it */
};

struct node_link_handler {
    void (*message)(void *, const char *text, size_t length);
    /* It could not be opened, or is gone: with the code and the reason of the other end, or 0. It is freed after that.
     */
    void (*closed)(void *, bool was_open, int code, const char *reason);
};

struct node_link;
/* NULL if it is known at once that the other end is not there; the handler is not told then. */
struct node_link *node_link_open(const struct node_link_plan *, const struct node_link_handler *, void *context);
void node_link_send(struct node_link *, const char *text, size_t length); /* copies */
void node_link_drop(struct node_link *); /* closes it; the handler hears no more of it */

bool node_link_is_open(const struct node_link *);

extern const lws_retry_bo_t node_link_validity; /* how soon either end notices that the other is out of reach */

int on_node_link(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
