/* A game that has been played, looked at again: what every choice was worth to
 * its seat from what it knew, and where everybody's winning chances went.
 *
 * Two questions are kept apart (docs/analysis.md). Was a choice good? That is
 * asked of the seat's redacted view, as a bot would see it. Who or what moved the
 * chances? That is asked of the true state, all cards open, after every step; so
 * what a seat has in the end is its fair share and what deals, its own choices
 * and those of others added to it. */
#ifndef PARLOR_LAB_ANALYSIS_H
#define PARLOR_LAB_ANALYSIS_H

#include <stdio.h>

#include "table/table.h"

enum { EVERYBODY = -1 }; /* as the seat of a plan */

struct analysis_plan {
    int simulations;                /* of every search, and playouts after every step; at least 2 */
    int seat;                       /* whose decisions are judged: a seat, or EVERYBODY */
    int threads;                    /* they change the time only */
    struct seed seed;               /* of its own random numbers */
    void *context;                  /* handed to both of these, which are called by the caller's thread: */
    bool (*stopped)(void *context); /* asked now and again: end now */
    void (*progress)(void *context, long done, long of); /* told after every step */
};

/* The verdict on a decision, by what it lost. */
#define ANALYSIS_VERDICTS(X)                                                                                           \
    X(VERDICT_NONE, "none")       /* there was nothing to decide, or nobody asked */                                   \
    X(VERDICT_BEST, "best")       /* what the search would have done */                                                \
    X(VERDICT_GOOD, "good")       /* something else, and as good as far as can be seen */                              \
    X(VERDICT_MISTAKE, "mistake") /* clearly worse */                                                                  \
    X(VERDICT_BLUNDER, "blunder") /* much worse */

#define VERDICT_NAME(verdict, name) verdict,
enum verdict { ANALYSIS_VERDICTS(VERDICT_NAME) VERDICTS };
#undef VERDICT_NAME

extern const char *const verdict_names[VERDICTS];

/* One step of the record. Chances are shares of the win, 0 to 1. */
struct analysis_step {
    struct step step;
    int round;                 /* from 1; 0 in a game without rounds */
    double chances[MAX_SEATS]; /* after it; among choices made at the same time, only after the last */
    double own;                /* a choice: what it alone changed for its seat, all cards open */

    /* A decision that was judged, from what the seat knew: */
    enum verdict verdict;
    int legal;                /* actions to choose from */
    uint16_t best;            /* what the search would have done */
    double value, best_value; /* of the action taken, and of that one */
    double loss;              /* the difference where it is clear, else 0 */
    double error;             /* standard error of the difference */
};

struct analysis_seat {
    int decisions; /* judged */
    int verdicts[VERDICTS];
    double accuracy;          /* 0 to 1: mean of the marks of its decisions; 1 if there are none */
    double lost;              /* sum of all losses */
    double share;             /* of the win in the end, or to be expected where the record is cut */
    double luck, own, others; /* share - 1/players, by who or what brought it; of all seats each comes to 0 */
};

struct analysis {
    const struct table *table; /* the caller's; stays open as long as this is used */
    int players;
    int simulations, seat; /* as in the plan, */
    struct seed seed;      /* … likewise */
    int steps;             /* of the table that are complete */
    struct analysis_step *by_step;
    struct analysis_seat seats[MAX_SEATS];
};

enum analysis_end { ANALYSIS_DONE, ANALYSIS_STOPPED, ANALYSIS_FAILED };

/* Returns the simulations of each search if the whole game may cost as much as this
 * number of master decisions: they are divided among its choices. */
int analysis_simulations(const struct table *, int decisions);

/* Looks at a game; its game MUST have a thinker. Only when DONE there is
 * something to free; with FAILED the problem says why. */
enum analysis_end analysis_make(const struct table *, const struct analysis_plan *, struct analysis *,
                                struct problem *why);
void analysis_free(struct analysis *);

/* The steps at which a seat (or EVERYBODY) lost most, worst first: mistakes and
 * blunders only. Returns how many, at most `most`. */
int analysis_worst(const struct analysis *, int seat, int *steps, int most);

/* The notation of an action that the seat of a step might choose. */
void analysis_action(const struct analysis *, int step, uint16_t id, struct writer *);

/* Everything as one line of JSON, as docs/analysis.md has it; cut: the record has
 * no result. */
void analysis_write_json(const struct analysis *, bool cut, FILE *);

#endif
