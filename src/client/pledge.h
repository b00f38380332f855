/* What a player's program does so that nobody can choose the deal (wire/deal.h), and what it
 * remembers to find out if somebody tries: it draws a salt for every commitment that it is
 * shown, sends the seal, and shows the salt only once the game is starting, all seals are
 * there and the commitment is still the one that it first saw. From then on commitment and
 * seals must stay; at the end its salt must be among those that made the seed.
 *
 * The browser client does the same in web/src/table/pledge.ts. */
#ifndef PARLOR_CLIENT_PLEDGE_H
#define PARLOR_CLIENT_PLEDGE_H

#include "client/client.h"
#include "wire/deal.h"

struct pledge_start {
    char commitment[HEX_SIZE]; /* as it was first shown */
    char salt[HEX_SIZE];       /* our own; nobody is told until it may be shown */
    bool sealed;               /* the seal has been sent */
    bool shown;                /* so has the salt */
    bool fixed;                /* all seals were there, these: */
    char seals[MAX_SEATS][HEX_SIZE];
};

struct pledge {
    int count;    /* the last of the starts is the one that the table is at */
    bool changed; /* by the last look: to be remembered before anything is sent */
    struct pledge_start starts[ABANDONED_MAX + 1];
};

/* How a table stands, as the server says. */
struct pledge_view {
    const char *table, *status; /* its id; open, starting, playing or over */
    int players, seat;          /* seat: our own, or ONLOOKER */
    unsigned people;            /* bit s: a person sits at seat s */
    struct deal deal;
};

enum pledge_act {
    PLEDGE_WAIT,
    PLEDGE_SEAL,    /* send the seal */
    PLEDGE_SHOW,    /* send the salt */
    PLEDGE_FOREIGN, /* the game has begun with another seal for our seat than ours */
};

/* Looks at a table and says what to do. False, with the reason, if the server cannot be
 * trusted. */
bool pledge_look(struct pledge *, const struct pledge_view *, enum pledge_act *, struct problem *);

/* Writes our seal for the start that the table is at. */
void pledge_seal(const struct pledge *, const struct pledge_view *, char out[HEX_SIZE]);

/* Returns whether the deal of a finished game is the one that we saw begin, or a later one without
 * us. */
bool pledge_fits(const struct pledge *, const struct deal *, int players, struct problem *);

/* Keeps and finds pledges by server and table, like seats. */
bool pledge_find(const struct client_address *, struct pledge *); /* false, and none, if there is nothing */
bool pledge_keep(const struct client_address *, const struct pledge *, struct problem *);

/* Finds the pledge of a table with this id, at any server. */
bool pledge_of_table(const char *table, struct client_address *, struct pledge *);

#endif
