/* parlor: modern card games by their full rules. The public C API on one page.
 *
 *     struct parlor_table *t = parlor_open("scout", 4, "", "2a", why, sizeof why);
 *     for (int seat; (seat = parlor_next(t)) >= 0;)
 *         parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "novice"), why, sizeof why);
 *     parlor_close(t);
 *
 * Seats count from 0, clockwise. Actions are ids below max_actions, the same for
 * the whole game, or text as in docs/rules.
 *
 * Whatever fails changes nothing, returns false, NULL, 0 or -1 as its line says,
 * and tells why in `why`, a buffer of the caller's with `size` bytes (NULL and 0
 * if nobody asks). What can be checked is: NULL for a table, a text or a place to
 * write to, a seat that is not at the table, an id, an index or a step that there
 * is not, are refused like anything else, or leave zeros where nothing can be
 * refused. What cannot: a buffer is as large as its line says, and a table has
 * not been closed.
 *
 * Nothing is global: you may use tables from different threads, each from one at
 * a time, and make calls with a const table at the same time. A const char * that
 * you get lives as long as the program or, if it is about a table, as long as the
 * table. */
#ifndef PARLOR_H
#define PARLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* the library exports only what follows */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* in C++ a function may have the name of a struct too */
#endif

#define PARLOR_MAX_SEATS 5
#define PARLOR_SEED_SIZE 65   /* 64 hex digits and a NUL */
#define PARLOR_ONLOOKER  (-1) /* as a viewer: somebody without a seat */
#define PARLOR_CHANCE    (-2) /* as an actor: chance, for a deal */
#define PARLOR_OPEN      (-3) /* as a viewer: sees everything */

struct parlor_table;

struct parlor_game {
    const char *id, *title, *summary;
    int min_players, max_players;
    int max_actions;         /* ids are 0 .. max_actions-1 */
    int max_legal;           /* the most legal actions at once */
    size_t observation_size; /* bytes of an observation */
};

enum parlor_option_kind { PARLOR_CHOICE, PARLOR_NUMBER, PARLOR_TEXT };

/* A variant of the rules that a table can be opened with, as name=value. */
struct parlor_option {
    const char *name;
    enum parlor_option_kind kind;
    const char *values;   /* CHOICE: the words, split by '|'. TEXT: what it looks like. NUMBER: "" */
    int least, most;      /* NUMBER: the range; else 0 */
    const char *fallback; /* the default */
    const char *help;     /* one line */
};

/* One step of a game: a choice or a deal. Seats that choose at the same time
 * choose in secret: their steps are complete once the last of them has chosen. */
struct parlor_step {
    int actor;   /* a seat, or PARLOR_CHANCE */
    uint16_t id; /* of the choice; 0 for a deal */
    bool complete;
};

/* How much a bot may think. All zero: the budget of its level, which
 * gives the same answer on any machine. */
struct parlor_budget {
    int simulations;      /* below 2^30; 0: those of its level, or no limit if seconds is set */
    int threads;          /* 0: one; 64 at most */
    double seconds;       /* after that it answers with the best action so far; 0: no limit */
    bool (*stop)(void *); /* called repeatedly on one thread; true ends the search likewise; NULL: never */
    void *stopper;        /* passed to stop() */
};

/* One action of a hint. */
struct parlor_hint {
    uint16_t id;
    double value, error; /* expected share of the win, 0 to 1, and its standard error; 1 if nothing is known */
    double sure;         /* probability that no other action is better, 0 to 1 */
};

/* clang-format off */

/* ---- games, options and bots ---- */

const char *parlor_version(void);
bool parlor_game(int index, struct parlor_game *out);                      /* the games in order; false after the last */
bool parlor_game_by_id(const char *id, struct parlor_game *out);           /* false: no such game */
bool parlor_option(const char *game, int index, struct parlor_option *out); /* the options of a game in order; false after the last */
/* Writes what the numbers and keys of a game mean, as JSON: "phases" by number, "view" with key and meaning of all that
 * views have, "observation" with name, start, shape, step and meaning of each field, "ids" with name, first and count,
 * and "lists" such as the bids. 16384 bytes are enough for any game; "" and 0 if there is no such game. */
size_t parlor_tables(const char *game, char *json, size_t size);
const char *parlor_bot_name(int index);                                    /* the bots from weakest to strongest; NULL after the last */
const char *parlor_bot_help(int index);                                    /* one line about it */

/* ---- a table ---- */

/* Opens a table. options: "name=value name=value" or "". seed: 1 to 64 hex digits. NULL and why if refused. */
struct parlor_table *parlor_open(const char *game, int players, const char *options, const char *seed, char *why, size_t size);
void parlor_close(struct parlor_table *);                                  /* NULL is fine */
struct parlor_table *parlor_copy(const struct parlor_table *, char *why, size_t size); /* an independent copy, with its history */

/* Makes a table that looks the same to the viewer: the number `world` decides what the viewer cannot know, and all
 * future deals. The same view and number give the same world, other numbers others. The new table has no history:
 * it begins at step 0, with nothing to undo, and cannot be saved. */
struct parlor_table *parlor_imagine(const struct parlor_table *, int viewer, uint64_t world, char *why, size_t size);

bool parlor_game_of(const struct parlor_table *, struct parlor_game *out);
int parlor_players(const struct parlor_table *);
const char *parlor_option_value(const struct parlor_table *, const char *name); /* the value at this table; NULL: no such option */
bool parlor_seed(const struct parlor_table *, char *out);                  /* PARLOR_SEED_SIZE bytes */
size_t parlor_name(const struct parlor_table *, int seat, char *out, size_t size); /* "seat 0" unless set */
bool parlor_set_name(struct parlor_table *, int seat, const char *name, char *why, size_t size); /* 64 bytes of UTF-8 at most */

/* ---- whose turn, and what they may do ---- */

unsigned parlor_waiting(const struct parlor_table *);                      /* bit s: seat s owes a choice; 0: the game is over */
int parlor_next(const struct parlor_table *);                              /* the first of them; -1: the game is over */
int parlor_legal(const struct parlor_table *, int seat, uint16_t *ids);    /* how many; ids has space for max_legal, ascending */
void parlor_mask(const struct parlor_table *, int seat, uint8_t *mask);    /* max_actions bytes: 1 legal, 0 not */
bool parlor_is_legal(const struct parlor_table *, int seat, uint16_t id, char *why, size_t size);
const char *parlor_refusal(const struct parlor_table *, int seat, uint16_t id); /* why not, as a key ("not_stronger"); NULL: it is legal */
bool parlor_parse(const struct parlor_table *, int seat, const char *text, uint16_t *id, char *why, size_t size); /* need not be legal */

bool parlor_do(struct parlor_table *, int seat, uint16_t id, char *why, size_t size);
bool parlor_do_text(struct parlor_table *, int seat, const char *text, char *why, size_t size);
bool parlor_undo(struct parlor_table *);                                   /* undoes the last choice; false if there is none */

/* ---- what a viewer knows: a seat, PARLOR_ONLOOKER or PARLOR_OPEN ---- */

void parlor_observe(const struct parlor_table *, int seat, uint8_t *out);  /* observation_size bytes: what the seat knows */

/* These write text, always NUL-terminated, and return its length; a buffer too small cuts it short. */
size_t parlor_text(const struct parlor_table *, int seat, uint16_t id, char *out, size_t size); /* a legal action's notation */
size_t parlor_view(const struct parlor_table *, int viewer, char *json, size_t size); /* the table as the viewer sees it */
size_t parlor_told(const struct parlor_table *, int viewer, char *out, size_t size);  /* what the last choice did, in words */

/* ---- history: steps 0 .. parlor_steps()-1, including those hidden from some seats ---- */

int parlor_steps(const struct parlor_table *);
bool parlor_step(const struct parlor_table *, int step, struct parlor_step *out);
size_t parlor_step_text(const struct parlor_table *, int step, char *out, size_t size); /* a choice's notation; "" for a deal */
size_t parlor_tell(const struct parlor_table *, int viewer, int step, char *out, size_t size); /* in words; "" until it is complete */

/* The same as facts: a JSON list of objects, each a "verb" with its fields; "[]" until it is complete.
 * src/rules/GAME.h lists the verbs of a game. What the viewer may not know is left out. */
size_t parlor_facts(const struct parlor_table *, int viewer, int step, char *json, size_t size);

int parlor_rounds(const struct parlor_table *);                            /* rounds scored so far; 0 for a game without rounds */
bool parlor_round(const struct parlor_table *, int round, double *points); /* the points of one round, by seat; stars in BANNISH */
void parlor_points(const struct parlor_table *, double *points);           /* the points so far, by seat */
unsigned parlor_winners(const struct parlor_table *);                      /* bit s: seat s has won; 0 before the end */

/* ---- bots: they know only what their seat knows ---- */

int parlor_bot(const struct parlor_table *, int seat, const char *name);   /* the id a bot would choose; -1: no such bot, or no choice */

/* The same within a budget (NULL: that of its level); -1 and why if refused. */
int parlor_think(const struct parlor_table *, int seat, const char *name, const struct parlor_budget *, char *why, size_t size);

/* Writes the best actions of a seat, judged by what it knows: at most `most` lines, the best first. Returns how many.
 * simulations: how much to think; 0: as much as the master. Returns 0 and why if refused. */
int parlor_hint(const struct parlor_table *, int seat, int simulations, struct parlor_hint *lines, int most, char *why, size_t size);

/* ---- records: docs/records.md ---- */

/* Reads all games of a file, one after another. You still own the stream. */
struct parlor_records;
struct parlor_records *parlor_records(FILE *);                             /* NULL: out of memory */
struct parlor_table *parlor_records_next(struct parlor_records *, char *why, size_t size); /* NULL and "" after the last */
void parlor_records_close(struct parlor_records *);                        /* NULL is fine */

bool parlor_deals_hold(const struct parlor_table *, char *why, size_t size); /* true if every deal comes from the seed */

/* legal: also write all legal actions with every choice. */
bool parlor_save(const struct parlor_table *, bool legal, FILE *);         /* writes the record of the game */
struct parlor_table *parlor_load(FILE *, char *why, size_t size);          /* the first game of a record; if it was cut, you can continue it */

/* ---- many games at once, for learners ----
 *
 * Each game asks one seat at a time; it asks for simultaneous choices one after the other and keeps them sealed.
 * A game that ends starts again in the same step. The same seed and actions give the same games with any
 * number of threads. Use a vector from one thread at a time; you may pass it to another. */

struct parlor_vector;

enum parlor_reward { /* paid to all seats; the first three in the step that ends a game, with 0 in all others */
    PARLOR_WIN,      /* 1 divided among the winners */
    PARLOR_POINTS,   /* the final points */
    PARLOR_MARGIN,   /* the final points minus the mean of all seats */
    PARLOR_GAINS,    /* the points gained in each step, as rounds are scored: they add up to the final points */
};

/* Your arrays for the results, with one row for each game; NULL for what you do not need. Do not write to the mask
 * yourself: if few actions are legal, the library writes only what has changed. */
struct parlor_rows {
    uint8_t *observation; /* observation_size bytes: what the seat to act knows */
    uint8_t *mask;        /* max_actions bytes: 1 legal, 0 not */
    float *reward;        /* one for each seat */
    uint8_t *done;        /* 1: a game has just ended; the other rows but reward belong to the next */
    int64_t *seat;        /* the seat to act */
};

/* Starts `count` games with the game, players, options and seed of a table; `threads` threads, including yours, share
 * the work. NULL and why if refused. */
struct parlor_vector *parlor_vector(const struct parlor_table *like, int count, int threads, enum parlor_reward, char *why, size_t size);
void parlor_vector_close(struct parlor_vector *);
int parlor_vector_threads(const struct parlor_vector *);                   /* how many threads could be started */
long parlor_vector_finished(const struct parlor_vector *);                 /* how many games have ended since the last reset */
void parlor_vector_rows(struct parlor_vector *, const struct parlor_rows *); /* sets the arrays, from the next call that writes them */
bool parlor_vector_reset(struct parlor_vector *, const char *seed, char *why, size_t size); /* restarts all games; NULL: same seed */
void parlor_vector_refresh(struct parlor_vector *);                        /* writes all rows again; reward and done are 0 */
bool parlor_vector_step(struct parlor_vector *, const uint16_t *actions, char *why, size_t size); /* takes one action for each game */
void parlor_vector_random(struct parlor_vector *, uint16_t *actions);      /* picks legal actions, each equally likely */
struct parlor_table *parlor_vector_table(const struct parlor_vector *, int game, char *why, size_t size); /* a copy of one game, without its record */
void parlor_reward(const struct parlor_table *, enum parlor_reward, float *out); /* the rewards of one table, by seat; 0 before the end */

/* clang-format on */

#ifdef __GNUC__
#pragma GCC diagnostic pop
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
