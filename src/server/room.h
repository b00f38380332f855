/* One table of the server, as its events have made it: the seats, the game, the
 * clocks, the talk. No sockets, no disk, no clock of its own: time comes in with
 * events and as an argument. The same events always make the same room.
 *
 * Changes go two steps: a room_may_…() says whether something is allowed now and
 * makes the event of it; room_take() takes an event. In between the event is
 * written down. */
#ifndef PARLOR_SERVER_ROOM_H
#define PARLOR_SERVER_ROOM_H

#include "server/chain.h"

enum room_status { ROOM_OPEN, ROOM_PLAYING, ROOM_OVER, ROOM_STARTING };

enum {
    CHAT_KEPT = 50, /* lines that a newcomer is shown */
    SPENT_KEPT = 8, /* choices that a seat could undo one after the other, and a few more */

    SLOW_MOVE = 3600 * 1000, /* milliseconds for a move from which on people come and go over days */
};

struct room_seat {
    enum seat_kind { SEAT_FREE, SEAT_PERSON, SEAT_BOT } kind;
    char name[NAME_SIZE]; /* of a bot: what its level is called */
    int look;             /* of a person: which colour or emblem */
    int sat;              /* of a person: how many events there were before they sat down */
    uint8_t key[KEY_BYTES];
    const struct bot *bot;     /* plays now: of a SEAT_BOT always, of a person while it sits in; else NULL */
    char why[8];               /* it sits in for the person: away, time, left */
    int64_t bank;              /* milliseconds left in the bank when the seat was last asked */
    int64_t asked;             /* when it was, on the clock of games; 0: owes no choice */
    int choices;               /* made so far by this seat, in this game */
    int64_t spent[SPENT_KEPT]; /* milliseconds that choice n took, at n % SPENT_KEPT */
};

struct room {
    char id[ID_LENGTH + 1];
    int events;                  /* taken so far */
    struct chain chain;          /* of these, as they are kept: set by the code that has the room take them */
    int in_snapshot;             /* of these, those that the snapshot on disk has; 0: there is none. Set likewise, */
    struct chain_point restored; /* … and so is how far the snapshot went that the room was made of */
    enum room_status status;
    struct open_plan plan;
    struct room_seat seats[MAX_SEATS];
    struct deal deal;    /* how the cards come to be dealt (shuffle.h) */
    int readied;         /* STARTING: how many events had been before it, */
    int64_t readied_at;  /* … and when it began, on the clock of games */
    struct table *table; /* NULL before the start */
    struct chat_line {
        int64_t at;
        int seat; /* where they sat then, or ONLOOKER */
        int number;
        char name[NAME_SIZE]; /* of who said it: somebody else may sit there now */
        char text[CHAT_SIZE];
    } chat[CHAT_KEPT];                      /* line n is at n % CHAT_KEPT */
    int chats;                              /* said so far; the last CHAT_KEPT are kept */
    int64_t opened, changed;                /* when, in milliseconds since 1970 */
    int64_t clock;                          /* when it changed, on the clock of games */
    int counts[EVENT_KINDS][MAX_SEATS + 1]; /* of the events so far, by seat; the last: without one */
    char next[ID_LENGTH + 1];
};

/* Returns an empty room, whose first event must be OPEN. */
struct room *room_new(const char id[ID_LENGTH + 1]);
void room_free(struct room *);

/* Takes an event. Refused (false, nothing changed) if it does not fit: of events
 * that a room_may_…() has made, that happens only for want of memory. */
bool room_take(struct room *, const struct event *, struct problem *);

/* ---- what is allowed: each makes the event, or says why not ---- */

bool room_may_sit(const struct room *, int seat /* -1: any that is free */, const char *name,
                  int look /* -1: any; one that somebody has becomes another */, const uint8_t key[KEY_BYTES],
                  struct event *, struct problem *);
bool room_may_leave(const struct room *, int seat, struct event *,
                    struct problem *); /* STAND, or BOT once it has begun */
bool room_may_start(const struct room *, int seat, struct event *, struct problem *);
bool room_may_choose(const struct room *, int seat, uint16_t id, struct event *, struct problem *);
bool room_may_do(const struct room *, int seat, const char *action, struct event *, struct problem *);
bool room_may_undo(const struct room *, int seat, struct event *, struct problem *);
bool room_may_chat(const struct room *, int seat /* or ONLOOKER */, const char *name /* of an onlooker */,
                   const char *text, struct event *, struct problem *);
bool room_may_come_back(const struct room *, int seat, struct event *, struct problem *);

/* Whether the table can hold another event of a kind by a seat (-1: none). Everything
 * is bounded, so that no table takes long to read; what a game needs is far below. */
bool room_can_hold(const struct room *, enum event_kind, int seat, struct problem *);

/* Whether this is what a seat did as its number-th choice, from 0. */
bool room_has_done(const struct room *, int seat, int number, const char *action);

/* ---- who is waited for ---- */

unsigned room_waiting(const struct room *);          /* bit s: seat s owes a choice */
unsigned room_waiting_for_bots(const struct room *); /* … and a bot makes it */

/* Whether this is a slow game: being away means nothing there, only the clock does. */
bool room_is_slow(const struct room *);

/* Whether bots are to choose even if nobody is connected: people wait for it elsewhere, and will look again. */
bool room_goes_on_alone(const struct room *);

/* Milliseconds that a person's seat has left for this choice, bank included; -1
 * without a clock, or where it owes none. */
int64_t room_time_left(const struct room *, int seat, int64_t now);

/* When the start of a slow game is given up, 0 for never: the hall watches those of others. */
int64_t room_start_flag(const struct room *);

/* The next moment at which a clock runs out, that of a start included, 0 for none; and what is due at a
 * moment: false for nothing. These moments are on the clock of games. */
int64_t room_next_flag(const struct room *);
bool room_flag(const struct room *, int64_t now, struct event *);

/* A bot plays for a person who is away, has left, or has no time left. */
void room_bot_sits_in(int seat, const char *why, struct event *);

/* The seat whose key this is, or -1. Takes the same time whatever it is given. */
int room_seat_of(const struct room *, const uint8_t key[KEY_BYTES]);

#endif
