/* See job.h. */
#include "server/job.h"

#include <string.h>

#include "rules/bytes.h"

/* What a seat that owes a choice thinks about: the table before anybody made a choice that is made at the same time. So
 * it does not matter who of them is faster. */
static void view_of(const struct table *table, int seat, struct state_buffer *view)
{
    int steps = table_steps(table);
    struct step last = steps > 0 ? table_step(table, steps - 1) : (struct step){.complete = true};

    table_view(table, seat, last.complete ? steps : last.first, view);
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
    if (!room->plan.prepared) /* a lesson is about the game, not about those who play it */
        job.mind.manner = manner_of(&table_plan(room->table)->seed, seat);
    return job;
}

struct think_job job_for_hint(const struct room *room, int seat)
{
    return job_of(room, seat, table_steps(room->table));
}

void job_do(struct think_answer *answer, struct bot_budget budget)
{
    struct think_job *job = &answer->job;

    if (!job->bot) {
        uint16_t legal[LEGAL_SIZE];
        struct bot_view view =
            bot_view_at(LEVEL_MASTER, job->game, state_in(&job->view), job->seat, NULL, budget, legal);
        answer->count = hint(&view, &job->mind.rng, answer->lines, HINTS_MAX);
        return;
    }
    answer->lines[0].id = bot_think(job->bot, job->game, state_in(&job->view), job->seat, NULL, budget, &job->mind);
    answer->count = 1;
}

bool job_is_due(const struct room *room, const struct think_job *job)
{
    struct state_buffer view;

    if (!(room_waiting_for_bots(room) >> job->seat & 1) || room->seats[job->seat].bot != job->bot)
        return false;
    view_of(room->table, job->seat, &view);
    return bytes_equal(view.bytes, job->view.bytes, job->game->state_size);
}
