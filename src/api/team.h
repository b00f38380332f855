/* A team of threads that share short pieces of work, many thousand times a second.
 *
 * The caller works along. Between two pieces of work the others look out for the
 * next one for a moment before they go to sleep, since waking them takes longer
 * than most pieces. Nobody waits for somebody who has not begun: a thread that is
 * late, or that a fork has left behind, only means that the caller does more. */
#ifndef PARLOR_API_TEAM_H
#define PARLOR_API_TEAM_H

enum { TEAM_MAX = 256, TEAM_PIECES_MAX = 1 << 16 };

struct team;

/* threads: the caller among them; fewer if the system gives no more. NULL without memory. */
struct team *team_open(int threads);
void team_close(struct team *);
int team_threads(const struct team *);

/* Has pieces 0 .. pieces-1 done, in any order, and returns once all are. From one
 * thread at a time. */
void team_run(struct team *, void (*work)(void *context, int piece), void *context, int pieces);

#endif
