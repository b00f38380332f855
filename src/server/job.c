/* See job.h. */
#include "server/job.h"

#include <stdlib.h>
#include <string.h>

#include "rules/bytes.h"

/* What a seat that owes a choice thinks about: the table before anybody made a choice that is made at the same time. So
 * it does not matter who of them is faster. */
static void view_of(const struct table *table, int seat, struct state_buffer *view)
{
    table_view(table, seat, table_settled(table), view);
}

static struct think_job job_of(const struct room *room, int seat, int number)
{
    const struct table *table = room->table;
    struct think_job job = {.events = room->events, .seat = seat, .game = table_game(table)};

    memcpy(job.table, room->id, sizeof job.table);
    job.mind.rng = bot_rng(&table_plan(table)->seed, seat, number);
    view_of(table, seat, &job.view);
    return job;
}

struct think_job job_for_bot(const struct room *room, int seat)
{
    /* By the seat's own count: of several who choose at once it does not matter who was first. */
    struct think_job job = job_of(room, seat, room->seats[seat].choices);

    job.bot = room->seats[seat].bot;
    if (bot_wants_history(job.bot))
        job.past = past_of(room->table, seat);
    if (!room->plan.prepared) /* a lesson is about the game, not about those who play it */
        job.mind.manner = manner_of(&table_plan(room->table)->seed, seat);
    return job;
}

struct think_job job_for_hint(const struct room *room, int seat)
{
    struct think_job job = job_of(room, seat, table_steps(room->table));

    job.past = past_of(room->table, seat);
    return job;
}

/* Returns what a thinker knows besides the view: NULL if nothing was copied. */
static const struct bot_history *history_of(const struct think_job *job, struct bot_history *out)
{
    if (!job->past)
        return NULL;
    *out = past_history(job->past, job->seat);
    return out;
}

void job_do(struct think_answer *answer, struct bot_budget budget)
{
    struct think_job *job = &answer->job;
    const struct state *view = state_in(&job->view);
    struct bot_history past;
    const struct bot_history *history = history_of(job, &past);

    if (job->bot) {
        answer->lines[0].id = bot_think(job->bot, job->game, view, job->seat, history, budget, &job->mind);
        answer->count = 1;
    } else {
        uint16_t legal[LEGAL_SIZE];
        struct bot_view hinted = bot_view_at(LEVEL_MASTER, job->game, view, job->seat, history, budget, legal);
        answer->count = hint(&hinted, &job->mind.rng, answer->lines, HINTS_MAX);
    }
    job_forget(job);
}

void job_forget(struct think_job *job)
{
    free(job->past);
    job->past = NULL;
}

bool job_is_due(const struct room *room, const struct think_job *job)
{
    struct state_buffer view;

    if (!(room_waiting_for_bots(room) >> job->seat & 1) || room->seats[job->seat].bot != job->bot)
        return false;
    view_of(room->table, job->seat, &view);
    return bytes_equal(view.bytes, job->view.bytes, job->game->state_size);
}
