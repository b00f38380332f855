/* A person at the terminal at a table of a server: line by line, as in a
 * session (term/session.h), but the table is elsewhere. If the connection is
 * lost it comes back by itself. */
#ifndef PARLOR_TERM_REMOTE_H
#define PARLOR_TERM_REMOTE_H

#include "client/client.h"

struct remote_plan {
    struct client_address address; /* of a table */
    char name[NAME_ROOM];          /* to sit down with; empty: only look on */
    char token[23];                /* of a seat that the person has; empty: none */
    bool colour;
    bool (*interrupted)(void);
    void (*keep_token)(void *, const char *table, const char *token); /* the person has sat down */
    void *keeper;
};

/* Until the person leaves. False, with the reason, if there is no such table, or
 * the server does not let anybody in. */
bool remote_run(const struct remote_plan *, struct problem *);

#endif
