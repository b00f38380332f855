/* The transport over libwebsockets: one service thread, plain HTTP and
 * WebSocket (a proxy in front does TLS). What is to be sent waits in a list and
 * goes out when the socket takes it. */
#include "server/transport.h"

#include <ev.h>
#include <libwebsockets.h>
#include <stdatomic.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "server/clock.h"
#include "server/connections.h"
#include "server/node_link.h"
#include "server/admission.h"
#include "server/meter.h"
#include "wire/outbox.h"
#include "wire/protocol.h"

enum {
    TICK_US = 100 * 1000,
    BODY_MAX = 1 << 14, /* bytes of an HTTP request */
    PATH_SIZE = 256,
    HEADER_SIZE = 2048,
    SLOW_REQUEST_S = 10,
    CHUNK = 1 << 14, /* of an HTTP answer, at a time */
    REASON_SIZE = 100,
    KNOWN_SIZE = 128,      /* of an If-None-Match; a longer one counts for nothing */
    CONNECTIONS_MAX = 800, /* connections that are no WebSockets; fewer than the files left for them, FILES_SPARE */
    CONNECTIONS_OF_ADDRESS = 100,
    FILES_SPARE = 1024,
    ANSWER_S = 300, /* for all of an answer, however slowly it is read */
};

#define RETRY_S "1" /* seconds, after a 503 */

struct peer {
    struct lws *wsi;
    struct transport *transport;
    void *of_hall;
    struct outbox out;
    struct node_link *node_link; /* to the node that has its table; NULL: it is here */
    bool of_node;                /* it is another node, for a client of its own */
    size_t counted;              /* bytes of out, in transport->outgoing */
    struct peer *next, *before;
    struct peer *next_due; /* of those that something waits for */
    bool is_due;
    char *in; /* a message that comes in pieces */
    size_t in_length;
    int close_code; /* close with it once all is sent; 0: do not */
    bool says_bye;  /* its end of the connection is closing it */
    char close_reason[REASON_SIZE];
    char address[ADDRESS_SIZE];
};

struct http_call {
    struct lws *wsi;
    struct transport *transport;
    char path[PATH_SIZE], query[PATH_SIZE], address[ADDRESS_SIZE], known[KNOWN_SIZE], languages[KNOWN_SIZE];
    bool posts, other_method, takes_gzip, takes_brotli, wants_page;
    bool asked; /* the handler has it */
    char *body; /* of the request */
    size_t body_length;
    bool too_large, forbidden;
    enum http_side side;
    struct http_call *next, *before;                                /* of those that are being answered */
    int status;                                                     /* of the answer; 0: none yet */
    char type[64], cache[64], etag[64], encoding[16], language[16]; /* empty: not said */
    const char *answer;
    char *copied; /* the answer, where it does not last */
    size_t answer_length, sent;
    bool headed; /* the headers are out */
};

/* What lws keeps for a connection, whatever it turns out to be. */
struct session {
    struct peer *peer;
    struct http_call *call;
};

struct transport {
    struct transport_plan plan;
    struct transport_handler handler;
    struct ev_loop *loop;
    struct ev_prepare before_waiting;
    struct lws_context *context;
    struct lws_vhost *vhost, *metrics, *nodes;
    lws_sorted_usec_list_t tick;
    lws_retry_bo_t validity;
    char address[ADDRESS_SIZE], metrics_address[ADDRESS_SIZE], node_address[ADDRESS_SIZE]; /* where it listens */
    int shares;        /* servers among which limits by address are divided */
    char machine[256]; /* what it is called; empty if nobody knows */
    struct meter *arrivals;
    struct connections crowd;
    struct peer *first_peer, *first_due;
    struct http_call *first_call;
    size_t outgoing; /* bytes that wait to be sent */
    uint64_t slow_dropped;
    int peers;
    bool turns_away; /* who comes now */
    bool refuses;    /* WebSockets, for a while */
    atomic_bool stopping, woken;
    struct counted {
        char address[ADDRESS_SIZE];
        int peers;
    } * addresses; /* plan.peers_max of them */
};

/* ---- addresses ---- */

/* The address at the other end, as limits count it. */
static void count_as(const char *address, char out[ADDRESS_SIZE])
{
    if (!address_key(address, out))
        lws_strncpy(out, address, ADDRESS_SIZE);
}

/* Whether what a connection says of others is believed: anybody else could say it too. */
static bool is_proxy(const struct transport *transport, const char *address)
{
    const char *named = transport->plan.proxies ? transport->plan.proxies : "";
    char key[ADDRESS_SIZE];

    count_as(address, key);
    return (transport->plan.proxied && address_is_loopback(address)) || list_has(named, address) ||
           list_has(named, key);
}

/* Whether a connection has come where only nodes come. */
static bool is_of_node(const struct transport *transport, struct lws *wsi)
{
    return transport->nodes && lws_get_vhost(wsi) == transport->nodes;
}

/* What an address may have of this server, if several share a limit. */
static int share_of(const struct transport *transport, int limit)
{
    return (limit + transport->shares - 1) / transport->shares;
}

/* The address of a client, as limits count it. Returns whether a proxy is in between. */
static bool address_of(struct transport *transport, struct lws *wsi, char out[ADDRESS_SIZE])
{
    char forwarded[256], peer[ADDRESS_SIZE] = "";

    lws_get_peer_simple(wsi, peer, sizeof peer);
    count_as(peer, out);
    if (is_of_node(transport, wsi))
        return lws_hdr_copy(wsi, out, ADDRESS_SIZE, WSI_TOKEN_X_FORWARDED_FOR) > 0;
    if (!is_proxy(transport, peer) || lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return false;
    const char *last = strrchr(forwarded, ','); /* what our own proxy has added */
    return address_key(last ? last + 1 + strspn(last + 1, " ") : forwarded, out);
}

static struct counted *counted_of(struct transport *transport, const char *address)
{
    struct counted *free_one = NULL;

    for (int i = 0; i < transport->plan.peers_max; i++) {
        struct counted *it = &transport->addresses[i];
        if (it->peers > 0 && strcmp(it->address, address) == 0)
            return it;
        if (it->peers == 0) {
            free_one = free_one ? free_one : it;
            if (!it->address[0])
                break; /* none beyond was ever used */
        }
    }
    if (free_one)
        lws_strncpy(free_one->address, address, ADDRESS_SIZE);
    return free_one;
}

/* Whether a connection is taken at all. Behind a proxy all of them are the proxy's. */
static bool may_arrive(struct transport *transport, struct lws *listener, lws_sockfd_type fd)
{
    char address[ADDRESS_SIZE] = "";

    if (transport->turns_away)
        return false;
    if (is_of_node(transport, listener))
        return true;
    lws_get_peer_simple_fd(fd, address, sizeof address);
    if (is_proxy(transport, address))
        return true;
    char key[ADDRESS_SIZE];
    count_as(address, key);
    return meter_take(transport->arrivals, key, steady_ms());
}

/* ---- connections that have not asked for anything yet ---- */

static void drop_surplus(struct transport *transport)
{
    struct arrival *it;

    while ((it = connections_surplus(&transport->crowd, steady_ms())))
        lws_set_timeout(it->of_transport, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static void arrive(struct transport *transport, struct lws *wsi)
{
    struct arrival *it = must_zero(1, sizeof *it);
    char address[ADDRESS_SIZE] = "";

    lws_get_peer_simple(wsi, address, sizeof address);
    count_as(address, it->address);
    it->counted = !is_proxy(transport, address) && !is_of_node(transport, wsi);
    it->of_transport = wsi;
    lws_set_opaque_user_data(wsi, it);
    connections_add(&transport->crowd, it, steady_ms());
    drop_surplus(transport);
}

/* It has become a WebSocket, which is counted elsewhere, or is gone. */
static void leave_crowd(struct transport *transport, struct lws *wsi)
{
    struct arrival *it = lws_get_opaque_user_data(wsi);

    if (!it)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    connections_remove(&transport->crowd, it);
    free(it);
}

/* ---- what waits to be sent ---- */

static void forget_answer(struct http_call *call)
{
    if (call->copied)
        call->transport->outgoing -= call->answer_length;
    free(call->copied);
    call->copied = NULL;
    call->answer = NULL;
}

static void count_outgoing(struct peer *peer)
{
    peer->transport->outgoing += peer->out.waiting - peer->counted;
    peer->counted = peer->out.waiting;
}

static void drop_slow(struct peer *peer)
{
    peer_close(peer, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too slow");
    outbox_clear(&peer->out);
    count_outgoing(peer);
    peer->transport->slow_dropped++;
}

/* Returns the call with the most left to send of what it holds in memory, or NULL. */
static struct http_call *slowest_call(const struct transport *transport)
{
    struct http_call *slowest = NULL;

    for (struct http_call *it = transport->first_call; it; it = it->next)
        if (it->copied && (!slowest || it->answer_length - it->sent > slowest->answer_length - slowest->sent))
            slowest = it;
    return slowest;
}

/* Holds what waits for all clients together below its bound: those that most waits
 * for go first. */
static void drop_slowest(struct transport *transport)
{
    while (transport->outgoing > transport->plan.outboxes_max) {
        struct peer *slowest = NULL;
        struct http_call *call = slowest_call(transport);
        for (struct peer *it = transport->first_peer; it; it = it->next)
            if (it->counted > 0 && (!slowest || it->counted > slowest->counted))
                slowest = it;
        if (slowest && (!call || slowest->counted >= call->answer_length - call->sent)) {
            drop_slow(slowest);
        } else if (call) {
            transport->slow_dropped++;
            forget_answer(call);
            lws_set_timeout(call->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        } else {
            return;
        }
    }
}

/* ---- WebSocket ---- */

/* A page of another site may not use a visitor's browser to play here. Programs
 * send no Origin. */
static bool origin_allowed(const struct transport *transport, struct lws *wsi)
{
    char origin[256] = "", host[256] = "";
    const char *allowed = transport->plan.origins ? transport->plan.origins : "";
    int length = lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);

    if (length == 0)
        return true;
    return length > 0 && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) >= 0 &&
           origin_is_allowed(origin, host, allowed);
}

/* Whether this server may be asked for by that name. A proxy sees to it by itself,
 * unless names are given. */
static bool host_allowed(const struct transport *transport, struct lws *wsi, bool forwarded)
{
    char host[256] = "";
    const char *allowed = transport->plan.hosts ? transport->plan.hosts : "";
    int length = lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST);

    if (length == 0 || (forwarded && !allowed[0]))
        return true;
    return length > 0 && host_is_ours(host, transport->machine, allowed);
}

static int refuse_peer(struct lws *wsi, unsigned status, const char *why)
{
    lws_return_http_status(wsi, status, why);
    return 1;
}

/* Says when to come back. libwebsockets has no header for that here, and would say that it speaks HTTP/1.0. */
static int refuse_for_now(struct lws *wsi, const char *why)
{
    unsigned char buffer[LWS_PRE + HEADER_SIZE], *start = buffer + LWS_PRE;
    int length = lws_snprintf((char *)start, HEADER_SIZE,
                              "HTTP/1.1 503 Service Unavailable\r\nretry-after: " RETRY_S "\r\nconnection: close\r\n"
                              "content-type: text/plain\r\ncontent-length: %zu\r\n\r\n%s",
                              strlen(why), why);

    lws_write(wsi, start, (size_t)length, LWS_WRITE_HTTP_HEADERS);
    return 1;
}

/* Nodes show the secret that they share, and have seen to everything else. */
static int admit_node(const struct transport *transport, struct lws *wsi)
{
    static const char bearer[] = "Bearer ";
    char shown[128] = "";
    size_t length = strlen(transport->plan.secret);

    if (lws_hdr_copy(wsi, shown, sizeof shown, WSI_TOKEN_HTTP_AUTHORIZATION) == (int)(sizeof bearer - 1 + length) &&
        strncmp(shown, bearer, sizeof bearer - 1) == 0 &&
        sodium_memcmp(shown + sizeof bearer - 1, transport->plan.secret, length) == 0 &&
        transport->peers < transport->plan.peers_max)
        return 0;
    return refuse_peer(wsi, HTTP_STATUS_FORBIDDEN, "this address is for other nodes of the same database");
}

static int admit(struct transport *transport, struct lws *wsi)
{
    char address[ADDRESS_SIZE], path[PATH_SIZE];

    if (transport->refuses && lws_get_vhost(wsi) != transport->metrics)
        return refuse_for_now(wsi, "this node has lost its database; try another one");
    if (is_of_node(transport, wsi))
        return admit_node(transport, wsi);

    bool forwarded = address_of(transport, wsi, address);
    if (lws_get_vhost(wsi) == transport->metrics)
        return refuse_peer(wsi, HTTP_STATUS_NOT_FOUND, "this address serves no tables");
    if (!host_allowed(transport, wsi, forwarded))
        return refuse_peer(wsi, HTTP_STATUS_FORBIDDEN, "this server does not go by that name");
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) < 0 || strcmp(path, "/play") != 0)
        return refuse_peer(wsi, HTTP_STATUS_NOT_FOUND, "WebSockets are at /play");
    if (!origin_allowed(transport, wsi))
        return refuse_peer(wsi, HTTP_STATUS_FORBIDDEN, "this origin is not allowed");
    if (transport->peers >= transport->plan.peers_max)
        return refuse_for_now(wsi, "the server has no space for another connection; try again later");
    const struct counted *counted = counted_of(transport, address);
    if (!counted || counted->peers >= share_of(transport, transport->plan.peers_per_address))
        return refuse_peer(wsi, 429, "too many connections from this address");
    return 0;
}

static int open_peer(struct transport *transport, struct session *session, struct lws *wsi)
{
    struct peer *peer = must_zero(1, sizeof *peer);

    *peer = (struct peer){.wsi = wsi, .transport = transport, .of_node = is_of_node(transport, wsi)};
    address_of(transport, wsi, peer->address);
    struct counted *counted = peer->of_node ? NULL : counted_of(transport, peer->address);
    if (!counted && !peer->of_node) {
        free(peer);
        return -1;
    }
    transport->handler.opened(transport->handler.context, peer, peer->address);
    if (counted)
        counted->peers++; /* a node counts its own */
    transport->peers++;
    session->peer = peer;
    peer->next = transport->first_peer;
    if (peer->next)
        peer->next->before = peer;
    transport->first_peer = peer;
    leave_crowd(transport, wsi);
    return 0;
}

static void close_peer(struct transport *transport, struct session *session)
{
    struct peer *peer = session->peer;

    if (!peer)
        return;
    session->peer = NULL;
    peer_take_back(peer);
    transport->handler.closed(transport->handler.context, peer);
    for (struct peer **at = &transport->first_due; peer->is_due; at = &(*at)->next_due)
        if (*at == peer) {
            *at = peer->next_due;
            break;
        }
    if (!peer->of_node)
        counted_of(transport, peer->address)->peers--;
    transport->peers--;
    outbox_clear(&peer->out);
    count_outgoing(peer);
    *(peer->before ? &peer->before->next : &transport->first_peer) = peer->next;
    if (peer->next)
        peer->next->before = peer->before;
    free(peer->in);
    free(peer);
}

static int refuse_message(struct lws *wsi, enum lws_close_status code, const char *why)
{
    char reason[REASON_SIZE];

    lws_strncpy(reason, why, sizeof reason);
    lws_close_reason(wsi, code, (unsigned char *)reason, strlen(reason));
    return -1;
}

static int receive(struct transport *transport, struct peer *peer, struct lws *wsi, const char *bytes, size_t length)
{
    if (!peer || peer->close_code)
        return 0;
    if (lws_frame_is_binary(wsi))
        return refuse_message(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    if (peer->in_length + length + lws_remaining_packet_payload(wsi) > transport->plan.message_max)
        return refuse_message(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too large");
    if (peer->in_length == 0 && lws_is_final_fragment(wsi)) {
        transport->handler.message(transport->handler.context, peer, bytes, length);
        return 0;
    }
    peer->in = must_resize(peer->in, peer->in_length + length + 1);
    if (length > 0)
        memcpy(peer->in + peer->in_length, bytes, length);
    peer->in_length += length;
    if (lws_is_final_fragment(wsi)) {
        size_t whole = peer->in_length;
        peer->in_length = 0;
        transport->handler.message(transport->handler.context, peer, peer->in, whole);
    }
    return 0;
}

static int send_next(struct peer *peer, struct lws *wsi)
{
    bool sent = outbox_send_plain(&peer->out, wsi);

    count_outgoing(peer);
    if (!sent)
        return -1;
    if (peer->close_code && !peer->out.first)
        return refuse_message(wsi, (enum lws_close_status)peer->close_code, peer->close_reason);
    return 0;
}

/* Sends what waits for a peer without asking the socket first whether it takes it, as it nearly always does: that would
 * cost two calls of the system and a turn of the loop. What the socket does not take, libwebsockets keeps. */
static void send_unasked(struct peer *peer)
{
    if (peer->says_bye || lws_partial_buffered(peer->wsi))
        lws_callback_on_writable(peer->wsi);
    else if (!outbox_send_plain(&peer->out, peer->wsi))
        lws_set_timeout(peer->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    count_outgoing(peer);
}

/* Before the loop waits for something to happen, all that was said meanwhile is sent: what one cause has a peer told,
 * such as `ok` and the table that it changed, leaves together. */
static void send_all(struct ev_loop *loop, struct ev_prepare *watcher, int events)
{
    struct transport *transport = watcher->data;

    (void)loop, (void)events;
    while (transport->first_due) {
        struct peer *peer = transport->first_due;
        transport->first_due = peer->next_due;
        peer->is_due = false;
        send_unasked(peer);
    }
}

void peer_send(struct peer *peer, const char *text, size_t length)
{
    if (peer->close_code)
        return;
    if (peer->out.waiting + length > peer->transport->plan.outbox_max) {
        drop_slow(peer);
        return;
    }
    outbox_put(&peer->out, text, length);
    if (!peer->is_due) {
        peer->is_due = true;
        peer->next_due = peer->transport->first_due;
        peer->transport->first_due = peer;
    }
    count_outgoing(peer);
    drop_slowest(peer->transport);
}

void peer_close(struct peer *peer, int code, const char *reason)
{
    enum { PATIENCE_S = 5 }; /* for a client that does not take what is left */

    if (peer->close_code)
        return;
    peer->close_code = code;
    lws_strncpy(peer->close_reason, reason, sizeof peer->close_reason);
    lws_set_timeout(peer->wsi, PENDING_TIMEOUT_CLOSE_SEND, PATIENCE_S);
    lws_callback_on_writable(peer->wsi);
}

void peer_set(struct peer *peer, void *of_hall)
{
    peer->of_hall = of_hall;
}

void *peer_get(const struct peer *peer)
{
    return peer->of_hall;
}

/* ---- other nodes ---- */

/* ADDR:PORT into its parts; the address is empty for all of them. */
static bool read_listen(const char *listen, char address[ADDRESS_SIZE], int *port, struct problem *why)
{
    const char *colon = strrchr(listen, ':');
    char *end = NULL;
    long number = colon ? strtol(colon + 1, &end, 10) : -1;
    bool bracketed = listen[0] == '[' && colon && colon > listen && colon[-1] == ']';
    size_t length = colon ? (size_t)(colon - listen) - (bracketed ? 2 : 0) : 0;

    if (!colon || end == colon + 1 || *end || number < 0 || number > 65535 || length >= ADDRESS_SIZE)
        return problem_set(why, "%s: listen on ADDRESS:PORT, like 127.0.0.1:7777 or :7777", listen);
    memcpy(address, listen + bracketed, length);
    address[length] = '\0';
    *port = (int)number;
    return true;
}

bool peer_is_of_node(const struct peer *peer)
{
    return peer->of_node;
}

static void node_link_says(void *of_peer, const char *text, size_t length)
{
    peer_send(of_peer, text, length);
}

static void node_link_closed(void *of_peer, bool was_open, int code, const char *reason)
{
    struct peer *peer = of_peer;

    peer->node_link = NULL;
    peer->transport->handler.returned(peer->transport->handler.context, peer, was_open, code, reason);
}

bool peer_pass_on(struct peer *peer, const char *address)
{
    static const struct node_link_handler handler = {node_link_says, node_link_closed};
    char host[ADDRESS_SIZE];
    struct problem unused;
    struct node_link_plan plan = {.context = peer->transport->context,
                                  .vhost = peer->transport->vhost,
                                  .host = host,
                                  .secret = peer->transport->plan.secret,
                                  .address = peer->address};

    peer_take_back(peer);
    if (read_listen(address, host, &plan.port, &unused))
        peer->node_link = node_link_open(&plan, &handler, peer);
    return peer->node_link;
}

bool peer_is_reached(const struct peer *peer)
{
    return peer->node_link && node_link_is_open(peer->node_link);
}

void peer_pass(struct peer *peer, const char *text, size_t length)
{
    if (peer->node_link)
        node_link_send(peer->node_link, text, length);
}

void peer_take_back(struct peer *peer)
{
    if (peer->node_link)
        node_link_drop(peer->node_link);
    peer->node_link = NULL;
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct transport *transport = lws_context_user(lws_get_context(wsi));
    struct session *session = user;

    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(transport, wsi);
    case LWS_CALLBACK_ESTABLISHED: return open_peer(transport, session, wsi);
    case LWS_CALLBACK_RECEIVE: return receive(transport, session->peer, wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return session->peer ? send_next(session->peer, wsi) : 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (session->peer)
            session->peer->says_bye = true;
        return 0;
    case LWS_CALLBACK_CLOSED: close_peer(transport, session); return 0;
    default: return 0;
    }
}

/* ---- HTTP ---- */

static void refuse_call(struct http_call *call, int status, const char *text)
{
    http_answer(
        call, &(struct http_answer){
                  .status = status, .type = "application/json", .body = text, .length = strlen(text), .lasting = true});
}

static void hand_over(struct http_call *call)
{
    const struct transport_handler *handler = &call->transport->handler;
    const struct http_request request = {.side = call->side,
                                         .method = call->other_method ? "?"
                                                   : call->posts      ? "POST"
                                                                      : "GET",
                                         .path = call->path,
                                         .query = call->query,
                                         .body = call->body ? call->body : "",
                                         .length = call->body_length,
                                         .address = call->address,
                                         .languages = call->languages,
                                         .known = call->known,
                                         .takes_gzip = call->takes_gzip,
                                         .takes_brotli = call->takes_brotli,
                                         .wants_page = call->wants_page};

    call->asked = true;
    if (call->forbidden)
        refuse_call(
            call, 403,
            "{\"error\":{\"code\":\"forbidden\",\"text\":\"this server is not known by that name, or the page that "
            "asks belongs to another site; its operator can allow both: --hosts, --origins\"}}");
    else if (call->too_large)
        refuse_call(call, 413, "{\"error\":{\"code\":\"too_large\",\"text\":\"the request is too large\"}}");
    else
        handler->request(handler->context, call, &request);
}

static void free_call(struct session *session)
{
    struct http_call *call = session->call;

    if (!call)
        return;
    session->call = NULL;
    *(call->before ? &call->before->next : &call->transport->first_call) = call->next;
    if (call->next)
        call->next->before = call->before;
    if (call->asked && call->status == 0)
        call->transport->handler.gone(call->transport->handler.context, call);
    forget_answer(call);
    free(call->body);
    free(call);
}

/* libwebsockets has the parts of name=value&… one by one. False if they do not fit. */
static bool copy_query(struct lws *wsi, char query[PATH_SIZE])
{
    struct writer w = write_into(query, PATH_SIZE);
    char part[PATH_SIZE];

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) >= PATH_SIZE)
        return false;
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0; i++) {
        write_text(&w, i ? "&" : "");
        write_text(&w, part);
    }
    return !w.overflow;
}

static bool header_has(struct lws *wsi, enum lws_token_indexes header, const char *word)
{
    char text[512];

    return lws_hdr_copy(wsi, text, sizeof text, header) > 0 && strstr(text, word);
}

/* What the answer may be like. */
static void read_wishes(struct http_call *call, struct lws *wsi)
{
    if (lws_hdr_copy(wsi, call->known, sizeof call->known, WSI_TOKEN_HTTP_IF_NONE_MATCH) < 0)
        call->known[0] = '\0';
    if (lws_hdr_copy(wsi, call->languages, sizeof call->languages, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE) < 0)
        call->languages[0] = '\0';
    call->takes_gzip = header_has(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip") &&
                       !header_has(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip;q=0");
    call->takes_brotli = header_has(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "br") &&
                         !header_has(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "br;q=0");
    call->wants_page = header_has(wsi, WSI_TOKEN_HTTP_ACCEPT, "text/html");
}

/* Whose side a request comes from. Behind a proxy everybody seems to be at this machine. */
static enum http_side side_of(const struct transport *transport, struct lws *wsi)
{
    const char *metrics = transport->plan.metrics;
    char peer[ADDRESS_SIZE] = "";

    if (transport->metrics && lws_get_vhost(wsi) == transport->metrics)
        return SIDE_METRICS;
    if (metrics)
        return strcmp(metrics, "everybody") == 0 ? SIDE_LOCAL : SIDE_PUBLIC;
    lws_get_peer_simple(wsi, peer, sizeof peer);
    return address_is_loopback(peer) && !transport->plan.proxied ? SIDE_LOCAL : SIDE_PUBLIC;
}

static int begin_call(struct transport *transport, struct session *session, struct lws *wsi, const char *path)
{
    char unused[16];

    free_call(session); /* the last one of a connection that is kept */
    struct http_call *call = must_zero(1, sizeof *call);
    session->call = call;
    *call = (struct http_call){.wsi = wsi, .transport = transport, .next = transport->first_call};
    if (call->next)
        call->next->before = call;
    transport->first_call = call;
    if (lws_get_opaque_user_data(wsi))
        connections_asks(&transport->crowd, lws_get_opaque_user_data(wsi), steady_ms());
    call->posts = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    call->other_method = !call->posts && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0;
    lws_strncpy(call->path, path, sizeof call->path);
    call->too_large = strlen(path) >= sizeof call->path || !copy_query(wsi, call->query);
    bool forwarded = address_of(transport, wsi, call->address);
    call->side = side_of(transport, wsi);
    call->forbidden = is_of_node(transport, wsi) || !host_allowed(transport, wsi, forwarded) ||
                      (call->posts && !origin_allowed(transport, wsi));
    read_wishes(call, wsi);
    bool has_body = call->posts && lws_hdr_copy(wsi, unused, sizeof unused, WSI_TOKEN_HTTP_CONTENT_LENGTH) != 0 &&
                    strcmp(unused, "0") != 0;
    if (has_body)
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SLOW_REQUEST_S);
    else
        hand_over(call);
    return 0;
}

static int take_body(struct http_call *call, const char *bytes, size_t length)
{
    if (!call || call->too_large || length == 0)
        return 0;
    if (call->body_length + length > BODY_MAX) {
        call->too_large = true;
        return 0;
    }
    call->body = must_resize(call->body, call->body_length + length + 1);
    memcpy(call->body + call->body_length, bytes, length);
    call->body_length += length;
    return 0;
}

void http_answer(struct http_call *call, const struct http_answer *answer)
{
    call->answer = answer->body;
    call->answer_length = answer->length;
    if (!answer->lasting) {
        call->answer = call->copied = must_alloc(answer->length + 1);
        memcpy(call->copied, answer->body, answer->length);
        call->transport->outgoing += answer->length;
    }
    call->status = answer->status;
    lws_strncpy(call->type, answer->type, sizeof call->type);
    lws_strncpy(call->cache, answer->cache ? answer->cache : "no-store", sizeof call->cache);
    lws_strncpy(call->etag, answer->etag ? answer->etag : "", sizeof call->etag);
    lws_strncpy(call->encoding, answer->encoding ? answer->encoding : "", sizeof call->encoding);
    lws_strncpy(call->language, answer->language ? answer->language : "", sizeof call->language);
    lws_callback_on_writable(call->wsi);
    drop_slowest(call->transport);
}

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

static bool send_headers(struct http_call *call, struct lws *wsi)
{
    static const char policy[] = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                                 "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
                                 "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    unsigned char buffer[LWS_PRE + HEADER_SIZE], *start = buffer + LWS_PRE, *at = start,
                                                 *end = buffer + sizeof buffer - 1;

    const char *vary = !call->language[0] ? call->etag[0] ? "accept-encoding" : ""
                       : call->etag[0]    ? "accept-encoding, accept-language"
                                          : "accept-language";
    /* A script and a style obey the page that uses them. */
    bool obeys = strncmp(call->type, "text/javascript", 15) == 0 || strncmp(call->type, "text/css", 8) == 0;

    call->headed = true;
    return lws_add_http_common_headers(wsi, (unsigned)call->status, call->type, call->answer_length, &at, end) == 0 &&
           add_header(wsi, "cache-control:", call->cache, &at, end) &&
           (!call->etag[0] || add_header(wsi, "etag:", call->etag, &at, end)) &&
           (!vary[0] || add_header(wsi, "vary:", vary, &at, end)) &&
           (!call->encoding[0] || add_header(wsi, "content-encoding:", call->encoding, &at, end)) &&
           (!call->language[0] || add_header(wsi, "content-language:", call->language, &at, end)) &&
           add_header(wsi, "x-content-type-options:", "nosniff", &at, end) &&
           (obeys || (add_header(wsi, "content-security-policy:", policy, &at, end) &&
                      add_header(wsi, "referrer-policy:", "no-referrer", &at, end))) &&
           (call->status != 503 || add_header(wsi, "retry-after:", RETRY_S, &at, end)) &&
           (call->status != 405 || add_header(wsi, "allow:", "GET, POST", &at, end)) &&
           lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static int send_answer(struct session *session, struct lws *wsi)
{
    struct http_call *call = session->call;
    struct transport *transport = lws_context_user(lws_get_context(wsi));
    unsigned char buffer[LWS_PRE + CHUNK];

    if (!call || call->status == 0)
        return 0;
    if (!call->answer)
        return -1; /* dropped */
    if (!call->headed && !send_headers(call, wsi))
        return -1;
    size_t left = call->answer_length - call->sent, now = left < CHUNK ? left : CHUNK;
    bool last = now == left;
    memcpy(buffer + LWS_PRE, call->answer + call->sent, now);
    if (lws_write(wsi, buffer + LWS_PRE, now, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)now)
        return -1;
    call->sent += now;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    free_call(session);
    if (lws_get_opaque_user_data(wsi))
        connections_is_answered(&transport->crowd, lws_get_opaque_user_data(wsi), steady_ms());
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct transport *transport = lws_context_user(lws_get_context(wsi));
    struct session *session = user;

    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return !may_arrive(transport, wsi, (lws_sockfd_type)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: arrive(transport, wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: leave_crowd(transport, wsi); return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* of a WebSocket that asks for an old subprotocol, or for none */
        return refuse_peer(wsi, HTTP_STATUS_BAD_REQUEST,
                           "this server speaks " SUBPROTOCOL
                           ": reload the page, or install the same version of parlor");
    case LWS_CALLBACK_HTTP: return begin_call(transport, session, wsi, in);
    case LWS_CALLBACK_HTTP_BODY: return take_body(session->call, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (session->call && !session->call->asked)
            hand_over(session->call);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_answer(session, wsi);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (session)
            free_call(session);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (atomic_load(&transport->stopping))
            ev_break(transport->loop, EVBREAK_ALL);
        if (atomic_exchange(&transport->woken, false))
            transport->handler.woken(transport->handler.context);
        return 0;
    default: return 0;
    }
}

/* ---- the whole ---- */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_http, .per_session_data_size = sizeof(struct session), .rx_buffer_size = 4096},
    {.name = SUBPROTOCOL,
     .callback = on_socket,
     .per_session_data_size = sizeof(struct session),
     .rx_buffer_size = 4096},
    {.name = NODE_PROTOCOL, .callback = on_node_link, .rx_buffer_size = 1 << 14},
    {.name = "parlor.1", .callback = on_http, .per_session_data_size = sizeof(struct session), .rx_buffer_size = 4096},
    {0},
};

static void on_tick(lws_sorted_usec_list_t *tick)
{
    struct transport *transport = lws_container_of(tick, struct transport, tick);

    transport->handler.tick(transport->handler.context);
    drop_surplus(transport);
    lws_sul_schedule(transport->context, 0, tick, on_tick, TICK_US);
}

bool listen_is_valid(const char *listen, struct problem *why)
{
    char address[ADDRESS_SIZE];
    int port = 0;

    return read_listen(listen, address, &port, why);
}

static bool wants_metrics_apart(const struct transport_plan *plan)
{
    return plan->metrics && strcmp(plan->metrics, "everybody") != 0;
}

bool metrics_is_valid(const char *metrics, struct problem *why)
{
    return strcmp(metrics, "everybody") == 0 || listen_is_valid(metrics, why);
}

bool node_is_valid(const char *node, struct problem *why)
{
    char address[ADDRESS_SIZE], unused[ADDRESS_SIZE];
    int port = 0;

    if (!read_listen(node, address, &port, why))
        return false;
    return (port > 0 && address_key(address, unused)) ||
           problem_set(why, "%s: other nodes need the address of this machine and a port, like 10.0.0.5:7778", node);
}

/* Listens at another place, for those who look after the server or for other nodes. True where that is
 * not wanted. */
static bool listen_apart(struct transport *transport, const struct lws_context_creation_info *like, const char *name,
                         const char *address, int port, struct lws_vhost **out)
{
    struct lws_context_creation_info info = *like;

    if (port < 0)
        return true;
    info.vhost_name = name;
    info.retry_and_idle_policy = out == &transport->nodes ? &node_link_validity : info.retry_and_idle_policy;
    info.port = port;
    info.iface = address[0] ? address : NULL;
    *out = lws_create_vhost(transport->context, &info);
    return *out;
}

struct transport *transport_open(const struct transport_plan *plan, const struct transport_handler *handler,
                                 struct problem *why)
{
    struct transport *transport = must_zero(1, sizeof *transport);
    struct lws_context_creation_info info = {0};
    int port = 0, metrics_port = -1, node_port = -1;

    if (!read_listen(plan->listen, transport->address, &port, why) ||
        (plan->node && !read_listen(plan->node, transport->node_address, &node_port, why)) ||
        (wants_metrics_apart(plan) && !read_listen(plan->metrics, transport->metrics_address, &metrics_port, why))) {
        free(transport);
        return NULL;
    }
    gethostname(transport->machine, sizeof transport->machine - 1);
    transport->crowd = (struct connections){.most = CONNECTIONS_MAX,
                                            .most_of_address = CONNECTIONS_OF_ADDRESS,
                                            .request_ms = SLOW_REQUEST_S * 1000,
                                            .answer_ms = ANSWER_S * 1000};
    transport->plan = *plan;
    transport->shares = 1;
    transport->handler = *handler;
    transport->addresses = must_zero((size_t)plan->peers_max, sizeof *transport->addresses);
    transport->validity = (lws_retry_bo_t){.secs_since_valid_ping = (uint16_t)(plan->silence_s / 2),
                                           .secs_since_valid_hangup = (uint16_t)plan->silence_s};
    lws_set_log_level(0, NULL);
    info.user = transport;
    void *loops[] = {transport->loop = ev_loop_new(0)};
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_LIBEV; /* poll() over thousands of sockets costs more than all else */
    info.protocols = protocols;
    info.retry_and_idle_policy = &transport->validity;
    info.port = port;
    info.iface = transport->address[0] ? transport->address : NULL;
    info.keepalive_timeout = 30;
    info.timeout_secs = 20;
    info.fd_limit_per_thread = (unsigned)plan->peers_max + FILES_SPARE;
    info.pt_serv_buf_size = 1 << 16;
    transport->arrivals = meter_new(plan->arrivals_per_second, plan->arrivals_per_second * BURST);
    transport->context = transport->loop ? lws_create_context(&info) : NULL;
    transport->vhost = transport->context ? lws_create_vhost(transport->context, &info) : NULL;
    if (!transport->vhost ||
        !listen_apart(transport, &info, "metrics", transport->metrics_address, metrics_port, &transport->metrics) ||
        !listen_apart(transport, &info, "nodes", transport->node_address, node_port, &transport->nodes)) {
        if (transport->context)
            problem_set(why, "%s: cannot listen there; does another server use this port?",
                        !transport->vhost                          ? plan->listen
                        : metrics_port >= 0 && !transport->metrics ? plan->metrics
                                                                   : plan->node);
        else
            problem_set(why, "libwebsockets does not start; is its libev plug-in (libwebsockets-evlib-ev) installed?");
        transport_close(transport);
        return NULL;
    }
    lws_sul_schedule(transport->context, 0, &transport->tick, on_tick, TICK_US);
    ev_prepare_init(&transport->before_waiting, send_all);
    transport->before_waiting.data = transport;
    ev_prepare_start(transport->loop, &transport->before_waiting);
    return transport;
}

void transport_share(struct transport *transport, int servers)
{
    if (servers == transport->shares)
        return;
    transport->shares = servers;
    meter_share(transport->arrivals, servers);
}

void transport_run(struct transport *transport)
{
    if (!atomic_load(&transport->stopping))
        ev_run(transport->loop, 0);
}

void transport_stop(struct transport *transport)
{
    atomic_store(&transport->stopping, true);
    lws_cancel_service(transport->context);
}

void transport_close(struct transport *transport)
{
    if (transport->context)
        lws_context_destroy(transport->context);
    if (transport->loop)
        ev_loop_destroy(transport->loop);
    free(transport->addresses);
    free(transport->arrivals);
    free(transport);
}

void transport_wake(struct transport *transport)
{
    if (!atomic_exchange(&transport->woken, true))
        lws_cancel_service(transport->context);
}

void transport_turn_away(struct transport *transport)
{
    transport->turns_away = true;
}

void transport_refuse(struct transport *transport, bool refuses)
{
    transport->refuses = refuses;
}

int transport_port(const struct transport *transport)
{
    return lws_get_vhost_listen_port(transport->vhost);
}

int transport_peers(const struct transport *transport)
{
    return transport->peers;
}

int transport_metrics_port(const struct transport *transport)
{
    return transport->metrics ? lws_get_vhost_listen_port(transport->metrics) : -1;
}

struct transport_figures http_figures(const struct http_call *call)
{
    const struct transport *transport = call->transport;

    return (struct transport_figures){.requests = transport->crowd.count,
                                      .crowded_out = transport->crowd.dropped,
                                      .outgoing = transport->outgoing,
                                      .slow_dropped = transport->slow_dropped};
}
