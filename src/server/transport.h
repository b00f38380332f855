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
struct http_request {
    const char *method; /* GET, POST */
    const char *path;   /* decoded, without the query */
    const char *query;  /* name=value&…, as sent */
    const char *body;
    size_t length;
    const char *address; /* of the client, as text */
    const char *known;   /* If-None-Match: what the client has, "" for nothing */
    bool takes_gzip;     /* the answer may be compressed so */
    bool wants_page;     /* a browser that would show the answer to a person */
};

struct http_answer {
    int status;
    const char *type; /* of the body: application/json */
    const char *body;
    size_t length;
    const char *cache;    /* Cache-Control; NULL: no-store */
    const char *etag;     /* NULL: none */
    const char *encoding; /* of the body; NULL: as it is */
};

/* Answers a request, once. Copies. */
void http_answer(struct http_call *, const struct http_answer *);

struct transport_plan {
    const char *listen;  /* ADDR:PORT, [::1]:PORT or :PORT; port 0: any that is free */
    const char *origins; /* allowed besides our own, separated by spaces */
    bool proxied;        /* the client's address is the last in X-Forwarded-For */
    int peers_most;      /* sockets at once */
    int peers_per_address;
    int arrivals_per_second; /* connections of an address, with bursts of BURST times that */
    size_t message_most;     /* bytes of a message from a client */
    size_t outbox_most;      /* bytes waiting for a slow client before it is dropped */
    int silence_s;           /* a client that does not answer pings for so long is dropped */
};

/* What the hall does with it. */
struct transport_handler {
    void *context;
    void (*request)(void *, struct http_call *, const struct http_request *);
    void (*gone)(void *, struct http_call *);                   /* before it was answered: nobody is there any more */
    bool (*opened)(void *, struct peer *, const char *address); /* false: refused */
    void (*message)(void *, struct peer *, const char *text, size_t length);
    void (*closed)(void *, struct peer *);
    void (*woken)(void *); /* after transport_wake() */
    void (*tick)(void *);  /* ten times a second or so */
};

/* Whether a transport can be asked to listen there; false with the reason. */
bool listen_makes_sense(const char *listen, struct problem *);

struct transport *transport_open(const struct transport_plan *, const struct transport_handler *, struct problem *);
void transport_run(struct transport *); /* until transport_stop() */
void transport_stop(struct transport *);
void transport_close(struct transport *);
void transport_wake(struct transport *); /* from any thread, also from a signal handler */
int transport_port(const struct transport *);
int transport_peers(const struct transport *); /* sockets that are open */

/* Queues a message; it is sent when the socket takes it. Copies. */
void peer_send(struct peer *, const char *text, size_t length);
/* Sends what is queued, then closes with a code and reason of RFC 6455. */
void peer_close(struct peer *, int code, const char *reason);
void peer_set(struct peer *, void *of_hall);
void *peer_get(const struct peer *);

#endif
