/* parlor: modern card games by their full rules. The public C API on one page.
 *
 *     struct parlor_table *t = parlor_open("scout", 4, "", "2a", why, sizeof why);
 *     while (parlor_waiting(t)) {
 *         int seat = __builtin_ctz(parlor_waiting(t));
 *         parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "novice"), why, sizeof why);
 *     }
 *     parlor_close(t);
 *
 * Seats count from 0, clockwise. Actions are ids below max_actions, the same for
 * the whole game, or text as in docs/rules. Whatever fails changes nothing and
 * says why in `why`, a buffer of the caller's. Nothing is global: tables may be
 * used from different threads, each from one at a time. */
#ifndef PARLOR_H
#define PARLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PARLOR_MAX_SEATS 5
#define PARLOR_ONLOOKER  (-1) /* as a viewer: somebody without a seat */

struct parlor_table;

struct parlor_game {
    const char *id, *title, *summary;
    int min_players, max_players;
    int max_actions;         /* ids are 0 .. max_actions-1 */
    int max_legal;           /* the most legal actions at once */
    size_t observation_size; /* bytes of an observation */
};

/* One action of a hint. */
struct parlor_hint {
    uint16_t id;
    double value, error; /* share of a win to be expected, 0 to 1, and its standard error, 1 where nothing is known */
    double sure;         /* probability that no other action is better, 0 to 1 */
};

/* clang-format off */

const char *parlor_version(void);
bool parlor_game(int index, struct parlor_game *out);                      /* the games in order; false after the last */

/* options: "name=value name=value" or "". seed: 1 to 64 hex digits. NULL and why if refused. */
struct parlor_table *parlor_open(const char *game, int players, const char *options, const char *seed, char *why, size_t room);
void parlor_close(struct parlor_table *);
int parlor_players(const struct parlor_table *);

unsigned parlor_waiting(const struct parlor_table *);                      /* bit s: seat s owes a choice; 0: the game is over */
int parlor_legal(const struct parlor_table *, int seat, uint16_t *ids);    /* how many; ids has room for max_legal, ascending */
void parlor_mask(const struct parlor_table *, int seat, uint8_t *mask);    /* max_actions bytes: 1 legal, 0 not */
void parlor_observe(const struct parlor_table *, int seat, uint8_t *out);  /* observation_size bytes: what the seat knows */

bool parlor_do(struct parlor_table *, int seat, uint16_t id, char *why, size_t room);
bool parlor_do_text(struct parlor_table *, int seat, const char *text, char *why, size_t room);
bool parlor_undo(struct parlor_table *);                                   /* takes back the last choice; false if there is none */
int parlor_bot(const struct parlor_table *, int seat, const char *name);   /* the id a bot would choose; -1: no such bot, or no choice */

/* The best actions of a seat, as far as it can know: writes at most `most` lines, the best first, and returns how many.
 * simulations: how much to think; 0: as much as the master. 0 and why if refused. */
int parlor_hint(const struct parlor_table *, int seat, int simulations, struct parlor_hint *lines, int most, char *why, size_t room);

/* These write text, always NUL-terminated, and return its length; room too small cuts it short. */
size_t parlor_text(const struct parlor_table *, int seat, uint16_t id, char *out, size_t room); /* a legal action's notation */
size_t parlor_view(const struct parlor_table *, int viewer, char *json, size_t room); /* the table as a seat or PARLOR_ONLOOKER sees it */
size_t parlor_told(const struct parlor_table *, int viewer, char *out, size_t room);  /* what the last choice came to, in words */

void parlor_points(const struct parlor_table *, double *points);           /* by seat, as they stand */
unsigned parlor_winners(const struct parlor_table *);                      /* bit s: seat s has won; 0 before the end */

bool parlor_save(const struct parlor_table *, bool legal, FILE *);         /* writes the record of the game */
struct parlor_table *parlor_load(FILE *, char *why, size_t room);          /* the first game of a record; goes on where it was cut */

/* ---- many games at once, for learners ----
 *
 * Each game asks one seat at a time; choices made at the same time are asked one after the other and stay sealed.
 * A game that is over begins again in the same step. The same seed and actions give the same games, whatever the
 * number of threads. A vector is used from one thread at a time and may be handed to another. */

struct parlor_vector;

enum parlor_reward { /* paid to all seats in the step that ends a game; 0 in all others */
    PARLOR_WIN,      /* 1 divided among the winners */
    PARLOR_POINTS,   /* the final points */
    PARLOR_MARGIN,   /* the final points less the mean of all seats */
};

/* Where it is written to: arrays of the caller's, one row for each game, NULL for what is not wanted. Nobody else
 * writes to the mask: where few actions are legal only what has changed is written. */
struct parlor_rows {
    uint8_t *observation; /* observation_size bytes: what the seat to act knows */
    uint8_t *mask;        /* max_actions bytes: 1 legal, 0 not */
    float *reward;        /* one for each seat */
    uint8_t *done;        /* 1: a game has just ended; what is asked is already of the next */
    int64_t *seat;        /* the seat to act */
};

/* So many games with the game, players, options and seed of a table; threads, the caller's among them, share the
 * work. NULL and why if refused. */
struct parlor_vector *parlor_vector(const struct parlor_table *like, int games, int threads, enum parlor_reward, char *why, size_t room);
void parlor_vector_close(struct parlor_vector *);
int parlor_vector_threads(const struct parlor_vector *);                   /* that could be started */
long parlor_vector_finished(const struct parlor_vector *);                 /* games that have ended since the last reset */
void parlor_vector_rows(struct parlor_vector *, const struct parlor_rows *); /* from the next call that writes them on */
bool parlor_vector_reset(struct parlor_vector *, const char *seed, char *why, size_t room); /* begins all games again; NULL: same seed */
void parlor_vector_refresh(struct parlor_vector *);                        /* writes what is asked again; reward and done are 0 */
bool parlor_vector_step(struct parlor_vector *, const uint16_t *actions, char *why, size_t room); /* one for each game */
void parlor_vector_random(struct parlor_vector *, uint16_t *actions);      /* picks legal ones, each as likely as the next */
struct parlor_table *parlor_vector_table(const struct parlor_vector *, int game, char *why, size_t room); /* a copy of one game, as it stands, without a record */
void parlor_reward(const struct parlor_table *, enum parlor_reward, float *out); /* of one table, by seat; 0 before the end */

/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
