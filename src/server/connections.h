/* Connections that are no WebSockets (yet): those whose request is not complete, and
 * those that are being answered. They are counted by address and in all. Where there are
 * too many, the one that has kept the server waiting longest is closed: somebody who
 * opens connections and says nothing pushes out only such connections. */
#ifndef PARLOR_SERVER_CONNECTIONS_H
#define PARLOR_SERVER_CONNECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/meter.h"

struct arrival {
    char address[ADDRESS_SIZE]; /* as address_key() writes it */
    bool counted;               /* by address; not where a proxy stands for many */
    bool asked;                 /* its request is complete and is being answered */
    bool dropped;               /* it is being closed */
    int64_t since;              /* it waits, or is being answered; steady */
    void *of_transport;
    struct arrival *next, *before;
};

/* Empty: everything is zero except the limits. */
struct connections {
    int most, most_of_address;
    int64_t request_ms, answer_ms; /* how long it may take to ask, and to be answered */
    struct arrival *first, *last;  /* the one that waits longest first */
    int count, waiting;            /* all; those whose request is not complete */
    uint64_t dropped;              /* so far */
};

void connections_add(struct connections *, struct arrival *, int64_t now);
void connections_remove(struct connections *, struct arrival *);

/* Notes that an arrival's request is complete, and that its answer has been sent: another may follow. */
void connections_asks(struct connections *, struct arrival *, int64_t now);
void connections_is_answered(struct connections *, struct arrival *, int64_t now);

/* Returns a connection that is to be closed now, or NULL; each one once. */
struct arrival *connections_surplus(struct connections *, int64_t now);

#endif
