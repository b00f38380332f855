/* An analysis (lab/analysis.h) in words. */
#ifndef PARLOR_TERM_REPORT_H
#define PARLOR_TERM_REPORT_H

#include <stdio.h>

#include "lab/analysis.h"
#include "words/words.h"

struct report {
    const struct analysis *analysis;
    const struct language *language;
    bool cut; /* the record has no result */
};

enum { REPORT_WORST = 3 }; /* choices of a seat that are shown */

/* Writes what a mistake at a step cost: "round 2, step 31: a blunder, 52.6 points (± 14.9)". */
void report_mistake(const struct language *, const struct analysis *, int step, struct writer *);

void report_write(const struct report *, FILE *);
char *report_text(const struct report *); /* the same, for the caller to free */

#endif
