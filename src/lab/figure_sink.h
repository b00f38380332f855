/* A sheet of figures: one walk over a tally names all figures in their order, and
 * the sheet makes of them what is wanted.
 *
 * The walk is done once for the whole and once for each block of deals left out;
 * a sheet that gathers keeps the bare numbers. Then it is done once more for a
 * sheet that writes: the whole gives each number, the blocks left out its 95 %
 * interval (delete-a-group jackknife, with the t distribution). So any figure has
 * an interval, however it is computed, and a difference between two rules on the
 * same deals has one that knows of the pairing. */
#ifndef PARLOR_LAB_FIGURE_SINK_H
#define PARLOR_LAB_FIGURE_SINK_H

#include <stdint.h>
#include <stdio.h>

#include "lab/rating.h"

enum { BLOCKS_MAX = 32 };

/* Numbers in the order of a walk. */
struct gathered {
    double *numbers;
    int count, capacity;
};

struct figure_sink;

/* A sheet that gathers. */
struct figure_sink *sink_gather(struct gathered *);

/* A sheet that writes JSON, and a line of CSV for every number. Numbers come from
 * all[0], the whole, and all[1 .. blocks]; with `less`, what it holds is taken off
 * first. In CSV the path of every number begins with `path`. */
struct figure_sink *sink_write(FILE *json, FILE *csv, const char *path, const struct gathered *all,
                               const struct gathered *less, int blocks);

void sink_close(struct figure_sink *);

/* A number that is an estimate, and how many games, seats or trials it stands on. */
void sink_number(struct figure_sink *, const char *key, double value, int64_t count);
void sink_count(struct figure_sink *, const char *key, int64_t);
void sink_text(struct figure_sink *, const char *key, const char *);
void sink_counts(struct figure_sink *, const char *key, const int64_t *, int count);

/* Begins an object or a list under this key, up to the matching end; items of a
 * list have no key: NULL. */
void sink_object(struct figure_sink *, const char *key);
void sink_list(struct figure_sink *, const char *key);
void sink_named(struct figure_sink *, const char *name); /* an object of a list that has this name, in the path too */
void sink_end(struct figure_sink *);

/* Estimates a number from the whole and from `blocks` blocks left out. */
struct estimate sink_estimate(double whole, const double *without, int blocks);

#endif
