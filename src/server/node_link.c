/* See node_link.h. */
#include "server/node_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/message.h"
#include "wire/outbox.h"
#include "wire/protocol.h"

enum { BEARER_SIZE = 80, CLIENT_ADDRESS_SIZE = 64 };

struct node_link {
    struct lws *wsi;
    const struct node_link_handler *handler; /* NULL: it is to hear no more */
    void *context;
    struct outbox out;
    bool open;
    bool opening, ended; /* node_link_open() is at work; it has failed meanwhile */
    char *in;            /* a message that comes in pieces */
    size_t in_length;
    int code; /* of the close frame that came; 0: none */
    char reason[124];
    char bearer[BEARER_SIZE], address[CLIENT_ADDRESS_SIZE]; /* for the request */
};

const lws_retry_bo_t node_link_validity = {.secs_since_valid_ping = 2, .secs_since_valid_hangup = 4};

static int end(struct lws *wsi, struct node_link *it)
{
    if (!it)
        return 0;
    lws_set_wsi_user(wsi, NULL);
    it->ended = true;
    if (it->opening)
        return 0;
    if (it->handler)
        it->handler->closed(it->context, it->open, it->code, it->reason);
    outbox_clear(&it->out);
    free(it->in);
    free(it);
    return 0;
}

/* Says who asks, and for whom. */
static int add_headers(struct lws *wsi, const struct node_link *it, unsigned char **at, size_t length)
{
    unsigned char *end = *at + length;

    return lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, (const unsigned char *)it->bearer,
                                        (int)strlen(it->bearer), at, end) ||
                   lws_add_http_header_by_token(wsi, WSI_TOKEN_X_FORWARDED_FOR, (const unsigned char *)it->address,
                                                (int)strlen(it->address), at, end)
               ? -1
               : 0;
}

static int receive(struct node_link *it, const char *bytes, size_t length)
{
    bool last = lws_is_final_fragment(it->wsi) && lws_remaining_packet_payload(it->wsi) == 0;

    if (!it->handler)
        return -1;
    if (it->in_length + length > MESSAGE_SIZE)
        return -1;
    if (last && it->in_length == 0) {
        it->handler->message(it->context, bytes, length);
        return 0;
    }
    it->in = must_resize(it->in, it->in_length + length + 1);
    memcpy(it->in + it->in_length, bytes, length);
    it->in_length += length;
    if (last) {
        size_t whole = it->in_length;
        it->in_length = 0;
        it->handler->message(it->context, it->in, whole);
    }
    return 0;
}

/* The other end says goodbye: two bytes of code, the rest is the reason. libwebsockets takes 1013, which asks the
 * client to come again, for a mistake, and has put 1002 in its place. */
static void hear_close(struct node_link *it, const char *bytes, size_t length)
{
    if (length < 2)
        return;
    it->code = (unsigned char)bytes[0] << 8 | (unsigned char)bytes[1];
    it->code = it->code == LWS_CLOSE_STATUS_PROTOCOL_ERR ? 1013 : it->code;
    snprintf(it->reason, sizeof it->reason, "%.*s", (int)(length - 2), bytes + 2);
}

int on_node_link(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct node_link *it = user;

    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return it ? add_headers(wsi, it, in, length) : -1;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        it->wsi = wsi;
        it->open = true;
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(it, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return it->handler && outbox_send(&it->out, wsi) ? 0 : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: hear_close(it, in, length); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: return end(wsi, it);
    default: return 0;
    }
}

struct node_link *node_link_open(const struct node_link_plan *plan, const struct node_link_handler *handler,
                                 void *context)
{
    struct node_link *it = must_zero(1, sizeof *it);
    struct lws_client_connect_info info = {.context = plan->context,
                                           .vhost = plan->vhost,
                                           .address = plan->host,
                                           .host = plan->host,
                                           .port = plan->port,
                                           .path = "/play",
                                           .protocol = SUBPROTOCOL,
                                           .local_protocol_name = NODE_PROTOCOL,
                                           .ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT,
                                           .retry_and_idle_policy = &node_link_validity,
                                           .userdata = it,
                                           .pwsi = &it->wsi};

    *it = (struct node_link){.handler = handler, .context = context, .opening = true};
    snprintf(it->bearer, sizeof it->bearer, "Bearer %s", plan->secret);
    snprintf(it->address, sizeof it->address, "%s", plan->address);
    lws_client_connect_via_info(&info); /* what goes wrong is told by the callback */
    it->opening = false;
    if (!it->ended)
        return it;
    free(it);
    return NULL;
}

void node_link_send(struct node_link *it, const char *text, size_t length)
{
    outbox_put(&it->out, text, length);
    if (it->open)
        lws_callback_on_writable(it->wsi);
}

bool node_link_is_open(const struct node_link *it)
{
    return it->open;
}

void node_link_drop(struct node_link *it)
{
    it->handler = NULL;
    if (it->wsi)
        lws_set_timeout(it->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}
