/* All figures of the lab, named in one walk: see figure_sink.h and docs/lab.md. */
#ifndef PARLOR_LAB_FIGURES_H
#define PARLOR_LAB_FIGURES_H

#include "lab/figure_sink.h"
#include "lab/tally.h"

enum { LADDER_MAX = 8 }; /* steps */

/* The results for one set of rules. */
struct findings {
    const struct lineup *main;
    const struct tally *played; /* by the line-up asked for */
    int ladder_steps;
    const struct lineup *ladder[LADDER_MAX];
    const struct tally *stepped[LADDER_MAX]; /* one of a level against a table of the one below */
    const struct lineup *mix;                /* NULL: skill was not asked about */
    const struct tally *mixed;               /* all levels in all seats */
};

/* Names all figures. `places`: also those of single seats, which cannot be
 * compared between different numbers of players. */
void figures_walk(const struct findings *, bool places, struct figure_sink *);

#endif
