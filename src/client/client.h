/* A client of the server's protocol (docs/protocol.md): any number of
 * WebSockets in one thread. It carries text and leaves its meaning to others;
 * the tests, the load generator and `parlor join` are made with it. */
#ifndef PARLOR_CLIENT_CLIENT_H
#define PARLOR_CLIENT_CLIENT_H

#include "table/table.h"
#include "wire/protocol.h"

/* Where a server or a table is: http://HOST:PORT/table/ID, or ws://…; HOST:PORT/ID
 * will do. The host is in lower case, the id well-formed. */
struct client_address {
    char host[256];
    int port;
    bool tls;
    char table[ID_LENGTH + 1]; /* empty where none is named */
};
bool client_address(const char *text, struct client_address *, struct problem *);
void client_url(const struct client_address *, struct writer *); /* as people pass it on, for a browser too */

struct client;
struct line; /* one WebSocket */

enum { LINE_BROKEN = -1 }; /* as a close code: the other end has sent what no server may; why says what */

struct line_handler {
    void (*opened)(void *context, struct line *);
    void (*message)(void *context, struct line *, const char *text, size_t length);
    /* It could not be opened or has been closed, with the code that the other end
     * gave or 0; the line is gone after that. */
    void (*closed)(void *context, struct line *, int code, const char *why);
};

struct client *client_open(int lines_most); /* NULL if libwebsockets does not start */
void client_close(struct client *);

/* Waits until something happens or the time is over, and calls the handlers. */
void client_run(struct client *, int milliseconds);
void client_wake(struct client *);          /* ends the waiting; from any thread */
void client_watch(struct client *, int fd); /* what can be read there ends the waiting as well; -1: nowhere */

/* Connects; the handler is told of the line, or, perhaps before this returns, that there is none. */
void client_connect(struct client *, const struct client_address *, const struct line_handler *, void *context);
void line_send(struct line *, const char *text, size_t length); /* copies */
void line_close(struct line *);                                 /* once everything is sent */
void line_drop(struct line *, const char *why);                 /* at once; closed() is told the reason */

/* Makes one HTTP request and waits for the answer. The body (NULL: GET) is JSON; the
 * caller frees the answer. NULL with a reason if none came. */
char *client_ask(const struct client_address *, const char *path, const char *body, int *status, struct problem *);

#endif
