/* The hall: all tables of this server, who is connected to which, and what may
 * be said to whom. It has no sockets (transport.h) and no disk (store.h):
 * it turns messages into events and events into messages.
 *
 * The hall checks a request that changes a table, appends its event to the store
 * and has the room take it at once, so that the next request sees it. But it
 * tells nobody, not even the sender, before the store says that the event is on
 * disk: until then it marks the table's peers, and tells them after. */
#ifndef PARLOR_SERVER_HALL_H
#define PARLOR_SERVER_HALL_H

#include "server/store.h"
#include "server/study.h"
#include "server/think.h"
#include "server/transport.h"

struct hall_limits {
    int tables_max;          /* in memory at once */
    int opened_per_hour;     /* tables by an address */
    int requests_per_second; /* over HTTP by an address, with bursts of BURST times that */
    int analyses_per_hour;   /* begun by an address */
    int messages_per_second; /* of a peer, likewise with bursts */
    int chats_per_minute;
    int bot_pace_ms;  /* from one choice to the next of a bot, where somebody watches */
    int idle_s;       /* a table nobody is connected to leaves the memory after that */
    int watchers_max; /* of a table; one address may be a tenth of them */
    int expire_days;  /* days without an event after which a table is neither listed nor open */
    int reveal_s;     /* a start is given up if a seal or a salt has not come by then */
    int hello_s;      /* a peer that is at no table is sent away after that */
};

struct hall;
struct hall *hall_open(struct store *, struct think *, struct study *, struct game_clock *, const struct hall_limits *);
void hall_close(struct hall *);
void hall_handler(struct hall *, struct transport_handler *out); /* fills in what the transport calls */
void hall_shut_down(struct hall *);               /* tells every client that the server is shutting down, and closes */
bool hall_is_cut_off(const struct hall *);        /* returns whether clients are to go to other servers */
bool hall_settled(struct hall *);                 /* returns whether everything is on disk */
void hall_keep_snapshots(struct hall *);          /* saves a snapshot of every table, before the store is closed */
void hall_status(struct hall *, struct writer *); /* writes the status for SIGUSR1, key=value */

#endif
