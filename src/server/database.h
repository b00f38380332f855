/* What a kind of database does for the store (store.c), for checks (audit.c) and for copies (copy.c): SQLite in the
 * server's directory (store_sqlite.c), or PostgreSQL (store_postgres.c). A database does as it is told and knows
 * nothing of tickets and threads: one thread writes, and another may read at the same time. */
#ifndef PARLOR_SERVER_DATABASE_H
#define PARLOR_SERVER_DATABASE_H

#include <limits.h>

#include "server/expect.h"
#include "server/store.h"

/* An event or a snapshot as a batch holds it; its text, or its bytes, follow. */
struct entry {
    bool is_snapshot;
    struct store_row row; /* of a snapshot: id, events and chain alone */
    int64_t at;
    size_t length;
};

/* What is written in one transaction. */
struct batch {
    char *bytes; /* of BATCH_SIZE */
    size_t used;
    long events;   /* 0: there is nothing in it but snapshots, if anything */
    uint64_t last; /* ticket of the last event of this batch and all before */
};

enum { BATCH_SIZE = 4 << 20 }; /* bytes; events of common size: some 20000 */

bool batch_has_space(const struct batch *, size_t length);
void batch_add(struct batch *, const struct entry *, const void *bytes);
void batch_clear(struct batch *);

/* Walks a batch: from 0 on, until it returns false. The bytes of an entry follow it at *bytes. */
bool batch_next(const struct batch *, size_t *at, struct entry *, const char **bytes);

/* Adds an event to a head. */
void head_add(struct head *, const struct chain *of_event);

/* What a database holds. */
struct holdings {
    int64_t tables, events, snapshots;
    int64_t removed; /* events of tables that were deleted */
};

enum list_kind { LIST_PUBLIC, LIST_DUE };

struct database {
    const struct database_kind *kind;
    char name[PATH_MAX];              /* for messages: a file, or an address without its password */
    struct head head;                 /* what it holds; the writer's, except for the key */
    long damaged;                     /* rows of tables that were damaged when it was opened */
    bool shared;                      /* several servers may have it open */
    struct owner {                    /* the store, if a store has it open */
        bool (*wait)(void *, int ms); /* the writer waits; false if it is to stop waiting */
        void (*renew)(void *);        /* the reader has the writer call touch(), … */
        void (*stir)(void *);         /* … or beat() */
        void *context;
    } owner;
};

typedef void database_fault(void *context, const char *what);

struct database_kind {
    /* Writes the name of a place, for messages. */
    bool (*name)(const struct store_place *, char out[PATH_MAX], struct problem *);

    /* Each opens a database; NULL with the reason. To keep events: it is made or brought up to date. To read it as it
     * is at one moment, whatever a server does to it. To copy into it: one that is not yet called by its name, new or
     * as an interrupted copy has left it, with the key of the original. */
    struct database *(*open)(const struct store_place *, const struct expectation *, struct problem *);
    struct database *(*look)(const struct store_place *, struct problem *);
    struct database *(*begin_copy)(const struct store_place *, const struct head *of, struct problem *);
    void (*close)(struct database *);

    /* ---- writing ---- */

    /* Writes a batch in one transaction and moves the head. False with the reason: then none of it is kept. */
    bool (*write)(struct database *, const struct batch *, struct problem *);

    /* Commits something that changes nothing. */
    bool (*touch)(struct database *, struct problem *);

    /* ---- several servers, where the kind allows them and this one is not alone ---- */

    enum claim (*claim)(struct database *, const char *id, struct store_node *, struct problem *);
    void (*standing)(struct database *, struct store_standing *);
    void (*tell_clock)(struct database *, int64_t ahead);
    bool (*tell)(struct database *, const struct attendance *);
    void (*hear)(struct database *, store_hears *, void *context);

    /* By the writer: says that it lives, if that is due. Returns the milliseconds until the next time; -1: never. */
    int (*beat)(struct database *);
    bool (*leave)(struct database *, struct problem *);

    /* Makes a copy complete, with the head of the original: from now on it has its name. */
    bool (*end_copy)(struct database *, const struct store_place *, const struct head *, int64_t removed,
                     struct problem *);

    /* ---- reading, as in store.h ---- */

    enum load_result (*load)(struct database *, const char *id, const struct chain_point *from, store_take *take,
                             void *context, struct problem *);
    enum load_result (*prove)(struct database *, const char *id, struct chain_point *from,
                              const struct chain_point *end, int most, struct problem *);
    /* False if it is damaged, or cannot be read. */
    bool (*snapshot)(struct database *, const char *id, store_take_snapshot *take, void *context);
    bool (*chain)(struct database *, const char *id, int events, struct chain *);
    int (*list)(struct database *, enum list_kind, int64_t selected, int offset, int most, struct store_row *out,
                struct problem *);

    /* ---- looking at everything ---- */

    /* Reads rows in the order of their ids, those after one. Returns how many, -1 with the reason; whole[i] says
     * whether out[i] is as it was written. */
    int (*rows)(struct database *, const char *after, int most, struct store_row *out, bool *whole, struct problem *);
    bool (*count)(struct database *, struct holdings *, struct problem *);

    /* Reports what is wrong with the database as a whole. */
    void (*inspect)(struct database *, database_fault *, void *context);
};

extern const struct database_kind sqlite_kind;
#ifdef PARLOR_POSTGRES
extern const struct database_kind postgres_kind;
#endif

/* Finds the kind of a place; NULL with the reason if this program does not have it. */
const struct database_kind *database_kind(const struct store_place *, struct problem *);

/* Waits as the database's owner allows. */
bool database_wait(const struct database *, int ms);

/* ---- files ---- */

/* Names a file of a directory; makes a directory for nobody else to read; has a new name in it survive a loss of
 * power. */
bool join_path(char out[PATH_MAX], const char *directory, const char *name, struct problem *);
bool make_directory(const char *path, struct problem *);
bool sync_directory(const char *path, struct problem *);

#endif
