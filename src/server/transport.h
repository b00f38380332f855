/* Sockets, behind an interface of our own. One thread runs transport_run() and
 * makes all the calls below it; only transport_wake() may come from others. */
#ifndef PARLOR_SERVER_TRANSPORT_H
#define PARLOR_SERVER_TRANSPORT_H

#include "table/table.h"

struct transport;
struct peer; /* one WebSocket */

/* An HTTP request that is to be answered, now or later. */
struct http_call;

/* What it asks; everything belongs to the transport and lives until the request
 * handler returns. */
enum http_side {
    SIDE_PUBLIC,  /* anybody's */
    SIDE_LOCAL,   /* somebody at this machine, with no proxy in between */
    SIDE_METRICS, /* where the operator listens for it: metrics and health, nothing else */
};

struct http_request {
    enum http_side side;
    const char *method; /* GET, POST */
    const char *path;   /* decoded, without the query */
    const char *query;  /* name=value&…, as sent */
    const char *body;
    size_t length;
    const char *address;   /* of the client, as limits count it */
    const char *languages; /* Accept-Language, "" for none */
    const char *known;     /* If-None-Match: what the client has, "" for nothing */
    bool takes_gzip;       /* the answer may be compressed so */
    bool takes_brotli;     /* or so, which is smaller */
    bool wants_page;       /* a browser that would show the answer to a person */
};

struct http_answer {
    int status;
    const char *type; /* of the body: application/json */
    const char *body;
    size_t length;
    const char *cache;    /* Cache-Control; NULL: no-store */
    const char *etag;     /* NULL: none */
    const char *encoding; /* of the body; NULL: as it is */
    const char *language; /* of the body; NULL: it is in none */
    bool lasting;         /* the body stays where it is for ever: it is not copied */
};

/* Answers a request, once. Copies what does not last. */
void http_answer(struct http_call *, const struct http_answer *);

struct transport_plan {
    const char *listen;  /* ADDR:PORT, [::1]:PORT or :PORT; port 0: any that is free */
    const char *origins; /* allowed besides our own, separated by spaces */
    const char *hosts;   /* names it may be asked for by, besides addresses and the machine's own */
    const char *metrics; /* ADDR:PORT for them alone; "everybody": with all else; NULL: for this machine alone */
    bool proxied;        /* the client's address is the last in X-Forwarded-For, if a proxy says so: */
    const char *proxies; /* their addresses besides this machine's own */
    int peers_max;       /* sockets at once */
    int peers_per_address;
    int arrivals_per_second; /* connections of an address, with bursts of BURST times that */
    size_t message_max;      /* bytes of a message from a client */
    size_t outbox_max;       /* bytes waiting for a slow client before it is dropped */
    size_t outboxes_max;     /* … for all together: the slowest are dropped first */
    const char *node;        /* ADDR:PORT for other nodes alone; NULL: none */
    const char *secret;      /* by which nodes know each other */
    int silence_s;           /* seconds without an answer to pings after which a client is dropped */
};

/* What the transport calls. */
struct transport_handler {
    void *context;
    void (*request)(void *, struct http_call *, const struct http_request *);
    void (*gone)(void *, struct http_call *); /* before it was answered: nobody is there any more */
    void (*opened)(void *, struct peer *, const char *address);
    void (*message)(void *, struct peer *, const char *text, size_t length);
    void (*closed)(void *, struct peer *);
    /* After peer_pass_on(): the other node could not be reached, or has ended it with a code and a reason (or 0). */
    void (*returned)(void *, struct peer *, bool was_reached, int code, const char *reason);
    void (*woken)(void *); /* after transport_wake() */
    void (*tick)(void *);  /* ten times a second or so */
};

/* Checks an address to listen on, and one for metrics. False with the reason. */
bool listen_is_valid(const char *listen, struct problem *);
bool metrics_is_valid(const char *metrics, struct problem *);
bool node_is_valid(const char *node, struct problem *); /* and one for other nodes, which is told them as it is */

/* Divides the limits by address among servers: each has its part of them. */
void transport_share(struct transport *, int servers);

struct transport *transport_open(const struct transport_plan *, const struct transport_handler *, struct problem *);
void transport_run(struct transport *); /* until transport_stop() */
void transport_stop(struct transport *);
void transport_close(struct transport *);
void transport_wake(struct transport *);                 /* from any thread, also from a signal handler */
void transport_turn_away(struct transport *);            /* takes no more connections: a proxy tries elsewhere */
void transport_refuse(struct transport *, bool refuses); /* answers new WebSockets with 503: likewise */
int transport_port(const struct transport *);
int transport_metrics_port(const struct transport *); /* -1: none of their own */
int transport_peers(const struct transport *);        /* sockets that are open */

/* For /metrics. */
struct transport_figures {
    int requests;          /* connections that have not asked for anything yet, or are being answered */
    uint64_t crowded_out;  /* of these so far, closed because there were too many or they took too long */
    size_t outgoing;       /* bytes that wait for slow clients */
    uint64_t slow_dropped; /* clients so far, because too much waited for them or for all */
};
struct transport_figures http_figures(const struct http_call *); /* of the transport that a call came over */

/* Queues a message; it is sent when the socket takes it. Copies. */
void peer_send(struct peer *, const char *text, size_t length);
/* Sends what is queued, then closes with a code and reason of RFC 6455. */
void peer_close(struct peer *, int code, const char *reason);
void peer_set(struct peer *, void *of_hall);
void *peer_get(const struct peer *);

/* ---- clients of other nodes, and of ours whose table is at another ---- */

bool peer_is_of_node(const struct peer *); /* another node passes on what a client says */

/* Connects a client to another node: what that says goes to the client. Ends what there was of that kind. False if the
 * node is known not to be there. */
bool peer_pass_on(struct peer *, const char *address);
bool peer_is_reached(const struct peer *);                      /* the other node has answered */
void peer_pass(struct peer *, const char *text, size_t length); /* sends something there */
void peer_take_back(struct peer *);                             /* ends it; the handler is not told */

#endif
