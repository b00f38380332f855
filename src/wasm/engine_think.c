/* Jobs of bots and hints at the engine's table. See engine.h. */
#include "wasm/engine.h"

#include <stdlib.h>
#include <string.h>

/* What is carried from one instance to another. Games and bots are named by their place in the lists: another module
 * may have them elsewhere. */
static struct work {
    int32_t game, bot, guest; /* bot -1: a hint, for this guest */
    int32_t there;            /* whether there is a job */
    uint32_t past_size;       /* bytes of the job's past, which lies behind; 0: none */
    struct think_answer answer;
    alignas(8) uint8_t past[];
} * at_work; /* NULL: there has been no job yet */
static uint32_t at_work_size;

uint8_t *desk_for(uint32_t size)
{
    struct work *made = size >= sizeof *made ? realloc(at_work, size) : NULL;

    if (!made)
        return NULL;
    at_work = made;
    at_work_size = size;
    return (uint8_t *)made;
}

uint8_t *desk(void)
{
    return (uint8_t *)at_work;
}

uint32_t desk_size(void)
{
    return at_work_size;
}

static int place_of_game(const struct game *game)
{
    int i = 0;
    while (games[i] != game)
        i++;
    return i;
}

static int place_of_bot(const struct bot *bot)
{
    int i = 0;
    while (bots[i] && bots[i] != bot)
        i++;
    return bots[i] ? i : -1;
}

/* Puts a job on the desk, with its past behind it, or without where there is no memory. */
static int put_job(struct think_job *job, int guest)
{
    size_t size = job->past ? past_size(job->past) : 0;

    if (size > 0 && !desk_for((uint32_t)(sizeof *at_work + size)))
        size = 0;
    if (size == 0 && !desk_for(sizeof *at_work)) {
        job_forget(job);
        return -1;
    }
    *at_work = (struct work){.game = place_of_game(job->game),
                             .bot = place_of_bot(job->bot),
                             .guest = guest,
                             .there = 1,
                             .past_size = (uint32_t)size,
                             .answer = {.job = *job}};
    if (size > 0)
        memcpy(at_work->past, job->past, size);
    job_forget(job);
    return at_work->answer.job.seat;
}

/* Takes the past from the desk into the job, which frees it. What comes back from here has none. */
static void take_past(void)
{
    struct think_job *job = &at_work->answer.job;

    job->past = NULL;
    if (at_work->past_size == 0 || at_work_size - sizeof *at_work != at_work->past_size)
        return;
    job->past = malloc(at_work->past_size);
    if (job->past) {
        memcpy(job->past, at_work->past, at_work->past_size);
        job->past->game = job->game;
    }
    at_work->past_size = 0;
    at_work_size = sizeof *at_work;
}

int next_job(void)
{
    if (at_work)
        at_work->there = 0;
    if (!room || room->status != ROOM_PLAYING)
        return -1;
    for (int i = 0; i < GUESTS; i++)
        if (guests[i].hint_asked && room_waiting(room) >> guests[i].seat & 1) {
            struct think_job job = job_for_hint(room, guests[i].seat);
            job.re = guests[i].hint_re;
            return put_job(&job, i);
        }
    unsigned due = room_waiting_for_bots(room);
    if (!due)
        return -1;
    struct think_job job = job_for_bot(room, __builtin_ctz(due));
    return put_job(&job, -1);
}

static bool stops(void *unused)
{
    (void)unused;
    return page_stops(0, 0);
}

/* Returns whether what is on the desk is a job of these games and bots. */
static bool find_job(void)
{
    int game = 0;

    while (games[game] && game != at_work->game)
        game++;
    if (!at_work || !at_work->there || !games[game])
        return false;
    at_work->answer.job.game = games[game];
    at_work->answer.job.bot = NULL;
    for (int bot = 0; bots[bot]; bot++)
        if (bot == at_work->bot)
            at_work->answer.job.bot = bots[bot];
    return true;
}

void do_job(void)
{
    if (!find_job())
        return;
    take_past();
    job_do(&at_work->answer, (struct bot_budget){.stop = stops});
}

static void take_choice(const struct think_answer *answer, double now)
{
    struct event event;
    enum error_code code;
    struct problem why;

    if (job_is_due(room, &answer->job) && room_may_choose(room, answer->job.seat, answer->lines[0].id, &event, &why) &&
        happen(&event, now, &code, &why))
        tell_all(now);
}

static void give_hint(const struct think_answer *answer, int guest)
{
    struct writer w = write_into(message, sizeof message);

    if (guest < 0 || guest >= GUESTS || !guests[guest].hint_asked)
        return;
    guests[guest].hint_asked = false;
    if (guests[guest].seat != answer->job.seat) {
        tell_refusal(guest, answer->job.re, ERROR_REFUSED, REFUSE_LEFT_SEAT);
        return;
    }
    message_hint(&w, answer->job.re, answer);
    tell(guest, &w);
}

void take_answer(double now)
{
    if (!room || !find_job() || at_work->answer.count < 1 || strcmp(at_work->answer.job.table, room->id) != 0)
        return;
    if (at_work->answer.job.bot)
        take_choice(&at_work->answer, now);
    else
        give_hint(&at_work->answer, at_work->guest);
    at_work->there = 0;
}
