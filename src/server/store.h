/* Where events are kept. What store_append() is given is on disk for good once
 * its ticket is done, in the order of tickets; many tickets share one commit.
 * One thread of the caller's uses a store; the store has one of its own that
 * writes, and tells by wake() that there is news.
 *
 * If a commit fails nothing of it is kept, and neither is anything appended
 * after it until store_probe() finds that the disk works: the caller drops what
 * it had made of those events, reads the tables again and goes on. So memory is
 * never ahead of the disk for longer than a commit.
 *
 * Damage is noticed. Events form chains (chain.h) that are checked when a table is
 * loaded; the row of a table is sealed; DIR/parlor.head (head.h) says how much there was. A
 * database that holds less, or nothing, is refused.
 *
 * store.c implements the interface over SQLite (store_sqlite.c) and PostgreSQL (store_postgres.c). An event has its
 * number in its table, and two servers cannot write the same one.
 *
 * Several servers, called nodes, may share a database of PostgreSQL. Then each table belongs to one of them at a time:
 * a node claims a table before it loads it, and what it appends to one that has become another's fails.
 *
 * PostgreSQL may go away in the middle of a commit. The store then finds out what became of it as soon as the database
 * is back, and writes it again if need be. If that takes too long the commit has failed, although the database may turn
 * out to have kept it; the caller finds it there when it reads the tables again. */
#ifndef PARLOR_SERVER_STORE_H
#define PARLOR_SERVER_STORE_H

#include "server/chain.h"
#include "server/news.h"

/* What a lobby and a restart need to know of a table without reading it. */
struct store_row {
    char id[ID_LENGTH + 1];
    char game[32];
    int status; /* enum room_status */
    bool listed;
    int64_t opened; /* milliseconds since 1970 */
    int64_t changed;
    int64_t wake; /* a clock runs out then, on the clock of games, even if nobody is connected; 0: never */
    int events;
    struct chain chain; /* of all of them */
};

struct store;

struct store_watch {
    void (*wake)(void *); /* called by the store's own thread until store_close() is through: come and look */
    void *context;
};

/* Where a store is: in DIR/parlor.db, or in a database of PostgreSQL; then DIR has the lock and the head. */
struct store_place {
    const char *directory;
    const char *url;  /* postgresql://…; NULL: DIR/parlor.db */
    const char *node; /* ADDR:PORT where other servers of the same database reach this one; NULL: it is alone */
};

/* Reads a place as it is typed: a directory or an address. */
struct store_place store_place(const char *word);

/* Opens or makes the database, and DIR if its parent is there. NULL with a
 * reason that names the file or the address: not a database, not ours, damaged, of a newer
 * version, locked by another server, no space, no permission, out of reach, or less in it than there was: the
 * last is allowed if the loss is accepted. Damage within a table's events is found by
 * store_load(). A database of an older version is brought up to date. */
struct store *store_open(const struct store_place *, bool accept_loss, struct store_watch, struct problem *);

/* Returns the key of its hashes. */
const struct chain_key *store_key(const struct store *);

/* Returns what the database is called in messages and logs. */
const char *store_name(const struct store *);

/* Waits for what has been appended; false if it could not all be kept, or if a
 * failure has not ended. */
bool store_close(struct store *, struct problem *);

/* Keeps one event, the last of its table, and how the table stands with it:
 * row.events and row.chain count it. Copies what it is given. Returns its ticket, from 1 on; never
 * blocks on the disk. 0 with a reason after a failure, until it has ended, and where
 * too much is waiting. No ticket is given twice: lost ones are skipped. */
uint64_t store_append(struct store *, const struct store_row *, int64_t at, const char *event, size_t length,
                      struct problem *);

/* Keeps what is appended between the two together: all of it will be on disk, or nothing. Begins nothing, and
 * gives a reason, where there is no space for that many events. */
bool store_begin(struct store *, int events, struct problem *);
void store_end(struct store *);

/* Tells how far the store is: all tickets up to *done are on disk. False after a failure,
 * with the reason: tickets after *done are lost. An event whose number is there
 * already is such a failure too. */
bool store_progress(struct store *, uint64_t *done, struct problem *);

/* Ends a failure if the disk works again: the writer tries to commit something
 * that changes nothing, and tells by wake() that it has tried. */
void store_probe(struct store *);

/* Returns whether store_append() would take another event now; if not, with the reason. If it would,
 * it can still be refused by a failure, but by nothing else. */
bool store_has_space(struct store *, struct problem *);

/* An event as it was kept. */
struct stored {
    int number;
    int64_t at;
    const char *text;
    size_t length;
    struct chain chain; /* up to and with this one */
};

enum load_result {
    LOAD_READ,
    LOAD_NOTHING,    /* there is no such table */
    LOAD_DAMAGED,    /* what is there is not what was saved, or take() has refused an event */
    LOAD_UNREADABLE, /* the disk could not be read */
};

/* Reads a table's events in order, from a point on, and checks that they are all there and as they were kept;
 * those before the point are taken for granted. take() may append, but not read the store. What it has taken
 * counts only with LOAD_READ; there is a reason with the last two results. */
typedef bool store_take(void *context, const struct stored *, struct problem *);
enum load_result store_load(struct store *, const char *id, const struct chain_point *from, store_take *take,
                            void *context, struct problem *);

/* Looks at a table's events without taking them: as many as these from a point on, which moves, up to an end.
 * LOAD_READ if they are as they were kept and lead there; else as store_load(). */
enum load_result store_prove(struct store *, const char *id, struct chain_point *from, const struct chain_point *end,
                             int most, struct problem *);

/* What events have come to, as bytes that the store knows nothing about (snapshot.h). There is at most one for a
 * table. It is a help and no more: one that cannot be kept is dropped, one that is damaged is logged and is as if it
 * were not there. */
struct store_snapshot {
    struct chain_point point;
    const void *bytes;
    size_t length;
};

/* Keeps a snapshot in place of the last, once the events before it are on disk. False if it is dropped. */
bool store_put_snapshot(struct store *, const char *id, const struct store_snapshot *);

/* Hands the snapshot of a table to take(), where there is one. */
typedef void store_take_snapshot(void *context, const struct store_snapshot *);
void store_snapshot(struct store *, const char *id, store_take_snapshot *take, void *context);

/* Reads the chain of a table's first `events` events; false if there are not as many. */
bool store_chain(struct store *, const char *id, int events, struct chain *);

/* Lists tables: public ones with a status up to this, the lowest first and within
 * it the newest change, from an offset; or all with a wake time up to a moment, the earliest first.
 * Damaged rows are left out. Returns how many, -1 with a reason. */
int store_public(struct store *, int status_max, int offset, int most, struct store_row *out, struct problem *);
int store_due(struct store *, int64_t until, int offset, int most, struct store_row *out, struct problem *);

/* ---- several servers ---- */

enum { NODE_ADDRESS_SIZE = 64, NODES_MAX = 64 };

struct store_node {
    int64_t number; /* 0: none */
    char address[NODE_ADDRESS_SIZE];
};

enum claim {
    CLAIM_MINE,    /* the table belongs to this server, or nobody has such a table */
    CLAIM_OTHERS,  /* … to another node, which is given */
    CLAIM_UNKNOWN, /* nobody can say just now: the reason is given where the database is away, else it is empty */
};

/* Makes a table this server's own if it is nobody's, and says whose it is. A server that is alone has all of them. What
 * is read of the table afterwards is on disk for good. */
enum claim store_claim(struct store *, const char *id, struct store_node *, struct problem *);

/* How this server stands among others; all zero for one that is alone. */
struct store_standing {
    int64_t number;             /* of this life: when it changes, all tables have become others' */
    bool sure;                  /* that its tables are still its own */
    bool away;                  /* from the database, for so long that others can have its tables by now */
    int64_t clock;              /* the time on the clock of games that all share; 0: nobody has said */
    int others;                 /* that live, as far as is known, … */
    int64_t numbers[NODES_MAX]; /* … and their numbers, */
    int64_t latest;             /* … of all up to this one */
};
bool store_is_shared(const struct store *);
void store_standing(struct store *, struct store_standing *);

/* Tells the others the time on the clock of games here. */
void store_tell_clock(struct store *, int64_t time);

/* Has the others told who is connected to a table of this server, within a beat. False if too much waits to be told:
 * then nothing has happened. */
bool store_tell(struct store *, const struct attendance *);

/* Hands on what others have told since the last call: who is connected to their tables (NEWS_OF_TABLES), and that one
 * of them wants to be told everything once more (NEWS_ASKED_FOR). It may be wrong, or have been lost. */
typedef void store_hears(void *context, const struct news *);
void store_hear(struct store *, store_hears *, void *context);

/* Frees all tables for the others once everything appended is on disk. Nothing can be appended any more. */
void store_leave(struct store *);

/* For /metrics. */
enum { COMMIT_BOUNDS = 14 };
static inline double commit_bound(int i) /* seconds, ascending */
{
    static const double bounds[COMMIT_BOUNDS] = {0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01,
                                                 0.02,   0.05,   0.1,    0.2,   0.5,   1,     2};
    return bounds[i];
}
struct store_figures {
    uint64_t events, commits, failures;
    uint64_t tries[COMMIT_BOUNDS + 1]; /* commits, made or failed, that took no longer than each bound and longer than
                                        * the one before; those that took longer than any */
    double commit_seconds;             /* spent in commits, added up */
    long waiting;                      /* events that are not on disk yet */
    long damaged;                      /* rows of tables that were damaged when it was opened */
};
struct store_figures store_figures(struct store *);

#endif
