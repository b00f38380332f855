/* See team.h. One word, the ticket, holds all that is left to do: the number of the
 * run, the next piece and how many pieces there are. A thread takes a piece by
 * advancing the ticket with compare-and-swap, so nobody can take a ticket of a
 * finished run. The thread may look up the work after that, because the run cannot
 * end before the piece does. */
#include "api/team.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LOOKS = 1000, /* at the ticket before going to sleep: some tens of microseconds */
    PIECE_BITS = 20,
};

#define ONE_PIECE ((uint64_t)1 << PIECE_BITS)
#define PIECES    (ONE_PIECE - 1)

struct team {
    _Alignas(64) _Atomic uint64_t ticket; /* run, next piece, pieces, from the highest bit on: 24, 20, 20 */
    _Alignas(64) atomic_int done;         /* pieces of this run */
    _Alignas(64) atomic_int asleep;       /* threads that wait for `call` or are about to */
    atomic_bool closing;
    void (*work)(void *, int);
    void *context;
    uint64_t runs;
    pthread_mutex_t lock;
    pthread_cond_t call;
    pid_t process; /* that the threads belong to */
    int hired;     /* threads besides the caller */
    pthread_t threads[TEAM_MAX];
};

static int next_piece(uint64_t ticket)
{
    return (int)(ticket >> PIECE_BITS & PIECES);
}

static bool is_open(uint64_t ticket)
{
    return next_piece(ticket) < (int)(ticket & PIECES);
}

/* Does a piece if there is one left. */
static bool help(struct team *team)
{
    uint64_t ticket = atomic_load(&team->ticket);

    do {
        if (!is_open(ticket))
            return false;
    } while (!atomic_compare_exchange_weak(&team->ticket, &ticket, ticket + ONE_PIECE));
    team->work(team->context, next_piece(ticket));
    atomic_fetch_add_explicit(&team->done, 1, memory_order_release);
    return true;
}

static void breathe(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

static bool is_called(struct team *team)
{
    return is_open(atomic_load(&team->ticket)) || atomic_load(&team->closing);
}

static void wait_for_call(struct team *team)
{
    for (int looks = 0; looks < LOOKS; looks++) {
        if (is_called(team))
            return;
        breathe();
    }
    pthread_mutex_lock(&team->lock);
    atomic_fetch_add(&team->asleep, 1);
    while (!is_called(team))
        pthread_cond_wait(&team->call, &team->lock);
    atomic_fetch_sub(&team->asleep, 1);
    pthread_mutex_unlock(&team->lock);
}

static void *serve(void *argument)
{
    struct team *team = argument;

    while (!atomic_load(&team->closing))
        if (!help(team))
            wait_for_call(team);
    return NULL;
}

/* Starts the threads; signals are left to those of the program. */
static void hire(struct team *team, int threads)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (team->hired < threads && pthread_create(&team->threads[team->hired], NULL, serve, team) == 0)
        team->hired++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct team *team_open(int threads)
{
    struct team *team = aligned_alloc(_Alignof(struct team), sizeof *team);

    if (!team)
        return NULL;
    *team = (struct team){.process = getpid()};
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->call, NULL);
    hire(team, (threads < TEAM_MAX ? threads : TEAM_MAX) - 1);
    return team;
}

static bool is_ours(const struct team *team)
{
    return team->hired > 0 && team->process == getpid();
}

static void wake(struct team *team)
{
    pthread_mutex_lock(&team->lock);
    pthread_cond_broadcast(&team->call);
    pthread_mutex_unlock(&team->lock);
}

void team_close(struct team *team)
{
    if (!team)
        return;
    if (is_ours(team)) {
        atomic_store(&team->closing, true);
        wake(team);
        for (int i = 0; i < team->hired; i++)
            pthread_join(team->threads[i], NULL);
        pthread_cond_destroy(&team->call);
        pthread_mutex_destroy(&team->lock);
    }
    free(team);
}

int team_threads(const struct team *team)
{
    return team->hired + 1;
}

void team_run(struct team *team, void (*work)(void *, int), void *context, int pieces)
{
    if (!is_ours(team) || pieces == 1) {
        for (int piece = 0; piece < pieces; piece++)
            work(context, piece);
        return;
    }
    team->work = work;
    team->context = context;
    atomic_store(&team->done, 0);
    atomic_store(&team->ticket, ++team->runs << 2 * PIECE_BITS | (uint64_t)pieces);
    if (atomic_load(&team->asleep) > 0)
        wake(team);
    while (help(team))
        ;
    for (int looks = 0; atomic_load_explicit(&team->done, memory_order_acquire) < pieces; looks++)
        if (looks < LOOKS)
            breathe();
        else
            sched_yield(); /* others want the processor that somebody needs to be done */
}
