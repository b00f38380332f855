/* Holds the tables in memory, who is connected to which, and what waits for the
 * disk. The parts of the hall share it: see hall.h. */
#ifndef PARLOR_SERVER_LIVE_TABLES_H
#define PARLOR_SERVER_LIVE_TABLES_H

#include "server/hall.h"
#include "server/message.h"
#include "server/meter.h"
#include "server/request.h"
#include "server/retold.h"

enum { LIVE_SLOTS = 1 << 14, NOTICED_MAX = 64 };

/* Remembers tables with which something is wrong, so that each is logged once. */
struct noticed {
    long count;
    char tables[NOTICED_MAX][ID_LENGTH + 1]; /* the latest */
};

/* One connection. */
struct guest {
    struct peer *peer;
    uint64_t number; /* of this connection; never used twice */
    char address[ADDRESS_SIZE];
    int64_t came;                    /* when */
    struct live_table *at;           /* NULL before hello */
    int seat;                        /* or ONLOOKER: what the room says of the keys */
    uint8_t key[KEY_BYTES];          /* of the seat that it has by what is on disk; zeros: it has shown no token */
    uint8_t new_key[KEY_BYTES];      /* of the seat that it is sitting down on */
    bool sitting;                    /* … which is not on disk yet */
    bool put_off_seat;               /* the host has freed its seat, and it has not been told so */
    int log_told;                    /* lines */
    int chats_told;                  /* lines */
    bool told;                       /* how the table stands, at least once */
    bool wants_state;                /* the view as a state as well */
    const struct language *language; /* NULL: none was asked for */
    bool hint_asked;                 /* and not given yet */
    int64_t hint_re;                 /* of the request for it */
    bool due;                        /* is to be told how the table stands */
    bool sent_away;                  /* the connection is being closed: it has named no table in time */
    struct request *put_off;         /* a hello that waits until tables may be read for its address again, or that
                                        another node has been asked; else NULL */
    int64_t put_off_at;              /* since when it waits; 0: it has not had to */
    struct store_node elsewhere;     /* has its table, or is asked for it */
    struct bucket messages, chats, hellos;
    struct guest *next, *before;             /* of all */
    struct guest *next_there, *before_there; /* of the same table */
};

/* A table in memory. */
struct live_table {
    struct room *room;
    uint64_t ticket; /* of its last event; it is settled once that is done */
    struct chain_point
        proved; /* how far the events have been looked at that the room was not made of (room->restored) */
    struct guest *guests;
    int64_t away[MAX_SEATS]; /* since when nobody is connected as the seat; 0: somebody is */
    int64_t attended;        /* since when anybody at all is connected, if anybody is */
    int asked[MAX_SEATS];    /* events there were when a bot was asked for the seat's choice; 0: no bot is */
    int64_t touched;         /* when somebody last had to do with it */
    int64_t happened;        /* when the last event did; 0: not since it is in memory */
    int64_t told;            /* when everybody there was last told who is there */
    struct bucket reactions[MAX_SEATS];
    bool stirred;            /* somebody has come or gone since */
    bool stirred_others;     /* likewise, since other nodes were told */
    int64_t told_others;     /* when they were */
    int start;               /* the room's start (its `readied`) that is waited for, */
    int64_t start_seen;      /* … since when, by a clock that nobody sets */
    struct live_table *next; /* of the same slot */
    struct live_table *next_unsettled;
    bool unsettled; /* is in that list */
};

/* An answer that may be given once its ticket is done. */
struct promise {
    uint64_t ticket;
    struct guest *guest; /* or */
    struct http_call *call;
    int64_t re;
    int status; /* of HTTP */
    char *text; /* allocated */
    struct promise *next;
};

enum { COPIES = 128 }; /* more than a request asks about */

/* A table of another node, as it was on disk when somebody last asked. */
struct copy {
    struct live_table table; /* without a room: there is none */
    int64_t used;            /* steady_ms() when it was last asked for */
};

struct hall {
    struct store *store;
    struct think *think;
    struct study *study;
    struct game_clock *clock;
    struct hall_limits limits;
    struct live_table *slots[LIVE_SLOTS]; /* by a hash of the id; tables of a slot are a list */
    int table_count;                      /* in memory */
    struct guest *guests;
    int guest_count;
    uint64_t guest_numbers;
    struct live_table *unsettled;
    struct promise *promises, **last_promise;                  /* in the order of tickets */
    uint64_t tickets_done;                                     /* events up to this ticket are on disk */
    bool failing;                                              /* the store refuses */
    struct noticed damaged, behind;                            /* cannot be read; clients have seen more of them */
    int64_t looked_for_due;                                    /* tables that nobody is connected to */
    int due_from;                                              /* which of those tables to look at first */
    bool shutting_down;                                        /* newcomers are told so */
    struct meter *open_meter, *request_meter, *analysis_meter; /* tables opened, HTTP requests, analyses, by address */
    struct meter *seat_meter, *load_meter; /* changes of seats; milliseconds spent on reading tables */
    struct copy copies[COPIES];
    struct remote_presence *remote_presence; /* who is connected to tables of other nodes */
    int64_t life;                            /* the store's number when the tables in memory were its own */
    struct store_node elsewhere;             /* has the table that was looked for last */
    int passed_on;                           /* guests whose tables are at other nodes */
    int nodes;                               /* servers that share the limits, with this one */
    bool cut_off;                            /* from the database, while others may have it: nobody is let in */
    const char *asker;                       /* the address that something is done for just now; NULL: nobody's */
    const struct language *language;         /* of the request over HTTP that is being answered; NULL: English */
    struct hall_figures {
        uint64_t messages, refusals, choices, opened, hints, analyses;
    } figures;
    char *buffer;         /* MESSAGE_SIZE bytes for whatever is being written */
    struct retold retold; /* what the guests of a table are told, one after the other */
};

/* Returns a table, from memory or from the store. NULL with an error. If another node has it, hall->elsewhere says
 * where that is. */
struct live_table *live_find(struct hall *, const char *id, enum error_code *, struct problem *);

/* Reads a table for the address that asks; NULL with an error. */
struct room *live_load(struct hall *, const char *id, enum error_code *, struct problem *);

/* Has the address that asks pay for the time since a moment of steady_seconds(), in which a table was read. */
void live_charge(struct hall *, double begun);

/* Returns whether a table was never begun and has not changed for `expire_days`: then it counts as missing. */
bool live_is_expired(const struct hall *, const struct room *, enum error_code *, struct problem *);

/* Makes a table this server's own before it is loaded, or says whether it still is (other_tables.c). False with an
 * error if another node has it, which hall->elsewhere names, or may have it. */
bool live_claim(struct hall *, const char *id, bool in_memory, enum error_code *, struct problem *);
void live_free_copies(struct hall *);

/* Returns a table that is in memory, or NULL; it may have become another node's. */
struct live_table *live_in_memory(struct hall *, const char *id);

/* Returns a table to look at until the request is answered, and no longer: where another node may have it, as it is on
 * disk. The row says so of a table that is listed; NULL: nobody has. */
const struct live_table *live_look(struct hall *, const char *id, const struct store_row *, enum error_code *,
                                   struct problem *);

/* Drops all tables from memory if they have become others', because this server was taken for dead. */
void live_watch_life(struct hall *);

/* True if a table has not changed for `expire_days`: it is not listed, and one that never began counts as missing. */
bool live_is_stale(const struct hall *, int64_t changed);

/* Opens a table. NULL with an error. */
struct live_table *live_open(struct hall *, struct open_plan *, enum error_code *, struct problem *);
bool live_settled(const struct hall *, const struct live_table *);

/* Keeps what happens between the two calls together, at most this many events: all of it happens, or nothing. */
bool live_begin(struct hall *, int events, enum error_code *, struct problem *);
void live_end(struct hall *);

/* Notes that something is wrong with a table, and logs it if that is new. */
void live_notice(struct hall *, struct noticed *, const char *event, const char *table, const char *why);

/* Has the room take an event, and sends the event to the disk. False with an error; then nothing has changed. */
bool live_happen(struct hall *, struct live_table *, struct event *, enum error_code *, struct problem *);

/* Says something to a guest or caller once all that has happened at the table so
 * far is on disk. */
void live_promise(struct hall *, const struct live_table *, struct guest *, struct http_call *, int64_t re, int status,
                  const struct writer *text);

/* Says the same as soon as what it may depend on is on disk; without a table, or where nothing is on its way, at
 * once. */
void live_say(struct hall *, const struct live_table *, struct guest *, int64_t re, const struct writer *text);

/* Says to all who wait for the disk that nothing was saved, although it may turn out that it was. */
void live_break_promises(struct hall *);
void live_forget_guest(struct hall *, struct guest *);
void live_forget_call(struct hall *, struct http_call *);

/* Has everybody at a table told how it stands, as soon as it is settled. */
void live_tell(struct hall *, struct live_table *);

/* Looks how far the store is: keeps promises, tells guests; after a failure
 * reads tables again. */
void live_progress(struct hall *);

/* Looks at events that a table's snapshot stood for when it was read, up to a number of them, which is counted down:
 * damage to them changes nothing that is played, but is to be noticed. */
void live_prove(struct hall *, struct live_table *, int *most);

void live_join(struct hall *, struct live_table *, struct guest *, int seat);
void live_part(struct hall *, struct guest *);
struct presence live_presence(const struct hall *, const struct live_table *);

/* Tells everybody at a table who has come and gone, a few times a second at most:
 * however often people come and go, the others are not flooded. */
void live_tell_presence(struct hall *, struct live_table *, int64_t now);

/* Frees tables that nobody needs in memory. */
void live_sweep(struct hall *, int64_t now);
void live_close(struct hall *);

/* Runs what is due (timers.c): bots choose, clocks run out, bots replace people who are away. */
void timers_tick(struct hall *, int64_t now);
void timers_table(struct hall *, struct live_table *, int64_t now);
void timers_disk_takes(struct hall *); /* after it has refused: who waits for a start is told again */
void timers_answers(struct hall *);

/* Answers messages over WebSockets (ws_requests.c) and requests over HTTP (http_api.c; lookback.c for games that are
 * over). */
void ws_message(struct hall *, struct guest *, const char *text, size_t length);
void ws_tick(struct hall *);
void ws_hello(struct hall *, struct guest *, const struct request *);

/* Has a hello wait (ws_requests.c); another one takes its place. */
void ws_put_off(struct guest *, const struct request *);

/* ---- guests whose tables are at other nodes (elsewhere.c) ---- */

/* Passes a guest on to the node that hall->elsewhere names, with its hello. */
void elsewhere_pass_on(struct hall *, struct guest *, const struct request *);

/* Passes on what a guest says. False if its table is not elsewhere. */
bool elsewhere_says(struct guest *, const char *text, size_t length);

/* The guest's table is here. */
void elsewhere_come_home(struct hall *, struct guest *);

/* The other node has ended it, or was never reached. */
void elsewhere_returned(struct hall *, struct guest *, bool was_reached, int code, const char *reason);

/* Looks after those whose node is gone, or does not answer. */
void elsewhere_tick(struct hall *);

/* Looks whether this server has lost the database while others may have it: then its guests are to come to those. */
void elsewhere_watch_database(struct hall *);

/* Whether a node is known to be gone. */
bool elsewhere_is_dead(const struct store_standing *, int64_t number);

/* ---- who is connected to tables of other nodes (remote_presence.c) ---- */

struct remote_presence *remote_presence_new(void);
void remote_presence_free(struct remote_presence *);

/* Returns who is connected to a table, here or elsewhere. */
struct presence remote_presence_of(struct hall *, const struct live_table *);

/* Tells the other nodes who is connected to a table of this one, if that is due; that nobody is. */
void remote_presence_tell(struct hall *, struct live_table *, int64_t now);
void remote_presence_tell_nobody(struct hall *, const char *table);

/* Hears what others tell; has due clocks looked for at once if one of them is gone. */
void remote_presence_tick(struct hall *);
void remote_presence_sweep(struct hall *, int64_t now);

void http_api_request(struct hall *, struct http_call *, const struct http_request *);
void lookback_record(struct hall *, struct http_call *, const struct live_table *);
void lookback_steps(struct hall *, struct http_call *, const struct live_table *, const struct http_request *);
void lookback_analysis(struct hall *, struct http_call *, const struct live_table *, const struct http_request *);

/* Reads the language that a query names, NULL if it names none. Returns false if the server does not have it. */
bool query_language(const char *query, const struct language **);

/* Answers an HTTP request at once. */
void call_reply(struct http_call *, int status, const char *type, const char *body, size_t length);
void call_refuse(struct hall *, struct http_call *, enum error_code, const char *text);
void call_refuse_for(struct hall *, struct http_call *, enum error_code, const struct problem *);

#endif
