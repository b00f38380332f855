/* One piece of thinking: a choice that a bot owes, or a hint. A job is a copy of everything
 * that its thinker may see, so it can be done anywhere: in a thread (think.h), in a worker
 * of the page (src/wasm/engine.h). The answer counts as long as the seat still sees what
 * the job was made of. */
#ifndef PARLOR_SERVER_JOB_H
#define PARLOR_SERVER_JOB_H

#include "bots/hint.h"
#include "bots/past.h"
#include "server/meter.h"
#include "server/room.h"

struct think_job {
    char table[ID_LENGTH + 1];
    char address[ADDRESS_SIZE]; /* who it is done for */
    int events;                 /* of the table when it was asked */
    int seat;
    const struct game *game;
    struct state_buffer view; /* redacted for the seat */
    const struct bot *bot;    /* chooses; NULL: a hint is wanted */
    uint64_t asker;           /* of a hint: the number of the connection */
    int64_t re;               /* likewise: of its request */
    struct bot_mind mind;
    struct past
        *past; /* the job's own, as the seat has seen it; NULL: the thinker wants none, or there was no memory */
};

struct think_answer {
    struct think_job job;
    int count;                         /* 1 for a choice */
    struct hint_line lines[HINTS_MAX]; /* of a choice only the id */
};

/* Make the job of a seat that owes a choice: its bot's, or a hint for its player. Who it is for is left to the caller,
 * who also sees to it that the job is done or forgotten. */
struct think_job job_for_bot(const struct room *, int seat);
struct think_job job_for_hint(const struct room *, int seat);

/* Does the job of an answer within a budget, and writes the rest of the answer. The job's past is freed. */
void job_do(struct think_answer *, struct bot_budget);

/* Frees the past of a job that is not to be done, or is done without. */
void job_forget(struct think_job *);

/* Returns whether the seat still sees what the bot was shown, and the same bot still plays for it. */
bool job_is_due(const struct room *, const struct think_job *);

#endif
