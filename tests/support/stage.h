/* Simulates what surrounds a hall: a disk that is slow, loses things and fails on request, bots
 * that choose the first legal action, analyses that are done at once. They replace
 * server/store_sqlite.c, think.c and study.c; the test brings the transport. A broken law
 * ends the program. */
#ifndef PARLOR_TESTS_SUPPORT_STAGE_H
#define PARLOR_TESTS_SUPPORT_STAGE_H

#include "server/store.h"
#include "server/study.h"
#include "server/think.h"
#include "server/transport.h"

enum { STAGE_EVENTS_MAX = 4096, STAGE_SNAPSHOTS_MAX = 1024, STAGE_JOBS_MAX = 64 };

struct store {
    struct kept {
        struct store_row row; /* with it */
        int64_t at;
        char *text;
        size_t length;
        uint64_t group; /* events that are kept together have the same */
    } events[STAGE_EVENTS_MAX];
    int count, kept; /* those from kept on are on their way */
    struct kept_snapshot {
        char id[ID_LENGTH + 1];
        struct chain_point point;
        void *bytes;
        size_t length;
        bool kept; /* else it is on its way */
    } snapshots[STAGE_SNAPSHOTS_MAX];
    int snapshot_count;
    long restored; /* snapshots handed out */
    uint64_t tickets, done;
    uint64_t groups;
    bool together;
    bool holds;  /* takes its time: what is on its way stays there */
    bool failed; /* refuses */
};

struct think {
    struct think_job jobs[STAGE_JOBS_MAX];
    int count;
};

void stage_clear(struct store *, struct think *);        /* as new, and all chance as at the beginning */
void stage_keep_all(struct store *);                     /* what is on its way arrives */
void stage_lose_all(struct store *);                     /* it is lost, and the disk fails from now on */
int stage_kept_of(const struct store *, const char *id); /* events of a table */

/* All random numbers of the program come from here, so that a run can be repeated. */
void stage_seed(uint64_t seed);

#endif
